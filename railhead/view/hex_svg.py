"""One hex as it is drawn: its ground with terrain, track, cities and stations, and the labels above them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from railhead.core.facts import COLOURS, CompanyFacts, NodeFacts, revenue_at
from railhead.core.state import BLOCKED, Stations
from railhead.view import symbols
from railhead.view.geometry import Point, num, outline, xy
from railhead.view.labels import NAME_SIZE, Room, width_of
from railhead.view.symbols import SLOT
from railhead.view.theme import attribute, text
from railhead.view.track_svg import FaceArt, city_shape, face_art, town_shape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railhead.core.map import Hex
    from railhead.core.tiles import Face, Tile

WIDEST_ROW = 150.0
"""The widest that an enlarged row of value boxes may be."""
CROWDED = 0.8
"""How large station markers are where a city holds more of them than it has slots."""
HIDDEN = "value_hidden"
"""Marks a centre of several hexes whose value and name are printed on another of them."""


@dataclass(frozen=True, eq=False)
class Lying:
    """What lies on a hex: a face, and the tile that it belongs to if it was laid."""

    face: Face
    rotation: int = 0
    tile: Tile | None = None


@dataclass(frozen=True, eq=False)
class HexArt:
    """The parts of a hex that depend on what lies there and on the phase alone."""

    base: str  # the plain hex
    ground: str  # what lies on it, below cities and stations
    face: FaceArt
    labels: str
    room: Room


@lru_cache(maxsize=4096)
def _art(
    layout: str,
    face: Face,
    rotation: int,
    tile: Tile | None,
    here: Hex | None,
    colour: str,
    name: str,
    large: float,
) -> HexArt:
    """The drawing of a face on a hex; the name is empty where it stands on another hex of the place."""
    drawn = face_art(layout, face, rotation)
    room = Room(layout, drawn.taken)
    base = f'<path class="ground f-{face.colour}" d="{outline(layout)}"/>'
    # What needs most room chooses first: rows of values, names, then what fits into a corner.
    over = _value_rows(face, drawn, room, colour, large)
    if name and here is not None:
        over += _names(name, here, face, drawn, room, large)
    over += _discs(face, drawn, room, large)
    ground = []
    if face.cost or face.terrain:
        bare = not face.paths and not face.nodes
        where = (0.0, 0.0) if bare else room.round(24)
        ground.append(symbols.terrain(where, face.terrain, face.cost, 1.15 if bare else 0.75))
    if face.label:
        where = room.round(18)
        over.append(
            f'<text x="{num(where[0])}" y="{num(where[1] + 10)}" class="on-tile letter">{text(face.label)}</text>'
        )
    over += [symbols.icon(room.round(symbols.icon_radius(icon)), icon) for icon in _icons(tile, here)]
    ground += _small_print(face, tile, room)
    return HexArt(base, "".join([*ground, drawn.track]), drawn, "".join(over), room)


def _small_print(face: Face, tile: Tile | None, room: Room) -> list[str]:
    """The dots of the colour, and the number of a laid tile; a tile that only its title knows has none."""
    parts = []
    if face.colour in COLOURS[1:]:
        parts.append(symbols.dots(room.corner(2.5, 8), face.colour))
    if tile is not None and any(letter.isdigit() for letter in tile.id):
        x, y = room.corner(5.5, 9)
        parts.append(
            f'<text x="{num(x)}" y="{num(y + 5)}" class="on-tile number" font-size="15">{text(tile.id)}</text>'
        )
    return parts


def hex_art(layout: str, lying: Lying, here: Hex | None, colour: str, name: str = "", large: float = 1.0) -> HexArt:
    """The drawing of what lies on a hex, names and values so much larger; without a hex, of a tile by itself."""
    return _art(layout, lying.face, lying.rotation, lying.tile, here, colour, name, large)


def _icons(tile: Tile | None, here: Hex | None) -> list[str]:
    printed = list(here.facts.icons) if here is not None else []
    own = [name for name in tile.facts.icons if name not in printed] if tile is not None else []
    return printed + own


def _shown(face: Face) -> list[tuple[int, NodeFacts]]:
    """The centres whose value is written here: one for all that have the same."""
    shown = [(i, node) for i, node in enumerate(face.nodes) if HIDDEN not in node.special and node.revenue]
    return shown[:1] if _alike(shown) else shown


def _alike(shown: Sequence[tuple[int, NodeFacts]]) -> bool:
    return len({str(node.revenue) for _, node in shown}) == 1 and len(shown) > 1


def _discs(face: Face, drawn: FaceArt, room: Room, large: float) -> list[str]:
    """Revenue in discs, each beside its centre."""
    shown = _shown(face)
    one_for_all = len(shown) == 1 and sum(node.revenue == shown[0][1].revenue for node in face.nodes) > 1
    parts = []
    for i, node in shown:
        if isinstance(node.revenue, int):
            where, scale = room.enlarged(17, large, None if one_for_all else drawn.spots[i].point)
            parts.append(symbols.disc(where, node.revenue, scale))
    return parts


def _value_rows(face: Face, drawn: FaceArt, room: Room, colour: str, large: float) -> list[str]:
    """Values that change with the phase, as rows of boxes."""
    parts = []
    for i, node in _shown(face):
        if isinstance(node.revenue, int):
            continue
        width = symbols.box_row_width(node.revenue, colour)
        scale = max(min(large, WIDEST_ROW / width), 1.0)
        clear = SLOT + 5 if node.slots else (14 if node.type == "town" else 0)
        where = room.box(width * scale, 36.0 * scale, drawn.spots[i].point, clear)
        parts.append(symbols.box_row(where, node.revenue, colour, scale))
    return parts


def _names(name: str, here: Hex, face: Face, drawn: FaceArt, room: Room, large: float) -> list[str]:
    nodes = here.face.nodes
    several = len(nodes) > 1 and len(nodes) == len(face.nodes) and all(node.name for node in nodes)
    names = [node.name for node in nodes] if several else [name]
    ways = [names]
    if name.count(" & ") == 1 and len(face.nodes) == 2:
        ways.append(name.split(" & "))
    wanted = [[(one, *_anchor(drawn, index, face)) for index, one in enumerate(way)] for way in ways]
    found, size = room.names(wanted, NAME_SIZE * large)
    classes = f"on-tile place serif p{num(size)}" if size != NAME_SIZE else "on-tile place serif"
    parts = []
    for lines, (x, y) in found:
        for i, line in enumerate(lines):
            base = y + size * (i - (len(lines) - 1) / 2) + size * 0.33
            # as wide as the room that was found for it, however wide the serif of a machine is
            fit = f'textLength="{num(width_of(line) * size)}" lengthAdjust="spacingAndGlyphs"'
            parts.append(f'<text x="{num(x)}" y="{num(base)}" class="{classes}" {fit}>{text(line)}</text>')
    return parts


def _anchor(drawn: FaceArt, index: int, face: Face) -> tuple[Point, float]:
    """Where a centre lies that is to be named, and how far its name stays away."""
    if not drawn.spots or _is_wide(face):
        return (0.0, 0.0), 0.0
    near, slots = drawn.spots[index].point, drawn.spots[index].slots
    return near, SLOT + 3 + max((abs(y - near[1]) for _, y in slots), default=-12.0)


def _is_wide(face: Face) -> bool:
    """A place without a drawn centre of its own: its name stands in the middle."""
    return len(face.nodes) == 1 and face.nodes[0].type == "offboard"


def centres(
    face: Face,
    drawn: FaceArt,
    stations: Stations,
    companies: Mapping[str, CompanyFacts],
    lit: Sequence[int] = (),
) -> str:
    """Towns, cities and the markers in them."""
    parts = []
    for i, (node, spot) in enumerate(zip(face.nodes, drawn.spots, strict=True)):
        if not spot.slots:
            if node.type == "town":
                parts.append(f'<g class="town" data-town="{i}">{town_shape(spot)}</g>')
            continue
        there = stations[i] if i < len(stations) else ()
        shining = " lit" if i in lit else ""
        parts.append(f'<g class="city{shining}" data-city="{i}">{city_shape(spot, node)}')
        parts.append(_markers(node, spot.slots, there, companies))
        parts.append("</g>")
    return "".join(parts)


def _markers(
    node: NodeFacts, slots: tuple[Point, ...], there: Sequence[str], companies: Mapping[str, CompanyFacts]
) -> str:
    """Station markers in their slots, and the symbols of reserved homes."""
    if sum(map(bool, there[len(slots) :])):
        return _crowded(slots, [name for name in there if name], companies)
    parts = []
    order = list(companies)
    for point, name in zip(slots, there, strict=False):
        if name:
            parts.append(symbols.at(point, _marker(name, companies, order)))
    free = [slot for slot, name in zip(slots, [*there, *[""] * len(slots)], strict=False) if not name]
    waiting = [name for name in node.reserved if name not in there]
    if node.own_type and free and not waiting:
        parts.append(symbols.icon(free[0], node.type))
    for point, name in zip(free, waiting, strict=False):
        size = {1: 20, 2: 19, 3: 16, 4: 13.5}.get(len(name), 11.5)
        colour = companies[name].colour if name in companies else "#1f2421"
        parts.append(
            f'<g transform="translate({xy(point)})"><circle r="21.5" fill="none" stroke="{colour}" stroke-width="3" '
            f'stroke-dasharray="7 4"/><text y="{num(size * 0.35)}" class="on-tile home" font-size="{size}">'
            f"{text(name)}</text></g>"
        )
    return "".join(parts)


def _crowded(slots: tuple[Point, ...], there: Sequence[str], companies: Mapping[str, CompanyFacts]) -> str:
    """More markers than slots: side by side on a plate of their own and a little smaller, so that none hides."""
    x = sum(slot[0] for slot in slots) / len(slots)
    y = sum(slot[1] for slot in slots) / len(slots)
    step = 2 * SLOT * CROWDED + 1
    left = x - step * (len(there) - 1) / 2
    order = list(companies)
    plate = f"M{num(left)} {num(y)}H{num(left + step * (len(there) - 1))}"
    parts = [f'<path class="plate-edge" d="{plate}"/><path class="plate" d="{plate}"/>']
    for index, name in enumerate(there):
        marker = f'<g transform="scale({CROWDED})">{_marker(name, companies, order)}</g>'
        parts.append(symbols.at((left + step * index, y), marker))
    return "".join(parts)


def _marker(name: str, companies: Mapping[str, CompanyFacts], order: list[str]) -> str:
    if name == BLOCKED:
        return '<path d="M-13 -13L13 13M13 -13L-13 13" stroke="#191a17" stroke-width="5" fill="none"/>'
    if name not in companies:
        return symbols.token(name, "#5c6058", "#ffffff", 0)
    facts = companies[name]
    return symbols.token(name, facts.colour, facts.text_colour, order.index(name))


def describe(hex_id: str, lying: Lying, here: Hex | None, stations: Stations, colour: str) -> str:
    """A hex in words, for screen readers."""
    face = lying.face
    name = here.facts.name if here is not None else ""
    parts = [f"{name} {hex_id}".strip(), "plain" if face.colour == "white" else face.colour]
    for i, node in enumerate(face.nodes):
        there = [sym for sym in (stations[i] if i < len(stations) else ()) if sym]
        parts.append(_centre_words(node, there, colour))
    if not face.nodes and face.paths:
        parts.append("track")
    if face.cost:
        parts.append(f"{' and '.join(face.terrain) or 'cost'} {face.cost}")
    if face.label:
        parts.append(f"letter {face.label}")
    if here is not None:
        parts.extend(here.facts.icons)
    if lying.tile is not None:
        parts.append(f"tile {lying.tile.id}")
    return ", ".join(parts)


def _centre_words(node: NodeFacts, there: list[str], colour: str) -> str:
    value = revenue_at(node.revenue, colour)
    words = f"{node.type} {value}" if value else node.type
    if node.slots > 1:
        words += f" with {node.slots} places"
    if there:
        words += ", " + " and ".join(there)
    waiting = [sym for sym in node.reserved if sym not in there]
    return f"{words}, home of {' and '.join(waiting)}" if waiting else words


def hex_group(
    hex_id: str,
    at: Point,
    ground: str,
    inside: str,
    label: str,
    classes: str = "",
) -> str:
    """The group of a hex, to be clicked and focused."""
    names = f"hex {classes}".strip()
    said = attribute(label)
    return (
        f'<g class="{names}" id="hex-{hex_id}" data-hex="{hex_id}" tabindex="0" role="button" aria-label={said} '
        f'transform="translate({xy(at)})">{ground}{inside}</g>'
    )
