"""Routes as they are drawn: along the actual track, each train with a colour, a dash and a number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railhead.core.tiles import NODE, Face
from railhead.view.geometry import Curve, Point, centre, num

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from railhead.core.map import Map
    from railhead.core.scoring import Route
    from railhead.view.track_svg import FaceArt

COLOURS = ("#c8102e", "#0057b8", "#b5179e", "#00796b", "#e36c00", "#5a3fc0", "#7a5a00", "#0090b0")
"""Distinct for every kind of colour vision on black track with white beside it; dash and number do the rest."""
DASHES = ("", "24 8", "9 6", "28 6 6 6", "4 5", "16 5 3 5 3 5", "40 6", "14 12")


@dataclass
class DrawnRoutes:
    """Pieces of routes by hex, and the number badges above the map."""

    pieces: dict[str, str] = field(default_factory=dict)
    badges: str = ""


def style(index: int) -> tuple[str, str]:
    """The colour and the dash of a train by its place in the run."""
    return COLOURS[index % len(COLOURS)], DASHES[index % len(DASHES)]


def draw_routes(map_: Map, lying: Callable[[str], tuple[Face, FaceArt]], routes: Sequence[Route]) -> DrawnRoutes:
    """The drawing of some routes on what lies on the map."""
    found = DrawnRoutes()
    for index, route in enumerate(routes):
        _draw(found, map_, lying, route, index)
    return found


def _draw(
    found: DrawnRoutes, map_: Map, lying: Callable[[str], tuple[Face, FaceArt]], route: Route, index: int
) -> None:
    colour, dash = style(index)
    run = 0.0
    ways = list(route_curves(map_, lying, route))
    for hex_id, curve in ways:
        data = curve.data()
        dashes = f' stroke-dasharray="{dash}" stroke-dashoffset="{num(run)}"' if dash else ""
        found.pieces[hex_id] = found.pieces.get(hex_id, "") + (
            f'<path class="way" d="{data}" stroke="#fffefa" stroke-width="16"/>'
            f'<path class="way route-{index + 1}" d="{data}" stroke="{colour}" stroke-width="11"{dashes}/>'
        )
        run += curve.length
    if ways:
        hex_id, curve = ways[(len(ways) - 1) // 2]
        found.badges += _badge(map_, hex_id, curve, colour, index + 1)


def _badge(map_: Map, hex_id: str, curve: Curve, colour: str, number: int) -> str:
    x, y = centre(hex_id, map_.layout, map_.axes)
    at: Point = max((curve.start, curve.end), key=lambda point: point[0] ** 2 + point[1] ** 2)
    return (
        f'<g transform="translate({num(x + at[0])} {num(y + at[1])})">'
        f'<circle r="15" fill="{colour}" stroke="#fffefa" stroke-width="3"/>'
        f'<text y="7" text-anchor="middle" font-size="20" font-weight="700" fill="#fff">{number}'
        "</text></g>"
    )


def route_curves(
    map_: Map, lying: Callable[[str], tuple[Face, FaceArt]], route: Route
) -> Iterator[tuple[str, Curve]]:
    """The curves of a route in order, with their hexes."""
    for i, leg in enumerate(route.legs):
        known = [hex_id for hex_id in leg if hex_id in map_.hexes]
        if len(known) != len(leg) or i + 1 >= len(route.stops):
            continue
        start = _node_at(lying(leg[0])[0], leg[0], route.stops[i])
        end = _node_at(lying(leg[-1])[0], leg[-1], route.stops[i + 1])
        before = start
        for j, hex_id in enumerate(leg):
            last = j + 1 == len(leg)
            after = end if last else _edge_to(map_, hex_id, leg[j + 1])
            for curve in _through(lying(hex_id)[1].ways, before, after):
                yield hex_id, curve
            if not last:
                before = _edge_to(map_, leg[j + 1], hex_id)


def _through(ways: Mapping[tuple[int, int], Curve], before: int | None, after: int | None) -> list[Curve]:
    """The track between two ends of a hex: direct, or through a centre between them."""
    if before is None or after is None or before == after:
        return []
    direct = ways.get((before, after))
    if direct is not None:
        return [direct]
    for a, b in ways:
        if a == before and b >= NODE and (b, after) in ways:
            return [ways[(a, b)], ways[(b, after)]]
    return []


def _node_at(face: Face, hex_id: str, stop: str) -> int | None:
    """The end that a stop is on a hex: by its number, or by the name of its group."""
    place, _, index = stop.rpartition(".")
    if place == hex_id and index.isdigit():
        return NODE + int(index)
    for i, node in enumerate(face.nodes):
        if node.group == stop or (place and node.group == place):
            return NODE + i
    return NODE if face.nodes else None


def _edge_to(map_: Map, hex_id: str, other: str) -> int | None:
    for edge, side in enumerate(map_.hexes[hex_id].sides):
        if side == other:
            return edge
    return None
