"""One suite for all titles: seeded random games to the end, the list of lays against brute force, perft."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kit import begin, random_game
from msgspec.structs import replace

from railhead.core.engine import actors, apply, legal_moves, new_game, price_ranges, refusal
from railhead.core.moves import LayTile, to_plain, to_text
from railhead.core.operating import OperatingTurn
from railhead.core.state import State
from railhead.core.text import codec_of
from railhead.titles import TITLES


def tables(name: str) -> list[tuple[int, tuple[str, ...]]]:
    """The smallest and largest table of a title, and one table for each variant."""
    title = TITLES[name]
    found: list[tuple[int, tuple[str, ...]]] = [(title.seats[0], ()), (title.seats[-1], ())]
    for option in title.options:
        if not option.house:
            seats = option.seats or tuple(title.seats)
            found.append((seats[-1], (option.name,)))
    return list(dict.fromkeys(found))


CASES = [(name, seats, options) for name in TITLES for seats, options in tables(name)]


@pytest.mark.parametrize(("name", "seats", "options"), CASES, ids=str)
def test_random_game(name: str, seats: int, options: tuple[str, ...]) -> None:
    """A game to the end: invariants after every move, moves and positions survive being written down."""
    for state, moves in random_game(begin(name, seats, *options, seed=11), seed=seats):
        if state.count % 40 == 0:
            codec = codec_of(state.rules)
            for move in moves:
                assert codec.from_text(to_text(move)) == move
                assert codec.from_plain(to_plain(move)) == move
                assert refusal(state, move) is None
    assert state.ended is not None
    assert set(state.ended.scores) == set(state.players)


@pytest.mark.parametrize("name", TITLES)
def test_lays_by_brute_force(name: str) -> None:
    """On positions from a game: every tile on every hex in every rotation through the checks equals the list."""
    seen = 0
    for seed in range(5, 12):
        for number, (state, listed) in enumerate(lay_positions(name, seed)):
            if number % 9 == 3:
                assert listed == brute_force(state), f"seed {seed}, after {state.count} moves"
                seen += 1
            if seen == 4:
                return
    raise AssertionError("too few positions with a lay were met")


def lay_positions(name: str, seed: int) -> Iterator[tuple[State, set[tuple[str, str, int]]]]:
    """Positions of a random game in which track can be laid, with the lays that are listed."""
    for state, moves in random_game(begin(name, TITLES[name].seats[-1], seed=seed), seed=seed):
        if state.frames and isinstance(state.top, OperatingTurn):
            listed = {(move.hex, move.tile, move.rotation) for move in moves if type(move) is LayTile}
            if listed:
                yield state, listed


def brute_force(state: State) -> set[tuple[str, str, int]]:
    rules = state.rules
    player = actors(state)[0]
    return {
        (hex_id, tile, rotation)
        for hex_id in rules.map.hexes
        for tile in rules.map.tiles
        for rotation in range(6)
        if refusal(state, LayTile(player, hex_id, tile, rotation)) is None
    }


@pytest.mark.parametrize("name", TITLES)
def test_same_seed_same_game(name: str) -> None:
    """Nothing is random but the seed: two games with the same choices are the same, move for move."""
    one, two = (begin(name, TITLES[name].seats[-1], seed=3) for _ in range(2))
    for number in range(120):
        moves = list(legal_moves(one))
        assert moves == list(legal_moves(two))
        if not moves:
            break
        move = moves[number * 7 % len(moves)]
        one, two = apply(one, move)[0], apply(two, move)[0]
    assert one == two


@pytest.mark.parametrize("name", TITLES)
def test_spans_are_legal_at_both_ends(name: str) -> None:
    checked = 0
    for state, _ in random_game(begin(name, TITLES[name].seats[-1], seed=2), seed=9):
        if state.ended is not None or checked > 60:
            break
        for prices in price_ranges(state):
            for value in (prices.low, prices.high):
                move = replace(prices.move, **{prices.field: value})
                objection = refusal(state, move)
                assert objection is None or objection.rule == "offer.declined", (to_text(move), objection)
            checked += 1
    assert checked or not any(kind.price_ranges for kind in state.rules.kinds())


def perft(state: State, depth: int) -> int:
    """The number of lines of play of this length."""
    if depth == 0:
        return 1
    return sum(perft(apply(state, move)[0], depth - 1) for move in legal_moves(state))


def test_perft_of_an_opening_worked_out_by_hand() -> None:
    """The opening auction of six privates with three players: buy A, bid on B to F, pass: 7 first moves.

    After a pass or a bid, the next player again has 7; after A is bought, B is the cheapest: buy B, bid on
    C to F, pass: 6. So 7 x 7 lines, less one for the line that begins by buying A: 6 x 7 + 6 = 48.
    """
    state = new_game(TITLES["1889"].rules(3), ["a", "b", "c"])
    assert perft(state, 1) == 7
    assert perft(state, 2) == 48
