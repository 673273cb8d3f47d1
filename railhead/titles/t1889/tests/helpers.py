"""Positions of 1889 for the tests."""

from __future__ import annotations

from typing import Any

from kit import begin, play, with_company
from msgspec.structs import replace

from railhead.core.market import cell_key
from railhead.core.operating import OperatingRound, OperatingTurn
from railhead.core.state import IPO, POOL, Board, State

STEPS = ("track", "station", "run", "dividend", "trains", "privates")


def sold_out_auction(seats: int = 3) -> State:
    """Three players have bought the privates in turn: p1 A D, p2 B E, p3 C F; p1 begins stock round 1."""
    state = begin("1889", seats)
    return play(
        state,
        "p1 bid private=A price=20",
        "p2 bid private=B price=30",
        "p3 bid private=C price=40",
        "p1 bid private=D price=50",
        "p2 bid private=E price=60",
        "p3 bid private=F price=80",
    )


def floated(state: State, sym: str, holders: dict[str, int], par: int = 80, **fields: Any) -> State:
    """A floated company; holders give percentages, the first is president, the rest is in the offering."""
    president, *_ = holders
    shares: dict[str, tuple[int, ...]] = {}
    left = 80
    for holder, percent in holders.items():
        tens = (percent - 20 if holder == president else percent) // 10
        left -= 10 * tens
        if tens:
            shares[holder] = (10,) * tens
    if left:
        shares[IPO] = (*shares.get(IPO, ()), *((10,) * (left // 10)))
    cell = fields.pop("cell", state.rules.market.par[par])
    key = cell_key(cell)
    market = {**state.market, key: (*state.market.get(key, ()), sym)}
    state = replace(state, market=market)
    values = {"certificate": president, "shares": shares, "par": par, "floated": True, "cell": cell, "cash": 10 * par}
    return with_company(state, sym, **{**values, **fields})


def laid(state: State, **tiles: tuple[str, int]) -> State:
    """A position with these tiles on the map, the supply kept right."""
    supply = dict(state.board.supply)
    for tile, _ in tiles.values():
        supply[tile] -= 1
    board = Board(laid={**state.board.laid, **tiles}, stations=state.board.stations, supply=supply)
    return replace(state, board=board)


def stations(state: State, **cities: tuple[str, ...]) -> State:
    """A position with these markers; every city named has one centre."""
    there = {hex_id: (slots,) for hex_id, slots in cities.items()}
    board = replace(state.board, stations={**state.board.stations, **there})
    return replace(state, board=board)


def operating(state: State, company: str, step: str, phase: int = 0, **fields: Any) -> State:
    """A position in which a company is in a step of its turn."""
    turn = OperatingTurn(company, STEPS.index(step), **fields)
    return replace(state, phase=phase, frames=(OperatingRound(waiting=()), turn))


def money_in_bank(state: State) -> State:
    """The bank holds what players and companies do not, of 7000."""
    rest = 7000 - sum(p.cash for p in state.players.values()) - sum(c.cash for c in state.companies.values())
    return replace(state, bank=rest)


__all__ = ["POOL", "floated", "laid", "money_in_bank", "operating", "sold_out_auction", "stations"]
