"""What a record may claim without routes, out of turn or at another price, and where that ends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from game_files import EVERY_GAME, followed, game_file, raw_game

from railhead.core.events import TrainsRun
from railhead.core.moves import RunTrains, to_plain
from railhead.core.operating import operating_company
from railhead.core.state import State
from railhead.core.upper_bound import most_earned
from railhead.core.waivers import StatedRun
from railhead.imports.actions import RecordingError
from railhead.imports.dialects import SITE
from railhead.record.entries import Entry, plain
from railhead.record.games import Record, RecordError, replay
from railhead.record.session import session_of
from railhead.titles import title

STATED = {"run.stated": "why not"}


@EVERY_GAME
def test_no_run_of_a_game_is_above_the_bound(name: str) -> None:
    session = followed(game_file(name)).session
    before = session.opening
    for step in session.steps:
        for event in step.events:
            if isinstance(event, TrainsRun):
                revenue, _ = most_earned(before, event.company)
                assert event.revenue <= revenue
        before = step.state


def with_run(earned: int, **more: Any) -> Record:
    """The record of a game up to a run that is said to have earned so much."""
    session = followed(game_file("written 1889")).session
    at = next(n for n, step in enumerate(session.steps) if isinstance(step.entry.move, RunTrains))
    run = Entry(StatedRun(session.steps[at].entry.move.by, earned, **more), STATED)
    moves = (*(plain(step.entry) for step in session.steps[:at]), plain(run))
    options, seed = tuple(session.opening.rules.options), session.opening.seed
    return Record(title="1889", rules_version=1, seats=("A", "B", "C"), options=options, moves=moves, seed=seed)


def at_the_run() -> State:
    record = with_run(0)
    return session_of(Record(**{**fields(record), "moves": record.moves[:-1]}), title).state


def fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def test_a_stated_run_earns_no_more_than_its_trains_could() -> None:
    state = at_the_run()
    most, subsidy = most_earned(state, operating_company(state))
    assert 0 < most < 1000
    replay(with_run(most), title)
    for earned in (most + 1, 1_000_000, -1):
        with pytest.raises(RecordError, match=r"move \d+ .*earn"):
            replay(with_run(earned), title)
    with pytest.raises(RecordError, match="earn"):
        replay(with_run(0, mine_income=subsidy + 1), title)


def test_a_file_that_claims_a_million() -> None:
    raw = raw_game("written 1889")
    at = next(n for n, one in enumerate(raw["actions"]) if one["type"] == "run_routes" and one["routes"])
    raw["actions"][at]["routes"][0]["revenue"] = 1_000_000
    with pytest.raises(RecordingError, match=rf"^action {at} \(id \d+, run_routes\): .*1,000,0.* at most"):
        followed(json.dumps(raw).encode())


def test_no_second_run_in_a_turn() -> None:
    """Only a station may be placed in another step; a run or a dividend that is repeated would make money."""
    session = followed(game_file("written 1889")).session
    run = next(n for n, step in enumerate(session.steps) if isinstance(step.entry.move, RunTrains))
    move = session.steps[run].entry.move
    moves = [plain(step.entry) for step in session.steps[: run + 1]]
    again = {**to_plain(move), "waived": {"turn.not-now": "why not"}}
    record = Record(**{**fields(with_run(0)), "moves": (*moves, again)})
    with pytest.raises(RecordError, match=f"move {run + 2} "):
        replay(record, title)


@pytest.mark.parametrize(
    ("price", "kept"), [(190, True), (90, True), (360, True), (89, False), (361, False), (-500, False)]
)
def test_a_certificate_of_the_package_at_another_price(price: int, kept: bool) -> None:
    """FdSD is printed with 180; an earlier edition had 190."""
    buy = {"move": "buy_certificate", "by": "p1", "certificate": "FdSD", "price": price}
    moves = ({**buy, "waived": {"1893.package-price": "an earlier edition"}},)
    record = Record(
        title="1893", rules_version=2, seats=("A", "B", "C"), options=(SITE, "seats-in-order"), moves=moves
    )
    if kept:
        cash = replay(Record(**{**fields(record), "moves": ()}), title).players["p1"].cash
        assert replay(record, title).players["p1"].cash == cash - price
    else:
        with pytest.raises(RecordError, match="move 1 "):
            replay(record, title)
