"""Games recorded by 18xx.games: what only this title records."""

from __future__ import annotations

from typing import Any

import pytest
from kit import with_cash
from msgspec.structs import replace

from railhead.core.shares import percent_of
from railhead.core.state import POOL, State
from railhead.imports.actions import Recording
from railhead.imports.follower import Follower
from railhead.imports.reading import follower_of
from railhead.record.session import Session
from railhead.titles import title
from railhead.titles.t1894.tests.helpers import clean, floated, laid, marked, operating

PLAYERS = tuple((str(number), f"Player {number}") for number in (11, 12, 13))


def follower_at(state: State) -> Follower:
    """A follower of a recorded game that has come to a position."""
    follower = follower_of(Recording("1894", PLAYERS, (), {}, {"seed": state.seed}), title("1894"))
    follower.session = Session(replace(state, rules=follower.state.rules))
    return follower


def of(company: str, kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "entity": company, "entity_type": "corporation", **fields}


def stranded(step: str, shares: int) -> State:
    """The BELGE has 100 and needs a 4 for 300; p1 has 104 and so much of AG at 95; a station at D17 would be 40."""
    state = floated(clean(), "BELGE", {"p1": 50, POOL: 50}, 80, operated=True, tokens=(40,), cash=100)
    state = laid(state, D17=("57", 0), E16=("15", 2))
    state = floated(marked(state, E16=(("BELGE", ""),)), "AG", {"p2": 40, "p1": shares}, 95)
    state = with_cash(state, p1=104)
    return operating(replace(state, depot=replace(state.depot, supply=FROM_4)), "BELGE", step, "Blue")


FROM_4 = {**clean().depot.supply, "2": 0, "3": 0}


@pytest.mark.parametrize("step", ["track", "station", "trains"])
def test_bankruptcy_is_declared_where_a_train_is_bought(step: str) -> None:
    """100 + 104 + 95 do not pay for the train: the AG share is sold, whatever step of ours is still open."""
    follower = follower_at(stranded(step, 10))
    follower.take(of("Belge", "bankrupt"))
    assert follower.state.ended is not None
    assert follower.state.ended.reason == "bankrupt"
    assert percent_of(follower.state, "AG", POOL) == 10
    assert follower.state.players["p1"].cash == 0


def test_bankruptcy_before_a_train_that_could_be_paid() -> None:
    """Two shares would pay for it: so the president gave up before, where nothing is sold."""
    follower = follower_at(stranded("station", 20))
    follower.take(of("Belge", "bankrupt"))
    assert follower.state.ended is not None
    assert percent_of(follower.state, "AG", POOL) == 0
    assert [type(move).__name__ for move in follower.moves] == ["Bankrupt"]
