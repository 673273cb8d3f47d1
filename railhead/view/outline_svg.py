"""A map in outline, for a card: every hex a plain shape, some of them marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.view.geometry import SIDE, bounds, centre, num, outline
from railhead.view.theme import svg

if TYPE_CHECKING:
    from collections.abc import Collection

    from railhead.core.map import Map


def outline_svg(map_: Map, marked: Collection[str]) -> str:
    """The hexes of a map as shapes, with some of them marked."""
    at = {name: centre(name, map_.layout, map_.axes) for name in map_.hexes}
    left, top, right, bottom = bounds(at.values())
    shape = outline(map_.layout)
    looks = {name: "shape marked" if name in marked else "shape" for name in at}
    hexes = "".join(
        f'<path transform="translate({num(x)} {num(y)})" d="{shape}" class="{looks[name]}"/>'
        for name, (x, y) in at.items()
    )
    box = (left - SIDE, top - SIDE, right - left + 2 * SIDE, bottom - top + 2 * SIDE)
    return svg(box, hexes, styles="", label=f"Map with {', '.join(marked)} marked", classes="outline", role="img")
