"""Every legal move can be found on the page: a control on its stage, a button in Now, a number, or a lit hex."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from railhead.core.engine import legal_moves, price_ranges
from railhead.core.state import State
from railhead.play.timeline import move_to_json
from railhead.titles import TITLES
from railhead.view.stages import stage_of

Person = Any
Play = Callable[..., Any]


def moves_in(page: str) -> Iterator[dict[str, Any]]:
    """The moves that buttons and other controls of a page make."""
    for value in re.findall(r'name="move" value="([^"]*)"', page):
        yield json.loads(html.unescape(value))


def ranges_in(page: str) -> Iterator[tuple[dict[str, Any], str, int, int]]:
    """The moves with a number to be named: the move, the field, the least and the most."""
    for value in re.findall(r'name="named" value="([^"]*)"', page):
        field, name, move = html.unescape(value).split(":", 2)
        found = re.search(rf'name="{name}" min="(\d+)" max="(\d+)"', page)
        assert found is not None, name
        yield json.loads(move), field, int(found[1]), int(found[2])


def is_named(move: dict[str, Any], ranges: list[tuple[dict[str, Any], str, int, int]]) -> bool:
    """Whether a move is one of those that differ in a number."""
    return any(
        {**frame, field: move.get(field)} == move and low <= move[field] <= high
        for frame, field, low, high in ranges
        if field in move
    )


def look(state: State, move: dict[str, Any]) -> tuple[object, ...]:
    """A move without what nobody sees: two rotations that lay the same track are one."""
    tile = state.rules.map.tiles.get(move.get("tile", ""))
    shape = tile.faces[move["rotation"]].shape if tile is not None and "rotation" in move else None
    return *sorted((name, str(value)) for name, value in move.items() if name != "rotation" or shape is None), shape


def check(ann: Person, game: str, state: State) -> None:
    """Every legal move of a position is on the page that its decision is about."""
    page = ann.get(f"/t/{game}/").content.decode()
    assert f'data-stage="{stage_of(state)}"' in page
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids)), "updates are addressed by ids"
    there, ranges = list(moves_in(page)), list(ranges_in(page))
    hexes = set(re.findall(r'data-hex-button="([^"]+)"', page))
    opened = 0
    for move in legal_moves(state):
        plain = json.loads(move_to_json(move))
        if plain in there or is_named(plain, ranges):
            continue
        assert getattr(move, "hex", "") in hexes, (stage_of(state), plain)
        if not opened:
            opened += 1
            place = ann.get(f"/t/{game}/place/{move.hex}/").content.decode()
            assert look(state, plain) in [look(state, one) for one in moves_in(place)], plain
    assert len(ranges) >= len(list(price_ranges(state)))


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_legal_move_is_on_the_page(ann: Person, played: Play, title: str) -> None:
    game = ann.new_table(title, min(max(3, TITLES[title].seats[0]), TITLES[title].seats[-1]))
    stages = set()
    for count in range(0, 140, 10):
        state = played(game, count)
        if state.ended is not None:
            break
        stages.add(stage_of(state))
        check(ann, game, state)
    assert {"auction", "trading", "map"} <= stages
