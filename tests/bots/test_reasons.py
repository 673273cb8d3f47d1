"""The reasons that Clerk gives: what a move does, what speaks against it, and nothing untrue of the position."""

from __future__ import annotations

from typing import Any

import pytest
from kit import begin, with_cash
from msgspec.structs import replace

from railhead.bots.clerk import RATERS, rated
from railhead.bots.clerk.desk import Desk, Habits
from railhead.bots.clerk.trains import rate_trains
from railhead.bots.protocol import Rated
from railhead.bots.weights import CLERK
from railhead.core.moves import (
    Bid,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Move,
    PlaceStation,
    SellShares,
    StartCompany,
)
from railhead.core.state import Round, State
from railhead.core.stock import StockRound
from railhead.titles.t1889.tests.helpers import floated, laid, operating, sold_out_auction, stations


def company(step: str, **fields: Any) -> State:
    """AR in Tokushima (K8), joined to Naruto (L7), operates; p1 owns 60 %."""
    state = floated(sold_out_auction(), "AR", {"p1": 60}, operated=True, **fields)
    state = stations(laid(state, K8=("57", 1)), K8=("AR",))
    return replace(operating(state, "AR", step, revenue=90), round=Round("OR", 2, 1, 1))


def stock(money: int, **fields: Any) -> State:
    """A stock round; KO stands at 80, p2 owns 60 % of it."""
    state = with_cash(sold_out_auction(), p1=money, p2=0, p3=0)
    state = floated(state, "KO", {"p2": 60, "p1": 10}, operated=True, **fields)
    return replace(state, frames=(StockRound("p1"),), round=Round("SR", 2))


def of(state: State, move: Move) -> Rated:
    """What Clerk thinks of a move."""
    (found,) = RATERS[type(move)](Desk(state, "p1"), [move])
    return found


@pytest.mark.parametrize(
    ("cash", "trains", "why"),
    [
        (0, ("2", "2", "2", "2"), "AR pays, because it has no room for another train."),
        (300, ("2",), "AR pays, because it has the money for its next train."),
        (0, ("5",), "AR pays, because its trains will run for a while."),
    ],
)
def test_why_a_company_pays(cash: int, trains: tuple[str, ...], why: str) -> None:
    """That it pays is seen; a reason says why it keeps nothing."""
    assert of(company("dividend", cash=cash, trains=trains), Dividend("p1", "pay")).why == why


def test_money_that_no_train_needs_is_only_kept() -> None:
    state = company("dividend", cash=300, trains=("5",))
    assert of(state, Dividend("p1", "withhold")).why == "AR keeps the money for later."


def test_a_tile_that_adds_nothing_yet_says_where_it_leads() -> None:
    """IR's track ends in front of E4; one of the ways on leads into Saijou. No tile there brings a city."""
    state = floated(sold_out_auction(), "IR", {"p1": 60}, cash=500, trains=("2",), operated=True)
    state = operating(stations(laid(state, E2=("6", 4)), E2=("IR",)), "IR", "track")
    lays = {it.move: it for it in rated(state, "p1") if isinstance(it.move, LayTile)}
    best = lays[LayTile("p1", "E4", "7", 3)]
    assert best.why == "The tile on E4 leads to Saijou (F3)."
    assert best.against == "A tile on E4 would bring too little for 80."
    assert not any("new cities" in it.why for it in lays.values())


@pytest.mark.parametrize(
    ("cash", "train", "why", "against"),
    [
        (
            300,
            "2",
            "AR will need a 2-train when it has more track.",
            "A 2-train would add nothing to AR's run today.",
        ),
        (700, "6", "AR's trains will rust before a 6-train does.", "A 6-train would add nothing to AR's run today."),
    ],
)
def test_what_speaks_for_a_train_and_against_it(cash: int, train: str, why: str, against: str) -> None:
    found = of(company("trains", cash=cash, trains=("2", "2")), BuyTrain("p1", train, "supply", cash))
    assert (found.why, found.against) == (why, against)


