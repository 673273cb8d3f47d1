"""Searching: plans are legal, the verdict counts rivals, and what is said is what was seen."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest
from kit import begin, play

from railhead.bots.chairman import Comparison, Reach, bounds, by_kind, compare, hopeful, pace_of
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
        if state.ended is not None:
            break
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
    assert list(hopeful({1: [-0.2, -0.21], 2: [0.05, 0.06], 3: [0.001, -0.002]}, 0.01)) == [2, 3]
    assert bounds([], 0.01).low < bounds([-1.0], 0.01).low
    assert bounds([0.1] * 9, 0.01).low > bounds([0.1], 0.01).low, "more looks, less doubt"


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
    assert Comparison(made, {1: 0.9}, {1: [0.3]}, None, 0.01).best() == 0
    assert Comparison(made, {1: 0.9}, {1: [0.3, 0.29, 0.31]}, None, 0.01).best() == 1


def test_a_plan_that_may_only_be_lucky_replaces_nothing() -> None:
    """Of a dozen plans, one is two standard errors ahead by chance."""
    state = begin("1889", 2)
    made = plans(rated(state, "p1"), 4)
    leads = [0.06, -0.02, 0.03, 0.05]  # 0.03 on average, with a standard error of about 0.014
    assert bounds(leads, 0.02).low > 0
    assert Comparison(made, {1: 0.1}, {1: leads}, None, 0.02).best() == 0


def test_first_looks_begin_with_every_kind_of_move() -> None:
    moves = [Bid("p1", "A", 5), Bid("p1", "A", 10), Bid("p1", "B", 5), Pass("p1"), Dividend("p1", "pay")]
    made = [Plan((move,), Rated(0.0, move, "")) for move in moves]
    assert by_kind(made) == [1, 3, 4, 2]


@pytest.mark.parametrize(
    ("left", "number", "rounds"),
    [
        (0.5, 1, 2),  # five looks: one plan beside Clerk's is the least
        (1.3, 3, 2),  # thirteen looks of two rounds: three at each of four plans
        (1.4, 2, 3),  # nine looks of three rounds
        (2.5, 3, 4),
        (9.9, 5, 4),  # there are no more plans, and looks go no further
    ],
)
def test_with_little_time_few_plans_are_compared(left: float, number: int, rounds: int) -> None:
    """A round takes 0.05 s. Clerk's plan and two others have three looks each before looks go further ahead."""
    found = pace_of(5, 0.05, 2, 4, left)
    assert (found.plans, found.rounds) == (number, rounds)


def test_what_is_said_is_what_was_seen() -> None:
    """A lead of 0.04 of a table worth 2,000 is 80, half of it one's own; one within the error is not made."""
    state = begin("1889", 2)
    made = [
        Plan((Dividend("p1", "pay"),), Rated(5.0, Dividend("p1", "pay"), "AR pays 90.")),
        Plan((Dividend("p1", "withhold"),), Rated(1.0, Dividend("p1", "withhold"), "AR needs money for a train.")),
    ]
    seen = Look(0.0, 2000.0, "OR 4.2")
    better = Comparison(made, {1: 0.5}, {1: [0.04] * 9}, seen, 0.01).choice(state)
    assert better.move == made[1].moves[0]
    assert better.why == "+40 by OR 4.2 over paying: AR needs money for a train."
    assert Comparison(made, {1: 0.5}, {1: [0.002] * 2}, seen, 0.01).choice(state).move == made[0].moves[0]
    clear = Comparison(made, {1: -0.03}, {}, seen, 0.01).choice(state)
    assert clear.why == "+30 by OR 4.2 over withholding: AR pays 90.", "a first look is enough"


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
        (
            "1893",
            "p1 buy_certificate certificate=EVA price=150",
            "buying EVA for 150",
        ),
        ("1893", "p1 trade_eva buyer=p2 price=150", "selling EVA to P2 for 150"),
        ("1824", "p1 discard_train company=BH train=2", "giving up a 2-train of BH"),
        (
            "1824",
            "p1 exchange_coal railway=EPP",
            "exchanging EPP for the director's certificate of its regional railway",
        ),
        ("1894", "p1 redeem_shares percent=10", "redeeming shares 10 % from the pool into the treasury"),
        ("1889", "p1 exchange_dougo", "exchanging the Dougo Railway for 10 % of IR"),
        ("1889", "p1 lay_port hex=B11 rotation=0", "laying the port tile on B11"),
        ("1889", "p1 buy_share company=KO source=ipo percent=10", "buying KO"),
    ],
)
def test_every_move_can_begin_a_sentence(title: str, text: str, words: str) -> None:
    state = begin(title, TITLES[title].seats[0])
    assert phrase(state, codec_of(state.rules).from_text(text)) == words
