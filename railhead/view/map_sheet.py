"""What is printed on the sheet below the hexes: where they lie, names to write, borders, coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from railhead.core.hexes import opposite, place
from railhead.view.geometry import APOTHEM, SIDE, Point, bounds, centre, edge_ends, edge_point, num, xy
from railhead.view.hex_svg import HIDDEN
from railhead.view.labels import NAME_SIZE, NAME_SIZES
from railhead.view.theme import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from railhead.core.map import Map

SCREEN = (1000.0, 790.0)
"""Room for the map on an ordinary screen, in pixels."""
RIM = 50.0
"""Room around the hexes for the coordinates."""
READABLE = 13.0
LARGEST = NAME_SIZES[0] / NAME_SIZE

Box = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Sheet:
    """What is the same in every picture of a map."""

    at: Mapping[str, Point]  # the middle of each hex
    bare: Box  # the picture without coordinates
    box: Box  # and with them
    large: float  # how much larger names and values are
    bare_large: float
    names: Mapping[str, str]
    lines: str
    rim: str


@lru_cache(maxsize=64)
def sheet(map_: Map) -> Sheet:
    """The sheet of a map."""
    at = {name: centre(name, map_.layout, map_.axes) for name in map_.hexes}
    bare, box = _box(map_, at, 8), _box(map_, at, RIM)
    large = _enlarged(box)
    lines = "".join((*_seams(map_, at), *_borders(map_, at)))
    return Sheet(at, bare, box, large, _enlarged(bare), _names(map_), lines, _coordinates(map_, at, large))


def _box(map_: Map, at: Mapping[str, Point], rim: float) -> Box:
    left, top, right, bottom = bounds(at.values())
    wide, high = _half(map_.layout)
    wide, high = wide + rim, high + rim
    return left - wide, top - high, right - left + 2 * wide, bottom - top + 2 * high


def _half(layout: str) -> Point:
    """Half the width and half the height of a hex."""
    return (SIDE, APOTHEM) if layout == "flat" else (APOTHEM, SIDE)


def _enlarged(box: Box) -> float:
    """How much larger names and values are on boards with many hexes, where each hex is small on a screen."""
    scale = min(SCREEN[0] / box[2], SCREEN[1] / box[3])
    wanted = READABLE / (NAME_SIZE * scale)
    return min(max(round(wanted, 2), 1.0), LARGEST)


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
    """Hide the edges inside a place drawn over several hexes."""
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
