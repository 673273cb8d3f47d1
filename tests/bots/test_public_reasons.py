"""What bots say at the table: their reasons, but nothing that only their seat knows."""

from __future__ import annotations

import random

import pytest
from kit import begin, with_cash

from railhead.bots.diary import Diary
from railhead.bots.player import KEPT_TO_ITSELF, ask, bot, next_seat, public_reason
from railhead.bots.protocol import Choice
from railhead.bots.table import play_out
from railhead.bots.views import public_view, seat_view
from railhead.core.engine import apply
from railhead.core.moves import Pass
from railhead.titles import TITLES

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
    assert choice == Choice(Pass(seat), "With 0 in hand there is nothing to buy.")
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


@pytest.mark.parametrize(("title", "seats"), [("1889", 3), ("1894", 3)])
def test_few_reasons_are_empty(title: str, seats: int) -> None:
    """A reason tells something in four of five moves at least, passes included."""
    state = begin(title, seats)
    diary = Diary()
    end = play_out(state, dict.fromkeys(state.players, "clerk"), random.Random(2), watch=diary.watch)
    diary.close(end)
    assert diary.empty < diary.reasons / 5
    assert diary.nonsense == []
    assert diary.opening <= 40
