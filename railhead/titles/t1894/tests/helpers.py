"""Positions of 1894 for the tests."""

from __future__ import annotations

from typing import Any

from kit import begin, play
from msgspec.structs import replace

from railhead.core.market import cell_key
from railhead.core.operating import OperatingRound, OperatingTurn
from railhead.core.setup import blank_company
from railhead.core.state import IPO, Round, State, Stations
from railhead.core.stock import StockRound
from railhead.titles.t1894.extra import Extra
from railhead.titles.t1894.opening import FRENCH, STATION_PRIVATES, draws, smallest

STEPS = ("financial operations", "track", "station", "run", "dividend", "trains", "last purchases")
PHASES = ("Yellow", "Green", "Blue", "Brown", "Red", "Gray", "Purple")


def seed_for(french: str, removed: str) -> int:
    """A seed that draws this French company and takes this station private out."""
    for seed in range(1000):
        numbers = draws(seed)
        if (smallest(FRENCH, numbers), smallest(STATION_PRIVATES, numbers)) == (french, removed):
            return seed
    raise AssertionError("no such seed")


def opened(seats: int = 3, french: str = "EST", removed: str = "SAC", *options: str) -> State:
    """The opening with this draw; number cards follow the seats."""
    return begin("1894", seats, "seats-in-order", *options, seed=seed_for(french, removed))


def auctioned(seats: int = 3, french: str = "EST", removed: str = "SAC") -> State:
    """All privates bought at cost in turn, both companies parred at 100; the first stock round begins."""
    state = opened(seats, french, removed)
    station = "GLG" if removed == "SAC" else "SAC"
    costs = (("LRC", 20), ("AR", 25), (station, 50), ("SQG", 70), ("LS", 90), ("NMinorS", 140))
    for private, cost in costs:
        state = play(state, f"{state.top.at} bid private={private} price={cost}")
    state = play(state, f"{state.top.at} bid private=FMS price=180")
    state = play(state, f"{state.top.player} set_par company={french} price=100")
    state = play(state, f"{state.top.at} bid private=BMS price=200")
    return play(state, f"{state.top.player} set_par company=BELGE price=100")


def clean(seats: int = 3, *options: str) -> State:
    """Nothing owned, privates closed; the French company drawn is the EST, the station private GLG."""
    state = opened(seats, "EST", "SAC", *options)
    return replace(
        state,
        companies={sym: blank_company(state.rules, sym) for sym in state.companies},
        privates={sym: replace(it, closed=True) for sym, it in state.privates.items()},
        frames=(),
        extra=Extra("EST"),
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
    values = {"certificate": president, "shares": shares, "par": par, "floated": True, "cell": cell, "cash": 10 * par}
    company = replace(state.companies[sym], **{**values, **fields})
    return replace(state, market=market, companies={**state.companies, sym: company})


def laid(state: State, **tiles: tuple[str, int]) -> State:
    """A position with these tiles on the map, the supply kept right."""
    supply = dict(state.board.supply)
    for tile, _ in tiles.values():
        supply[tile] -= 1
    return replace(state, board=replace(state.board, laid={**state.board.laid, **tiles}, supply=supply))


def marked(state: State, **cities: Stations) -> State:
    """A position with these markers, city by city of each hex; their companies have used homes up."""
    return replace(state, board=replace(state.board, stations={**state.board.stations, **cities}))


def ferries(state: State, *companies: str) -> State:
    """A position in which these companies have ferry markers."""
    return replace(state, board=replace(state.board, markers={"A10": companies}))


def extra(state: State, **fields: Any) -> State:
    """A position with another record of the title."""
    return replace(state, extra=replace(state.extra, **fields))


def owned(state: State, **owners: str) -> State:
    """A position in which these privates are open and owned."""
    privates = {sym: replace(state.privates[sym], owner=owner, closed=False) for sym, owner in owners.items()}
    return replace(state, privates={**state.privates, **privates})


def operating(state: State, company: str, step: str, phase: str = "Yellow", part: int = 1, **fields: Any) -> State:
    """A position in which a company is in a step of its turn, in the second set of operating rounds."""
    turn = OperatingTurn(company, STEPS.index(step), **fields)
    return replace(
        state,
        phase=PHASES.index(phase),
        round=Round("OR", 2, part, 2),
        frames=(OperatingRound(waiting=()), turn),
    )


def stock_round(state: State, at: str = "p1", **fields: Any) -> State:
    """A later stock round, a player's turn."""
    return replace(state, round=Round("SR", 3), frames=(StockRound(at=at, **fields),))
