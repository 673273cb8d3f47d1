"""The panes around the menu: map, companies, players, market, trains and log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group as Stack
from rich.text import Text
from textual.containers import ScrollableContainer, Vertical
from textual.geometry import Region
from textual.widgets import RichLog, Static, TabbedContent, TabPane

from railhead.terminal import figures
from railhead.terminal.board import HIGH, LEGEND, SMALL_HIGH, SMALL_WIDE, WIDE, board, corners_of
from railhead.view.sentences import who

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from railhead.play.hidden import Sight
    from railhead.terminal.game import TerminalGame

TABS = {
    "map": "Map",
    "companies": "Companies",
    "players": "Players",
    "market": "Market",
    "trains": "Trains",
    "log": "Log",
}
LOGGED = 60
"""How many moves the log shows at first."""


class MapPane(ScrollableContainer):
    """The map, which scrolls, above its legend."""

    def __init__(self) -> None:
        super().__init__(id="map-scroll")
        self.large = True
        self.lit = ""

    def compose(self) -> ComposeResult:
        """The picture and its legend."""
        yield Static(id="map-picture")
        yield Static(LEGEND, id="map-legend", markup=False)

    def draw(self, sight: Sight) -> None:
        """Draw the position."""
        picture = self.query_one("#map-picture", Static)
        picture.update(board(sight.state, {self.lit} if self.lit else (), self.large))
        if self.lit:
            at = corners_of(sight.state, self.large).get(self.lit)
            wide, high = (WIDE, HIGH) if self.large else (SMALL_WIDE, SMALL_HIGH)
            if at is not None:
                around = Region(at[0] - wide, at[1] - high, 3 * wide, 3 * high)
                self.scroll_to_region(around, animate=False)


class InfoPane(Vertical):
    """The tabs with everything that can be looked at. Only the tab in front is drawn."""

    def __init__(self) -> None:
        super().__init__(id="info")
        self.sight: Sight | None = None
        self.game: TerminalGame | None = None
        self.upto = 0

    def compose(self) -> ComposeResult:
        """A tab for each."""
        with TabbedContent(id="tabs"):
            with TabPane(TABS["map"], id="map"):
                yield MapPane()
            for name in ("companies", "players", "market", "trains"):
                with TabPane(TABS[name], id=name), ScrollableContainer(id=f"{name}-scroll"):
                    yield Static(id=f"{name}-text")
            with TabPane(TABS["log"], id="log"):
                yield LogLines(id="log-lines")

    @property
    def active(self) -> str:
        """The tab in front."""
        return self.query_one(TabbedContent).active

    @active.setter
    def active(self, name: str) -> None:
        self.query_one(TabbedContent).active = name

    def draw(self, game: TerminalGame, sight: Sight, upto: int) -> None:
        """Show a position; `upto` moves of the game led to it."""
        self.game, self.sight, self.upto = game, sight, upto
        self._draw_active()

    def on_tabbed_content_tab_activated(self) -> None:
        """Another tab came to the front."""
        self._draw_active()

    def _draw_active(self) -> None:
        if self.sight is None or self.game is None:
            return
        state = self.sight.state
        match self.active:
            case "map":
                self.query_one(MapPane).draw(self.sight)
            case "companies":
                privates = figures.privates(state)
                below = (Text(), privates) if privates.row_count else ()
                self.query_one("#companies-text", Static).update(Stack(figures.companies(self.sight), *below))
            case "players":
                self.query_one("#players-text", Static).update(figures.players(self.sight))
            case "market":
                self.query_one("#market-text", Static).update(figures.market(state))
            case "trains":
                self.query_one("#trains-text", Static).update(figures.trains(state))
            case "log":
                self.query_one("#log-lines", LogLines).show(self.game, self.upto)


class LogLines(RichLog):
    """What happened, move by move, the newest at the bottom."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, wrap=True, markup=False, highlight=False, min_width=20)
        self._at: tuple[int, int] = (0, 0)

    def show(self, game: TerminalGame, upto: int) -> None:
        """Show the log up to a move, appending to what is already there."""
        first = max(upto - LOGGED, 0)
        key, length = self._at
        if key != id(game) or upto < length or length < first:
            self.clear()
            length = first
        for number in range(length + 1, upto + 1):
            self._write(game, number)
        self._at = (id(game), upto)

    def _write(self, game: TerminalGame, number: int) -> None:
        for words in game.lines(number):
            self.write(Text(words))
        if remark := game.remarks.get(number):
            name = who(game.state, game.moves[number - 1].by)
            self.write(Text(f"  {name}: {remark}", "italic dim"))
