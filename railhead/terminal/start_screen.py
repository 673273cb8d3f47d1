"""The first screen of `railhead play`: continue a saved game, or start a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from railhead.record.games import RecordError
from railhead.terminal.game import TerminalGame, resume
from railhead.terminal.kept import Kept, kept_games
from railhead.titles import TITLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from railhead.core.rules import Title

BOTS = ("clerk", "chairman")


class StartScreen(Screen[TerminalGame]):
    """Saved games first, then the titles."""

    BINDINGS = [Binding("escape", "app.quit", "Leave")]

    def __init__(self) -> None:
        super().__init__()
        self.kept: Sequence[Kept] = kept_games()

    def compose(self) -> ComposeResult:
        """One list with everything."""
        yield Static("Railhead", id="heading")
        yield Static("Choose a game with the arrows and Enter, or with the mouse.", id="now")
        options = []
        if self.kept:
            options.append(Option(Text("Continue a game", "bold dim"), disabled=True))
            options += [Option(Text(str(game)), id=f"kept {at}") for at, game in enumerate(self.kept)]
        options.append(Option(Text("Start a new game", "bold dim"), disabled=True))
        options += [Option(Text(_words(title)), id=f"new {name}") for name, title in TITLES.items()]
        yield OptionList(*options, id="start")
        yield Static("", id="note")
        yield Footer()

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Open the game; if it cannot be read, say why and leave it in the list."""
        what, _, which = (event.option.id or "").partition(" ")
        try:
            self.dismiss(resume(self.kept[int(which)].path) if what == "kept" else _new(which))
        except (RecordError, OSError) as error:
            self.query_one("#note", Static).update(Text(str(error)))


def _seats(title: Title) -> int:
    """Three seats, or as near to that as the title allows."""
    return min(title.seats, key=lambda seats: abs(seats - 3))


def _words(title: Title) -> str:
    others = " and ".join(name.title() for name in BOTS[: _seats(title) - 1])
    return f"{title.full_name}: you against {others}"


def _new(name: str) -> TerminalGame:
    from railhead.terminal.start import Wishes, game_for

    return game_for(Wishes(name, ["Player 1"], BOTS[: _seats(TITLES[name]) - 1]))
