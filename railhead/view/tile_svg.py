"""A single tile as it would lie on the map, for lists of tiles to choose from and of tiles left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.view.geometry import APOTHEM, SIDE
from railhead.view.hex_svg import Lying, centres, describe, hex_art
from railhead.view.theme import map_styles, svg

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railhead.core.facts import CompanyFacts
    from railhead.core.map import Map
    from railhead.core.state import Stations


def tile_svg(
    map_: Map,
    tile: str,
    rotation: int = 0,
    *,
    stations: Stations = (),
    companies: Mapping[str, CompanyFacts] | None = None,
    theme: str | None = None,
    styles: bool = True,
) -> str:
    """A tile of the game in one of its rotations, with the stations that would stand on it.

    `styles` is false where the page has the style sheet already.
    """
    kind = map_.tiles[tile]
    lying = Lying(kind.faces[rotation], rotation, kind)
    art = hex_art(map_.layout, lying, None, "yellow")
    inside = centres(lying.face, art.face, stations, companies or {})
    wide, high = (SIDE, APOTHEM) if map_.layout == "flat" else (APOTHEM, SIDE)
    return svg(
        (-wide - 3, -high - 3, 2 * wide + 6, 2 * high + 6),
        f'<g class="hex">{art.base}{art.ground}{inside}</g><g class="over">{art.labels}</g>',
        styles=map_styles() if styles else "",
        label=describe("", lying, None, stations, "yellow").lstrip(", "),
        theme=theme,
        classes="tile",
    )
