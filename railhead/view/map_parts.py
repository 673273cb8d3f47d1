"""The board of a position as parts that can be replaced one by one, and routes to draw over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.memo import Memo
from railhead.view.map_svg import Layers, Overlay, Picture, blocks, drawn
from railhead.view.theme import svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.scoring import Route
    from railhead.core.state import State
    from railhead.view.routes_svg import DrawnRoutes

_HEXES: Memo[object, tuple[str, str]] = Memo()
MOST_HEXES = 20_000
"""Drawings of single hexes, cached with a title's rules."""


@dataclass(frozen=True)
class MapParts:
    """A map as parts that can be replaced one by one, so that an update sends only the hexes that changed."""

    picture: str
    layers: Layers

    def changes(self, before: MapParts) -> dict[str, dict[str, str]]:
        """What replaces the parts of another picture of the same map; an empty string removes a part."""
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
    picture = _picture(state, Overlay(blocks=blocks(state)))
    hexes, labels = {}, {}
    for name in rules.map.hexes:
        hexes[f"hex-{name}"], label = _hex(state, picture, name)
        if label:
            labels[f"label-{name}"] = label
    layers = picture.layers_of(hexes, labels)
    whole = svg(
        picture.box(), drawn(layers), styles="", label=f"Map of {rules.facts.name}", classes="map", role="group"
    )
    return MapParts(whole, layers)


def _hex(state: State, picture: Picture, name: str) -> tuple[str, str]:
    """A hex and its label, drawn once for everything that can lie there."""
    board = state.board
    known: dict[object, tuple[str, str]] = _HEXES.kept(state.rules)
    key = name, board.laid.get(name), board.stations.get(name), board.markers.get(name), picture.colour
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_HEXES:
            known.clear()
        found = known[key] = picture.hex(name), picture.label(name)
    return found


def drawn_routes(state: State, routes: Sequence[Route]) -> DrawnRoutes:
    """Routes as they are drawn on the map of a position: pieces by hex, and their numbers."""
    return _picture(state, Overlay(routes=routes)).routes


def _picture(state: State, overlay: Overlay) -> Picture:
    rules = state.rules
    return Picture(rules.map, state.board, rules.companies, rules.phases[state.phase].colour, overlay)
