"""The full-screen table: `railhead play` in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from railhead.terminal.start_screen import StartScreen
from railhead.terminal.table_screen import TableScreen

if TYPE_CHECKING:
    from railhead.terminal.game import TerminalGame


class RailheadApp(App[None]):
    """One game at one screen; without a game, a list to choose one from."""

    CSS_PATH = "app.tcss"
    TITLE = "Railhead"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,f10", "quit", "Leave", priority=True, key_display="F10"),
    ]

    def __init__(self, game: TerminalGame | None = None, pause: float = 0.7) -> None:
        super().__init__()
        self.game = game
        self.pause = pause

    def on_mount(self) -> None:
        """Begin at the table, or at the list of games."""
        if self.game is not None:
            self.sit_down(self.game)
        else:
            self.push_screen(StartScreen(), self.sit_down)

    def sit_down(self, game: TerminalGame | None) -> None:
        """Show the table of a game."""
        if game is not None:
            self.game = game
            self.push_screen(TableScreen(game, self.pause))
