"""Playing at one screen in the terminal: show, ask, move; undo, save, resume, explain."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace
from rich.console import Console

from railhead.bots.player import ask, bot, public_reason
from railhead.core.engine import actors, apply, explain, legal_moves, new_game, out_of_band_moves, price_ranges
from railhead.core.events import Event
from railhead.core.kinds import PriceRange
from railhead.core.moves import Move, to_text
from railhead.core.rules import Title
from railhead.core.rulings import IllegalMove, MalformedMove
from railhead.core.state import State
from railhead.core.text import codec_of
from railhead.record.games import RecordError, load, positions, record_of, save
from railhead.terminal.screen import grouped, line, show, show_groups, show_map
from railhead.terminal.seats import bot_named, sight, with_bots
from railhead.titles import title as find
from railhead.view.log_words import headed, passages
from railhead.view.sentences import label, refusal_text, sentence, who

HELP = """\
[bold]a number[/] makes that move    [bold]u[/] undo    [bold]m[/] map    [bold]t[/] the position again
[bold]s FILE[/] save    [bold]q[/] leave (saved if there is a file)    [bold]l[/] the last events
[bold]hint[/] what a strong player would do
[bold]a[/] what can be said beside the play, as that the game is decided
[bold]? MOVE[/] why a move is refused, as in  ? lay_tile hex=J3 tile=8 rotation=3
a move can also be typed:  bid private=B price=45"""

ADVISER = "chairman"
BUDGET, HINT_BUDGET = 2.0, 1.0
"""Seconds that a bot may think."""


class Leave(Exception):
    """The players get up from the table."""


class TableInTerminal:
    """One game at one screen."""

    def __init__(self, console: Console, state: State, path: Path | None, pause: float = 0.0) -> None:
        self.console = console
        self.path = path
        self.pause = pause if console.is_terminal else 0.0
        self.remarks: dict[int, str] = {}
        self.states = [state]
        self.moves: list[Move] = []
        self.events: list[Event] = []
        self.rng = random.Random(state.seed)

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    def make(self, move: Move) -> None:
        """Make a move, tell what happened, and keep the file up to date."""
        state, events = apply(self.state, move)
        self.states.append(state)
        self.moves.append(move)
        self.events = list(events)
        self.tell()
        self.keep()

    def tell(self) -> None:
        """What the last move brought, in sentences; the first says who acted."""
        for at, passage in enumerate(passages(self.state, self.events)):
            told = passage.sentences
            if at == 0 and self.moves:
                told = headed(self.state, who(self.state, self.moves[-1].by), told)
            mark = sentence(self.state, passage.mark) if passage.mark else None
            for words in filter(None, (mark, *told)):
                self.console.print(f"  [dim]·[/] {words}", highlight=False)

    def keep(self) -> None:
        """Save to the file of this table, if it has one."""
        if self.path is not None:
            save(record_of(self.state, self.moves, remarks=self.remarks), self.path)

    def undo(self) -> None:
        """Back to the position before the last move that a person made."""
        if not self.moves:
            self.console.print("There is nothing to undo.")
            return
        self.states.pop()
        undone = self.moves.pop()
        while self.moves and self.bot_of(undone.by):
            self.states.pop()
            undone = self.moves.pop()
        self.remarks = {at: said for at, said in self.remarks.items() if at <= len(self.moves)}
        self.keep()
        self.console.print(f"Undone: {to_text(undone)}", highlight=False)

    def bot_of(self, player: str) -> str:
        """The bot that plays a seat, or an empty string."""
        return bot_named(self.state.players[player].name)

    def run(self) -> None:
        """Play until the game is over or the players leave."""
        while self.state.ended is None:
            player = actors(self.state)[0]
            if self.bot_of(player):
                self.bot_moves(player)
                continue
            show(self.console, sight(self.state, player))
            self.decide(player)
        show(self.console, sight(self.state, ""))

    def bot_moves(self, player: str) -> None:
        """Let the machine choose, say why, and wait until a person has read it."""
        machine = bot(self.bot_of(player))
        choice = ask(machine, self.state, player, BUDGET, self.rng)
        said = public_reason(machine, self.state, player, choice)
        self.remarks[len(self.moves) + 1] = said
        self.make(choice.move)
        self.console.print(f"    [dim]{who(self.state, player)}:[/] [italic]{said}[/]", highlight=False)
        if self.pause:
            time.sleep(self.pause)

    def hint(self, player: str) -> None:
        """What a strong player would do here, and why; the move can be typed as it stands."""
        choice = ask(bot(ADVISER), self.state, player, HINT_BUDGET, self.rng)
        words = line(self.state, label(self.state, choice.move))
        self.console.print(f"{ADVISER.title()} would: {words}. [italic]{choice.why}[/]", highlight=False)
        self.console.print(f"[dim]{to_text(choice.move).partition(' ')[2]}[/]", highlight=False)

    def decide(self, player: str) -> None:
        """Ask until a move has been made or undone."""
        groups = grouped(self.state, [move for move in legal_moves(self.state) if not self.bot_of(move.by)])
        ranges = [prices for prices in price_ranges(self.state) if not self.bot_of(prices.move.by)]
        choices = show_groups(self.console, self.state, groups, ranges)
        self.console.print("[dim]A number, or h for help.[/]")
        while True:
            answer = self.ask("> ")
            if answer.isdigit():
                picked = self.pick(choices, int(answer))
                if isinstance(picked, Move):
                    self.make(picked)
                    return
                if isinstance(picked, list):
                    choices = picked
            elif answer == "a":
                choices = self.beside(player) or choices
            elif self.command(answer, player):
                return

    def beside(self, player: str) -> list[Any]:
        """Show what a player may say beside the play."""
        said = [move for move in out_of_band_moves(self.state) if move.by == player]
        if not said:
            self.console.print("There is nothing to say beside the play.")
        return show_groups(self.console, self.state, grouped(self.state, said), ())

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; the end of the input is leaving."""
        try:
            return self.console.input(prompt).strip()
        except EOFError:
            raise Leave from None

    def pick(self, choices: list[Any], number: int) -> Move | list[Any] | None:
        """The move behind a number, the list behind a group, or a price that is asked for."""
        if not 1 <= number <= len(choices):
            self.console.print(f"There is no {number}; the last is {len(choices)}.")
            return None
        chosen = choices[number - 1]
        if isinstance(chosen, Move):
            return chosen
        if isinstance(chosen, PriceRange):
            return self.price(chosen)
        for at, (_, words) in enumerate(chosen[1], 1):
            self.console.print(f"{at:>3}  " + line(self.state, words), highlight=False)
        return [move for move, _ in chosen[1]]

    def price(self, prices: PriceRange) -> Move | None:
        """Ask for the number of a move that leaves it open."""
        answer = self.ask(f"{prices.field}, {prices.low} to {prices.high}: ")
        if not answer.isdigit() or not prices.low <= int(answer) <= prices.high:
            self.console.print(f"A number from {prices.low} to {prices.high}, please.")
            return None
        move: Move = replace(prices.move, **{prices.field: int(answer)})
        return move

    def command(self, answer: str, player: str) -> bool:
        """Carry out a command; True if the position has changed or should be shown again."""
        word, _, rest = answer.partition(" ")
        match word:
            case "":
                return False
            case "u":
                self.undo()
                return True
            case "t":
                return True
            case "m":
                show_map(self.console, self.state)
            case "l":
                self.tell()
            case "h":
                self.console.print(HELP)
            case "hint" | "i":
                self.hint(player)
            case "q":
                raise Leave
            case "s":
                save(record_of(self.state, self.moves, remarks=self.remarks), Path(rest or "game.json"))
                self.console.print(f"Saved to {rest or 'game.json'}.")
            case "?":
                self.why(rest, player)
            case _:
                return self.typed(answer, player)
        return False

    def read(self, text: str, player: str) -> Move:
        """A typed move; the player need not be named."""
        words = text.split(maxsplit=1)
        named = bool(words) and words[0] in self.state.players
        return codec_of(self.state.rules).from_text(text if named else f"{player} {text}")

    def typed(self, text: str, player: str) -> bool:
        """Make a typed move; one that is refused is answered with its rule."""
        try:
            self.make(self.read(text, player))
        except MalformedMove as error:
            self.console.print(f"{error}", highlight=False)
            return False
        except IllegalMove as error:
            self.console.print(refusal_text(self.state, error.refusal), highlight=False)
            return False
        return True

    def why(self, text: str, player: str) -> None:
        """Every objection to a move, with its section."""
        if not text:
            self.console.print("Write the move after the question mark, as in  ? lay_tile hex=J3 tile=8 rotation=3")
            return
        try:
            objections = explain(self.state, self.read(text, player))
        except MalformedMove as error:
            self.console.print(f"{error}", highlight=False)
            return
        if not objections:
            self.console.print("That is legal.")
        for objection in objections:
            self.console.print(refusal_text(self.state, objection), highlight=False)


