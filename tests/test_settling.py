"""What happens by itself comes to an end, and the command line counts as the title does."""

from __future__ import annotations

from itertools import islice

import pytest
from kit import begin, random_game
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import settle
from railhead.core.moves import Pass
from railhead.core.state import State
from railhead.core.stock import StockRound
from railhead.imports.commands import show_scores
from railhead.titles import TITLES
from railhead.titles.t1893.tests.helpers import corporation, stock_round


def nothing_ever_waits(state: State) -> State:
    """A position whose rounds go by without a decision."""

    def next_round(change: Change) -> None:
        change.set(round=replace(change.state.round, number=change.state.round.number + 1))

    return replace(state, rules=replace(state.rules, next_round=next_round), frames=())


@pytest.mark.parametrize("name", ["1843", "1894"])
def test_a_game_in_which_nobody_can_act_ends(name: str) -> None:
    change = Change(nothing_ever_waits(begin(name, 3)))
    settle(change)
    assert change.state.ended is not None
    assert change.state.ended.reason == "stalemate"


def test_scores_are_the_titles(capsys: pytest.CaptureFixture[str]) -> None:
    """1893 counts neither privates nor minors (20): p1 has them and no more than cash and shares."""
    state = corporation(stock_round(), "DE", "p1", {"p1": (10,) * 3, "p2": (10,)})
    show_scores(state)
    shown = capsys.readouterr().out
    assert str(state.rules.score(state, "p1")) in shown
    assert state.rules.score(state, "p1") == 500 + 5 * 80
    assert " 900 " in shown


@pytest.mark.parametrize("name", [name for name, title in TITLES.items() if not title.rules(3).secret])
def test_nobody_is_asked_only_to_pass(name: str) -> None:
    """Whoever has a turn in a stock round can do something; where money is secret, a question may be for show."""
    asked = 0
    for state, moves in islice(random_game(begin(name, 3), seed=2), 400):
        if state.ended is None and isinstance(state.top, StockRound):
            asked += 1
            assert any(move.by == state.top.at and not isinstance(move, Pass) for move in moves), state.top
    assert asked > 20