@pytest.mark.parametrize("counts", [True, False])
def test_rust_is_a_reason_only_where_it_counts(counts: bool) -> None:
    """KO's 2-trains rust with the first 4-train; a weight of some titles says that this counts for nothing."""
    state = floated(company("trains", cash=700, trains=("5",)), "KO", {"p2": 60}, trains=("2", "2"), operated=True)
    weights = CLERK if counts else replace(CLERK, rust_many=0.0)
    (found,) = rate_trains(Desk(state, "p1", Habits(weights)), [BuyTrain("p1", "4", "supply", 300)])
    words = "A 4-train rusts trains of KO." if counts else "AR will need a 4-train when it has more track."
    assert found.why == words


def test_a_company_without_a_train_has_none_that_could_rust() -> None:
    """Where its track leads nowhere, it does not have to buy one."""
    state = company("trains", cash=300)
    state = replace(state, board=begin("1889", 3).board)
    assert "rust" not in of(state, BuyTrain("p1", "3", "supply", 180)).why


def test_articles_fit_the_number() -> None:
    """1843 and 1824 have an 8-train."""
    state = company("trains", cash=300, trains=("2",))
    assert of(state, DiscardTrain("p1", "AR", "2")).why == "The 2-train is the one to spare."
    eight = replace(state.rules, trains={**state.rules.trains, "8": state.rules.trains["3"]})
    found = of(replace(state, rules=eight), BuyTrain("p1", "8", "supply", 180))
    assert found.against == "An 8-train would add nothing to AR's run today."


@pytest.mark.parametrize(
    ("cash", "trains", "against"),
    [
        (300, ("2",), "A station in K4 is not worth 40 to AR."),
        (60, (), "AR needs its money for a train."),
    ],
)
def test_what_speaks_against_a_station(cash: int, trains: tuple[str, ...], against: str) -> None:
    found = of(company("station", cash=cash, trains=trains, tokens=(40,)), PlaceStation("p1", "K4", 0))
    assert (found.why, found.against) == ("It takes the last place in K4.", against)


def test_a_sale_that_loses_money_does_not_call_the_share_bad() -> None:
    """A searcher sometimes makes such a sale for what it can buy then."""
    runs = of(stock(500, trains=("5",), revenue=200), SellShares("p1", "KO", 10))
    rusts = of(stock(500, cash=0), SellShares("p1", "KO", 10))
    assert (runs.score < 0, runs.why) == (True, "I would rather have the money than KO.")
    assert (rusts.score > 0, rusts.why) == (True, "KO will fall.")


def test_shares_that_pay_for_a_train_are_sold_for_it() -> None:
    """In an operating round nobody sells because a price will fall."""
    state = floated(company("trains", cash=0), "KO", {"p2": 60, "p1": 10}, cash=0, operated=True)
    assert of(state, SellShares("p1", "KO", 10)).why == "I have to raise money for AR's train."


@pytest.mark.parametrize(
    ("state", "company", "against"),
    [
        (stock(500, trains=("5",), revenue=200), "KO", ""),
        (stock(500, cash=0), "KO", "KO will not pay what it costs."),
        (floated(stock(100), "IR", {"p2": 20}, floated=False, cash=0), "IR", "IR has yet to float."),
        (
            floated(stock(85, trains=("5",), revenue=20), "IR", {"p1": 60}, cash=0, operated=True),
            "KO",
            "I keep my money for a train of IR.",
        ),
    ],
)
def test_what_speaks_against_a_share(state: State, company: str, against: str) -> None:
    assert of(state, BuyShare("p1", company, "ipo", 10)).against == against


@pytest.mark.parametrize(
    ("state", "against"),
    [
        (stock(140), "I cannot float AR at 65 by myself."),
        (stock(500), "AR at 65 would have too little money for trains."),
        (floated(stock(500), "IR", {"p1": 20}, floated=False), "IR must float before I start another company."),
    ],
)
def test_what_speaks_against_a_start(state: State, against: str) -> None:
    assert of(state, StartCompany("p1", "AR", 65)).against == against


@pytest.mark.parametrize(
    ("cash", "bid", "against"),
    [
        (600, Bid("p1", "D", 95), "95 is too much for Sumitomo Mines Railway."),
        (330, Bid("p1", "A", 20), "I keep my money for a company instead of spending 20 on Takamatsu E-Railroad."),
        (600, Bid("p1", "A", 20), ""),
    ],
)
def test_what_speaks_against_a_bid(cash: int, bid: Bid, against: str) -> None:
    assert of(with_cash(begin("1889", 3), p1=cash), bid).against == against