class Wishes(NamedTuple):
    """How a table is set up."""

    people: Sequence[str]
    bots: Sequence[str] = ()
    options: tuple[str, ...] = ()
    seed: int = 1
    pause: float = 0.0


def play_table(title: Title, wishes: Wishes, path: Path | None) -> None:
    """Play a game at one screen; a file that exists is resumed."""
    console = Console()
    if path is not None and path.exists():
        table = resume(console, path, wishes.pause)
    else:
        names = with_bots(wishes.people, wishes.bots)
        rules = title.rules(len(names), wishes.options)
        table = TableInTerminal(console, new_game(rules, names, wishes.seed), path, wishes.pause)
    try:
        table.run()
    except Leave:
        kept = f" The game is in {path}." if path else ""
        console.print(f"Left after {len(table.moves)} moves.{kept}")


def resume(console: Console, path: Path, pause: float = 0.0) -> TableInTerminal:
    """The table of a saved game."""
    record = load(path)
    table: TableInTerminal | None = None
    for state, move in positions(record, find):
        if table is None:
            table = TableInTerminal(console, state, path, pause)
        elif move is not None:
            table.states.append(state)
            table.moves.append(move)
    if table is None:
        raise RecordError(f"{path.name}: empty")
    table.remarks = {at: said for at in range(1, len(table.moves) + 1) if (said := record.remarks.get(str(at)))}
    console.print(f"Resumed after {len(table.moves)} moves.")
    return table
