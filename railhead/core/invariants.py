"""What is true in every position of every title: money, certificates, trains, tiles, markers, limits."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from railhead.core.map import Map
from railhead.core.memo import Memo
from railhead.core.money import total_money

if TYPE_CHECKING:
    from railhead.core.state import State

_BROKEN = Memo[Map, list[str]]()


def broken_invariants(state: State, money: int) -> list[str]:
    """What is wrong with a position, in words; `money` is the sum of all money at the start."""
    found: list[str] = []
    if total_money(state) != money:
        found.append(f"money: {total_money(state)} instead of {money}")
    found += _shares(state) + _trains(state) + _board(state) + _market(state)
    found += [f"treasury of {sym}: {it.cash}" for sym, it in state.companies.items() if it.cash < 0]
    found += [f"cash of {name}: {it.cash}" for name, it in state.players.items() if it.cash < 0]
    return found


def _shares(state: State) -> list[str]:
    found = []
    for sym, charter in state.companies.items():
        facts = state.rules.companies[sym]
        held = sorted(size for sizes in charter.shares.values() for size in sizes)
        if held != sorted(facts.shares[1:]) and not charter.closed:
            found.append(f"certificates of {sym}: {held}")
    return found


def _trains(state: State) -> list[str]:
    there = Counter(state.depot.pool) + Counter(state.depot.gone)
    for charter in state.companies.values():
        there += Counter(charter.trains)
    found = []
    for train, left in state.depot.supply.items():
        total = state.rules.trains[train].count
        if left >= 0 and total is not None and left + there[train] != total:
            found.append(f"{train}-trains: {left} in the supply and {there[train]} elsewhere instead of {total}")
    return found


def _board(state: State) -> list[str]:
    """Tiles and markers, checked once per board: most moves leave it unchanged."""
    return _BROKEN.of(state.board, state.rules.map, lambda: _tiles(state) + _stations(state))


def _tiles(state: State) -> list[str]:
    laid = Counter(tile for tile, _ in state.board.laid.values())
    found = []
    for name, left in state.board.supply.items():
        total = state.rules.map.tiles[name].facts.count
        if total is not None and (left < 0 or left + laid[name] != total):
            found.append(f"tile {name}: {left} left and {laid[name]} laid instead of {total}")
    return found


def _stations(state: State) -> list[str]:
    found = []
    for hex_id, cities in state.board.stations.items():
        face = state.rules.map.face(hex_id, state.board.laid.get(hex_id))
        markers = [name for slots in cities for name in slots if name]
        if len(cities) > len(face.nodes):
            found.append(f"stations in {hex_id}: {cities} on {len(face.nodes)} centres")
        unknown = [name for name in markers if name not in state.companies and name != "blocked"]
        if unknown:
            found.append(f"stations in {hex_id}: {unknown} are no companies")
    return found


def _market(state: State) -> list[str]:
    found = []
    where = {sym: key for key, stack in state.market.items() for sym in stack}
    for sym, charter in state.companies.items():
        cell = charter.cell
        if (where.get(sym) is None) != (cell is None) or (cell and where[sym] != f"{cell[0]}:{cell[1]}"):
            found.append(f"marker of {sym}: {cell} and {where.get(sym)}")
    if sum(len(stack) for stack in state.market.values()) != len(where):
        found.append("a marker lies on the market twice")
    return found
