"""Pictures of positions, remembered for a while: everybody who watches a game sees the same map."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString, mark_safe

from railhead.core.memo import Memo
from railhead.titles import title
from railhead.view.geometry import SIDE, bounds, centre
from railhead.view.map_svg import Overlay, board_svg, map_svg
from railhead.view.market_svg import CELL, market_svg
from railhead.view.outline_svg import outline_svg
from railhead.view.symbols import token
from railhead.view.theme import svg
from railhead.view.tile_svg import tile_svg

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from railhead.core.map import Map
    from railhead.core.rules import Rules
    from railhead.core.scoring import Route
    from railhead.core.state import State

_MOST = 64
_maps: dict[Any, str] = {}
_RATIO = Memo[None, float]()
_OUTLINES = Memo[tuple[str, ...], str]()
_CHIPS = Memo[str, str]()


def safe(picture: str) -> SafeString:
    """Pictures come from our own view, which escapes what people wrote."""
    return mark_safe(picture)


def table_map(
    state: State,
    key: tuple[str, int] | None = None,
    *,
    lit: Collection[str] | None = None,
    highlight: Collection[str] = (),
    routes: Sequence[Route] = (),
    tint: Mapping[str, float] | None = None,
) -> SafeString:
    """The map of a position; `key` names the position where it may be remembered."""
    whole = (
        None
        if key is None
        else (key, frozenset(lit) if lit is not None else None, frozenset(highlight), tuple(routes))
    )
    if whole is not None and whole in _maps:
        return safe(_maps[whole])
    picture = map_svg(state, lit=lit, highlight=highlight, routes=routes, tint=tint, styles=False)
    if whole is not None:
        if len(_maps) >= _MOST:
            _maps.pop(next(iter(_maps)))
        _maps[whole] = picture
    return safe(picture)


def map_ratio(state: State) -> float:
    """How much wider than high the map of a game is."""
    return _RATIO.of(state.rules.map, None, lambda: _ratio(state.rules.map))


def _ratio(map_: Map) -> float:
    left, top, right, bottom = bounds(centre(name, map_.layout, map_.axes) for name in map_.hexes)
    return (right - left + 2 * SIDE) / (bottom - top + 2 * SIDE)


def market(state: State, focus: str = "", cell_width: int = CELL) -> SafeString:
    """The stock market; what its zones mean stands beside it."""
    return safe(market_svg(state, focus=focus, styles=False, legend=False, cell_width=cell_width))


def lot_map(rules: Rules, hexes: Sequence[str]) -> SafeString:
    """The printed map in outline, with the hexes that a private company keeps closed."""
    closed = tuple(hexes)
    return safe(_OUTLINES.of(rules.map, closed, lambda: outline_svg(rules.map, closed)))


def tile(map_: Map, name: str, rotation: int = 0) -> SafeString:
    """A tile."""
    return safe(_tile(map_, name, rotation))


@lru_cache(maxsize=4000)
def _tile(map_: Map, name: str, rotation: int) -> str:
    return tile_svg(map_, name, rotation, styles=False)


def company_chip(rules: Rules, sym: str) -> SafeString:
    """A company's marker with its colours, symbol and pattern."""
    return safe(_CHIPS.of(rules, sym, lambda: _chip(rules, sym)))


def _chip(rules: Rules, sym: str) -> str:
    facts = rules.companies[sym]
    marker = token(sym, facts.colour, facts.text_colour, list(rules.companies).index(sym))
    return svg((-26, -26, 52, 52), marker, styles="", label=sym, classes="chip")


@lru_cache(maxsize=16)
def opening_map(name: str) -> SafeString:
    """The printed map of a title, for its card."""
    from railhead.core.engine import new_game

    one = title(name)
    seats = max(one.seats[0], min(3, one.seats[-1]))
    state = new_game(one.rules(seats), [f"Player {i + 1}" for i in range(seats)])
    rules = state.rules
    plain = Overlay(labels=False)
    return safe(board_svg(rules.map, state.board, rules.companies, overlay=plain, name=rules.facts.name))
