"""The stock market: a grid of prices with zones, markers in stacks, and how a marker moves."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from railhead.core.events import PriceMoved
from railhead.core.state import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.change import Change
    from railhead.core.state import State

LEDGE = "ledge"
"""Zone of a cell whose left side stops a marker: it moves down instead."""


class Grid(Struct, frozen=True, eq=False):
    """The printed market."""

    prices: tuple[tuple[int, ...], ...]  # 0 where there is no cell
    zones: tuple[tuple[frozenset[str], ...], ...]
    par: dict[int, Cell]

    def has(self, cell: Cell) -> bool:
        """Whether there is a cell here."""
        row, column = cell
        return 0 <= row < len(self.prices) and 0 <= column < len(self.prices[row]) and self.prices[row][column] > 0

    def price(self, cell: Cell) -> int:
        """The price printed on a cell."""
        return self.prices[cell[0]][cell[1]]

    def zone(self, cell: Cell) -> frozenset[str]:
        """The zones of a cell."""
        return self.zones[cell[0]][cell[1]]

    def up(self, cell: Cell) -> Cell:
        """One row up, or the same cell at the top."""
        above = (cell[0] - 1, cell[1])
        return above if self.has(above) else cell

    def down(self, cell: Cell) -> Cell:
        """One row down, or the same cell at the bottom of its column."""
        below = (cell[0] + 1, cell[1])
        return below if self.has(below) else cell

    def right(self, cell: Cell) -> Cell:
        """One column to the right; up at the end of a row."""
        beside = (cell[0], cell[1] + 1)
        return beside if self.has(beside) else self.up(cell)

    def left(self, cell: Cell) -> Cell:
        """One column to the left; down at the start of a row or at a ledge."""
        beside = (cell[0], cell[1] - 1)
        if LEDGE in self.zone(cell) or not self.has(beside):
            return self.down(cell)
        return beside


def parse_grid(rows: Sequence[str], par: dict[str, str]) -> Grid:
    """The market of a facts file: '75 80:par .' are cells of a row, a dot where there is none."""
    prices, zones = [], []
    for row in rows:
        parts = [cell.partition(":") for cell in row.split()]
        prices.append(tuple(0 if price == "." else int(price) for price, _, _ in parts))
        zones.append(tuple(frozenset(zone.split("+")) - {""} for _, _, zone in parts))
    cells = {int(price): _cell(where) for price, where in par.items()}
    return Grid(tuple(prices), tuple(zones), cells)


def _cell(key: str) -> Cell:
    row, _, column = key.partition(":")
    return int(row), int(column)


@cache
def cell_key(cell: Cell) -> str:
    """The name of a cell in the position's market."""
    return f"{cell[0]}:{cell[1]}"


def price_of(state: State, company: str) -> int:
    """The share price of a company; 0 before it has one."""
    cell = state.companies[company].cell
    return 0 if cell is None else state.rules.market.price(cell)


def zone_of(state: State, company: str) -> frozenset[str]:
    """The market zones that a company's marker is in."""
    cell = state.companies[company].cell
    return frozenset() if cell is None else state.rules.market.zone(cell)


def counts_against_limit(state: State, company: str) -> bool:
    """Whether a company's certificates count against the limit: not in the zones that free them."""
    cell = state.companies[company].cell
    return cell is None or not state.rules.market.zone(cell) & state.rules.stock.uncounted_zones


def place_marker(change: Change, company: str, cell: Cell, why: str = "", rule: str = "") -> None:
    """Put a marker on a cell, below those already there; one that stays where it is keeps its place."""
    state = change.state
    old = state.companies[company].cell
    if old == cell:
        return
    market = dict(state.market)
    if old is not None:
        rest = tuple(sym for sym in market[cell_key(old)] if sym != company)
        if rest:
            market[cell_key(old)] = rest
        else:
            del market[cell_key(old)]
    key = cell_key(cell)
    market[key] = (*market.get(key, ()), company)
    companies = {**state.companies, company: replace(state.companies[company], cell=cell)}
    change.set(market=market, companies=companies)
    grid = state.rules.market
    before = 0 if old is None else grid.price(old)
    change.emit(PriceMoved(company=company, old=before, new=grid.price(cell), why=why, rule=rule))


def move_marker(change: Change, company: str, direction: str, steps: int, why: str, rule: str = "") -> None:
    """Move a marker this many steps in a direction: up, down, left or right."""
    cell = change.state.companies[company].cell
    if cell is None:
        return
    step = getattr(change.state.rules.market, direction)
    for _ in range(steps):
        cell = step(cell)
    place_marker(change, company, cell, why, rule)


def by_price(state: State, companies: Sequence[str]) -> tuple[str, ...]:
    """Companies in share price order: highest price first, then further right, then higher in its stack."""
    prices = state.rules.market.prices

    def key(sym: str) -> tuple[int, int, int, int]:
        cell = state.companies[sym].cell
        if cell is None:
            return (0, 0, 0, 0)
        row, column = cell
        return (-prices[row][column], -column, row, state.market[cell_key(cell)].index(sym))

    return tuple(sorted(companies, key=key))
