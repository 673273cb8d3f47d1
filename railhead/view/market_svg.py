"""The stock market as a picture: cells with their zones, par prices, ledges, and the markers in their stacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.market import LEDGE, Grid, cell_key
from railhead.view import symbols
from railhead.view.geometry import Point, num
from railhead.view.names import own_words, term
from railhead.view.theme import attribute, chart_styles, svg, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from railhead.core.facts import CompanyFacts
    from railhead.core.state import Cell, State

WIDE, HIGH = 72.0, 70.0
EDGE = 2.0
"""What stays free between a marker and the edge of its cell."""
CELL = 44
"""The width of a cell in pixels where a page sets none: large enough for a figure and for a finger."""

_COLOURS = ("yellow", "orange", "brown", "gray", "green", "blue", "red", "lilac")
_MARKS = {"yellow": 1, "orange": 2, "brown": 3, "gray": 4}
_NAMES = {"end": "lilac", "purple": "lilac", "close": "gray"}


@dataclass(frozen=True)
class Arrow:
    """Where a marker would go, and why."""

    company: str
    to: Cell
    why: str


def usual_arrows(grid: Grid, company: str, cell: Cell) -> tuple[Arrow, ...]:
    """The printed directions from a cell: pays, withholds, sold out, sold."""
    ways = (
        ("pays", grid.right(cell)),
        ("withholds", grid.left(cell)),
        ("sold out", grid.up(cell)),
        ("sold", grid.down(cell)),
    )
    return tuple(Arrow(company, to, why) for why, to in ways if to != cell)


def market_svg(
    state: State,
    *,
    focus: str = "",
    arrows: Sequence[Arrow] | None = None,
    theme: str | None = None,
    styles: bool = True,
    legend: bool = True,
    cell_width: int = CELL,
) -> str:
    """The market of a position; `focus` shows where one company's marker would go."""
    grid = state.rules.market
    cell = state.companies[focus].cell if focus in state.companies else None
    if arrows is None:
        arrows = usual_arrows(grid, focus, cell) if cell is not None else ()
    words = zone_words(state) if legend else ()
    return grid_svg(
        grid,
        state.market,
        state.rules.companies,
        arrows=arrows,
        theme=theme,
        styles=styles,
        legend=words,
        cell_width=cell_width,
    )


def destinations(state: State, company: str) -> tuple[tuple[str, int], ...]:
    """Where a company's marker would go: why, and the price there."""
    grid, cell = state.rules.market, state.companies[company].cell if company in state.companies else None
    if cell is None:
        return ()
    return tuple((arrow.why, grid.price(arrow.to)) for arrow in usual_arrows(grid, company, cell))


def zone_words(state: State) -> tuple[tuple[str, str], ...]:
    """The zones of a market by colour, in the words of the rules."""
    stock = state.rules.stock
    found: dict[str, str] = {}
    for zone in sorted({zone for row in state.rules.market.zones for cell in row for zone in cell}):
        says = []
        if zone in stock.uncounted_zones:
            says.append("does not count against the certificate limit")
        if zone in stock.unlimited_zones:
            says.append(f"may be held beyond {state.rules.facts.share_limit} %")
        says += filter(None, [own_words(state, f"zone.{zone}") or _ZONES.get(zone, "")])
        colour = zone_colour(frozenset({zone}))
        if says and not zone.startswith("par"):
            found.setdefault(colour if colour != "white" else zone, "; ".join(says))
    found["par"] = own_words(state, "zone.par") or term(state, "par price")
    return tuple(found.items())


_ZONES = {
    "end": "the game ends when a marker gets here",
    "close": "the company closes",
    LEDGE: "a marker moves down here instead of left",
}


def grid_svg(
    grid: Grid,
    markers: Mapping[str, tuple[str, ...]],
    companies: Mapping[str, CompanyFacts],
    *,
    arrows: Sequence[Arrow] = (),
    theme: str | None = None,
    styles: bool = True,
    legend: Sequence[tuple[str, str]] = (("par", "par price"),),
    cell_width: int = CELL,
) -> str:
    """A market without a game around it; markers by cell as "row:column", the top of a stack first."""
    rows, columns = len(grid.prices), max(len(row) for row in grid.prices)
    cells = "".join(_cells(grid, markers))
    pieces = "".join(_stacks(grid, markers, companies))
    places = {company: _cell(key) for key, stack in markers.items() for company in stack}
    lines = "".join(_arrow(places[arrow.company], arrow) for arrow in arrows if arrow.company in places)
    below = _legend(legend, rows * HIGH + 26)
    tall = 26.0 + 28 * len(legend) if legend else 0.0
    return svg(
        (-4, -4, columns * WIDE + 8, rows * HIGH + 8 + tall),
        f"{cells}{pieces}<g class='over'>{lines}</g>{below}",
        styles=chart_styles() if styles else "",
        label="Stock market",
        theme=theme,
        classes="market",
        role="group",
        wide=columns * cell_width + 5,  # with the border around them
        align="xMinYMin",
    )


def _cell(key: str) -> Cell:
    row, _, column = key.partition(":")
    return int(row), int(column)


def _corner(cell: Cell) -> Point:
    return cell[1] * WIDE, cell[0] * HIGH


def zone_colour(zones: frozenset[str]) -> str:
    """The colour of a cell with these zones."""
    for zone in sorted(zones):
        base = zone.removeprefix("par_")
        if base in _COLOURS:
            return base
        if base in _NAMES:
            return _NAMES[base]
    return "white"


