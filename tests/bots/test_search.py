"""Searching: plans are legal, the verdict counts rivals, and what is said is what was seen."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest
from kit import begin, play

from railhead.bots.chairman import Comparison, Reach, bounds, compare, hopeful, pace_of
from railhead.bots.clerk import rated
from railhead.bots.deadline import Deadline, processor_time
from railhead.bots.player import BOTS, ask, bot, next_seat
from railhead.bots.protocol import Rated
from railhead.bots.search import Look, Luck, Plan, candidates, plans, variations, verdict
from railhead.bots.words import phrase
from railhead.core.engine import apply, refusal
from railhead.core.moves import Bid, Dividend, Pass
from railhead.core.operating import OperatingTurn
from railhead.core.text import codec_of
from railhead.titles import TITLES


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_plan_is_legal(title: str) -> None:
    """Also the later moves of a plan, in the position that the earlier ones leave; and all are of the same seat."""
    state, rng = begin(title, TITLES[title].seats[0]), random.Random(4)
    longest = 0
    for number in range(90):
        seat = next_seat(state)
        made = plans(rated(state, seat), 5) if not number % 3 else []
        further = [variation for plan in made[:2] for variation in variations(state, seat, plan, Deadline(600.0))]
        for plan in [*made, *further]:
            after = state
            for move in plan.moves:
                assert move.by == seat
                assert refusal(after, move) is None
                after, _ = apply(after, move)
            longest = max(longest, len(plan.moves))
        state, _ = apply(state, ask(bot("clerk"), state, seat, 1.0, rng).move)
    assert longest > 1


def test_candidates_are_few_of_a_kind_and_passing_is_one() -> None:
    found = [Rated(50.0 - price, Bid("p1", "A", price), "") for price in range(20)]
    chosen = candidates([*found, Rated(-99.0, Pass("p1"), "")], 6)
    assert [it.move for it in chosen] == [*(it.move for it in found[:4]), Pass("p1")]


def test_the_verdict_by_hand() -> None:
    # 0.5 less 0.7 of the best other, less 0.3 of the mean of the others
    assert verdict({"p1": 0.5, "p2": 0.3, "p3": 0.2}, "p1") == pytest.approx(0.5 - 0.21 - 0.075)


def test_plans_that_are_clearly_worse_are_dropped() -> None:
    assert list(hopeful({1: [-0.2, -0.21], 2: [0.05, 0.06], 3: [0.001, -0.002]})) == [2, 3]
    assert bounds([]).low < bounds([-1.0]).low
    assert bounds([0.1] * 9).low > bounds([0.1]).low, "more looks, less doubt"


def test_all_plans_meet_the_same_luck() -> None:
    """How a move is misjudged depends on nothing that happened before, and is spread as it should be."""
    moves = [Bid("p1", "A", price) for price in range(2000)]
    one, other, third = Luck("a"), Luck("a"), Luck("b")
    forward, backward = [one.nudge(move) for move in moves], [other.nudge(move) for move in reversed(moves)]
    assert forward == backward[::-1]
    assert forward != [third.nudge(move) for move in moves]
    assert abs(fmean(forward)) < 0.1
    assert 0.9 < stdev(forward) < 1.1


def test_a_single_look_replaces_nothing() -> None:
    """The best of many single looks is mostly the luckiest."""
    made = plans(rated(begin("1889", 2), "p1"), 2)
    assert Comparison(made, {1: [0.3]}, []).best() == 0
    assert Comparison(made, {1: [0.3, 0.29, 0.31]}, []).best() == 1


@pytest.mark.parametrize(
    ("left", "number", "rounds"),
    [
        (0.5, 2, 2),  # five looks: two plans are the least
        (1.3, 4, 2),  # thirteen looks of two rounds: three at each of four plans
        (1.9, 4, 3),  # twelve looks of three rounds
        (2.5, 4, 4),
        (9.9, 5, 4),  # there are no more plans, and looks go no further
    ],
)
def test_with_little_time_few_plans_are_compared(
    left: float, number: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look of two rounds takes 0.1 s. Four plans have three looks each before looks go further ahead."""
    readings = iter([left + 0.1, left])

    class Clock:
        @property
        def left(self) -> float:
            return next(readings)

    monkeypatch.setattr("railhead.bots.chairman.look", lambda *_: Look(0.0, 1000.0, "OR 1.1"))
    state = begin("1889", 2)
    made = plans(rated(state, "p1"), 5)
    assert len(made) == 5
    found = pace_of(state, made, "p1", Reach(), Clock())  # type: ignore[arg-type]
    assert (found.plans, found.rounds) == (number, rounds)


