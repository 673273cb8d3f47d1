"""The whole board as a picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from railhead.core.change import find_frame
from railhead.core.hexes import opposite, place
from railhead.core.operating import OperatingTurn
from railhead.core.tiles import Face, node_map
from railhead.core.track import moved_stations
from railhead.view import symbols
from railhead.view.geometry import APOTHEM, SIDE, Point, bounds, centre, edge_ends, edge_point, num, outline, xy
from railhead.view.hex_svg import HIDDEN, HexArt, Lying, centres, describe, hex_art, hex_group
from railhead.view.labels import NAME_SIZE, NAME_SIZES
from railhead.view.routes_svg import DrawnRoutes, draw_routes
from railhead.view.theme import map_styles, svg, text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from railhead.core.facts import CompanyFacts
    from railhead.core.map import Hex, Map
    from railhead.core.scoring import Route
    from railhead.core.state import Board, State, Stations
    from railhead.view.track_svg import FaceArt

SCREEN = (1000.0, 790.0)
"""Room for the map on an ordinary screen, in pixels."""
RIM = 50.0
"""Room around the hexes for the coordinates."""
READABLE = 13.0
LARGEST = NAME_SIZES[0] / NAME_SIZE

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
        blocks=_blocks(state),
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


def _blocks(state: State) -> dict[str, list[str]]:
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


@dataclass(frozen=True)
class MapParts:
    """A map as parts that can be exchanged one by one, so that an update sends only the hexes that changed."""

    picture: str
    layers: Mapping[str, Mapping[str, str]]

    def changes(self, before: MapParts) -> dict[str, dict[str, str]]:
        """What to put in place of the parts of another picture of the same map; an empty text removes a part."""
        found: dict[str, dict[str, str]] = {}
        for layer, parts in self.layers.items():
            old = before.layers[layer]
            fresh = {name: text_ for name, text_ in parts.items() if old.get(name) != text_}
            fresh |= {name: "" for name in old if name not in parts}
            if fresh:
                found[layer] = fresh
        return found


def map_parts(state: State) -> MapParts:
    """The map of a position as everybody sees it, without routes and without what can be chosen."""
    rules = state.rules
    overlay = Overlay(blocks=_blocks(state))
    picture = _Picture(rules.map, state.board, rules.companies, rules.phases[state.phase].colour, overlay)
    whole = svg(
        picture.box(),
        picture.content(),
        styles="",
        label=f"Map of {rules.facts.name}",
        classes="map",
        role="group",
    )
    return MapParts(whole, picture.layers())


def drawn_routes(state: State, routes: Sequence[Route]) -> DrawnRoutes:
    """Routes as they are drawn on the map of a position: pieces by hex, and their numbers."""
    overlay = Overlay(routes=routes)
    colour = state.rules.phases[state.phase].colour
    return _Picture(state.rules.map, state.board, state.rules.companies, colour, overlay).routes


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
    """A board without a game around it: `colour` says which printed values hold."""
    picture = _Picture(map_, board, companies, colour, overlay or Overlay())
    return svg(
        picture.box(),
        picture.content(),
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


class _Picture:
    """One drawing of a board."""

    def __init__(
        self, map_: Map, board: Board, companies: Mapping[str, CompanyFacts], colour: str, overlay: Overlay
    ) -> None:
        self.map = map_
        self.board = board
        self.companies = companies
        self.colour = colour
        self.overlay = overlay
        self.at = {name: centre(name, map_.layout, map_.axes) for name in map_.hexes}
        self.lying = {name: self._lying(name) for name in map_.hexes}
        names = _names(map_)
        self.large = _enlarged(self.box())
        self.art = {
            name: hex_art(map_.layout, lying, map_.hexes[name], colour, names.get(name, ""), self.large)
            for name, lying in self.lying.items()
        }
        self.routes = draw_routes(map_, self._face, overlay.routes) if overlay.routes else DrawnRoutes()

    def _lying(self, hex_id: str) -> Lying:
        ghost = self.overlay.ghost
        laid = ghost[1:] if ghost is not None and ghost[0] == hex_id else self.board.laid.get(hex_id)
        if laid is None:
            return Lying(self.map.hexes[hex_id].face)
        tile = self.map.tiles[laid[0]]
        return Lying(tile.faces[laid[1]], laid[1], tile)

    def _face(self, hex_id: str) -> tuple[Face, FaceArt]:
        return self.lying[hex_id].face, self.art[hex_id].face

    def box(self) -> tuple[float, float, float, float]:
        left, top, right, bottom = bounds(self.at.values())
        wide, high = _half(self.map.layout)
        rim = RIM if self.overlay.labels else 8
        wide, high = wide + rim, high + rim
        return left - wide, top - high, right - left + 2 * wide, bottom - top + 2 * high

    def content(self) -> str:
        return "".join(
            f'<g id="map-{layer}"{_LAYERS[layer]}>{"".join(parts.values())}</g>'
            for layer, parts in self.layers().items()
        )

    def layers(self) -> dict[str, dict[str, str]]:
        """The groups of the picture from the ground up, each with its parts by their ids."""
        rim = _coordinates(self.map, self.at, self.large) if self.overlay.labels else ""
        lines = "".join((*_seams(self.map, self.at), *_borders(self.map, self.at)))
        labels = {f"label-{name}": self._over(name, self.art[name]) for name in self.map.hexes}
        return {
            "hexes": {f"hex-{name}": self._hex(name, here) for name, here in self.map.hexes.items()},
            "lines": {"map-borders": f'<g id="map-borders">{lines}</g>'},
            "marks": {"map-signs": f'<g id="map-signs">{"".join(self._marks())}</g>'},
            "labels": {name: label for name, label in labels.items() if label},
            "badges": {"map-numbers": f'<g id="map-numbers">{self.routes.badges}</g>'},
            "rim": {"map-coordinates": f'<g id="map-coordinates">{rim}</g>'},
        }

    def _stations(self, hex_id: str) -> Stations:
        stations: Stations = self.board.stations.get(hex_id, ())
        ghost = self.overlay.ghost
        if stations and ghost is not None and ghost[0] == hex_id:
            old = self.map.face(hex_id, self.board.laid.get(hex_id))
            new = self.lying[hex_id].face
            return moved_stations(stations, node_map(old, new) or (), new)
        return stations

    def _hex(self, hex_id: str, here: Hex) -> str:
        lying, art = self.lying[hex_id], self.art[hex_id]
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

    def _over(self, hex_id: str, art: HexArt) -> str:
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
            yield from _block(self.map, self.at, private, [name for name in hexes if name in self.at])
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


def _half(layout: str) -> Point:
    """Half the width and half the height of a hex."""
    return (SIDE, APOTHEM) if layout == "flat" else (APOTHEM, SIDE)


def _enlarged(box: tuple[float, float, float, float]) -> float:
    """How much larger names and values are on boards of many hexes, whose hexes come out small on a screen."""
    scale = min(SCREEN[0] / box[2], SCREEN[1] / box[3])
    wanted = READABLE / (NAME_SIZE * scale)
    return min(max(round(wanted, 2), 1.0), LARGEST)


@lru_cache(maxsize=64)
def _names(map_: Map) -> Mapping[str, str]:
    """The names to write: a place over several hexes is named once, where its value stands if it can."""
    names = {}
    groups: dict[str, list[str]] = {}
    for hex_id, here in map_.hexes.items():
        group = next((node.group for node in here.face.nodes if node.group), "")
        if group:
            groups.setdefault(group, []).append(hex_id)
        elif here.facts.name:
            names[hex_id] = here.facts.name
    for hexes in groups.values():
        name = next((map_.hexes[hex_id].facts.name for hex_id in hexes if map_.hexes[hex_id].facts.name), "")
        shown = [
            hex_id for hex_id in hexes if not any(HIDDEN in node.special for node in map_.hexes[hex_id].face.nodes)
        ]
        names[(shown or hexes)[0]] = name
    return names


def _seams(map_: Map, at: Mapping[str, Point]) -> Iterator[str]:
    """The edges inside a place that is drawn over several hexes vanish."""
    for hex_id, here in map_.hexes.items():
        group = next((node.group for node in here.face.nodes if node.group), "")
        for edge in (3, 4, 5) if group else ():
            other = here.sides[edge]
            if other is None or not any(node.group == group for node in map_.hexes[other].face.nodes):
                continue
            if map_.hexes[other].face.colour == here.face.colour:
                data = _edge(map_, at[hex_id], edge, 0.97)
                yield f'<path d="{data}" stroke="var(--rh-{here.face.colour})" stroke-width="4"/>'


def _edge(map_: Map, at: Point, edge: int, part: float = 1.0) -> str:
    """An edge as path data, shortened to a part of its length."""
    middle = edge_point(map_.layout, edge)
    ends = [
        (at[0] + middle[0] + (x - middle[0]) * part, at[1] + middle[1] + (y - middle[1]) * part)
        for x, y in edge_ends(map_.layout, edge)
    ]
    return f"M{xy(ends[0])}L{xy(ends[1])}"


def _borders(map_: Map, at: Mapping[str, Point]) -> Iterator[str]:
    """Impassable edges, rivers to bridge, provinces; each edge once, though both hexes may name it."""
    seen: set[tuple[str, int]] = set()
    for hex_id, here in map_.hexes.items():
        for border in here.facts.borders:
            if (hex_id, border.edge) in seen:
                continue
            other = here.sides[border.edge]
            if other is not None:
                seen.add((other, opposite(border.edge)))
            data = _edge(map_, at[hex_id], border.edge, 0.94)
            if border.type == "impassable":
                yield f'<path class="closed" d="{data}"/><path class="closed-in" d="{data}"/>'
            elif border.type in ("province", "border", "country"):
                yield f'<path class="province" d="{data}"/>'
            else:
                yield f'<path class="river" d="{data}"><title>{text(border.type)}</title></path>'
            if border.cost:
                x, y = edge_point(map_.layout, border.edge)
                place_ = f'x="{num(at[hex_id][0] + x)}" y="{num(at[hex_id][1] + y + 7)}"'
                yield f'<text {place_} class="on-tile value place">{border.cost}</text>'


def _block(map_: Map, at: Mapping[str, Point], private: str, hexes: list[str]) -> Iterator[str]:
    """A private that keeps hexes closed: a bar over the edge of two neighbours, otherwise a barred badge on each."""
    title = f"<title>{text(private)} keeps {text(', '.join(hexes))} closed</title>"
    if len(hexes) == 2 and hexes[1] in map_.hexes[hexes[0]].sides:
        (ax, ay), (bx, by) = at[hexes[0]], at[hexes[1]]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        ends = [(mx + (x - mx) * 0.4, my + (y - my) * 0.4) for x, y in ((ax, ay), (bx, by))]
        yield f'<path class="bar" d="M{xy(ends[0])}L{xy(ends[1])}">{title}</path>{_badge((mx, my), private)}'
        return
    for hex_id in hexes:
        x, y = at[hex_id]
        yield f"<g>{title}{_badge((x - 46, y - 46), private)}</g>"


def _badge(point: Point, private: str) -> str:
    width = 26 + 11 * len(private)
    return symbols.at(
        point,
        f'<rect x="{num(-width / 2)}" y="-14" width="{width}" height="28" rx="5" fill="#fffaf0" stroke="#b3261e" '
        f'stroke-width="3"/><path d="M{num(-width / 2)} 14L{num(width / 2)} -14" stroke="#b3261e" stroke-width="2" '
        f'opacity=".6"/><text y="7" class="on-tile" font-size="19" font-weight="700">{text(private)}</text>',
    )


def _coordinates(map_: Map, at: Mapping[str, Point], large: float) -> str:
    """Letters and numbers along all four sides."""
    classes = "coordinate far" if large > 1 else "coordinate"
    left, top, right, bottom = bounds(at.values())
    wide, high = _half(map_.layout)
    columns: dict[int, tuple[float, str]] = {}
    rows: dict[int, tuple[float, str]] = {}
    for hex_id, point in at.items():
        x, y = place(hex_id, map_.axes)
        letters = hex_id.rstrip("0123456789")
        words = {"letter": letters, "number": hex_id[len(letters) :]}
        columns[x] = (point[0], words[map_.axes["x"]])
        rows[y] = (point[1], words[map_.axes["y"]])
    parts = []
    for x_at, word in columns.values():
        for y_at in (top - high - 16, bottom + high + 36):
            parts.append(f'<text x="{num(x_at)}" y="{num(y_at)}" class="{classes}">{word}</text>')
    for y_at, word in rows.values():
        for x_at in (left - wide - 28, right + wide + 28):
            parts.append(f'<text x="{num(x_at)}" y="{num(y_at + 9)}" class="{classes}">{word}</text>')
    return "".join(parts)
