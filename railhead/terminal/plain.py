"""The table line by line: for pipes, scripts, screen readers, and `railhead play --plain`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from rich.markup import escape
from rich.text import Text

from railhead.core.kinds import PriceRange
from railhead.core.moves import Move, to_text
from railhead.core.rulings import IllegalMove, MalformedMove
from railhead.core.text import codec_of
from railhead.record.games import save
from railhead.terminal import figures
from railhead.terminal.choices import FEW, Group, groups, line, matching, size
from railhead.terminal.game import ADVISER, TerminalGame
from railhead.terminal.hand_run import is_run
from railhead.terminal.seats import sight
from railhead.view.names import sentence_case
from railhead.view.sentences import label, move_sentence, now, refusal_text, who
from railhead.view.text_map import text_map

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

HELP = """\
[bold]a number[/] makes that move    [bold]u[/] undo    [bold]r[/] redo    [bold]m[/] map    [bold]k[/] stock market
[bold]t[/] the position again    [bold]l[/] the last events    [bold]hint[/] what a strong player would do
[bold]o[/] what others may do out of turn, and table talk    [bold]s FILE[/] save a copy    [bold]q[/] leave
[bold]words[/] of a move show the moves that match, and a price where it is open:  dougo 80
[bold]? MOVE[/] why a move is refused, as in  ? lay_tile hex=J3 tile=8 rotation=3
a move can also be typed:  bid private=B price=45
and a run, as each train and the hexes where it stops:  run 3 C2 D1, 2 E8 F7"""

COMMANDS = ("", "u", "r", "t", "m", "k", "l", "h", "hint", "i", "q", "s")
"""The first words of commands."""
MANY = 24
"""A menu longer than this shows long groups as one line."""


class Leave(Exception):
    """The players leave the table."""


class PlainTable:
    """One game at one screen, line by line."""

    def __init__(self, console: Console, game: TerminalGame, pause: float = 0.0) -> None:
        self.console = console
        self.game = game
        self.pause = pause if console.is_terminal else 0.0

    def run(self) -> None:
        """Play until the game is over or the players leave; either way say where it is saved."""
        try:
            while self.game.state.ended is None:
                player = self.game.acting()
                if self.game.bot_of(player):
                    self.bot_moves(player)
                    continue
                self.show(player)
                self.decide(player)
            self.show("")
            self.game.put_away()
        except (Leave, KeyboardInterrupt):
            count = len(self.game.moves)
            self.say(f"\nLeft after {count} {'move' if count == 1 else 'moves'}.")
        self.say(self.game.where_kept())

    def say(self, words: str) -> None:
        """Print a sentence as it is."""
        self.console.print(words, highlight=False, markup=False, soft_wrap=not self.console.is_terminal)

    def show(self, player: str) -> None:
        """The position, as somebody sees it."""
        seen = sight(self.game.state, player)
        self.console.rule(escape(figures.heading(seen)))
        self.console.print(figures.players(seen))
        if figures.in_play(seen.state):
            self.console.print(figures.companies(seen))
        self.console.print(f"[dim]Trains:[/] {figures.train_line(seen.state)}", highlight=False)
        self.console.print()
        self.console.print(Text(now(seen.state), style="bold"))

    def make(self, move: Move, remark: str = "") -> None:
        """Make a move, tell what happened, and say so if it could not be saved."""
        self.game.make(move, remark)
        self.tell()
        if self.game.trouble:
            self.say(f"{self.game.trouble} Play continues; 's FILE' saves a copy elsewhere.")

    def tell(self) -> None:
        """What the last move led to."""
        if not self.game.moves:
            self.say("Nothing has happened yet.")
            return
        number = len(self.game.moves)
        told, said = self.game.told(number), self.game.remarks.get(number, "")
        for words in told.move:
            self.console.print(f"  [dim]·[/] {escape(words)}", highlight=False)
        if said:
            name = who(self.game.state, self.game.moves[-1].by)
            self.console.print(f"    [dim]{escape(name)}:[/] [italic]{escape(said)}[/]", highlight=False)
        for words in told.after:
            self.console.print(f"  [dim]·[/] {escape(words)}", highlight=False)

    def bot_moves(self, player: str) -> None:
        """Let the machine choose, say why, and wait until a person has read it."""
        move, said = self.game.think(self.game.state, player)
        self.make(move, said)
        if self.pause:
            time.sleep(self.pause)

    def decide(self, player: str) -> None:
        """Ask until a move has been made or undone."""
        menu = groups(self.game.state, *self.game.menu(player))
        choices = self.offer(menu)
        self.console.print("[dim]A number, or h for help.[/]")
        _forget_typed()
        while True:
            answer = self.ask("> ")
            if answer.isdecimal():
                picked = self.pick(choices, int(answer))
                if isinstance(picked, Move):
                    self.make(picked)
                    return
                if isinstance(picked, list):
                    choices = picked
            elif answer == "o":
                choices = self.beside() or choices
            elif self.is_search(answer):
                choices = self.search(menu, answer) or choices
            elif self.command(answer, player):
                return

    def offer(self, menu: Sequence[Group]) -> list[Any]:
        """Number everything that can be chosen; the list that the numbers point into: moves, groups, price ranges."""
        choices: list[Any] = []
        many = size(menu) > MANY
        for group in menu:
            if many and len(group.entries) > FEW:
                choices.append(group)
                self.console.print(f"{len(choices):>3}  {group.verb} … [dim]({len(group.entries)} ways)[/]")
                continue
            for entry in group.entries:
                choices.append(entry.what)
                self.console.print(f"{len(choices):>3}  {escape(entry.text)}", highlight=False)
        return choices

    def beside(self) -> list[Any]:
        """Show what others may do out of turn, and table talk."""
        found = self.game.beside()
        if not found:
            self.say("Nobody can do anything out of turn now.")
        return self.offer(groups(self.game.state, found))

    def is_search(self, answer: str) -> bool:
        """Whether somebody typed words of a move, as in `dougo 80`, and neither a command nor a whole move."""
        first = answer.partition(" ")[0]
        known = {*COMMANDS, *self.game.state.players, *codec_of(self.game.state.rules).types}
        return not (first in known or "=" in answer or answer.startswith("?") or is_run(answer))

    def search(self, menu: Sequence[Group], words: str) -> list[Any]:
        """Number the moves that match what was typed."""
        found = matching(menu, words)
        if not found:
            self.say(f"No move matches '{words}'. Type part of a move, its number, or h for help.")
        return self.offer(found)

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; end of input means leaving."""
        try:
            return self.console.input(prompt).strip()
        except EOFError:
            raise Leave from None

    def pick(self, choices: list[Any], number: int) -> Move | list[Any] | None:
        """The move behind a number, the list behind a group, or a price that is asked for."""
        if not 1 <= number <= len(choices):
            self.say(f"There is no {number}; the last one is {len(choices)}.")
            return None
        chosen = choices[number - 1]
        if isinstance(chosen, Move):
            return chosen
        if isinstance(chosen, PriceRange):
            return self.price(chosen)
        for at, entry in enumerate(chosen.entries, 1):
            self.console.print(f"{at:>3}  {escape(entry.text)}", highlight=False)
        return [entry.what for entry in chosen.entries]

    def price(self, prices: PriceRange) -> Move | None:
        """Ask for the number of a move that leaves it open."""
        answer = self.ask(f"{prices.field}, {prices.low} to {prices.high}: ")
        if not answer.isdecimal() or int(answer) not in range(prices.low, prices.high + 1, prices.step):
            steps = f" in steps of {prices.step}" if prices.step > 1 else ""
            self.say(f"A number from {prices.low} to {prices.high}{steps}, please.")
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
                return self.undo()
            case "r":
                return self.redo()
            case "t":
                return True
            case "m":
                self.console.print(text_map(self.game.state, self.console.width))
            case "k":
                self.console.print(figures.market(self.game.state))
            case "l":
                self.tell()
            case "h":
                self.console.print(HELP)
            case "hint" | "i":
                self.hint(player)
            case "q":
                raise Leave
            case "s":
                self.save_copy(rest)
            case "?":
                self.why(rest, player)
            case _:
                return self.typed(answer, player)
        return False

    def undo(self) -> bool:
        """Undo to before the last move by a person."""
        gone = self.game.undo()
        self.say("Undone: " + move_sentence(self.game.state, gone[-1]) if gone else "There is nothing to undo.")
        return bool(gone)

    def redo(self) -> bool:
        """Redo the last undone move."""
        made = self.game.redo()
        if not made:
            self.say("There is nothing to redo.")
            return False
        self.tell()
        return True

    def save_copy(self, name: str) -> None:
        """Save a copy of the game where the player says."""
        path = Path(name or "game.json")
        try:
            save(self.game.session.record(), path)
        except OSError as error:
            self.say(f"{path} cannot be written: {error.strerror}. Choose another place: s FILE")
        else:
            self.say(f"Saved a copy to {path}.")

    def hint(self, player: str) -> None:
        """What a strong player would do here, and why; the move can be typed as shown."""
        choice = self.game.hint(self.game.state, player)
        words = line(self.game.state, label(self.game.state, choice.move))
        self.console.print(
            f"{ADVISER.title()} would: {escape(words)}. [italic]{escape(choice.why)}[/]", highlight=False
        )
        self.console.print(f"[dim]{escape(to_text(choice.move).partition(' ')[2])}[/]", highlight=False)

    def typed(self, text: str, player: str) -> bool:
        """Make a typed move; one that is refused is answered with its rule."""
        try:
            self.make(self.game.read(text, player))
        except MalformedMove as error:
            self.say(sentence_case(f"{error}."))
            return False
        except IllegalMove as error:
            self.say(refusal_text(self.game.state, error.refusal))
            return False
        return True

    def why(self, text: str, player: str) -> None:
        """Every objection to a move, with its section."""
        try:
            said = self.game.why(text, player)
        except MalformedMove as error:
            said = [sentence_case(f"{error}.")]
        for words in said:
            self.say(words)


def _forget_typed() -> None:
    """Discard what was typed while bots were moving, so that it is not mistaken for an answer."""
    if sys.stdin.isatty():
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)
