"""What bots say when they pass or have no choice: what speaks against the best alternative, and nothing untrue."""

from __future__ import annotations

import pytest
from kit import begin, play, with_cash, with_private
from msgspec.structs import replace

from railhead.bots.protocol import DECLINED, NOTHING, Rated
from railhead.bots.search import candidates
from railhead.bots.words import ahead, instead, phrase, why_only, with_reasons
from railhead.core.moves import (
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    LayTile,
    Move,
    Pass,
    PlaceStation,
    SellShares,
)
from railhead.core.state import Round
from railhead.core.stock import StockRound
from railhead.titles.t1889.tests.helpers import floated, operating, sold_out_auction

PASS = Rated(0.0, Pass("p1"), NOTHING)
SALE = Rated(-15.0, SellShares("p1", "AR", 10), "AR will fall.")
SHARE = Rated(-40.0, BuyShare("p1", "KO", "ipo", 10), "KO will pay more than it costs.")
SISTER = Rated(-20.0, BuyTrain("p1", "2", "KO", 1), "")
NEW = Rated(-30.0, BuyTrain("p1", "3", "supply", 180), "")
LAY = Rated(-9.0, LayTile("p1", "K8", "57", 0), "")
OFFER = Rated(-9.0, Bid("p1", "A", 20), DECLINED)


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ([SALE, SHARE], "Buying KO would lose about 40."),
        ([SHARE._replace(against="KO has yet to float."), NEW], "KO has yet to float."),
        ([SHARE._replace(score=-7.0)], "Buying KO would gain nothing."),
        ([SALE], "There is nothing that I may buy, and I would rather not sell AR."),
        ([SISTER, NEW], "Buying a 3-train for 180 would lose about 30."),
        ([OFFER, SHARE], "Buying KO would lose about 40."),
        ([OFFER], "No offer would be accepted."),
        ([Rated(3.0, SHARE.move, "")], "I keep my money instead of buying KO."),
        ([Rated(3.0, LAY.move, "")], "Laying a tile on K8 would gain little."),
        ([Rated(3.0, SALE.move, "")], "There is nothing that I may buy, and I would rather not sell AR."),
        ([], NOTHING),
    ],
)
def test_a_pass_names_the_best_alternative(others: list[Rated], why: str) -> None:
    """A purchase before a sale, a new train before a sister's, and nothing that the other side would decline."""
    state = floated(sold_out_auction(), "KO", {"p1": 60})
    assert [it.why for it in with_reasons(state, [PASS, *others])] == [why, *(it.why for it in others)]


@pytest.mark.parametrize(
    ("trains", "cash", "why"),
    [
        ((), 70, "AR has 70, and the next train costs 80."),
        (("2", "2", "2", "2"), 70, "AR has no room for another train."),
        ((), 90, "KO needs its trains itself."),
    ],
)
def test_trains_of_sisters_are_not_what_a_pass_is_about(trains: tuple[str, ...], cash: int, why: str) -> None:
    """A sister's train for 1 can always be bought, so that it would lose 20 says nothing."""
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=cash, trains=trains, operated=True)
    state = operating(replace(state, round=Round("OR", 1, 1, 1)), "AR", "trains", revenue=0)
    assert with_reasons(state, [PASS, SISTER])[0].why == why


@pytest.mark.parametrize(
    ("cash", "percent", "bought", "keeps", "only"),
    [
        (
            79,
            60,
            (),
            "I cannot afford a share, and I would rather not sell KO.",
            "I cannot afford a share.",
        ),
        (
            80,
            60,
            (),
            "There is nothing that I may buy, and I would rather not sell KO.",
            "There is nothing that I may buy.",
        ),
        (
            800,
            100,
            (),
            "I may hold no more certificates, and I would rather not sell KO.",
            "I may hold no more certificates.",
        ),
        (800, 60, ("KO",), "I would rather not sell KO.", "I have bought what I may in this turn."),
    ],
)
def test_why_nobody_buys_a_share(cash: int, percent: int, bought: tuple[str, ...], keeps: str, only: str) -> None:
    """KO costs 80, and another company 130 at least. Three whole companies are more certificates than allowed."""
    state = with_cash(sold_out_auction(), p1=cash)
    for company in ("KO", "AR", "IR") if percent == 100 else ("KO",):
        state = floated(state, company, {"p1": percent})
    state = replace(state, frames=(StockRound("p1", bought=bought),), round=Round("SR", 2))
    sale = Rated(-15.0, SellShares("p1", "KO", 10), "KO will fall.")
    assert with_reasons(state, [PASS, sale])[0].why == keeps
    assert why_only(state, "p1", Pass("p1")) == only


