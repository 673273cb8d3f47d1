"""How long the game lasts, what money is kept for, and what shares are sold for."""

from __future__ import annotations

import random

import pytest
from kit import begin, with_cash, with_company
from msgspec.structs import replace

from railhead.bots.clerk import rated
from railhead.bots.clerk.desk import Desk, Habits
from railhead.bots.outlook import Outlook, rounds_to_top
from railhead.bots.player import ask, bot, next_seat
from railhead.bots.weights import CLERK
from railhead.core.engine import apply
from railhead.core.moves import Bid, BuyTrain, Dividend, SellShares, StartCompany
from railhead.core.state import State
from railhead.core.stock import StockRound
from railhead.core.trains import SUPPLY
from railhead.titles.t1889.tests.helpers import floated, laid, operating, sold_out_auction, stations


@pytest.mark.parametrize(("bank", "rounds"), [(100, 2.0), (900, 4.0)])
def test_the_set_in_which_the_bank_breaks_is_played(bank: int, rounds: float) -> None:
    """Phase 3 has sets of two rounds; some 300 a round break a bank of 100 in the first set, 900 in the second."""
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=0, trains=("5",), operated=True, revenue=300)
    state = replace(state, phase=1, bank=bank)
    assert Outlook(state).rounds == rounds


def test_a_price_that_ends_the_game_is_so_many_dividends_away() -> None:
    """1894: from 310 in the top row it is two steps to 450."""
    state = begin("1894", 3)
    grid = state.rules.market
    cell = (0, grid.prices[0].index(310))
    state = with_company(state, "BELGE", cell=cell, floated=True, trains=("4",))
    assert rounds_to_top(state) == 2
    assert rounds_to_top(with_company(state, "BELGE", trains=())) > 20, "a company without a train pays nothing"


def _matsuyama(cash: int) -> State:
    """IR has run its 2-train between Matsuyama and Imabari and decides about 50."""
    state = floated(sold_out_auction(), "IR", {"p1": 60}, cash=cash, trains=("2",), operated=True, revenue=50)
    state = stations(laid(state, E2=("6", 4)), E2=("IR",))
    state = replace(state, depot=replace(state.depot, supply={**state.depot.supply, "2": 0}))
    return operating(state, "IR", "dividend", phase=1, revenue=50)


@pytest.mark.parametrize(("cash", "pays_for_one"), [(150, True), (400, False)])
def test_money_is_kept_for_a_train_that_it_pays_for(cash: int, pays_for_one: bool) -> None:
    """With 50 more, 150 pay for a 3-train; who has 400 can buy one anyway."""
    state = _matsuyama(cash)
    scores = []
    for factor in (1.0, 0.0):
        found = rated(state, "p1", Habits(replace(CLERK, keep_train=factor, keep_most=1.0)))
        scores.append(next(it.score for it in found if it.move == Dividend("p1", "withhold")))
    assert (scores[0] > scores[1]) == pays_for_one


@pytest.mark.parametrize(("cash", "for_a_start"), [(250, True), (20, False)])
def test_shares_are_sold_for_a_company_that_they_pay_for(cash: int, for_a_start: bool) -> None:
    """To float one at 65 takes 325. Two shares at 90 make 430 of 250, but only 200 of 20."""
    state = floated(
        sold_out_auction(), "KO", {"p2": 60, "p1": 20}, cash=500, trains=("3",), operated=True, revenue=20
    )
    state = with_cash(replace(state, frames=(StockRound(at="p1"),)), p1=cash)
    sales = [it for it in rated(state, "p1") if it.move == SellShares("p1", "KO", 20)]
    assert [it.why.startswith("It pays for ") for it in sales] == [for_a_start]


def _first_four(**trains: tuple[str, ...]) -> State:
    """AR of p1 may buy the first 4-train, which rusts all 2-trains; KO belongs to p2 and has 100."""
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=300, trains=trains["ar"])
    state = floated(state, "KO", {"p2": 60}, cash=100, trains=trains["ko"])
    state = replace(state, depot=replace(state.depot, supply={**state.depot.supply, "2": 0, "3": 0}))
    return operating(state, "AR", "trains", phase=1)


@pytest.mark.parametrize(
    ("ko", "cost"),
    [
        (("2", "2"), 300 - 100 + 100 * CLERK.treasury),  # p2 adds 200 to KO's money for another 4-train
        (("2", "3"), 0.0),  # KO keeps a train, and neither has earned anything
        (("3",), 0.0),
    ],
)
def test_it_counts_what_rust_costs_the_others(ko: tuple[str, ...], cost: float) -> None:
    """With three players, what it costs one of them counts half."""
    state = _first_four(ar=("3",), ko=ko)
    move = BuyTrain("p1", "4", SUPPLY, 300)
    found = [
        next(it for it in rated(state, "p1", Habits(replace(CLERK, rust_others=factor))) if it.move == move)
        for factor in (1.0, 0.0)
    ]
    assert found[0].score - found[1].score == pytest.approx(cost / 2)


