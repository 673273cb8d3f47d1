"""What bots say when they pass or have no choice: the best alternative, and nothing that is not so."""

from __future__ import annotations

import pytest
from kit import begin, play
from msgspec.structs import replace

from railhead.bots.protocol import DECLINED, NOTHING, Rated
from railhead.bots.search import candidates
from railhead.bots.words import instead, phrase, why_only, with_reasons
from railhead.core.moves import (
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
from railhead.titles.t1889.tests.helpers import floated, operating, sold_out_auction

PASS = Rated(0.0, Pass("p1"), NOTHING)
SALE = Rated(-15.0, SellShares("p1", "AR", 10), "AR will fall.")
SHARE = Rated(-40.0, BuyShare("p1", "KO", "ipo", 10), "KO will pay more than it costs.")
SISTER = Rated(-20.0, BuyTrain("p1", "2", "KO", 1), "")
NEW = Rated(-30.0, BuyTrain("p1", "3", "supply", 180), "")
OFFER = Rated(-9.0, Bid("p1", "A", 20), DECLINED)


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ([SALE, SHARE], "Buying KO would lose about 40."),
        ([SALE], "There is nothing to buy, and selling 10 % of AR would lose about 15."),
        ([SISTER, NEW], "Buying a 3-train for 180 would lose about 30."),
        ([SISTER], "Buying a 2-train from KO for 1 would lose about 20."),
        ([OFFER, SHARE], "Buying KO would lose about 40."),
        ([OFFER], "No offer would be accepted."),
        ([Rated(3.0, SHARE.move, "")], "I keep my money instead of buying KO."),
        ([Rated(3.0, SALE.move, "")], NOTHING),
        ([], NOTHING),
    ],
)
def test_a_pass_names_the_best_alternative(others: list[Rated], why: str) -> None:
    """A purchase before a sale, a new train before a sister's, and nothing that the other side would decline."""
    state = floated(sold_out_auction(), "KO", {"p1": 60})
    assert [it.why for it in with_reasons(state, [PASS, *others])] == [why, *(it.why for it in others)]


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


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Bid("p1", "A", 20), "buying Takamatsu E-Railroad for 20"),
        (Bid("p1", "B", 35), "bidding 35 for Mitsubishi Ferry"),
        (BuyPrivate("p1", "B", 60), "buying Mitsubishi Ferry for 60"),
        (LayTile("p1", "K8", "57", 0), "laying a tile on K8"),
        (PlaceStation("p1", "K8", 0), "placing a station on K8"),
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


def test_without_money_nobody_bids() -> None:
    assert why_only(play(begin("1889", 3), "p1 pass"), "p2", Pass("p2")) == "I cannot afford another bid."


def test_a_train_of_a_sister_is_one_plan_at_its_best_price() -> None:
    dear = Rated(-25.0, BuyTrain("p1", "2", "KO", 90), "")
    assert candidates([PASS, SISTER, dear, NEW], 6) == [PASS, SISTER, NEW]