def test_what_is_said_is_what_was_seen() -> None:
    """A lead of 0.04 of a table worth 2,000 is 80; a plan that leads by less than its error is not made."""
    state = begin("1889", 2)
    made = [
        Plan((Dividend("p1", "pay"),), Rated(5.0, Dividend("p1", "pay"), "AR pays 90.")),
        Plan((Dividend("p1", "withhold"),), Rated(1.0, Dividend("p1", "withhold"), "AR needs money for a train.")),
    ]
    looks = [Look(0.0, 2000.0, "OR 4.2")]
    better = Comparison(made, {1: [0.04] * 9}, looks).choice(state)
    assert better.move == made[1].moves[0]
    assert better.why == "+80 by OR 4.2 over paying: AR needs money for a train."
    assert Comparison(made, {1: [0.002]}, looks).choice(state).move == made[0].moves[0]


def test_without_time_it_plays_as_clerk_would() -> None:
    state = play(begin("1889", 3), "p1 pass")
    found = rated(state, "p2")
    seen = compare(state, "p2", plans(found, 5), Reach(), Deadline(-1.0), "")
    assert seen.choice(state).move == found[0].move


def test_the_better_plans_branch(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a company's turn more is looked at than the first moves; every plan begins with one of them."""
    monkeypatch.setattr("railhead.bots.chairman.ENOUGH", 2)
    state, rng = begin("1889", 2), random.Random(2)
    while not isinstance(state.top, OperatingTurn) or len(rated(state, next_seat(state))) < 3:
        state, _ = apply(state, ask(bot("clerk"), state, next_seat(state), 1.0, rng).move)
    seat = next_seat(state)
    made = plans(rated(state, seat), 3)
    seen = compare(state, seat, made, Reach(width=3, branching=1), Deadline(600.0), "")
    assert seen.plans[: len(made)] == made
    assert {plan.moves[0] for plan in seen.plans[len(made) :]} < {plan.moves[0] for plan in made}
    assert max(len(plan.moves) for plan in seen.plans) > 1


def test_processor_time_does_not_pass_while_waiting() -> None:
    with processor_time():
        deadline = Deadline(5.0)
        assert 0 < deadline.left <= 5.0
    assert not deadline.passed


def test_every_level_says_what_to_expect() -> None:
    assert [name for name in BOTS if name != "drifter"] == ["apprentice", "clerk", "chairman", "magnate"]
    words = [one.about for one in BOTS.values()]
    assert [text.split(".")[0] for text in words[1:]] == ["Easy", "Medium", "Hard", "Very hard"]


@pytest.mark.parametrize(
    ("title", "text", "words"),
    [
        ("1893", "p1 buy_certificate certificate=EVA price=150", "buying EVA for 150"),
        ("1893", "p1 trade_eva buyer=p2 price=150", "trading eva for 150"),
        ("1824", "p1 discard_train company=BH train=2", "discarding train 2"),
        ("1824", "p1 exchange_coal railway=EPP", "exchanging coal EPP"),
        ("1894", "p1 redeem_shares percent=10", "redeeming shares"),
        ("1889", "p1 buy_share company=KO source=ipo percent=10", "buying KO"),
    ],
)
def test_every_move_can_begin_a_sentence(title: str, text: str, words: str) -> None:
    state = begin(title, TITLES[title].seats[0])
    assert phrase(state, codec_of(state.rules).from_text(text)) == words