@pytest.mark.parametrize(("rivals", "counts"), [(2, False), (1, True)])
def test_what_rust_costs_may_count_for_a_single_rival_only(rivals: int, counts: bool) -> None:
    """As in 1893: with two rivals, the loss of one helps the other as well."""
    state = _first_four(ar=("3",), ko=("2", "2"))
    if rivals == 1:
        state = replace(state, players={name: it for name, it in state.players.items() if name != "p3"})
    move = BuyTrain("p1", "4", SUPPLY, 300)
    found = [
        next(it for it in rated(state, "p1", Habits(weights)) if it.move == move)
        for weights in (replace(CLERK, rust_many=0.0), replace(CLERK, rust_others=0.0))
    ]
    assert (found[0].score > found[1].score) == counts


def test_it_says_whose_trains_rust() -> None:
    """A 4-train can run nowhere yet and lives as long as AR's own: it is bought for KO's rust."""
    state = _first_four(ar=("4",), ko=("2",))
    found = next(it for it in rated(state, "p1") if it.move == BuyTrain("p1", "4", SUPPLY, 300))
    assert found.why == "A 4-train rusts trains of KO."


def test_a_new_company_should_have_money_for_three_trains() -> None:
    """3-trains for 180 are next: 540 are enough. With 4-trains for 300, 900 are wanted, and 65 brings only 650."""
    state = with_cash(replace(sold_out_auction(), frames=(StockRound(at="p1"),)), p1=600)
    for supply, lacking in (({"2": 0}, 0), ({"2": 0, "3": 0}, 250)):
        there = replace(state, depot=replace(state.depot, supply={**state.depot.supply, **supply}))
        scores = [
            next(it.score for it in rated(there, "p1", Habits(weights)) if it.move == StartCompany("p1", "AR", 65))
            for weights in (replace(CLERK, start_short=0.0), CLERK)
        ]
        assert scores[0] - scores[1] == pytest.approx(lacking * CLERK.start_short)


def test_no_bid_takes_the_money_for_what_is_sold_before() -> None:
    """1894: with 570, a bid on the last two leaves less than 140 for the minor shareholding."""
    state = begin("1894", 3)
    seat = next_seat(state)
    state, _ = apply(state, Bid(seat, "BMS", 300))
    while next_seat(state) != seat:
        state, _ = apply(
            state, next(it.move for it in rated(state, next_seat(state)) if not isinstance(it.move, Bid))
        )
    careful, careless = (
        {it.move.private: it.score for it in rated(state, seat, Habits(weights)) if isinstance(it.move, Bid)}
        for weights in (CLERK, replace(CLERK, bid_stuck=0.0))
    )
    assert careless["FMS"] - careful["FMS"] == pytest.approx(CLERK.bid_stuck * Desk(state, seat).unit)
    assert careless["LRC"] == careful["LRC"]


@pytest.mark.parametrize(("seats", "seed"), [(3, 4), (3, 5), (4, 6), (4, 7)])
def test_an_opening_takes_forty_decisions_at_most(seats: int, seed: int) -> None:
    """Nobody has to wait for income because all the money lies on bids."""
    state, rng = begin("1894", seats, seed=seed), random.Random(seed)
    while state.round.kind not in ("SR", "OR"):
        assert state.count < 40
        state, _ = apply(state, ask(bot("clerk"), state, next_seat(state), 1.0, rng).move)


@pytest.mark.parametrize(("cash", "risky"), [(20, True), (900, False)])
def test_no_train_is_taken_from_a_company_that_would_ruin_its_president(cash: int, risky: bool) -> None:
    """KO would keep a 2-train that rusts soon, and 1; its president could not pay for the next train."""
    state = sold_out_auction()
    state = floated(state, "KO", {"p1": 60}, cash=0, trains=("2", "3"), operated=True, revenue=20)
    state = floated(state, "AR", {"p1": 60}, cash=100, trains=(), operated=True, revenue=0)
    supply = {**state.depot.supply, "2": 0, "3": 0, "4": 1}
    state = with_cash(replace(state, depot=replace(state.depot, supply=supply)), p1=cash)
    state = operating(state, "AR", "trains", phase=1, revenue=0)
    scores = []
    for part in (1.0, 0.0):
        found = rated(state, "p1", Habits(replace(CLERK, train_ruin=part)))
        scores.append(max(it.score for it in found if it.move == BuyTrain("p1", "3", "KO", 1)))
    assert (scores[0] < scores[1]) == risky


def test_nothing_is_sold_that_was_bought_in_the_same_turn() -> None:
    """1894 allows sales after a purchase; to sell the same company again would lose its price for nothing."""
    state = floated(sold_out_auction(), "KO", {"p2": 60, "p1": 20}, cash=0, trains=(), operated=True, revenue=0)
    turn = StockRound(at="p1")
    sold = []
    for bought in ((), ("KO",)):
        found = rated(replace(state, frames=(replace(turn, bought=bought),)), "p1")
        sold.append([it.move.company for it in found if isinstance(it.move, SellShares)])
    assert sold == [["KO", "KO"], []]
