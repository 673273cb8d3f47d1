"""Secret treasuries stay on the server, in page, API and files: the option of 1889 (3.4, 5.6.3).

Two positions that differ in nothing but what somebody may not know must look the same to them, to the last byte.
So the same requests are made before and after the hidden figures are changed under the server's hands.
"""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace
from secret_tables import Table
from sites import play_on

from railhead.core.money import cash_of
from railhead.core.secrecy import with_money
from railhead.core.state import State, president_of
from railhead.play.hidden import kept_from
from railhead.play.records import Figures
from railhead.site import bots, charts
from railhead.site.parts import memory
from railhead.site.store import games


@pytest.fixture(scope="module")
def treasuries() -> Table:
    """Companies' treasuries are secret, and some companies operate."""
    made = Table("1889", ("secret-treasuries",), "secret-treasuries")
    play_on(made.game, 160)
    return made


def altered(state: State, seat: str) -> State:
    """The position with other money in the hands of those whom a seat must not see through."""
    hidden = kept_from(state, (seat,))
    more = {name: cash_of(state, name) + 7777 for name in hidden}
    return with_money(state, more, state.bank - 7777 * len(more))


def change_all(monkeypatch: pytest.MonkeyPatch, game: str, seat: str) -> None:
    """Let every position and every kept figure be another one in what a seat must not know."""
    real, kept, now = games.timeline._get, charts._figures, games.now(game)[1]

    def figures(text: str) -> Figures:
        there = kept(text)
        hidden = kept_from(now, (seat,))
        return replace(
            there,
            cash={name: value + 7777 * (name in hidden) for name, value in there.cash.items()},
            worth={name: value + 7777 * (name in hidden) for name, value in there.worth.items()},
            treasury={name: value + 7777 * (name in hidden) for name, value in there.treasury.items()},
            bank=there.bank - 7777,
        )

    monkeypatch.setattr(games.timeline, "_get", lambda key: altered(found, seat) if (found := real(key)) else None)
    monkeypatch.setattr(charts, "_figures", figures)
    memory._kept.clear()  # parts that were rendered before must not stand in for those of the changed position


@pytest.mark.parametrize("seat", ["p1", "p2", "p3", "spectator", "admin"])
def test_other_treasuries_change_nothing_that_a_seat_gets(
    treasuries: Table, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1889 3.4, 5.6.3: who does not run a company gets the same answers whatever it has."""
    monkeypatch.setattr(bots, "wake", lambda *_: None)
    client = {**treasuries.people, **treasuries.watchers}[seat]
    state = games.now(treasuries.game)[1]
    started = {sym for sym in state.companies if president_of(state, sym)}
    assert started, "companies have begun"
    before = treasuries.shown(client)
    change_all(monkeypatch, treasuries.game, seat)
    after = treasuries.shown(client)
    for path, text in before.items():
        assert after[path] == text, f"{path} tells {seat} what companies have"
    position = json.loads(after[f"/api/games/{treasuries.game}/position"].partition(" ")[2])
    assert set(position["hidden"]) - {"bank"} == {sym for sym in started if president_of(state, sym) != seat}
    assert "secret" in after[f"/api/games/{treasuries.game}/record"]
    assert ">secret<" in after[f"/t/{treasuries.game}/?tab=table"]
