"""Bots to the end at every table: each title, number of players and variant. `make long`."""

from __future__ import annotations

import random
from typing import Any

import pytest
from kit import tables

from railhead.bots.player import ask, bot, next_seat
from railhead.core.state import State
from railhead.play.simulation import Chooser, simulate
from railhead.titles import TITLES

pytestmark = pytest.mark.long
BLINK = 0.05
"""Seconds for Chairman: enough to begin a look and to be cut short in it."""


def at_seats(*names: str) -> Chooser:
    """These bots at the seats in turn; an illegal choice is found out by the simulation."""

    def choose(state: State, moves: list[Any], rng: random.Random) -> Any:
        seat = next_seat(state)
        name = names[list(state.players).index(seat) % len(names)]
        return ask(bot(name), state, seat, BLINK, rng).move

    return choose


@pytest.mark.parametrize(("name", "seats", "options"), tables(), ids=str)
def test_clerk_and_drifter_at_every_table(name: str, seats: int, options: tuple[str, ...]) -> None:
    tally = simulate(TITLES[name].rules(seats, options), 1, 1, at_seats("clerk", "drifter"))
    print(f"{name}, {seats} players, {', '.join(options) or 'no variant'}, Clerk and Drifter: {tally.line()}")
    assert tally.broken == []
    assert (tally.finished, tally.stuck) == (1, 0)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_chairman_to_the_end_of_every_title(name: str) -> None:
    tally = simulate(TITLES[name].rules(TITLES[name].seats[0]), 1, 1, at_seats("chairman", "clerk"))
    print(f"{name}, {TITLES[name].seats[0]} players, Chairman and Clerk: {tally.line()}")
    assert tally.broken == []
    assert (tally.finished, tally.stuck) == (1, 0)
