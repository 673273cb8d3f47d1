"""How a lay reads: the neighbours that its track leads to, and no two lays of a position alike."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest
from kit import begin, tables

from railhead.core.engine import apply, legal_moves
from railhead.core.moves import LayTile, Pass, SellShares
from railhead.core.state import State
from railhead.titles import TITLES
from railhead.view.sentences import label
from railhead.view.track_words import lies

# Read off the printed maps: neighbours of a hex from the south (or south-west) clockwise, and exits of a tile.
READ = [
    ("1889", "K8", "5", 1, "to Komatsujima and J7"),
    ("1889", "K8", "57", 1, "to Komatsujima and Naruto & Awaji"),
    ("1889", "K8", "5", 0, "to the south and Komatsujima"),
    ("1889", "I2", "440", 4, "to Kotohira, Sakaide & Okayama and J3"),
    ("1824", "B13", "1", 1, "town 1 to A12 and Mährisch-Ostrau, town 2 to B11 and C14"),
    ("1889", "G10", "20", 1, "the south-west–H9, Kouchi–H11"),
]


@pytest.mark.parametrize(("name", "hex_id", "tile", "rotation", "words"), READ)
def test_words(name: str, hex_id: str, tile: str, rotation: int, words: str) -> None:
    assert lies(begin(name, 3), hex_id, tile, rotation) == words


def test_a_tile_that_the_game_does_not_know_has_no_words() -> None:
    state = begin("1889", 3)
    assert lies(state, "K8", "9999", 0) == lies(state, "Z99", "5", 0) == ""


def test_the_label_says_how_the_tile_lies() -> None:
    words = label(begin("1889", 3), LayTile("p1", "K8", "5", 1))
    assert (words.verb, words.text) == ("Lay", "tile 5 on Tokushima (K8): to Komatsujima and J7")


def lays(moves: list[Any]) -> list[Any]:
    return [move for move in moves if getattr(move, "tile", "") and hasattr(move, "rotation")]


def look(state: State, move: Any) -> Any:
    """What a lay looks like on the map, and who makes it with what power."""
    face = state.rules.map.tiles[move.tile].faces[move.rotation]
    order = tuple(face.node_exits) if len(face.nodes) > 1 else ()
    return type(move), move.by, move.hex, move.tile, face.shape, order, getattr(move, "city", 0)


@pytest.mark.parametrize("name", TITLES)
def test_no_two_lays_of_a_position_read_the_same(name: str) -> None:
    """Every tile on every hex, in every rotation that looks different, and so the lays of any position."""
    state = begin(name, TITLES[name].seats[0])
    map_ = state.rules.map
    for hex_id in map_.hexes:
        for tile in map_.tiles.values():
            read = defaultdict(set)
            for rotation, face in enumerate(tile.faces):
                order = face.node_exits if len(face.nodes) > 1 else ()
                read[lies(state, hex_id, tile.id, rotation)].add((face.shape, order))
            assert all(len(looks) == 1 for looks in read.values()), (hex_id, tile.id, read)
            assert all(read)


@pytest.mark.parametrize(("name", "seats", "options"), [one for one in tables() if one[1] == 3 and not one[2]])
def test_the_lays_of_a_game_read_differently(name: str, seats: int, options: tuple[str, ...]) -> None:
    """The whole labels of a random game: verb, text and effect, powers of private companies included."""
    rng = random.Random(5)
    state = begin(name, seats, *options)
    seen = 0
    while seen < 400:
        moves = list(legal_moves(state))
        if state.ended is not None or not moves:
            break
        read = defaultdict(set)
        for move in lays(moves):
            words = label(state, move)
            read[words.verb, words.text].add(look(state, move))
            seen += 1
        assert all(len(looks) == 1 for looks in read.values()), read
        eager = [move for move in moves if not isinstance(move, Pass | SellShares)]
        state, _ = apply(state, rng.choice(eager or moves))
    assert seen > 20
