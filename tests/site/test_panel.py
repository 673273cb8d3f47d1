"""The Now panel: every legal move can be found in it, and long lists are bundled by what they are about."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from railhead.core.agreement import ProposeEnd
from railhead.core.engine import actors, apply, legal_moves, new_game, price_ranges
from railhead.core.moves import LayTile, Move
from railhead.core.reach import face_at
from railhead.core.state import State
from railhead.play.stand_in import choose
from railhead.play.timeline import move_to_json
from railhead.site import choices, panel
from railhead.titles import TITLES, title
from railhead.titles.t1843.powers import BuildPort

Play = Callable[..., Any]


def positions(name: str, moves: int, step: int) -> Iterator[State]:
    """Positions of a game that the stand-in plays, one every few moves."""
    from railhead.core.engine import apply

    state = new_game(title(name).rules(TITLES[name].seats[-1]), [f"P{i}" for i in range(TITLES[name].seats[-1])], 3)
    for number in range(moves):
        if state.ended is not None:
            return
        if number % step == 0:
            yield state
        state, _ = apply(state, choose(state, actors(state)[0]))


def offered(state: State, shown: panel.Panel) -> Iterator[dict[str, Any]]:
    """Every move that somebody can make with the panel."""
    for group in shown.groups:
        yield from (json.loads(one.move) for one in group.choices)
    yield from (json.loads(one.move) for one in shown.runs)
    yield from (json.loads(one.move) for one in shown.out_of_band)
    yield from (json.loads(one.move) for power in shown.powers for one in power.choices)
    powers = (move for power in shown.powers for moves in power.places.values() for move in moves)
    yield from (json.loads(move_to_json(move)) for move in powers)
    yield from (json.loads(move_to_json(move)) for moves in shown.places.values() for move in moves)
    if shown.passing is not None:
        yield json.loads(shown.passing.move)


def spanned(state: State, shown: panel.Panel, move: Move) -> bool:
    """Whether a move is one of those that differ in a number that is typed."""
    wanted = json.loads(move_to_json(move))
    for number in (number for group in shown.groups for number in group.numbers):
        frame = {**json.loads(number.move), number.field: wanted.get(number.field)}
        if frame == wanted and number.low <= wanted[number.field] <= number.high:
            return True
    return False


@pytest.mark.parametrize("name", sorted(TITLES))
def test_every_legal_move_can_be_found(name: str) -> None:
    for state in positions(name, 90, 9):
        shown = panel.build(state, tuple(state.players))
        there = list(offered(state, shown))
        for move in legal_moves(state):
            assert json.loads(move_to_json(move)) in there or spanned(state, shown, move), move
        for group in shown.groups:
            bundled = [one for bundle in group.bundles for one in bundle.choices]
            assert not bundled or sorted(one.move for one in bundled) == sorted(one.move for one in group.choices)
        assert len([number for group in shown.groups for number in group.numbers]) == len(list(price_ranges(state)))


def test_many_choices_are_bundled_and_few_are_not() -> None:
    state = next(positions("1824", 1, 1))
    buying = next(group for group in panel.build(state, tuple(state.players)).groups if group.verb == "Buy")
    coal = next(bundle for bundle in buying.bundles if bundle.about == "EPP")
    assert len(coal.choices) == 5
    assert coal.span == "120G–200G"
    assert "EPP" in coal.chip
    few = choices.bundles(state, buying.choices[:3])
    assert few == []


def test_choices_with_different_price_tags_are_told_apart_by_them() -> None:
    state = next(positions("1824", 1, 1))
    buying = next(group for group in panel.build(state, tuple(state.players)).groups if group.verb == "Buy")
    coal = [one for one in buying.choices if one.about == "EPP"]
    assert {one.text for one in coal} == {"EPP"}
    assert len({one.price for one in coal}) == len(coal)


def test_answers_of_several_players_are_told_apart_by_their_names() -> None:
    """On one machine, whoever holds all seats answers for everybody."""
    state = new_game(title("1889").rules(3), ["Ann", "Bob", "Cy"], 1)
    shown = panel.build(apply(state, ProposeEnd("p2"))[0], ("p1", "p2", "p3"))
    assert shown.sentence == "Ann and Cy must answer Bob, who proposes to end the game now."
    accept = next(group for group in shown.groups if group.verb == "Accept")
    assert [one.text for one in accept.choices] == [f"the offer to end the game ({name})" for name in ("Ann", "Cy")]


def test_a_power_that_names_no_hex_is_still_made_on_the_map() -> None:
    assert BuildPort("p1", "6", "59", 2, 1).hex == "C18"
    assert BuildPort("p1", "1").hex == ""


def test_new_track_and_upgrades_are_both_named() -> None:
    verbs = set()
    for state in positions("1893", 240, 2):
        shown = panel.build(state, tuple(state.players))
        lays = [move for moves in shown.places.values() for move in moves if isinstance(move, LayTile)]
        upgrades = {bool(face_at(state, move.hex).paths) for move in lays}
        assert upgrades == {verb == "Upgrade" for verb in shown.verbs_on_map if verb in ("Lay", "Upgrade")}
        verbs |= upgrades
    assert verbs == {True, False}
