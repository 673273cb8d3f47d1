"""Bankruptcy against brute force: it is open exactly where no sequence of sales pays for a train that does the duty.

Small positions are made at random: a company without a train, a president with some cash and some shares of a few
companies. Every sequence of sales is tried, block by block in every order, and compared with the program's answer,
which looks at the largest blocks alone. From a position that can be paid, any legal sales must lead to the purchase.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kit import begin, rules, with_cash, with_company
from msgspec.structs import replace

from railhead import usual
from railhead.core.change import Change, find_frame
from railhead.core.engine import apply, legal_moves, refusal
from railhead.core.forced import ForcedPurchase
from railhead.core.forced_sales import note_sale, what_is_sold
from railhead.core.market import cell_key, price_of
from railhead.core.moves import Bankrupt, BuyTrain, SellShares, StepBack, verb_of
from railhead.core.operating import OperatingRound, OperatingTurn, operating_company
from railhead.core.raising import ForcedPurchases
from railhead.core.shares import percent_of
from railhead.core.state import IPO, POOL, Round, State
from railhead.core.trains import SUPPLY, offered, train_price
from railhead.titles.t1843.purchase import FORCED as FORCED_1843
from railhead.titles.t1843.tests.test_emergency import blue
from railhead.titles.t1889.tests.test_trains import broke
from railhead.titles.t1893.forced import FORCED as FORCED_1893
from railhead.titles.t1893.tests.test_forced import stranded
from railhead.titles.t1894.tests.test_trains import poor
from railhead.titles.t1894.trains import FORCED as FORCED_1894

POSITIONS = 40


def northcape() -> State:
    """The Primer: NCR of p1 has a route and no train, the next train is a 4; ELR has started too."""
    state = begin("primer", 3)
    closed = {sym: replace(it, closed=True) for sym, it in state.privates.items()}
    board = replace(state.board, laid={"C2": ("57", 1)}, stations={"C2": (("NCR",),)})
    depot = replace(state.depot, supply={**state.depot.supply, "2": 0, "3": 0}, sold=("2", "3"))
    for sym, par in (("NCR", 70), ("ELR", 60)):
        cell = state.rules.market.par[par]
        shares = {"p1": (10,) * 4, IPO: (10,) * 4}
        state = with_company(state, sym, certificate="p1", shares=shares, par=par, cell=cell, floated=True)
        state = replace(state, market={**state.market, cell_key(cell): (sym,)})
    steps = [step.name for step in state.rules.steps]
    frames = (OperatingRound(waiting=()), OperatingTurn("NCR", steps.index("trains")))
    return replace(
        state, privates=closed, board=board, depot=depot, phase=1, round=Round("OR", 2, 1, 1), frames=frames
    )


CASES: dict[str, tuple[Callable[[], State], ForcedPurchases, tuple[str, ...]]] = {
    "1889": (lambda: broke(0, 0), usual.FORCED, ("SR", "KO")),
    "1894": (lambda: poor(0, 0), FORCED_1894, ("BELGE", "AG")),
    "1843": (lambda: blue(0, 0), FORCED_1843, ("EST", "SO")),
    "1893": (lambda: stranded(cash=0, p1=0), FORCED_1893, ("DE", "RSE")),
    "primer": (northcape, usual.FORCED, ("NCR", "ELR")),
}
"""By title a president p1 without money, his ways to sell, and the companies whose shares are dealt again."""


def dealt(state: State, sym: str, rng: random.Random) -> State:
    """The certificates of a company dealt at random; the president is whoever has most, p1 among equals."""
    charter = state.companies[sym]
    sizes = [size for sizes in charter.shares.values() for size in sizes]
    places = rng.choices(["p1", "p2", "p3", IPO, POOL], weights=[rng.choice((1, 2, 4)), 2, 2, 1, 2], k=len(sizes))
    if state.rules.stock.sold_to != POOL:
        places = [IPO if place == POOL else place for place in places]
    shares: dict[str, tuple[int, ...]] = {}
    for place, size in zip(places, sizes, strict=True):
        shares[place] = (*shares.get(place, ()), size)
    held = {name: sum(shares.get(name, ())) for name in state.players}
    runs = max(state.players, key=lambda name: (held[name], name == "p1"))
    chief = "p1" if sym == operating_company(state) else runs
    return with_company(state, sym, shares=shares, certificate=chief, trains=(), operated=True)


def positions(name: str) -> Iterator[State]:
    """Positions in which p1's company must buy a train and the money may or may not be raised."""
    make, _, companies = CASES[name]
    rng = random.Random(f"bankrupt {name}")
    found = 0
    while found < POSITIONS:
        state = make()
        for sym in companies:
            state = dealt(state, sym, rng)
        own = operating_company(state)
        if any(percent_of(state, own, other) > percent_of(state, own, "p1") for other in ("p2", "p3")):
            continue
        cheapest = min(train_price(state, train) for train in offered(state, own))
        most = rng.choice((20, cheapest // 2, cheapest))
        state = with_cash(state, p1=rng.randrange(0, most, 10))
        state = with_company(state, own, cash=rng.randrange(0, most, 10))
        if state.players["p1"].cash + state.companies[own].cash < cheapest:
            found += 1
            yield state


def sales(state: State, ways: ForcedPurchases) -> Iterator[tuple[Any, Any]]:
    """Every single sale that is legal, whether it is wise, needed or too large."""
    for way in ways.assets:
        if issubclass(way.kind.move, SellShares):
            moves = [
                way.kind.move("p1", sym, percent)
                for sym in state.companies
                for percent in range(10, percent_of(state, sym, "p1") + 1, 10)
            ]
        else:
            moves = list(way.kind.candidates(state))
        for move in moves:
            if way.kind.objection(state, move) is None:
                yield way.kind, move


def can_be_paid(state: State, ways: ForcedPurchases, price: int, seen: set[Any]) -> bool:
    """Whether some sequence of sales covers a price."""
    company = operating_company(state)
    if state.players["p1"].cash + state.companies[company].cash >= price:
        return True
    frame = find_frame(state, ForcedPurchase)
    key = (
        state.players["p1"].cash,
        tuple((it.certificate, it.cell, tuple(sorted(it.shares.items()))) for it in state.companies.values()),
        tuple((sym, it.owner, it.closed) for sym, it in state.privates.items()),
        tuple(sorted(frame.sold)) if frame is not None else (),
    )
    if key in seen:
        return False
    seen.add(key)
    for kind, move in sales(state, ways):
        change = Change(state)
        before = price_of(state, move.company) if isinstance(move, SellShares) else 0
        kind.effect(change, move)
        note_sale(change, what_is_sold(move), before)
        if can_be_paid(change.state, ways, price, seen):
            return True
    return False


@pytest.mark.parametrize("name", CASES)
def test_bankrupt_only_where_nothing_pays(name: str) -> None:
    """The program's answer equals that of all sequences of sales, for the cheapest train of supply and pool."""
    _, ways, _ = CASES[name]
    answers = set()
    for state in positions(name):
        company = operating_company(state)
        train = min(offered(state, company), key=lambda one: train_price(state, one))
        raising = replace(state, frames=(*state.frames, ForcedPurchase(train, SUPPLY)))
        payable = can_be_paid(raising, ways, train_price(state, train), set())
        found = refusal(state, Bankrupt("p1"))
        may = found is None or "still to sell" in found.facts
        assert may is not payable, (state.players, state.companies[company], found)
        answers.add(payable)
    assert answers == {True, False}, "positions of both kinds were looked at"


@pytest.mark.parametrize("name", CASES)
def test_legal_sales_lead_to_the_train(name: str) -> None:
    """Whoever can pay and sells as the rules allow, in any order, ends with the train."""
    rng = random.Random(f"sales {name}")
    looked = 0
    for state in positions(name):
        if refusal(state, Bankrupt("p1")) is None or "still to sell" in refusal(state, Bankrupt("p1")).facts:
            continue
        looked += 1
        company = operating_company(state)
        for _ in range(60):
            if state.companies[company].trains:
                break
            moves = [one for one in legal_moves(state) if one.by == "p1" and not isinstance(one, StepBack)]
            buys = [one for one in moves if isinstance(one, BuyTrain)]
            moves = buys or [one for one in moves if verb_of(type(one)).startswith(("sell", "raise", "cash"))]
            assert moves, state.top
            state, _ = apply(state, rng.choice(moves))
        assert state.companies[company].trains or state.ended is not None
    assert looked > 5


def test_1824_knows_no_bankruptcy() -> None:
    """Its directors go into debt (VII.12)."""
    for seats in (3, 6):
        assert not [kind for kind in rules("1824", seats).kinds() if kind.move is Bankrupt]
