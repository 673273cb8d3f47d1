"""Listing moves and judging them one by one are the same rules, also where a list asks some checks only once."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from railhead.core.engine import apply, legal_moves, new_game, open_kinds
from railhead.core.kinds import Kind
from railhead.core.moves import Pass, RunTrains
from railhead.core.operating import operating_company
from railhead.core.revenue import judged
from railhead.core.rulings import Check, Refusal, check, finding_check, gate
from railhead.core.track import fitting, misfit
from railhead.titles import TITLES

MOVES = 240
RUNS = 20


@pytest.mark.parametrize("title", sorted(TITLES))
def test_listed_moves_are_those_that_no_check_refuses(title: str) -> None:
    rules = TITLES[title].rules(TITLES[title].seats[-1])
    state, dice = new_game(rules, [f"P{n}" for n in range(rules.seats)], 5), random.Random(5)
    for number in range(MOVES):
        if state.ended is not None:
            break
        if number % 8 == 0:
            for kind in open_kinds(state):
                judged = [move for move in kind.candidates(state) if kind.objection(state, move) is None]
                assert list(kind.legal(state)) == judged, kind.move
        state, _ = apply(state, dice.choice(list(legal_moves(state))))


@pytest.mark.parametrize("title", sorted(TITLES))
def test_listed_runs_are_worth_what_they_are_judged_to_be(title: str) -> None:
    """A run of the search is not judged again when it is listed or made."""
    rules = TITLES[title].rules(TITLES[title].seats[-1])
    seen = 0
    for seed in range(20):
        state, dice = new_game(rules, [f"P{n}" for n in range(rules.seats)], seed), random.Random(seed)
        while seen < RUNS and state.ended is None:
            moves = list(legal_moves(state))
            for move in moves:
                if isinstance(move, RunTrains) and move.routes:
                    assert judged(state, move) == rules.judge_run(state, operating_company(state), move.routes)
                    seen += 1
            state, _ = apply(state, dice.choice(moves))
    assert seen >= RUNS


@pytest.mark.parametrize("title", sorted(TITLES))
def test_what_fits_a_hex_is_what_does_not_misfit_in_any_colour(title: str) -> None:
    """A list looks at the tiles of each colour that is open; a lay that is made is judged by itself."""
    rules = TITLES[title].rules(TITLES[title].seats[-1])
    state, dice = new_game(rules, [f"P{n}" for n in range(rules.seats)], 5), random.Random(6)
    assert {colour for phase in rules.phases for colour in phase.tiles} <= rules.map.colours.keys()
    for hex_id in dice.sample(sorted(rules.map.hexes), 12):
        for _ in range(4):  # upgrade as often as there is a tile for it
            every = [(tile, turn) for tile in rules.map.tiles for turn in range(6)]
            fits = fitting(state, hex_id)
            assert set(fits) == {(tile, turn) for tile, turn in every if misfit(state, hex_id, tile, turn) is None}
            if not fits:
                break
            laid = {**state.board.laid, hex_id: dice.choice(fits)}
            state = replace(state, board=replace(state.board, laid=laid))


def kind_with(*checks: Check[Pass]) -> Kind:
    return Kind(Pass, lambda _state: [Pass("p1"), Pass("p2"), Pass("p1")], checks, lambda _change, _move: None)


def test_a_gate_is_asked_once_a_player() -> None:
    state = new_game(TITLES["1889"].rules(2), ["a", "b"])
    asked: list[str] = []

    @gate("some.gate")
    def only_first(_state: object, player: str) -> dict[str, str] | None:
        asked.append(player)
        return None if player == "p1" else {"player": player}

    kind = kind_with(only_first)
    assert list(kind.legal(state)) == [Pass("p1"), Pass("p1")]
    assert asked == ["p1", "p2"]
    assert kind.objection(state, Pass("p2")) == Refusal("some.gate", {"player": "p2"}, "pass")


def test_checks_in_a_row_read_one_finding_and_only_their_own_rules() -> None:
    state = new_game(TITLES["1889"].rules(2), ["a", "b"])
    found: list[str] = []

    def finds(_state: object, move: Pass) -> tuple[str, dict[str, str]]:
        found.append(move.by)
        return "rule.two", {"by": move.by}

    one, two = (finding_check(finds, rule, "") for rule in ("rule.one", "rule.two"))

    @check("rule.other")
    def other(_state: object, _move: Pass) -> dict[str, str]:
        return {}

    assert kind_with(one, two).objection(state, Pass("p1")) == Refusal("rule.two", {"by": "p1"}, "pass")
    assert found == ["p1"]
    assert kind_with(one, other).objection(state, Pass("p1")) == Refusal("rule.other", {}, "pass")
