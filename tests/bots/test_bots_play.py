"""Every bot plays legally, says why, keeps to its time, and sees no secrets."""

from __future__ import annotations

import random
import time

import pytest
from kit import begin, play, with_cash
from msgspec.structs import replace

from railhead.bots.boards import shared
from railhead.bots.clerk import rated
from railhead.bots.player import BOTS, ask, bot, next_seat
from railhead.bots.protocol import Choice
from railhead.bots.table import Clock, play_out
from railhead.bots.views import seat_view
from railhead.core.engine import actors, apply, refusal
from railhead.core.moves import to_text
from railhead.core.state import State
from railhead.core.text import codec_of
from railhead.titles import TITLES
from railhead.titles.t1894.tests.helpers import clean, stock_round


def some_moves(state: State, name: str, number: int, budget: float = 0.05) -> State:
    """Play this many moves with one bot in every seat, checking each."""
    rng = random.Random(7)
    for _ in range(number):
        if state.ended is not None:
            break
        seat = next_seat(state)
        choice = ask(bot(name), state, seat, budget, rng)
        assert choice.move.by == seat
        assert refusal(state, choice.move) is None, to_text(choice.move)
        assert choice.why.endswith("."), "a reason is a sentence"
        state, _ = apply(state, choice.move)
    return state


@pytest.mark.parametrize("name", sorted(BOTS))
def test_bots_play_1889_legally(name: str) -> None:
    number = 60 if name == "chairman" else 250
    assert some_moves(begin("1889", 3), name, number).count > 0


@pytest.mark.parametrize("title", sorted(TITLES))
@pytest.mark.parametrize("name", ["drifter", "clerk"])
def test_quick_bots_play_every_title(title: str, name: str) -> None:
    seats = TITLES[title].seats[0]
    assert some_moves(begin(title, seats), name, 120).count > 0


@pytest.mark.parametrize("title", sorted(TITLES))
def test_chairman_plays_every_title(title: str) -> None:
    assert some_moves(begin(title, TITLES[title].seats[0]), "chairman", 12).count == 12


def test_a_game_of_clerks_comes_to_its_end() -> None:
    clock = Clock()
    told: list[Choice] = []
    state = begin("1889", 2)
    end = play_out(
        state,
        dict.fromkeys(state.players, "clerk"),
        random.Random(4),
        clock=clock,
        watch=lambda _state, _seat, choice: told.append(choice),
    )
    assert end.ended is not None
    assert max(end.ended.scores.values()) > 2000, "both run railways"
    assert clock.moves == {"clerk": end.count}
    assert len(told) == end.count


def test_the_same_luck_gives_the_same_game() -> None:
    ends = [some_moves(begin("1889", 2), "clerk", 80) for _ in range(2)]
    assert ends[0] == ends[1]


def test_chairman_keeps_to_its_time() -> None:
    state = some_moves(begin("1889", 3), "clerk", 60)
    began = time.perf_counter()
    ask(bot("chairman"), state, next_seat(state), 0.3, random.Random(1))
    assert time.perf_counter() - began < 3.0, "a slow machine may take longer, but not ten times"


def test_unknown_bots_are_named() -> None:
    with pytest.raises(ValueError, match=r"unknown bot 'hal'; there are: drifter, .*clerk, chairman"):
        bot("hal")


def test_clerk_rates_every_kind_of_move_it_is_offered() -> None:
    state = begin("1889", 3)
    found = rated(state, actors(state)[0])
    assert [it.score for it in found] == sorted((it.score for it in found), reverse=True)
    assert {type(it.move).__name__ for it in found} == {"Bid", "Pass"}


def test_clerk_buys_what_is_cheap() -> None:
    state = begin("1889", 3)
    state, _ = apply(state, codec_of(state.rules).from_text("p1 pass"))
    assert rated(state, "p2")[0].move != codec_of(state.rules).from_text("p2 pass")


def test_secret_cash_is_not_shown() -> None:
    secret = next((name for name, it in TITLES.items() if _secret(begin(name, it.seats[-1]))), None)
    if secret is None:
        pytest.skip("no title with secret cash is registered")
    state = begin(secret, TITLES[secret].seats[-1])
    rich = with_cash(state, p2=state.players["p2"].cash + 200, p3=state.players["p3"].cash - 50)
    assert seat_view(rich, "p1") == seat_view(state, "p1"), "others' cash leaves no trace"
    assert seat_view(rich, "p2").players["p2"].cash == rich.players["p2"].cash
    total = seat_view(state, "p1").bank + sum(player.cash for player in seat_view(state, "p1").players.values())
    assert total == state.bank + sum(player.cash for player in state.players.values())


def _secret(state: State) -> bool:
    return bool(state.rules.facts.special.get("secret_cash"))


def test_open_positions_are_shown_as_they_are() -> None:
    state = begin("1889", 3)
    assert seat_view(state, "p1") is state


def test_equal_boards_become_one() -> None:
    one, other = begin("1889", 2), begin("1889", 2)
    assert one.board is not other.board
    assert shared(one).board is shared(other).board
    assert shared(one) == one


@pytest.mark.parametrize(("cash", "answer"), [((600, 650), "Decline"), ((100, 6000), "Accept")])
def test_clerk_gives_up_only_when_it_is_hopeless(cash: tuple[int, int], answer: str) -> None:
    """A machine agrees that another has won when that player is out of reach, and else plays on."""
    state = stock_round(clean(3))
    rich = dict(zip(("p1", "p2"), cash, strict=True))
    players = {name: replace(it, cash=rich.get(name, 0)) for name, it in state.players.items()}
    state = play(replace(state, players=players), "p3 agree_winner winner=p2")
    assert type(ask(bot("clerk"), state, "p1", 1.0, random.Random(1)).move).__name__ == answer