@pytest.mark.parametrize(
    ("cash", "trains", "revenue", "why"),
    [
        (70, ("2",), 0, "AR has 70, and the next train costs 80."),
        (90, ("2", "2", "2", "2"), 0, "AR has no room for another train."),
        (90, (), 0, "AR has nothing more to buy."),
        (90, (), -1, "AR has nothing to build."),
    ],
)
def test_why_a_company_can_only_pass(cash: int, trains: tuple[str, ...], revenue: int, why: str) -> None:
    """With money and room for a train, a company has already passed on trains and is asked about something else."""
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=cash, trains=trains, operated=True)
    state = operating(replace(state, round=Round("OR", 1, 1, 1)), "AR", "trains", revenue=revenue)
    assert why_only(state, "p1", Pass("p1")) == why


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (BuyTrain("p1", "2", "supply", 80), "AR must own a train."),
        (BuyTrain("p1", "4", "supply", 300), "AR must own a train, and I have to add 210."),
        (DiscardTrain("p1", "AR", "2"), "AR has more trains than it may keep."),
        (SellShares("p1", "AR", 10), "I have to sell AR."),
        (Bankrupt("p1"), "The money cannot be raised."),
    ],
)
def test_why_there_is_no_choice(move: Move, why: str) -> None:
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=90, operated=True)
    state = operating(replace(state, round=Round("OR", 1, 1, 1)), "AR", "trains", revenue=0)
    assert why_only(state, "p1", move) == why


def test_no_private_company_is_another_matter_than_no_room_for_trains() -> None:
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=90, trains=("2", "2", "2", "2"), operated=True)
    state = operating(replace(state, round=Round("OR", 1, 1, 1)), "AR", "privates", revenue=0)
    assert why_only(state, "p1", Pass("p1")) == "AR has no use for another private company."
    for private in state.privates:
        state = with_private(state, private, owner="p2")
    assert why_only(state, "p1", Pass("p1")) == "I have no private company to sell."


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Bid("p1", "A", 20), "buying Takamatsu E-Railroad for 20"),
        (Bid("p1", "B", 35), "bidding 35 for Mitsubishi Ferry"),
        (BuyPrivate("p1", "B", 60), "buying Mitsubishi Ferry for 60"),
        (LayTile("p1", "K8", "57", 0), "laying a tile on K8"),
        (PlaceStation("p1", "K8", 0), "placing a station on K8"),
        (DiscardTrain("p1", "AR", "8"), "giving up an 8-train of AR"),
    ],
)
def test_a_move_is_something_that_one_does(move: Move, words: str) -> None:
    assert phrase(begin("1889", 3), move) == words


@pytest.mark.parametrize(
    ("move", "other", "words"),
    [
        (SHARE.move, BuyShare("p1", "AR", "ipo", 10), "buying AR"),
        (SHARE.move, BuyShare("p1", "KO", "pool", 10), "buying 10 % of KO from the open market"),
        (LayTile("p1", "K8", "57", 0), LayTile("p1", "K8", "57", 1), "another way to lay a tile on K8"),
        (DiscardTrain("p1", "AR", "2"), DiscardTrain("p1", "AR", "2"), "another way to do it"),
    ],
)
def test_two_moves_with_the_same_words_are_told_apart(move: Move, other: Move, words: str) -> None:
    assert instead(floated(sold_out_auction(), "KO", {"p1": 60}), move, other) == words


@pytest.mark.parametrize(
    ("lead", "players", "words"),
    [
        (0.04, 2, "+40 by OR 4.2 over KO"),
        (0.04, 3, "+53 by OR 4.2 over KO"),
        (0.0002, 2, ""),
        (-0.1, 2, ""),
        (0.51, 2, "Far better by OR 4.2 than KO"),
    ],
)
def test_a_lead_is_what_one_gains_and_what_the_others_lose(lead: float, players: int, words: str) -> None:
    """Of a table worth 2,000. Against one rival half of a lead is one's own gain, against two, two thirds."""
    assert ahead(lead, 2000.0, players, "OR 4.2", "KO") == words


def test_without_money_nobody_bids() -> None:
    assert why_only(play(begin("1889", 3), "p1 pass"), "p2", Pass("p2")) == "I cannot afford another bid."


def test_a_train_of_a_sister_is_one_plan_at_its_best_price() -> None:
    dear = Rated(-25.0, BuyTrain("p1", "2", "KO", 90), "")
    assert candidates([PASS, SISTER, dear, NEW], 6) == [PASS, SISTER, NEW]
