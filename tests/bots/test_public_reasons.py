"""What bots say at the table: their reasons, but nothing that only their seat knows."""

from __future__ import annotations

import random

import pytest
from kit import begin, with_cash
from msgspec.structs import replace

from railhead.bots.diary import Diary, read_log, round_name
from railhead.bots.player import KEPT_TO_ITSELF, ask, bot, next_seat, public_reason
from railhead.bots.protocol import Choice
from railhead.bots.table import play_out
from railhead.bots.views import public_view, seat_view
from railhead.core.engine import apply
from railhead.core.moves import BuyTrain, Pass
from railhead.core.state import Round
from railhead.titles import TITLES
from railhead.titles.t1889.tests.helpers import floated, operating, sold_out_auction

SECRET = [name for name, it in TITLES.items() if it.rules(it.seats[-1]).facts.special.get("secret_cash")]


def test_where_all_is_open_the_reason_is_told_as_it_is() -> None:
    state = begin("1889", 3)
    choice = ask(bot("clerk"), state, "p1", 0.1, random.Random(1))
    assert public_reason(bot("clerk"), state, "p1", choice) == choice.why


@pytest.mark.parametrize("title", SECRET)
@pytest.mark.parametrize("name", ["drifter", "clerk"])
def test_what_is_said_is_the_same_whatever_anybody_holds(title: str, name: str) -> None:
    """A move says what it says; the sentence beside it adds nothing about cash, the speaker's least of all."""
    state = begin(title, 3)
    player, rng, told = bot(name), random.Random(5), []
    for _ in range(150):
        if state.ended is not None:
            break
        seat = next_seat(state)
        choice = ask(player, state, seat, 0.1, rng)
        said = public_reason(player, state, seat, choice)
        told.append(said)
        cash = {one: it.cash for one, it in state.players.items()}
        for others in ({**cash, seat: 0}, {**cash, seat: cash[seat] + 1000}, dict.fromkeys(cash, 33)):
            assert public_reason(player, with_cash(state, **others), seat, choice) == said
        state, _ = apply(state, choice.move)
    assert all(sentence.endswith(".") for sentence in told)
    assert told.count(KEPT_TO_ITSELF) < len(told) / 3, "mostly there is something to say"


@pytest.mark.parametrize("title", SECRET)
def test_that_there_is_no_choice_would_tell(title: str) -> None:
    """The reason that a poor seat has for itself is not what the table hears."""
    state = begin(title, 3)
    while state.round.kind != "SR":
        seat = next_seat(state)
        state, _ = apply(state, ask(bot("clerk"), state, seat, 0.1, random.Random(1)).move)
    seat = next_seat(state)
    poor = with_cash(state, **{seat: 0})
    choice = bot("clerk").choose(seat_view(poor, seat), seat, 0.1, random.Random(1))
    assert choice == Choice(Pass(seat), "I cannot afford a share.")
    assert public_reason(bot("clerk"), poor, seat, choice) != choice.why


@pytest.mark.parametrize("title", SECRET)
def test_what_everybody_may_see_keeps_the_sum(title: str) -> None:
    state = begin(title, 3)
    shown = public_view(state)
    assert len({player.cash for player in shown.players.values()}) == 1
    assert shown.bank + sum(it.cash for it in shown.players.values()) == state.bank + sum(
        it.cash for it in state.players.values()
    )
    assert public_view(begin("1889", 2)) == begin("1889", 2)


LONG_GAME = pytest.param("1843", 2, marks=pytest.mark.long)


@pytest.mark.parametrize(("title", "seats"), [("1889", 3), ("1894", 3), ("1893", 2), ("1824", 2), LONG_GAME])
def test_few_reasons_are_empty_and_no_purchase_is_nonsense(title: str, seats: int) -> None:
    """A reason tells something in four of five moves at least, passes included; no train is bought for nothing."""
    state = begin(title, seats)
    diary = Diary()
    end = play_out(state, dict.fromkeys(state.players, "clerk"), random.Random(2), watch=diary.watch)
    diary.close(end)
    if end.round.kind == "OR":
        assert round_name(end) in diary.revenue, "the round in which the game ends counts"
    assert diary.rounds == len(diary.revenue) == sum(diary.by_phase.values())
    assert diary.empty < diary.reasons / 5
    assert diary.nonsense == []
    assert diary.opening <= 40


@pytest.mark.parametrize(
    ("train", "price", "found"),
    [
        ("2", 1690, ["OR 1.1: AR pays 1690 for a 2-train that costs 80 when new"]),
        ("5", 450, ["OR 1.1: AR pays 450 for a 5-train that can run nowhere"]),
        ("2", 90, []),
    ],
)
def test_nonsense_is_found_in_a_log(train: str, price: int, found: list[str]) -> None:
    """A company without track buys from its sister: much too dear, a dear train for nothing, a cheap one."""
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=1700, trains=("2",), operated=True)
    state = floated(state, "KO", {"p1": 60}, trains=(train, "3"), operated=True)
    state = operating(replace(state, round=Round("OR", 1, 1, 1)), "AR", "trains", revenue=0)
    assert read_log(state, [BuyTrain("p1", train, "KO", price)]).nonsense == found
