"""One suite for all titles (`railhead.conformance`), every title against every check; and perft."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from railhead.conformance import CHECKS, check_title, game_to_the_end, games_to_the_end, tables
from railhead.core.engine import apply, legal_moves, new_game
from railhead.core.rules import Title
from railhead.core.state import State
from railhead.titles import TITLES

TABLES = [(name, seats, options) for name in TITLES for seats, options in tables(TITLES[name])]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=str)
def test_random_game(name: str, seats: int, options: tuple[str, ...]) -> None:
    """A game to the end: invariants after every move, moves and positions survive being written down."""
    game_to_the_end(TITLES[name], (seats, options))


@pytest.mark.parametrize("check", [one for one in CHECKS if one is not games_to_the_end], ids=lambda it: it.__name__)
@pytest.mark.parametrize("name", TITLES)
def test_title_conforms(name: str, check: Callable[[Title], None]) -> None:
    check(TITLES[name])


def test_what_is_wrong_with_a_title_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A suite that finds nothing proves nothing: a clause taken out of a rulebook is missed, and only that."""
    good = TITLES["1889"]
    clauses = good.rules(2).rulebook.clauses
    monkeypatch.delitem(clauses, "stock.pool-limit")  # type: ignore[arg-type]
    found = [problem for _, problem in check_title(good, CHECKS[:4]) if problem]
    assert found == ["no clause in the rulebook for: stock.pool-limit"]


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
