"""Positions of 1843 for the tests, made in a few words."""

from __future__ import annotations

from typing import Any

from kit import begin, play, read, with_company
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import apply, refusal, settle
from railhead.core.market import cell_key
from railhead.core.moves import RunTrains
from railhead.core.operating import OperatingRound, OperatingTurn
from railhead.core.scoring import Route
from railhead.core.state import IPO, Board, Cell, Round, State
from railhead.core.stock import StockRound
from railhead.titles.t1843.extra import Extra
from railhead.titles.t1843.rules import STEPS
from railhead.titles.t1843.trains import COLOURS, hide_other_side, sides

IN_ORDER = {2: 0, 3: 53, 4: 55, 5: 127, 6: 1553}
"""Seeds with which the cards fall in the order of the seats."""
PHASES = COLOURS


def opened(seats: int = 3) -> State:
    """The opening position with card 1 at p1, card 2 at p2 ..."""
    state = begin("1843", seats, seed=IN_ORDER[seats])
    assert state.order == tuple(sorted(state.players))
    return state


def auctioned(seats: int = 3) -> State:
    """All privates bought in turn at face value, PLM at 94; the next player begins stock round 1."""
    state = opened(seats)
    for number, price in enumerate((15, 20, 40, 70, 110, 150, 210)):
        state = play(state, f"p{number % seats + 1} bid private={number + 1} price={price}")
    return play(state, f"p{6 % seats + 1} set_par company=PLM price=94")


def later(seats: int = 3, phase: str = "yellow") -> State:
    """A game without privates and companies in a phase; trains of earlier colours are gone."""
    state = opened(seats)
    privates = {sym: replace(it, closed=True) for sym, it in state.privates.items()}
    state = replace(state, privates=privates, phase=PHASES.index(phase), frames=(), round=Round("SR", 2))
    change = Change(state)
    for colour in COLOURS[: PHASES.index(phase) + 1]:
        for _ in range(1 if colour == phase and phase != "yellow" else _all(change.state, colour, phase)):
            single = sides(change.state, colour)[0]
            hide_other_side(change, single)
            depot = change.state.depot
            supply = {**depot.supply, single: depot.supply[single] - 1}
            change.depot(supply=supply, gone=(*depot.gone, single))
        change.depot(sold=tuple(dict.fromkeys((*change.state.depot.sold, *sides(change.state, colour)))))
    return change.state


def _all(state: State, colour: str, phase: str) -> int:
    return 0 if colour == phase else state.depot.supply[sides(state, colour)[0]]


def stock_round(seats: int = 3, phase: str = "yellow") -> State:
    """A later stock round; p1 begins."""
    return replace(later(seats, phase), frames=(StockRound(at="p1"),))


def floated(state: State, sym: str, holders: dict[str, int], par: int = 67, **fields: Any) -> State:
    """A floated company; holders give percentages, the first is director, the rest is in the IPO."""
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
    cell: Cell = fields.pop("cell", state.rules.market.par[par])
    key = cell_key(cell)
    state = replace(state, market={**state.market, key: (*state.market.get(key, ()), sym)})
    values = {"certificate": director, "shares": shares, "par": par, "floated": True, "cell": cell, "cash": 10 * par}
    return with_company(state, sym, **{**values, **fields})


def certificates_left(state: State, colour: str, number: int) -> State:
    """A position with this many certificates of a colour in the supply, the rest gone."""
    supply, gone = dict(state.depot.supply), list(state.depot.gone)
    for side in sides(state, colour):
        gone += [side] * (supply[side] - number)
        supply[side] = number
    sold = (
        state.depot.sold if number == state.rules.trains[sides(state, colour)[0]].count else (*sides(state, colour),)
    )
    sold = tuple(dict.fromkeys((*state.depot.sold, *sold)))
    return replace(state, depot=replace(state.depot, supply=supply, gone=tuple(gone), sold=sold))


def held(state: State) -> State:
    """A position in which the trains that companies were given are no longer among those gone."""
    gone = list(state.depot.gone)
    for charter in state.companies.values():
        for train in charter.trains:
            gone.remove(train)
    return replace(state, depot=replace(state.depot, gone=tuple(gone)))


def laid(state: State, **tiles: tuple[str, int]) -> State:
    """A position with these tiles on the map, the supply kept right."""
    supply = dict(state.board.supply)
    for tile, _ in tiles.values():
        if supply[tile] > 0:
            supply[tile] -= 1
    board = Board({**state.board.laid, **tiles}, state.board.stations, supply, state.board.markers)
    return replace(state, board=board)


def stations(state: State, **cities: tuple[tuple[str, ...], ...]) -> State:
    """A position with these markers: for every hex the slots of its cities."""
    return replace(state, board=replace(state.board, stations={**state.board.stations, **cities}))


def operating(state: State, company: str, step: str, waiting: tuple[str, ...] = (), **fields: Any) -> State:
    """A position in which a company is in a step of its turn, in the only operating round of its set."""
    names = [each.name for each in STEPS]
    turn = OperatingTurn(company, names.index(step), **fields)
    return replace(state, frames=(OperatingRound(waiting=waiting), turn), round=Round("OR", 2, 1, 1))


def extra(state: State, **fields: Any) -> State:
    """A position with another record of the title's own."""
    record: Extra = state.extra
    return replace(state, extra=replace(record, **fields))


def line(train: str, *legs: str) -> Route:
    """A route from its legs, as in 'H25 I24 J23'; a stop is a hex or hex.city."""
    parts = [leg.split() for leg in legs]
    ends = [parts[0][0], *(leg[-1] for leg in parts)] if parts else []
    stops = tuple(end if "." in end else f"{end}.0" for end in ends)
    return Route(train, stops, tuple(tuple(hex_id.split(".")[0] for hex_id in leg) for leg in parts))


def run_answer(state: State, *routes: Route, by: str = "p1") -> str:
    """What a run made by hand is refused with, or 'ok'."""
    objection = refusal(state, RunTrains(by, routes))
    return "ok" if objection is None else objection.rule


def cited(state: State, text: str) -> set[str]:
    """The rules that the events of a move cite."""
    return {event.rule for event in apply(state, read(state, text))[1]}


def after_round(state: State) -> State:
    """What follows when nobody has anything more to do in the round under way."""
    change = Change(state)
    settle(change)
    return change.state


def orleans(phase: str = "yellow", trains: tuple[str, ...] = (), cash: int = 2000, **depot: object) -> State:
    """PO of p1, without a route, may buy trains; OU of p2 and SO of p3 wait."""
    state = floated(later(3, phase), "PO", {"p1": 60}, trains=trains, cash=cash)
    state = floated(floated(state, "OU", {"p2": 60}), "SO", {"p3": 60})
    state = stations(state, F13=(("PO",),), D9=(("OU",),), H7=(("SO",),))
    state = replace(state, depot=replace(state.depot, **depot))
    return operating(state, "PO", "trains")


def buy(train: str, price: int, source: str = "supply", trade: str = "") -> str:
    """The line with which p1 buys a train."""
    return f"p1 buy_train train='{train}' source={source} price={price} trade='{trade}'"


def supply(state: State) -> dict[str, int]:
    """Certificates left of each colour."""
    return {colour: state.depot.supply[sides(state, colour)[0]] for colour in COLOURS}
