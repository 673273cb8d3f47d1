"""The full-screen table: the position, the menu of the player who acts, and the panes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from railhead.core.change import find_frame
from railhead.core.kinds import PriceRange
from railhead.core.moves import LayTile, Move, RunTrains
from railhead.core.operating import OperatingTurn
from railhead.core.rulings import IllegalMove, MalformedMove
from railhead.routes import value_of_lay
from railhead.terminal import figures
from railhead.terminal.choices import ON_HEX, groups, line
from railhead.terminal.dialogs import HELP, PriceDialog, TextDialog
from railhead.terminal.game import ADVISER, TerminalGame
from railhead.terminal.hand_run import EXAMPLE, is_run
from railhead.terminal.menu import HOW, MoveFilter, MovesPane
from railhead.terminal.panes import InfoPane, LogLines, MapPane
from railhead.terminal.seats import sight
from railhead.view.names import counted, sentence_case
from railhead.view.sentences import label, move_sentence, now, refusal_text, who

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.events import Resize

    from railhead.core.state import State

NARROW = 120
"""On a screen narrower than this, one pane is shown at a time."""
TALL = 40
"""On a wide screen with at least this many lines, players and companies are always in sight."""
LOG_LINES = 4
"""Lines that the log below the menu always has, with its border."""


class MovesAndLog(Vertical):
    """The menu, as long as it needs to be, and the log in the lines that are left."""

    def compose(self) -> ComposeResult:
        """The menu above the log."""
        yield MovesPane(id="moves")
        yield LogLines(id="side-log")

    def on_resize(self, event: Resize) -> None:
        """Leave the log its lines: more of them on a tall screen."""
        height = event.size.height
        if height:  # not hidden behind another pane
            self.query_one(MovesPane).fit(height - max(LOG_LINES, height // 3 if height >= TALL // 2 else 0))


class TableScreen(Screen[None]):
    """One game: moves on the left, everything to look at on the right."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", key_display="F1"),
        Binding("f2", "look('map')", "Map", key_display="F2"),
        Binding("f3", "look('companies')", "Panes", key_display="F3–F7"),
        Binding("f4", "look('players')", "Players", show=False),
        Binding("f5", "look('market')", "Market", show=False),
        Binding("f6", "look('trains')", "Trains", show=False),
        Binding("f7", "look('log')", "Log", show=False),
        Binding("f8", "gains", "Lays", key_display="F8"),
        Binding("f9", "hint", "Hint", key_display="F9"),
        Binding("ctrl+z", "undo", "Undo", priority=True),
        Binding("ctrl+y", "redo", "Redo", priority=True, show=False),
        Binding("ctrl+t", "what_if", "Try", priority=True),
        Binding("ctrl+o", "beside", "Others", priority=True, show=False),
        Binding("left_square_bracket", "step(-1)", "Earlier", show=False),
        Binding("right_square_bracket", "step(1)", "Later", show=False),
        Binding("escape", "back", "Back", priority=True, show=False),
    ]

    def __init__(self, game: TerminalGame, pause: float = 0.0) -> None:
        super().__init__()
        self.real = game
        self.trial: TerminalGame | None = None
        self.at: int | None = None  # the move looked at in the history
        self.beside = False
        self.pause = pause
        self.serial = 0  # counts what was shown, so that a bot's late answer is not mistaken for a new one

    @property
    def game(self) -> TerminalGame:
        """The game being played: the real one, or a trial."""
        return self.trial or self.real

    def compose(self) -> ComposeResult:
        """Heading, decision, menu, panes, and a line for answers."""
        yield Static(id="heading")
        yield Static(id="now")
        yield Static(id="at-hand")
        with Horizontal(id="body"):
            yield MovesAndLog(id="left")
            yield InfoPane()
        yield Static(id="note")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Show the game as it stands."""
        self.query_one(MoveFilter).focus()
        if self.real.moves:
            self.note(f"Resumed after {counted(len(self.real.moves), 'move')}.")
        self.show()

    def on_resize(self, event: Resize) -> None:
        """One pane at a time on a narrow screen."""
        wide = event.size.width >= NARROW
        self.set_class(not wide, "narrow")
        self.set_class(wide, "wide")
        self.set_class(wide and event.size.height >= TALL, "tall")

    # Showing

    def show(self) -> None:
        """Draw everything, and let a bot think if it is its turn."""
        self.serial += 1
        game = self.game
        upto = len(game.moves) if self.at is None else self.at
        player = game.acting()
        seen = sight(game.at(upto), game.looking())
        mark = "TRIAL – Esc ends it · " if self.trial else ""
        self._text("heading", mark + figures.heading(seen, self.app.size.width - len(mark) - 2))
        self._text("now", self._decision(upto, seen.state))
        hand = figures.at_hand(seen, player)
        hand.overflow, hand.no_wrap = "ellipsis", True
        self.query_one("#at-hand", Static).update(hand)
        self.query_one(InfoPane).draw(game, seen, upto)
        self.query_one("#side-log", LogLines).show(game, upto)
        self._menu(player)
        if game.state.ended is not None and self.trial is None:
            game.put_away()
        if self.at is None and player and game.bot_of(player):
            self.think(game.state, player, self.serial)

    def _decision(self, upto: int, state: Any) -> str:
        if self.at is not None:
            return f"After move {upto} of {len(self.game.moves)}. [ earlier, ] later, Esc back to the game."
        return now(state)

    def _menu(self, player: str) -> None:
        game, pane = self.game, self.query_one(MovesPane)
        if self.at is not None:
            pane.offer([], "Here you can only look")
        elif not player:
            pane.offer([], "The game is over. [ looks back at it, F10 leaves")
        elif self.beside:
            pane.offer(groups(game.state, game.beside()))
        elif game.bot_of(player):
            pane.offer([], f"{who(game.state, player)} is thinking …")
        else:
            moves, prices = game.menu(player)
            runs = any(isinstance(move, RunTrains) for move in moves)
            pane.offer(groups(game.state, moves, prices), f"{HOW}, or type {EXAMPLE}" if runs else "")

    def _text(self, name: str, words: str) -> None:
        self.query_one(f"#{name}", Static).update(Text(words, overflow="ellipsis"))

    def note(self, words: str, error: bool = False) -> None:
        """A sentence below the table."""
        self._text("note", words)
        self.query_one("#note").set_class(error, "error")

    # Moving

    @on(MovesPane.Chosen)
    def chosen(self, event: MovesPane.Chosen) -> None:
        """Make the move of a line, or ask for its price first."""
        if not self.query_one(MovesPane).offers(event.entry):
            return  # a key was pressed twice, and the first one has changed the menu
        what = event.entry.what
        if isinstance(what, PriceRange):
            self.app.push_screen(PriceDialog(event.entry.text, what), lambda number: self._priced(what, number))
        else:
            self.make(what)

    def _priced(self, prices: PriceRange, number: int | None) -> None:
        if number is not None:
            self.make(replace(prices.move, **{prices.field: number}))

    @on(MovesPane.Typed)
    def typed(self, event: MovesPane.Typed) -> None:
        """A move in words, or with a question mark the reasons against one."""
        player = self.game.acting()
        asked = event.text.startswith("?")
        if self.at is not None or not player or self.game.bot_of(player):
            self.note("You cannot move here." if self.at is not None else "It is not your turn.", error=True)
            return
        try:
            if asked:
                self.note(" ".join(self.game.why(event.text[1:].strip(), player)))
            else:
                self.make(self.game.read(event.text, player))
        except MalformedMove as error:
            whole = asked or "=" in event.text or is_run(event.text)
            self.note(sentence_case(f"{error}.") if whole else f"No move matches “{event.text}”.", error=True)

    def make(self, move: Move, remark: str = "") -> None:
        """Make a move; a refusal is shown with its rule."""
        try:
            self.game.make(move, remark)
        except IllegalMove as error:
            self.note(refusal_text(self.game.state, error.refusal), error=True)
            return
        self.beside = False
        if not remark or self.query_one("#note").has_class("error"):
            self.note("")
        if self.game.trouble:
            self.note(f"{self.game.trouble} Play continues.", error=True)
        self.show()

    @work(thread=True, exclusive=True, group="bots")
    def think(self, state: State, player: str, serial: int) -> None:
        """Let a bot think in the background."""
        move, said = self.game.think(state, player)
        self._answer(serial, self._thought, move, said, serial)

    def _thought(self, move: Move, said: str, serial: int) -> None:
        def play() -> None:
            if not self._too_late(serial):
                self.make(move, said)

        if self.pause:
            self.set_timer(self.pause, play)
        else:
            play()

    def _answer(self, serial: int, tell: Callable[..., None], *found: Any) -> None:
        """Hand over what a thread found out, unless nobody waits for it any more."""

        def in_time() -> None:
            if not self._too_late(serial):
                tell(*found)

        if self.is_running:
            self.app.call_from_thread(in_time)

    def _too_late(self, serial: int) -> bool:
        """Whether the table shows something else by now, or has been left."""
        return serial != self.serial or not self.is_running or not self.children

    # Keys

    def action_help(self) -> None:
        """What the keys do."""
        self.app.push_screen(TextDialog(HELP))

    def action_look(self, name: str) -> None:
        """Bring a pane to the front; F2 again changes the size of the map."""
        info = self.query_one(InfoPane)
        there = info.active == name and (self.has_class("wide") or self.has_class("looking"))
        if name == "map" and there:
            self.query_one(MapPane).next_size()
            return
        info.active = name
        self.set_class(self.has_class("narrow"), "looking")
        if self.has_class("narrow"):
            target = {"map": "#map-scroll", "log": "#log-lines"}.get(name, f"#{name}-scroll")
            self.query_one(target).focus()

    def action_back(self) -> None:
        """Leave the current pane, filter, history or trial."""
        if self.has_class("looking"):
            self.remove_class("looking")
        elif self.query_one(MovesPane).back():
            pass
        elif self.beside:
            self.beside = False
            self.show()
        elif self.at is not None:
            self.at = None
            self.show()
        elif self.trial is not None:
            self.trial = None
            self.note("The trial is over; the game is as it was.")
            self.show()
        self.query_one(MoveFilter).focus()

    def action_step(self, by: int) -> None:
        """Look at the position one move earlier or later."""
        last = len(self.game.moves)
        at = min(max((last if self.at is None else self.at) + by, 0), last)
        self.at = None if at == last else at
        self.show()

    def action_undo(self) -> None:
        """Undo to before the last move by a person."""
        self.at, self.beside = None, False
        gone = self.game.undo()
        self.note("Undone: " + move_sentence(self.game.state, gone[-1]) if gone else "There is nothing to undo.")
        self.show()

    def action_redo(self) -> None:
        """Redo the undone moves."""
        self.at, self.beside = None, False
        made = self.game.redo()
        self.note(f"Moves redone: {len(made)}." if made else "There is nothing to redo.")
        self.show()

    def action_what_if(self) -> None:
        """Try moves out from here; none of them count."""
        if self.trial is not None:
            self.action_back()
            return
        self.trial = self.real.branch(len(self.real.moves) if self.at is None else self.at)
        self.at, self.beside = None, False
        self.note("A trial: nothing you do here counts. Esc or Ctrl-T goes back to the game.")
        self.show()

    def action_beside(self) -> None:
        """What others may do out of turn, and table talk; bots wait meanwhile."""
        if not self.game.beside():
            self.note("Nobody can do anything out of turn now.")
            return
        self.beside = True
        self.serial += 1  # what a bot finds out now comes too late; it is asked again afterwards
        self.note("What can be done out of turn now. Esc goes back to the turn.")
        self._menu(self.game.acting())

    def action_hint(self) -> None:
        """Ask a strong player."""
        player = self.game.acting()
        if not player or self.game.bot_of(player) or self.at is not None:
            self.note("There is nothing to decide here.", error=True)
            return
        self.note("Thinking …")
        self.think_for(self.game.state, player, self.serial)

    @work(thread=True, exclusive=True, group="hint")
    def think_for(self, state: State, player: str, serial: int) -> None:
        """Ask for a hint in the background."""
        choice = self.game.hint(state, player)
        words = f"{ADVISER.title()} would: {line(state, label(state, choice.move))}. {choice.why}"
        self._answer(serial, self._hinted, choice.move, words)

    def _hinted(self, move: Move, words: str) -> None:
        self.note(words)
        self.query_one(MovesPane).point_at(move)

    def action_gains(self) -> None:
        """Ask what each lay adds to the next run of the company."""
        turn = find_frame(self.game.state, OperatingTurn)
        player = self.game.acting()
        mine = self.game.menu(player)[0] if player and not self.game.bot_of(player) else []
        lays = [move for move in mine if isinstance(move, LayTile)]
        if turn is None or not lays or self.at is not None:
            self.note("No track can be laid now.")
            return
        self.note(f"Working out what {len(lays)} lays add to the next run of {turn.company} …")
        self.value(self.game.state, turn.company, lays, self.serial)

    @work(thread=True, exclusive=True, group="gains")
    def value(self, state: State, company: str, lays: list[LayTile], serial: int) -> None:
        """Compute the gains in the background."""
        found = dict(zip(lays, value_of_lay(state, company, lays), strict=True))
        self._answer(serial, self._valued, company, found)

    def _valued(self, company: str, found: dict[Move, int]) -> None:
        best = max(found.values())
        if best:
            self.note(f"The best lay adds {best} to the next run.")
            self.query_one(MovesPane).add_gains(found)
        elif not self.game.state.companies[company].trains:
            self.note(f"{company} has no train yet, so no lay adds to its next run.")
        else:
            self.note("No lay adds to the next run.")

    @on(MovesPane.Looked)
    def looked(self, event: MovesPane.Looked) -> None:
        """Light the hex that a line is about."""
        self._light(event.hex_id)

    @on(MapPane.HexChosen)
    def hex_chosen(self, event: MapPane.HexChosen) -> None:
        """Light a hex that was clicked, and offer the moves there if there are any."""
        self._light(event.hex_id)
        if self.query_one(MovesPane).filter_by(f"{ON_HEX}{event.hex_id}"):
            self.remove_class("looking")
            self.query_one(MoveFilter).focus()

    def _light(self, hex_id: str) -> None:
        pane = self.query_one(MapPane)
        if hex_id != pane.lit:
            pane.lit = hex_id
            if self.query_one(InfoPane).active == "map":
                pane.redraw()
