"""The whole board as a picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railhead.core.change import find_frame
from railhead.core.facts import CompanyFacts
from railhead.core.map import Map
from railhead.core.operating import OperatingTurn
from railhead.core.tiles import Face, node_map
from railhead.core.track import moved_stations
from railhead.view import symbols
from railhead.view.geometry import SIDE, Point, num, outline, xy
from railhead.view.hex_svg import HexArt, Lying, centres, describe, hex_art, hex_group
from railhead.view.map_sheet import Box, sheet
from railhead.view.routes_svg import DrawnRoutes, draw_routes
from railhead.view.theme import map_styles, svg, text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from railhead.core.facts import CompanyFacts
    from railhead.core.map import Map
    from railhead.core.scoring import Route
    from railhead.core.state import Board, State, Stations
    from railhead.view.track_svg import FaceArt

Layers = dict[str, dict[str, str]]
"""The parts of a picture by layer and id."""
Ghost = tuple[str, str, int]
"""A hex, a tile and its rotation: shown as if it were laid."""


@dataclass(frozen=True, kw_only=True)
class Overlay:
    """What is shown on top of a board."""

    lit: Collection[str] | None = None  # hexes ("K4") and cities ("K4.0") that can be chosen; the rest is dimmed
    highlight: Collection[str] = ()
    routes: Sequence[Route] = ()
    ghost: Ghost | None = None
    tint: Mapping[str, float] = field(default_factory=dict)
    blocks: Mapping[str, Sequence[str]] = field(default_factory=dict)  # private -> hexes that it keeps closed
    labels: bool = True


def map_svg(
    state: State,
    *,
    lit: Collection[str] | None = None,
    highlight: Collection[str] | None = None,
    routes: Sequence[Route] | None = None,
    ghost: Ghost | None = None,
    tint: Mapping[str, float] | None = None,
    theme: str | None = None,
    labels: bool = True,
    styles: bool = True,
) -> str:
    """The board of a position.

    `lit` are the hexes and cities that can be chosen now, `highlight` those that somebody asked about, `tint`
    colours hexes by a number, `ghost` shows a tile as if it were laid.
    """
    rules = state.rules
    overlay = Overlay(
        lit=lit,
        highlight=highlight or (),
        routes=routes or (),
        ghost=ghost,
        tint=tint or {},
        blocks=blocks(state),
        labels=labels,
    )
    colour = rules.phases[state.phase].colour
    return board_svg(
        rules.map,
        state.board,
        rules.companies,
        colour=colour,
        overlay=overlay,
        theme=theme,
        styles=styles,
        name=rules.facts.name,
    )


def blocks(state: State) -> dict[str, list[str]]:
    """Private companies that close hexes now."""
    rules = state.rules
    turn = find_frame(state, OperatingTurn)
    company = turn.company if turn is not None else next(iter(rules.companies), "")
    found: dict[str, list[str]] = {}
    for hex_id in {hex_id for private in rules.privates.values() for hex_id in private.blocks}:
        private = rules.track.blocked(state, company, hex_id)
        if private:
            found.setdefault(private, []).append(hex_id)
    return {private: sorted(hexes) for private, hexes in sorted(found.items())}


def board_svg(
    map_: Map,
    board: Board,
    companies: Mapping[str, CompanyFacts],
    *,
    colour: str = "yellow",
    overlay: Overlay | None = None,
    theme: str | None = None,
    styles: bool = True,
    name: str = "",
) -> str:
    """A board without a game around it: `colour` says which printed values apply."""
    picture = Picture(map_, board, companies, colour, overlay or Overlay())
    return svg(
        picture.box(),
        drawn(picture.layers()),
        styles=map_styles() if styles else "",
        label=f"Map of {name}" if name else "Map",
        theme=theme,
        classes="map choosing" if picture.overlay.lit is not None else "map",
        role="group",
    )


_LAYERS = {
    "hexes": "",
    "lines": ' class="over"',
    "marks": ' class="over"',
    "labels": ' class="over labels"',
    "badges": ' class="over"',
    "rim": ' class="over rim"',
}
"""The groups of a picture with their attributes; only hexes can be pointed at."""


def drawn(layers: Layers) -> str:
    """The groups of a picture, one above the other."""
    return "".join(
        f'<g id="map-{layer}"{_LAYERS[layer]}>{"".join(parts.values())}</g>' for layer, parts in layers.items()
    )


class Picture:
    """One drawing of a board."""

    def __init__(
        self, map_: Map, board: Board, companies: Mapping[str, CompanyFacts], colour: str, overlay: Overlay
    ) -> None:
        self.map = map_
        self.board = board
        self.companies = companies
        self.colour = colour
        self.overlay = overlay
        self.sheet = sheet(map_)
        self.at = self.sheet.at
        self.routes = draw_routes(map_, self._face, overlay.routes) if overlay.routes else DrawnRoutes()

    def art(self, hex_id: str) -> HexArt:
        """The drawing of what lies on a hex."""
        large = self.sheet.large if self.overlay.labels else self.sheet.bare_large
        name = self.sheet.names.get(hex_id, "")
        return hex_art(self.map.layout, self.lying(hex_id), self.map.hexes[hex_id], self.colour, name, large)

    def lying(self, hex_id: str) -> Lying:
        """What lies on a hex, or would lie there."""
        ghost = self.overlay.ghost
        laid = ghost[1:] if ghost is not None and ghost[0] == hex_id else self.board.laid.get(hex_id)
        if laid is None:
            return Lying(self.map.hexes[hex_id].face)
        tile = self.map.tiles[laid[0]]
        return Lying(tile.faces[laid[1]], laid[1], tile)

    def _face(self, hex_id: str) -> tuple[Face, FaceArt]:
        return self.lying(hex_id).face, self.art(hex_id).face

    def box(self) -> Box:
        """The space that the picture takes up."""
        return self.sheet.box if self.overlay.labels else self.sheet.bare

    def layers(self) -> Layers:
        """The groups of the picture from the ground up, each with its parts by their ids."""
        labels = {f"label-{name}": self.label(name) for name in self.map.hexes}
        hexes = {f"hex-{name}": self.hex(name) for name in self.map.hexes}
        return self.layers_of(hexes, {name: label for name, label in labels.items() if label})

    def layers_of(self, hexes: dict[str, str], labels: dict[str, str]) -> Layers:
        """The groups of the picture with these hexes and labels."""
        return {
            "hexes": hexes,
            "lines": {"map-borders": f'<g id="map-borders">{self.sheet.lines}</g>'},
            "marks": {"map-signs": self.signs()},
            "labels": labels,
            "badges": {"map-numbers": f'<g id="map-numbers">{self.routes.badges}</g>'},
            "rim": {"map-coordinates": self.rim()},
        }

    def rim(self) -> str:
        """The coordinates along the border."""
        return f'<g id="map-coordinates">{self.sheet.rim if self.overlay.labels else ""}</g>'

    def signs(self) -> str:
        """Blocked places, lit hexes and highlighted ones."""
        return f'<g id="map-signs">{"".join(self._marks())}</g>'

    def _stations(self, hex_id: str) -> Stations:
        stations: Stations = self.board.stations.get(hex_id, ())
        ghost = self.overlay.ghost
        if stations and ghost is not None and ghost[0] == hex_id:
            old = self.map.face(hex_id, self.board.laid.get(hex_id))
            new = self.lying(hex_id).face
            return moved_stations(stations, node_map(old, new) or (), new)
        return stations

    def hex(self, hex_id: str) -> str:
        """A hex with its track, cities and stations."""
        lying, art, here = self.lying(hex_id), self.art(hex_id), self.map.hexes[hex_id]
        stations = self._stations(hex_id)
        lit = self.overlay.lit
        cities = [i for i in range(len(lying.face.nodes)) if lit is not None and f"{hex_id}.{i}" in lit]
        classes = "lit" if lit is not None and (hex_id in lit or cities) else ""
        if self.overlay.ghost is not None and self.overlay.ghost[0] == hex_id:
            classes = f"{classes} ghost".strip()
        inside = f'<g class="ways">{self.routes.pieces.get(hex_id, "")}</g>'
        inside += centres(lying.face, art.face, stations, self.companies, cities)
        said = describe(hex_id, lying, here, stations, self.colour)
        ground = art.base + self._heat(hex_id) + art.ground
        return hex_group(hex_id, self.at[hex_id], ground, inside, said, classes)

    def _heat(self, hex_id: str) -> str:
        """The colour of a number: warm above zero, cool below, deeper the further away."""
        tint = self.overlay.tint
        if hex_id not in tint:
            return ""
        most = max((abs(value) for value in tint.values()), default=0) or 1
        value = tint[hex_id]
        fill = "#c8102e" if value >= 0 else "#0057b8"
        deep = f"{0.12 + 0.5 * abs(value) / most:.2f}"
        return f'<path d="{outline(self.map.layout)}" fill="{fill}" fill-opacity="{deep}"/>'

    def label(self, hex_id: str) -> str:
        """Names, values and markers above a hex; an empty string where there are none."""
        art = self.art(hex_id)
        parts = [art.labels]
        printed = self.map.hexes[hex_id].facts.icons
        markers = [name for name in self.board.markers.get(hex_id, ()) if name not in printed]
        room = art.room.copy() if markers or hex_id in self.overlay.tint else art.room
        order = list(self.companies)
        for name in markers:
            where = room.round(15)
            if name in self.companies:
                facts = self.companies[name]
                drawn = symbols.token(name, facts.colour, facts.text_colour, order.index(name), 16.0)
                parts.append(symbols.at(where, drawn))
            else:
                parts.append(symbols.icon(where, name))
        if hex_id in self.overlay.tint:
            value = self.overlay.tint[hex_id]
            x, y = room.round(30) if art.labels or art.face.spots else (0.0, 0.0)
            sign = "+" if value > 0 else ""
            spot = f'x="{num(x)}" y="{num(y + 12)}"'
            parts.append(f'<text {spot} class="on-tile place gain">{sign}{value:g}</text>')
        if not any(parts):
            return ""
        lit = self.overlay.lit
        dim = lit is not None and hex_id not in lit and not any(name.startswith(f"{hex_id}.") for name in lit)
        faint = ' class="dim"' if dim else ""
        return f'<g id="label-{hex_id}" transform="translate({xy(self.at[hex_id])})"{faint}>{"".join(parts)}</g>'

    def _marks(self) -> Iterator[str]:
        """Blocked places, lit hexes and highlighted ones."""
        for private, hexes in self.overlay.blocks.items():
            yield from self._block(private, [name for name in hexes if name in self.at])
        shape = outline(self.map.layout, SIDE - 6)
        chosen = {name.partition(".")[0] for name in self.overlay.lit or ()}
        for hex_id in sorted(chosen):
            if hex_id in self.at:
                yield (
                    f'<g transform="translate({xy(self.at[hex_id])})"><path class="glow" d="{shape}"/>'
                    f'<path class="glow-in" d="{shape}"/></g>'
                )
        if self.overlay.ghost is not None and self.overlay.ghost[0] in self.at:
            yield f'<path class="new" d="{shape}" transform="translate({xy(self.at[self.overlay.ghost[0]])})"/>'
        for hex_id in sorted(self.overlay.highlight):
            if hex_id in self.at:
                yield f'<path class="mark" d="{shape}" transform="translate({xy(self.at[hex_id])})"/>'

    def _block(self, private: str, hexes: list[str]) -> Iterator[str]:
        """A private that keeps hexes closed: a bar between two neighbours, else a badge where each has room."""
        title = f"<title>{text(private)} keeps {text(', '.join(hexes))} closed</title>"
        if len(hexes) == 2 and hexes[1] in self.map.hexes[hexes[0]].sides:
            (ax, ay), (bx, by) = self.at[hexes[0]], self.at[hexes[1]]
            mx, my = (ax + bx) / 2, (ay + by) / 2
            ends = [(mx + (x - mx) * 0.4, my + (y - my) * 0.4) for x, y in ((ax, ay), (bx, by))]
            yield f'<path class="bar" d="M{xy(ends[0])}L{xy(ends[1])}">{title}</path>{_badge((mx, my), private)}'
            return
        for hex_id in hexes:
            (x, y), (dx, dy) = self.at[hex_id], self.art(hex_id).room.copy().round(20, (-46.0, -46.0))
            yield f"<g>{title}{_badge((x + dx, y + dy), private)}</g>"


def _badge(point: Point, private: str) -> str:
    width = 26 + 11 * len(private)
    return symbols.at(
        point,
        f'<rect x="{num(-width / 2)}" y="-14" width="{width}" height="28" rx="5" fill="#fffaf0" stroke="#b3261e" '
        f'stroke-width="3"/><path d="M{num(-width / 2)} 14L{num(width / 2)} -14" stroke="#b3261e" stroke-width="2" '
        f'opacity=".6"/><text y="7" class="on-tile" font-size="19" font-weight="700">{text(private)}</text>',
    )
