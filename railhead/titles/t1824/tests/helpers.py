"""Positions of 1824 for the tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kit import begin, play, read, with_company
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import apply
from railhead.core.market import place_marker
from railhead.core.operating import OperatingRound, OperatingTurn
from railhead.core.state import IPO, POOL, RESERVED, Cell, Round, State
from railhead.core.stations import put_station
from railhead.core.stock import StockRound
from railhead.titles.t1824.railways import Extra, coal_of

STEPS = ("track", "station", "run", "dividend", "trains")
PHASES = ("2", "3", "4", "5", "6", "8", "10")
NORMAL = ("2", "3", "4", "5", "6", "8", "10")


def changed(state: State, *effects: Callable[[Change], Any]) -> State:
    """The position after some effects."""
    change = Change(state)
    for effect in effects:
        effect(change)
    return change.state


def cited(state: State, line: str) -> set[str]:
    """The rules that the events of a move cite."""
    return {event.rule for event in apply(state, read(state, line))[1]} - {""}


def limited(state: State, certificates: int) -> State:
    """The same game with another certificate limit."""
    return replace(state, rules=replace(state.rules, certificate_limit=certificates))


def after_first_round(seats: int = 3, *options: str, **bought: str) -> State:
    """A game after its first stock round in which only these railways were bought: railway=player."""
    state = begin("1824", seats, *options)
    for sym, player in bought.items():
        if sym in state.privates:
            state = replace(state, privates={**state.privates, sym: replace(state.privates[sym], owner=player)})
        else:
            state = minor(state, sym, player)
    return replace(state, round=Round("SR", 2), frames=(StockRound("p1"),), extra=Extra(two_bought=True))


def minor(state: State, sym: str, player: str, cash: int = 0, trains: tuple[str, ...] = ()) -> State:
    """A coal or pre-state railway that a player owns, its marker at home."""
    facts = state.rules.companies[sym]
    home = facts.home[0]
    state = changed(state, lambda change: put_station(change, sym, home, facts.city))
    return with_company(
        state, sym, certificate=player, floated=True, operated=True, tokens=(), cash=cash, trains=trains
    )


def major(state: State, sym: str, holders: dict[str, int], price: int = 80, **fields: Any) -> State:
    """A regional or state railway in operation; the first holder is its director, the bank has the rest."""
    director, *_ = holders
    shares: dict[str, tuple[int, ...]] = {}
    left = 80
    for holder, percent in holders.items():
        tens = (percent - 20 if holder == director else percent) // 10
        left -= 10 * tens
        if tens:
            shares[holder] = (10,) * tens
    if left:
        shares[IPO] = (*shares.get(IPO, ()), *((10,) * (left // 10)))
    cell: Cell = fields.pop("cell", (0, 2) if price == 120 else state.rules.market.par[price])
    coal = coal_of(state, sym) if "coal" in state.rules.companies[sym].special else ""
    if coal:
        state = with_company(state, coal, closed=True, certificate="", floated=False)
    state = changed(state, lambda change: place_marker(change, sym, cell))
    values = {"certificate": director, "shares": shares, "par": price, "floated": True, "operated": True}
    return with_company(state, sym, **{**values, **fields})


def station(state: State, sym: str, hex_id: str, city: int = 0) -> State:
    """A position with one more marker."""
    return changed(state, lambda change: put_station(change, sym, hex_id, city))


def laid(state: State, **tiles: tuple[str, int]) -> State:
    """A position with these tiles on the map, the supply kept right."""
    supply = dict(state.board.supply)
    for tile, _ in tiles.values():
        supply[tile] -= 1
    return replace(state, board=replace(state.board, laid={**state.board.laid, **tiles}, supply=supply))


def operating(
    state: State, company: str, step: str, phase: str = "2", waiting: tuple[str, ...] = (), **fields: Any
) -> State:
    """A position in which a company is in a step of its turn in a single round; these are still to come."""
    turn = OperatingTurn(company, STEPS.index(step), **fields)
    return replace(
        state,
        phase=PHASES.index(phase),
        round=Round("OR", 2, 1, 1),
        frames=(OperatingRound(waiting=waiting), turn),
    )


def trading(state: State, player: str = "p1", phase: str = "2", **fields: Any) -> State:
    """A position in which it is a player's turn in a later stock round."""
    return replace(state, phase=PHASES.index(phase), round=Round("SR", 3), frames=(StockRound(player, **fields),))


def supply(state: State, following: str, left: int = 1, **goods: int) -> State:
    """The bank's next normal train is of this type; `goods` says how many g-trains are left (g1=2: two 1g-trains)."""
    at = NORMAL.index(following)
    stock = dict(state.depot.supply)
    for n, name in enumerate(NORMAL[:-1]):
        stock[name] = 0 if n < at else left if n == at else stock[name]
    for name, number in goods.items():
        stock[f"{name[1]}g"] = number
    sold = tuple(name for n, name in enumerate(NORMAL) if n < at)
    return replace(state, depot=replace(state.depot, supply=stock, sold=sold))


def debts(state: State, **owed: int) -> State:
    """A position in which players owe money."""
    return replace(state, extra=replace(state.extra, debts=owed))


__all__ = [
    "IPO",
    "POOL",
    "RESERVED",
    "after_first_round",
    "begin",
    "changed",
    "cited",
    "debts",
    "laid",
    "limited",
    "major",
    "minor",
    "operating",
    "station",
    "supply",
    "trading",
]


SEED = 578913808
"""Draws MLB and SD2 as construction railways; so CL has no director."""


def two(seed: int = SEED) -> State:
    """The opening position of variant A."""
    return begin("1824", 2, "cisleithania", seed=seed)


def drafted() -> State:
    """p1: MLB, SD1, SD3, EPP for 120; p2: SD2, KK1, KK2, EOD for 140; one mountain railway each; p1 to act."""
    return play(
        two(),
        "p1 buy_railway railway=MLB price=120",
        "p2 buy_railway railway=KK1 price=240",
        "p2 buy_railway railway=KK2 price=120",
        "p1 buy_railway railway=EPP price=120",
        "p2 buy_railway railway=EOD price=140",
        "p1 buy_railway railway=B1 price=120",
        "p2 buy_railway railway=B2 price=120",
    )
