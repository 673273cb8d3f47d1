"""Positions of 1893 for the tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import kit
from kit import play, read, with_company, with_private
from msgspec.structs import replace

from railhead.core.engine import apply
from railhead.core.events import Event
from railhead.core.market import cell_key
from railhead.core.operating import OperatingRound, OperatingTurn
from railhead.core.state import IPO, Round, State
from railhead.core.stock import StockRound
from railhead.titles.t1893.terms import MERGERS, SEATS_IN_ORDER

BANK = 7200
STEPS = ("track", "station", "run", "dividend", "trains")
OWNERS = {"EKB": "p3", "KFBE": "p1", "KSZ": "p2", "KBE": "p1", "BKB": "p2"}
PRIVATE_OWNERS = {"FdSD": "p1", "EVA": "p3", "HdSK": "p2"}


def begin(seats: int, *options: str) -> State:
    """The opening position with players seated as they are named: p1 begins."""
    return kit.begin("1893", seats, SEATS_IN_ORDER, *options)


def one_left(*options: str) -> State:
    """The first stock round of three players with HdSK unsold: p1 has 0, p2 320, p3 240; p2 is to act."""
    return play(
        begin(3, *options),
        "p1 buy_certificate certificate=KFBE",
        "p2 buy_certificate certificate=KSZ",
        "p3 buy_certificate certificate=EVA",
        "p1 buy_certificate certificate=KBE",
        "p2 buy_certificate certificate=BKB",
        "p3 buy_certificate certificate=EKB",
        "p1 buy_certificate certificate=FdSD",
    )


def balanced(state: State, **cash: int) -> State:
    """Players have this cash, the bank the rest of 7200."""
    players = {name: replace(it, cash=cash.get(name, it.cash)) for name, it in state.players.items()}
    spent = sum(it.cash for it in players.values()) + sum(it.cash for it in state.companies.values())
    return replace(state, players=players, bank=BANK - spent)


def stock_round(*options: str, seats: int = 3, phase: int = 0, at: str = "p1") -> State:
    """The second stock round: minors and privates are owned (see OWNERS), everybody has 500."""
    state = begin(seats, *options)
    for sym, owner in PRIVATE_OWNERS.items():
        state = with_private(state, sym, owner=owner)
    for sym, owner in OWNERS.items():
        price = state.rules.facts.companies[sym].special["price"]
        state = with_company(state, sym, certificate=owner, floated=True, cash=price)
    state = replace(state, round=Round("SR", 2), frames=(StockRound(at=at),), priority=at)
    state = balanced(state, **dict.fromkeys(state.players, 500))
    return in_phase(state, phase)


def in_phase(state: State, phase: int) -> State:
    """A position in a later phase, with what its trains have brought on sale."""
    state = replace(state, phase=phase)
    order = list(state.depot.supply)
    gone = order[: phase + 1]
    supply = {train: 0 if train in gone[:-1] else left for train, left in state.depot.supply.items()}
    rusted = tuple(name for name in gone[:-1] for _ in range(state.rules.trains[name].count or 0))
    state = replace(state, depot=replace(state.depot, supply=supply, gone=rusted, sold=tuple(gone)))
    for sym, merger in MERGERS.items():
        if state.rules.phases[phase].name >= merger.may and state.companies[sym].cell is None:
            row, column = state.rules.facts.companies[sym].special["start_cell"]
            state = on_market(with_company(state, sym, par=merger.price), sym, (row, column))
    return state


def on_market(state: State, sym: str, cell: tuple[int, int]) -> State:
    """A position with a company's marker on a cell, below those already there."""
    market = {key: tuple(name for name in stack if name != sym) for key, stack in state.market.items()}
    market = {key: stack for key, stack in market.items() if stack}
    market[cell_key(cell)] = (*market.get(cell_key(cell), ()), sym)
    return replace(with_company(state, sym, cell=cell), market=market)


def corporation(
    state: State,
    sym: str,
    director: str,
    shares: Mapping[str, tuple[int, ...]],
    cell: tuple[int, int] = (3, 3),
    **fields: Any,
) -> State:
    """A floated corporation that has operated; ordinary shares that nobody has lie in the market."""
    left = list(state.rules.companies[sym].shares[1:])
    for sizes in shares.values():
        for size in sizes:
            left.remove(size)
    held = {**shares, IPO: (*shares.get(IPO, ()), *left)} if left else dict(shares)
    values: dict[str, Any] = {"par": state.rules.market.price(cell), "floated": True, "operated": True}
    values |= {"certificate": director, "shares": held}
    return balanced(on_market(with_company(state, sym, **values | fields), sym, cell))


def merged(state: State, sym: str) -> State:
    """A position in which the companies of a merger are gone and their markers the corporation's."""
    stations = dict(state.board.stations)
    for part in MERGERS[sym].parts:
        if part in state.companies:
            state = with_company(state, part, closed=True, certificate="", floated=False, cash=0)
            home = state.rules.companies[part].home[0]
            stations[home] = ((sym,),)
        else:
            state = with_private(state, part, closed=True, owner="")
    return balanced(replace(state, board=replace(state.board, stations=stations)))


def laid(state: State, **tiles: tuple[str, int]) -> State:
    """A position with these tiles on the map, the supply kept right."""
    supply = dict(state.board.supply)
    for tile, _ in tiles.values():
        supply[tile] -= 1
    board = replace(state.board, laid={**state.board.laid, **tiles}, supply=supply)
    return replace(state, board=board)


def stations(state: State, **cities: tuple[str, ...]) -> State:
    """A position with these markers; every city named is the only centre of its hex."""
    there = {hex_id: (slots,) for hex_id, slots in cities.items()}
    return replace(state, board=replace(state.board, stations={**state.board.stations, **there}))


def operating(state: State, company: str, step: str, **fields: Any) -> State:
    """A position in which a company is in a step of its turn."""
    turn = OperatingTurn(company, STEPS.index(step), **fields)
    return replace(state, round=Round("OR", 2, 1, 2), frames=(OperatingRound(waiting=()), turn))


def trains(state: State, **owned: tuple[str, ...]) -> State:
    """A position in which companies own these trains, taken from the supply."""
    supply = dict(state.depot.supply)
    gone = list(state.depot.gone)
    for company, names in owned.items():
        for name in names:
            if supply[name]:
                supply[name] -= 1
            else:
                gone.remove(name)
        state = with_company(state, company, trains=names)
    return replace(state, depot=replace(state.depot, supply=supply, gone=tuple(gone)))


def pool(state: State, *names: str) -> State:
    """A position with these trains in the train pool."""
    gone = list(state.depot.gone)
    for name in names:
        gone.remove(name)
    return replace(state, depot=replace(state.depot, pool=names, gone=tuple(gone)))


def events(state: State, line: str) -> tuple[State, list[Event]]:
    """The position after a move, and what happened."""
    after, happened = apply(state, read(state, line))
    return after, list(happened)


def rules_cited(state: State, line: str) -> set[str]:
    """The rules that the automatic events of a move cite."""
    return {event.rule for event in events(state, line)[1] if event.rule}
