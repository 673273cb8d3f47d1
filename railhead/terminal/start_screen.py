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
from railhead.terminal.setup_screen import SetupScreen
from railhead.titles import TITLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from railhead.core.rules import Title


class StartScreen(Screen[TerminalGame]):
    """Saved games first, then the titles."""

    BINDINGS = [Binding("escape", "app.quit", "Leave", show=False)]

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
        options += [Option(_words(title), id=f"new {title.name}") for title in _titles()]
        yield OptionList(*options, id="start")
        yield Static("", id="note")
        yield Footer()

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Open the game, or set a new one up; if a game cannot be read, say why and leave it in the list."""
        if self.app.screen is not self:  # the choice has been made; a key was pressed twice
            return
        what, _, which = (event.option.id or "").partition(" ")
        if what == "new":
            self.app.push_screen(SetupScreen(TITLES[which]), self._set_up)
            return
        try:
            self.dismiss(resume(self.kept[int(which)].path))
        except (RecordError, OSError) as error:
            self.query_one("#note", Static).update(Text(str(error)))

    def _set_up(self, game: TerminalGame | None) -> None:
        if game is not None:
            self.dismiss(game)


def _titles() -> list[Title]:
    """The titles, those to learn with first."""
    return sorted(TITLES.values(), key=lambda title: title.name.isdigit())


def _words(title: Title) -> Text:
    """A title, who it is for, and what is special about it."""
    low, high = title.seats[0], title.seats[-1]
    return Text.assemble(f"{title.full_name}, {low} to {high} players  ", (title.about.get("special", ""), "dim"))
