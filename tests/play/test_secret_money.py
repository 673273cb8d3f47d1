"""Secret money shows in nothing that happens by itself: whose turn it is, what is skipped, what events say.

Two games that differ only in money that is secret are played side by side with the same moves. A player's own
decision may depend on his money; what the rules do between two decisions may not.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from railhead.core.engine import actors, apply, legal_moves, new_game, refusal
from railhead.core.moves import BuyTrain, Move, Pass
from railhead.core.operating import operating_company
from railhead.core.secrecy import COMPANIES, PLAYERS, with_money
from railhead.core.state import State
from railhead.play.hidden import is_secret, visible
from railhead.play.stand_in import choose
from railhead.titles import TITLES, title

MORE = 2000
MOVES = 320


def secret_games() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every title and option with secret money."""
    for name, one in TITLES.items():
        for options in ((), *((option.name,) for option in one.options)):
            with contextlib.suppress(ValueError):
                if is_secret(new_game(one.rules(3, options), ("A", "B", "C"), 1)):
                    yield name, options


def richer(state: State) -> State:
    """The same position with more money wherever it is secret."""
    secret = state.rules.secret
    amounts = {name: it.cash + MORE for name, it in state.players.items() if PLAYERS in secret}
    amounts |= {name: it.cash + MORE for name, it in state.companies.items() if COMPANIES in secret}
    return with_money(state, amounts, state.bank)


def open_to_all(state: State) -> State:
    """What everybody may see; a company that nobody runs yet has no money to hide."""
    idle = {name: 0 for name, it in state.companies.items() if COMPANIES in state.rules.secret}
    return with_money(visible(state, ()).state, idle, 0)


def asks_for_help(state: State, move: Move) -> bool:
    """A president who must help his company shows by the rules what it has."""
    return isinstance(move, BuyTrain) and move.price > state.companies[operating_company(state)].cash


def common_move(poor: State, rich: State) -> Move | None:
    """A move that is legal in both games, and that no rule makes a revelation of."""
    seat = actors(poor)[0]
    wish = choose(poor, seat)
    every = (*((wish,) if wish else ()), *(move for move in legal_moves(poor) if move.by == seat))
    return next((move for move in every if refusal(rich, move) is None and not asks_for_help(poor, move)), None)


@pytest.mark.parametrize(("name", "options"), list(secret_games()), ids=str)
def test_what_happens_by_itself(name: str, options: tuple[str, ...]) -> None:
    poor = new_game(title(name).rules(3, options), ("A", "B", "C"), 3)
    rich = richer(poor)
    rounds, penniless = set(), 0
    for number in range(MOVES):
        assert open_to_all(poor) == open_to_all(rich), f"move {number}"
        assert actors(poor) == actors(rich), f"move {number}"
        move = common_move(poor, rich)
        if move is None:
            break
        rounds.add(poor.round.kind)
        penniless += isinstance(move, Pass) and not any(one.by == move.by for one in legal_moves(poor) if one != move)
        poor, told = apply(poor, move)
        rich, told_too = apply(rich, move)
        assert told == told_too, f"move {number}: {move}"
        if poor.ended or rich.ended:
            break
    assert {"SR", "OR"} <= rounds
    assert penniless, "somebody was asked who could pay for nothing"
