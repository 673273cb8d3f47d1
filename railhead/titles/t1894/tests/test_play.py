"""Whole games: random play, and the rulebook index."""

from __future__ import annotations

import pytest
from kit import begin, random_game, rules

from railhead.core.engine import apply, legal_moves, refusal
from railhead.core.rules import Rules
from railhead.core.state import State
from railhead.core.track import LayTile
from railhead.titles.t1894 import OPTIONS
from railhead.titles.t1894.extra import RULEBOOK


@pytest.mark.parametrize(("seats", "seed"), [(3, 0), (4, 2)])
def test_random_games(seats: int, seed: int) -> None:
    """Seeded random play keeps every invariant and ends."""
    last: State | None = None
    for state, _ in random_game(begin("1894", seats, seed=seed), seed):
        last = state
    assert last is not None
    assert last.ended is not None


def test_every_event_cites_the_rulebook() -> None:
    """The slugs that automatic events carry are in the index."""
    state = begin("1894", 3, seed=7)
    for number in range(400):
        if state.ended is not None:
            break
        moves = list(legal_moves(state))
        state, events = apply(state, moves[number * 7 % len(moves)])
        assert all(event.rule in RULEBOOK.clauses for event in events if event.rule)


def test_listed_lays_are_all_there_are() -> None:
    """Every tile on every hex in every turn, put to the checks, gives what is listed."""
    state = next(
        state
        for state, moves in random_game(begin("1894", 4, seed=5), 5)
        if state.round.number == 2 and any(isinstance(move, LayTile) for move in moves)
    )
    game_rules: Rules = state.rules
    player = next(move.by for move in legal_moves(state) if type(move) is LayTile)
    tried = [
        LayTile(player, hex_id, tile, rotation)
        for hex_id in game_rules.map.hexes
        for tile in game_rules.map.tiles
        for rotation in range(6)
    ]
    listed = {move for move in legal_moves(state) if type(move) is LayTile}
    assert {move for move in tried if refusal(state, move) is None} == listed


def test_options_build() -> None:
    """Every house rule alone makes rules, and all of them say what the book says."""
    for option in OPTIONS:
        assert option.house
        assert rules("1894", 3, option.name).on(option.name)
