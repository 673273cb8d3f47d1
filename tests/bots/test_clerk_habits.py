"""What a sensible player does and what it never does, as positions and answers."""

from __future__ import annotations

import random

import pytest
from kit import begin, play, with_cash, with_company

from railhead.bots.clerk import rated
from railhead.bots.clerk.desk import HASTY, Desk
from railhead.bots.clerk.listing import moves_to_rate
from railhead.bots.outlook import pace
from railhead.bots.player import ask, bot, next_seat
from railhead.bots.weights import CLERK, Weights
from railhead.core.engine import apply, legal_moves
from railhead.core.moves import Bid, BuyPrivate, BuyTrain, SellShares, StartCompany
from railhead.titles.t1889.tests.helpers import floated, sold_out_auction


@pytest.mark.parametrize(("cash", "starts"), [(100, False), (400, True)])
def test_a_company_is_started_if_it_can_float(cash: int, starts: bool) -> None:
    """Half of a company at the lowest price, 65, costs 325: three poor players start nothing."""
    state = with_cash(sold_out_auction(), p1=cash, p2=cash, p3=cash)
    best = rated(state, "p1")[0].move
    assert isinstance(best, StartCompany) == starts
    if isinstance(best, StartCompany):
        assert best.price * 5 <= cash


def test_one_joins_what_floats_with_ones_help() -> None:
    """The president has sold half of it less one share, and has no money for that one."""
    state = floated(sold_out_auction(), "AR", {"p2": 40}, par=65, floated=False, cash=0)
    state = with_cash(state, p1=130, p2=0, p3=0)
    best = rated(state, "p1")[0]
    assert (best.move.company, best.why) == ("AR", "AR can float with my help.")  # type: ignore[attr-defined]


def test_money_that_floats_a_company_is_not_bid_away() -> None:
    """With 330 a private company for 50 would leave less than 325."""
    state = play(begin("1889", 3), "p1 bid private=A price=20")
    rich, poor = with_cash(state, p2=500), with_cash(state, p2=345)
    scores = [
        next(it.score for it in rated(one, "p2") if isinstance(it.move, Bid) and it.move.private == "B")
        for one in (rich, poor)
    ]
    assert scores[0] > scores[1]


def test_fights_do_not_go_by_the_smallest_step() -> None:
    """People settle an opening in a dozen decisions; Clerk takes forty at most."""
    state, rng = begin("1894", 4), random.Random(3)
    while state.round.kind not in ("SR", "OR"):
        assert state.count <= 40
        state, _ = apply(state, ask(bot("clerk"), state, next_seat(state), 1.0, rng).move)


def test_the_pace_follows_the_purchases_of_a_game() -> None:
    state = begin("1889", 3)
    learning = Weights(pace=0.3, pace_learned=1.0)
    assert pace(state, 4, CLERK) == CLERK.pace
    assert pace(state, 4, learning) == pytest.approx(0.3), "nothing has been shown yet"


def test_what_nobody_would_do_is_not_listed() -> None:
    """Offers to others are never listed; sales only where something speaks for them. Nothing illegal is."""
    state, rng, seen = begin("1889", 3), random.Random(6), 0
    for _ in range(150):
        seat = next_seat(state)
        legal = [move for move in legal_moves(state) if move.by == seat]
        listed = list(moves_to_rate(state, seat, HASTY))
        assert all(move in legal for move in listed)
        left_out = [move for move in legal if move not in listed]
        assert all(isinstance(move, BuyTrain | BuyPrivate | SellShares) for move in left_out)
        seen += len(left_out)
        state, _ = apply(state, ask(bot("clerk"), state, seat, 1.0, rng).move)
    assert seen


def test_a_company_without_a_train_must_be_provided_for() -> None:
    """A president keeps the price of a train that the treasury cannot pay."""
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=0, operated=True)
    assert Desk(state, "p1").reserve > 0
    assert Desk(with_company(state, "AR", cash=2000), "p1").reserve == 0
