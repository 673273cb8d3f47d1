"""Seeded games to the end (the shared suite plays those of two and six), and one driven past bankruptcy."""

from __future__ import annotations

import random
from typing import Any

import pytest
from kit import begin, random_game

from railhead.core.engine import apply, legal_moves
from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.moves import BuyShare, BuyTrain, Dividend, Pass, SellShares, StartCompany
from railhead.core.state import State

REASONS = {"bankrupt", "auction", "price", "gray trains"}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_random_play(seats: int) -> None:
    """Invariants hold after every move, nobody is stuck, and the game ends for one of its four reasons."""
    for state, _ in random_game(begin("1843", seats, seed=seats), seed=seats + 40):
        last = state
    assert last.ended is not None
    assert last.ended.reason in REASONS


def likes(state: State, move: Any) -> float:
    """How much a careful player is drawn to a move: few companies, money kept for gray trains."""
    match move:
        case Pass():
            return 4 if state.round.kind == "SR" else 1
        case Dividend():
            poor = state.companies[state.top.company].cash < 1000
            return 20 if (move.how == "withhold") == poor else 1
        case SellShares():
            return 0.02
        case StartCompany():
            return 0.3 if sum(it.par > 0 for it in state.companies.values()) < 2 else 0.001
        case BuyTrain():
            if move.source not in ("supply", "pool"):
                return 0.02
            return 10 if move.train == "Electric" or not state.companies[state.top.company].trains else 0.5
        case BuyShare():
            return 0.3 if state.companies[move.company].floated else 6
    return 0.5


def test_careful_players_see_late_phases() -> None:
    """A game played with care goes far beyond the first trains; invariants hold all the way."""
    state, rng = begin("1843", 3, seed=3), random.Random(3)
    money = total_money(state)
    while state.ended is None:
        moves = list(legal_moves(state))
        move = rng.choices(moves, [likes(state, move) for move in moves])[0]
        state, _ = apply(state, move)
        assert not broken_invariants(state, money)
    assert state.ended.reason in REASONS
    assert state.phase >= 2