def _cells(grid: Grid, markers: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for row, prices in enumerate(grid.prices):
        for column, price in enumerate(prices):
            if price:
                yield _draw_cell(grid, (row, column), price, taken=cell_key((row, column)) in markers)


def _draw_cell(grid: Grid, cell: Cell, price: int, taken: bool) -> str:
    x, y = _corner(cell)
    zones = grid.zone(cell)
    colour = zone_colour(zones)
    fill = "var(--rh-slot)" if colour == "white" else f"var(--rh-{colour})"
    parts = [
        f'<g class="market-cell" data-cell="{cell_key(cell)}" transform="translate({num(x)} {num(y)})">'
        f'<rect width="{num(WIDE)}" height="{num(HIGH)}" class="cell" fill="{fill}"/>'
        f'<text x="6" y="23" class="price">{price}</text>'
    ]
    for i in range(_MARKS.get(colour, 0)):
        parts.append(f'<circle cx="{num(WIDE - 8)}" cy="{num(9.0 + 7 * i)}" r="2.2" fill="#191a17"/>')
    if _is_par(zones, grid, cell):
        parts.append(f'<rect x="3" y="3" width="{num(WIDE - 6)}" height="{num(HIGH - 6)}" rx="3" class="par"/>')
    if LEDGE in zones:
        parts.append(f'<path class="ledge" d="M2 0V{num(HIGH)}"/>')
    words = _words(zones)
    if words and not taken:  # a marker covers them
        parts.append(f'<text x="6" y="{num(HIGH - 7)}" font-size="17" fill="#1f2421">{text(words)}</text>')
    return "".join(parts) + "</g>"


def _is_par(zones: frozenset[str], grid: Grid, cell: Cell) -> bool:
    return cell in grid.par.values() or any(zone == "par" or zone.startswith("par_") for zone in zones)


def _words(zones: frozenset[str]) -> str:
    """Zones without a colour of their own, in words."""
    known = {*_COLOURS, "par", LEDGE}
    return " ".join(sorted(zone for zone in zones if zone not in known and not zone.startswith("par_")))


def _stacks(
    grid: Grid, markers: Mapping[str, tuple[str, ...]], companies: Mapping[str, CompanyFacts]
) -> Iterator[str]:
    """Markers as they lie: the top of a stack in front."""
    order = list(companies)
    for key, stack in markers.items():
        cell = _cell(key)
        x, y = _corner(cell)
        places, radius = _places(len(stack))
        order_said = f", on top of {', '.join(stack[1:])}" if len(stack) > 1 else ""
        for i, name in reversed(list(enumerate(stack))):
            facts = companies[name]
            drawn = symbols.token(name, facts.colour, facts.text_colour, order.index(name), radius)
            at = x + places[i][0], y + places[i][1]
            said = attribute(f"{name} at {grid.price(cell)}{'' if i else order_said}")
            yield (
                f'<g class="marker" data-company={attribute(name)} tabindex="0" role="img" aria-label={said}>'
                f"{symbols.at(at, drawn)}</g>"
            )


def _places(count: int) -> tuple[list[Point], float]:
    """Where the markers of a stack lie in a cell, the top one first, and how large they are.

    They stand in a row below the price; from four on, in two rows.
    """
    radius = {1: 19.0, 2: 17.0, 3: 13.5}.get(count, 10.5)
    rows = [count] if count < 4 else [(count + 1) // 2, count // 2]
    found: list[Point] = []
    for at, many in enumerate(reversed(rows)):
        y = HIGH - EDGE - radius * (1 + 2 * at)
        step = min((WIDE - 2 * (EDGE + radius)) / max(many - 1, 1), 2 * radius + 1)
        first = (WIDE - step * (many - 1)) / 2
        found = [(first + step * i, y) for i in range(many)] + found
    return found, radius


def _arrow(start: Cell, arrow: Arrow) -> str:
    """A frame around the cell where a marker would go; from a neighbour a short arrow leads there.

    The arrow keeps to the edges of the cells, where neither prices nor markers are.
    """
    x, y = _corner(arrow.to)
    down, right = arrow.to[0] - start[0], arrow.to[1] - start[1]
    frame = (
        f'<rect x="{num(x + 3)}" y="{num(y + 3)}" width="{num(WIDE - 6)}" height="{num(HIGH - 6)}" rx="3" '
        f'class="goal"><title>{text(arrow.why)}</title></rect>'
    )
    if abs(down) + abs(right) != 1:
        return frame
    # the middle of the border between the two cells, or its free end
    bx = x + (WIDE if right < 0 else 0.0) if right else x + WIDE - 9
    by = y + (HIGH if down < 0 else 0.0) if down else y + HIGH / 2
    ax, ay, tx, ty = bx - 13 * right, by - 13 * down, bx + 14 * right, by + 14 * down
    left = (tx - 8 * right - 6 * down, ty - 8 * down - 6 * right)
    other = (tx - 8 * right + 6 * down, ty - 8 * down + 6 * right)
    return frame + (
        f'<path class="arrow" d="M{num(ax)} {num(ay)}L{num(tx)} {num(ty)}'
        f'M{num(left[0])} {num(left[1])}L{num(tx)} {num(ty)}L{num(other[0])} {num(other[1])}"/>'
    )


def _legend(zones: Sequence[tuple[str, str]], top: float) -> str:
    """What the colours mean, below the grid."""
    parts = []
    for at, (colour, words) in enumerate(zones):
        y = top + 28 * at
        look = 'rx="3" class="par"' if colour == "par" else f'class="cell" fill="var(--rh-{colour})"'
        parts.append(
            f'<rect x="0" y="{num(y)}" width="26" height="20" {look}/>'
            f'<text x="33" y="{num(y + 17)}" class="legend-word">{text(words)}</text>'
        )
    return "".join(parts)
