"""The panes around the menu: map, companies, players, market, trains and log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group as Stack
from rich.text import Text
from textual import on
from textual.containers import ScrollableContainer, Vertical
from textual.geometry import Region
from textual.message import Message
from textual.widgets import RichLog, Static, TabbedContent, TabPane

from railhead.core.reach import stations_of
from railhead.terminal import figures
from railhead.terminal.board import LARGE, SMALL, Size, board, caption, corners_of, fitting, hex_at, legend
from railhead.view.sentences import who

if TYPE_CHECKING:
    from rich.table import Table
    from textual.app import ComposeResult
    from textual.events import Click, Resize

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
"""How many moves the log beside the menu shows at first; the log's own pane shows all."""


class MapPicture(Static):
    """The map itself; a click says which character was hit."""

    class Hit(Message):
        """Somebody clicked on the map."""

        def __init__(self, x: int, y: int) -> None:
            super().__init__()
            self.x, self.y = x, y

    def on_click(self, event: Click) -> None:
        """Pass on where the click was."""
        event.stop()
        self.post_message(self.Hit(event.x, event.y))


class MapPane(Vertical):
    """The map, which scrolls, above a line about one hex or the legend."""

    class HexChosen(Message):
        """Somebody clicked on a hex."""

        def __init__(self, hex_id: str) -> None:
            super().__init__()
            self.hex_id = hex_id

    def __init__(self) -> None:
        super().__init__(id="map-pane")
        self.size_wanted: Size | None = None  # None: whatever fits
        self.lit = ""
        self._followed = ""  # the company that the map was last scrolled to
        self._sight: Sight | None = None

    def compose(self) -> ComposeResult:
        """The picture and the line below it."""
        with ScrollableContainer(id="map-scroll"):
            yield MapPicture(id="map-picture")
        yield Static(id="map-legend", markup=False)

    @property
    def hex_size(self) -> Size:
        """How large hexes are drawn."""
        room = self.query_one("#map-scroll").outer_size.width - 1  # the scroll bar
        return self.size_wanted or (fitting(self._sight.state, room) if self._sight is not None else LARGE)

    def next_size(self) -> None:
        """From what fits to small hexes, to large ones, and back."""
        self.size_wanted = {None: SMALL, SMALL: LARGE, LARGE: None}[self.size_wanted]
        self.redraw()

    def draw(self, sight: Sight) -> None:
        """Draw the position; the hex that a move is about, or else the company that acts, is in sight."""
        self._sight, state = sight, sight.state
        picture = board(state, {self.lit} if self.lit else (), self.hex_size)
        self.query_one(MapPicture).update(picture)
        about = caption(state, self.lit) if self.lit in state.rules.map.hexes else legend(state)
        self.query_one("#map-legend", Static).update(about)
        company = figures.acting_company(state)
        if self.lit:
            self._bring_into_view(self.lit)
        elif company and company != self._followed:
            self._followed = company
            stations = stations_of(state.board, company)
            self._bring_into_view(stations[0][0] if stations else "")

    def on_resize(self) -> None:
        """Another width may have room for another size."""
        self.redraw()

    def redraw(self) -> None:
        """Draw the last position again."""
        if self._sight is not None:
            self.draw(self._sight)

    def _bring_into_view(self, hex_id: str) -> None:
        if self._sight is None:
            return
        size = self.hex_size
        at = corners_of(self._sight.state, size).get(hex_id)
        if at is not None:
            around = Region(at[0] - size.wide, at[1] - size.high, 3 * size.wide, 3 * size.high)
            # the picture has its new size only after the next layout
            self.call_after_refresh(self.query_one("#map-scroll").scroll_to_region, around, animate=False)

    @on(MapPicture.Hit)
    def hit(self, event: MapPicture.Hit) -> None:
        """Turn a click into the hex that was meant."""
        event.stop()
        found = hex_at(self._sight.state, self.hex_size, event.x, event.y) if self._sight is not None else ""
        if found:
            self.post_message(self.HexChosen(found))


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
                    yield Static(id=f"{name}-legend")
            with TabPane(TABS["log"], id="log"):
                yield LogLines(id="log-lines", most=None)
        with ScrollableContainer(id="sheet"):
            yield Static(id="sheet-text")

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
        companies = figures.companies(sight)
        sheet = Stack(figures.players(sight), *((Text(), companies) if companies.row_count else ()))
        self.query_one("#sheet-text", Static).update(sheet)

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
                self.query_one("#companies-text", Static).update(self._companies(self.sight))
            case "players":
                self.query_one("#players-text", Static).update(figures.players(self.sight))
                self.query_one("#players-legend", Static).update(figures.key_to_players(state))
            case "market":
                self.query_one("#market-text", Static).update(figures.market(state))
                self.query_one("#market-legend", Static).update(figures.market_legend(state))
            case "trains":
                self.query_one("#trains-text", Static).update(figures.trains(state))
            case "log":
                self.query_one("#log-lines", LogLines).show(self.game, self.upto)

    @staticmethod
    def _companies(sight: Sight) -> Stack:
        """Companies in play, then those that wait to be started, then private companies and what they do."""
        state = sight.state
        tables = (figures.companies(sight), figures.waiting(state), figures.privates(state))
        parts: list[Table | Text] = []
        for table in tables:
            if table.row_count:
                parts += [table, Text()]
        return Stack(*parts, figures.powers(state))


class LogLines(RichLog):
    """What happened, move by move, the newest at the bottom."""

    def __init__(self, id: str, most: int | None = LOGGED) -> None:
        super().__init__(id=id, wrap=True, markup=False, highlight=False, min_width=20)
        self.can_focus = most is None
        self._most = most
        self._width = 0  # that the lines were wrapped for
        self._shown: tuple[TerminalGame, int] | None = None

    def show(self, game: TerminalGame, upto: int) -> None:
        """Show the log up to a move, appending to what is already there."""
        first = max(upto - self._most, 0) if self._most is not None else 0
        shown, length = self._shown or (None, 0)
        if shown is not game or upto < length or length < first or not length:
            self.clear()
            length = first
        if not upto:
            self.write(Text("Nothing has happened yet.", "dim"))
        for number in range(length + 1, upto + 1):
            self._write(game, number)
        self._shown, self._width = (game, upto), self.size.width  # 0 while the pane is hidden
        self.call_after_refresh(self.scroll_end, animate=False)

    def on_resize(self, event: Resize) -> None:
        """Wrap the lines again for another width, and keep the last one in sight."""
        if self._shown is not None and event.size.width != self._width:
            (game, upto), self._shown = self._shown, None
            self.show(game, upto)
        self.scroll_end(animate=False)

    def _write(self, game: TerminalGame, number: int) -> None:
        told = game.told(number)
        for words in told.move:
            self.write(Text(words))
        if told.move and (remark := game.remarks.get(number)):
            name = who(game.state, game.moves[number - 1].by)
            self.write(Text(f"  {name}: {remark}", "italic dim"))
        for words in told.after:
            self.write(Text(words))
