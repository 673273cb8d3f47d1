"""The map as characters, large enough to read: a hex of four lines with its place name, track and stations.

    ↖ K8 ↑ ↗     the edges that track leaves by, and the coordinate
     Tokushima   the place
     [AR]○ 40    stations, free places for stations, what a visit pays
    ↙  ~80   ↘   what building here costs, where nothing is built

The arrows are where the edges are. A space means that no track leaves there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from railhead.core.facts import revenue_at
from railhead.core.hexes import place
from railhead.core.reach import face_at
from railhead.core.state import BLOCKED, State
from railhead.view import names
from railhead.view.text_map import stop_mark
from railhead.view.track_words import track_words

if TYPE_CHECKING:
    from collections.abc import Collection

    from railhead.core.tiles import Face


class Size(NamedTuple):
    """Characters and lines of a hex."""

    wide: int
    high: int


LARGE, SMALL = Size(13, 4), Size(9, 3)
"""The largest hexes, and the smallest, which have room for names only where nothing else stands."""

PAPER = {
    "white": "#efe6cb",
    "yellow": "#f5d348",
    "green": "#78b56d",
    "brown": "#b98350",
    "gray": "#b9b8b2",
    "red": "#d5694f",
    "blue": "#a7cfe3",
}
SHADE = 0.92
"""How much darker every second hex of a column is drawn, so that neighbours of one colour can be told apart."""
LIT = Style(color="white", bgcolor="#1f6feb", bold=True)
_FLAT = {0: (-1, "↓"), 1: (-1, "↙"), 2: (0, "↖"), 3: (0, "↑"), 4: (0, "↗"), 5: (-1, "↘")}
_POINTY = {0: (-1, "↙"), 1: (2, "←"), 2: (0, "↖"), 3: (0, "↗"), 4: (2, "→"), 5: (-1, "↘")}
"""By edge: the line of the hex, and the arrow."""

LEGEND = (
    "↑ ↗ ↓ track leaves by this edge   {company} station   ○ free slot for one   • town   ═ no stop   "
    "» off the map   ^40 mountain, ~80 water: cost of a tile"
)


def legend(state: State) -> str:
    """What the signs mean, with the stops that only this title has."""
    own = {node.type for here in state.rules.map.hexes.values() for node in here.face.nodes if node.own_type}
    words = LEGEND.format(company=min(state.companies, key=len, default=""))
    return words + "".join(f"   {stop_mark(kind)} {kind}" for kind in sorted(own))


def board(state: State, lit: Collection[str] = (), size: Size = LARGE) -> Text:
    """The whole map, with some hexes lit."""
    wide, high = size
    corners = corners_of(state, size)
    width, height = extent(state, size)
    lines: list[list[tuple[int, Text]]] = [[] for _ in range(height)]
    for hex_id, (x, y) in corners.items():
        for at, text in enumerate(_hex(state, hex_id, hex_id in lit, wide, high)):
            lines[y + at].append((x, text))
    return Text("\n").join(_joined(parts, width) for parts in lines)


def extent(state: State, size: Size) -> tuple[int, int]:
    """How many characters and lines the whole map takes, without the gap after the last column."""
    corners = corners_of(state, size).values()
    return max(x for x, _ in corners) + size.wide - 1, max(y for _, y in corners) + size.high


def fitting(state: State, width: int) -> Size:
    """The largest size with names at which the whole map is no wider than this; the largest of all if none is."""
    sizes = (Size(wide, LARGE.high) for wide in range(LARGE.wide, SMALL.wide - 1, -1))
    return next((size for size in sizes if extent(state, size)[0] <= width), LARGE)


def hex_at(state: State, size: Size, x: int, y: int) -> str:
    """The hex drawn at a character of the map; empty where there is none."""
    for hex_id, (left, top) in corners_of(state, size).items():
        if left <= x < left + size.wide - 1 and top <= y < top + size.high:
            return hex_id
    return ""


def corners_of(state: State, size: Size = LARGE) -> dict[str, tuple[int, int]]:
    """Where the upper left corner of every hex is, in characters and lines."""
    map_ = state.rules.map
    wide, high = size
    at = {name: place(name, map_.axes) for name in map_.hexes}
    left, top = min(x for x, _ in at.values()), min(y for _, y in at.values())
    if map_.layout == "flat":
        return {name: ((x - left) * wide, (y - top) * high // 2) for name, (x, y) in at.items()}
    return {name: ((x - left) * wide // 2, (y - top) * high) for name, (x, y) in at.items()}


def _joined(parts: list[tuple[int, Text]], width: int) -> Text:
    found = Text()
    for x, text in sorted(parts, key=lambda part: part[0]):
        gap = x - found.cell_len
        if gap >= 0:
            found.append(" " * gap)
            found.append_text(text)
        else:  # half-lines of neighbouring columns never overlap; odd halves are cut
            found.append_text(text[-gap:])
    found.truncate(width)
    found.append(" " * (width - found.cell_len))
    return found


def _hex(state: State, hex_id: str, lit: bool, wide: int, high: int) -> list[Text]:
    face = face_at(state, hex_id)
    style = LIT if lit else Style(color="black", bgcolor=_paper(state, hex_id, face.colour))
    lines = _frame(state, face, hex_id, wide, high)
    texts = [Text.assemble((set_cell_size(line, wide - 1), style), " ") for line in lines]
    if stations := _stations(state, hex_id, style):
        line = _station_line(stations, _value(state, face), _sides(state, face), wide - 1, style)
        texts[high - 2] = Text.assemble(line, " ")
    return texts


def _paper(state: State, hex_id: str, colour: str) -> str:
    """The background of a hex: the colour of its tile, a little darker on every second one."""
    _, y = place(hex_id, state.rules.map.axes)
    odd = (y // 2 if state.rules.map.layout == "flat" else y) % 2
    paper = PAPER.get(colour, PAPER["white"])
    if not odd:
        return paper
    red, green, blue = (int(int(paper[at : at + 2], 16) * SHADE) for at in (1, 3, 5))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _frame(state: State, face: Face, hex_id: str, wide: int, high: int) -> list[str]:
    """The lines of a hex without the colours of stations."""
    room = wide - 1
    facts = state.rules.map.hexes[hex_id].facts
    arrows = _FLAT if state.rules.map.layout == "flat" else _POINTY
    rows = [[" "] * room for _ in range(high)]
    for edge in face.exits:
        line, arrow = arrows[edge]
        rows[high - 2 if line == 2 else line][_column(arrow, room)] = arrow
    _put(rows[0], 2, hex_id)
    if high > 3:
        name = facts.name if not face.nodes or len(face.nodes) == 1 else facts.name.replace(" & ", "&")
        _put(rows[1], max((room - cell_len(name)) // 2, 0), _fitted(name, room))
    body = "".join(stop_mark(node.type, node.slots) for node in face.nodes)
    value = _value(state, face)
    text = " ".join(part for part in (body, value) if part) or ("" if not face.paths else "═")
    _put(rows[high - 2], max((room - cell_len(text)) // 2, 1), text)
    if high <= 3 and facts.name and not face.nodes:
        _put(rows[1], 1, _fitted(facts.name, room - 1))
    if face.cost:
        cost = ("~" if "water" in face.terrain else "^") + str(face.cost)
        _put(rows[-1], 2, cost)
    return ["".join(row) for row in rows]


def _column(arrow: str, room: int) -> int:
    if arrow in "↖↙←":
        return 0
    return room - 1 if arrow in "↗↘→" else room // 2 + 1


def _fitted(name: str, room: int) -> str:
    """A name, with a mark where it is cut off."""
    return name if len(name) <= room else name[: room - 1].rstrip() + "…"


def _put(row: list[str], at: int, text: str) -> None:
    """Write text over a row, within it, and not over arrows."""
    for offset, char in enumerate(text[: len(row) - at]):
        if row[at + offset] == " ":
            row[at + offset] = char


def _value(state: State, face: Face) -> str:
    colour = state.rules.phases[state.phase].colour
    values = [revenue_at(node.revenue, colour) for node in face.nodes]
    return "/".join(dict.fromkeys(str(value) for value in values if value))


def _stations(state: State, hex_id: str, style: Style) -> list[Text]:
    """The places for stations, taken ones in the colours of their companies; empty where nobody has one."""
    places = [sym for city in state.board.stations.get(hex_id, ()) for sym in city]
    return [_place(state, sym, style) for sym in places] if any(places) else []


def _place(state: State, sym: str, style: Style) -> Text:
    if not sym or sym == BLOCKED:
        return Text("✕" if sym else "○", style)
    facts = state.rules.companies[sym]
    return Text(sym[:4], Style(color=facts.text_colour, bgcolor=facts.colour, bold=True))


def _station_line(stations: list[Text], value: str, sides: tuple[str, str], room: int, style: Style) -> Text:
    """Stations and value between the arrows to the left and right; a value is left out rather than cut off."""
    left, right = sides
    room -= 1 + len(right)
    worth = Text(f" {value}", style) if value else Text()
    wide, narrow = Text(" ", style).join(stations), Text("", style).join(stations)
    line = next((text for text in (wide + worth, narrow + worth, wide) if text.cell_len <= room), narrow)
    line.truncate(room)
    line.append(" " * (room - line.cell_len), style)
    return Text.assemble((left or " ", style), line, (right, style))


def _sides(state: State, face: Face) -> tuple[str, str]:
    """The arrows to the left and right, where a map has such edges."""
    if state.rules.map.layout == "flat":
        return "", ""
    return "←" if 1 in face.exits else "", "→" if 4 in face.exits else ""


def caption(state: State, hex_id: str) -> str:
    """A hex in words, for the line below the map: its place, its tile, and where the track leads."""
    face, laid = face_at(state, hex_id), state.board.laid.get(hex_id)
    parts = [names.place(state, hex_id)]
    if laid is not None:
        parts.append(f"tile {laid[0]}")
    if face.paths:
        parts.append("track " + track_words(state.rules.map, hex_id, face))
    stations = [sym for city in state.board.stations.get(hex_id, ()) for sym in city if sym and sym != BLOCKED]
    if stations:
        parts.append(f"stations of {names.listed(stations)}")
    if value := _value(state, face):
        parts.append(f"worth {value}")
    if face.cost:
        parts.append(f"{names.money(state, face.cost)} to build")
    if len(parts) == 1:
        parts.append("nothing here yet")
    return " · ".join(parts)
