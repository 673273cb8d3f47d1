"""What is hidden stays on the server: cash where a title keeps it secret, in page, API, files and stream.

Two positions that differ in nothing but what somebody may not know must look the same to them, to the last byte.
So the same requests are made before and after the hidden figures are changed under the server's hands.
"""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from msgspec.structs import replace
from secret_tables import Table
from sites import play_on

from railhead.core.engine import new_game
from railhead.core.secrecy import PLAYERS
from railhead.core.state import State
from railhead.play.hidden import is_secret
from railhead.play.records import Figures
from railhead.site import bots, charts
from railhead.site.live import moved
from railhead.site.parts import memory
from railhead.site.store import games
from railhead.site.streams import API_KINDS, PAGE_KINDS, Ticket, events
from railhead.titles import TITLES


def secret_games() -> list[tuple[str, tuple[str, ...]]]:
    """Every title that keeps players' cash secret, by itself or with an option."""
    found = []
    for name, one in TITLES.items():
        for options in ((), *((option.name,) for option in one.options)):
            with contextlib.suppress(ValueError):
                state = new_game(one.rules(3, options), ("A", "B", "C"), 1)
                if is_secret(state) and PLAYERS in state.rules.secret:
                    found.append((name, options))
                    break
    return found


@pytest.fixture(scope="module", params=secret_games(), ids=lambda one: "-".join((one[0], *one[1])))
def table(request: pytest.FixtureRequest) -> Table:
    made = Table(*request.param)
    play_on(made.game, 60)
    return made


def altered(state: State, seat: str) -> State:
    """The position with other cash in the hands of those whom a seat must not see through."""
    players = {
        name: player if name == seat else replace(player, cash=player.cash + 7777)
        for name, player in state.players.items()
    }
    more = 7777 * (len(players) - (seat in players))
    return replace(state, players=players, bank=state.bank - more)


def change_all(monkeypatch: pytest.MonkeyPatch, seat: str) -> None:
    """Let every position and every kept figure be another one in what a seat must not know."""
    real, kept = games.timeline._get, charts._figures

    def figures(text: str) -> Figures:
        there = kept(text)
        return replace(
            there,
            cash={name: value + 7777 * (name != seat) for name, value in there.cash.items()},
            worth={name: value + 7777 * (name != seat) for name, value in there.worth.items()},
            bank=there.bank - 7777,
        )

    monkeypatch.setattr(games.timeline, "_get", lambda key: altered(found, seat) if (found := real(key)) else None)
    monkeypatch.setattr(charts, "_figures", figures)
    memory._kept.clear()  # parts that were rendered before must not stand in for those of the changed position


@pytest.mark.parametrize("seat", ["p1", "p2", "p3", "spectator", "admin"])
def test_other_cash_changes_nothing_that_a_seat_gets(
    table: Table, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "wake", lambda *_: None)
    client = {**table.people, **table.watchers}[seat]
    before = table.shown(client)
    change_all(monkeypatch, seat)
    after = table.shown(client)
    for path, text in before.items():
        assert after[path] == text, f"{path} tells {seat} what others hold"
    position = json.loads(after[f"/api/games/{table.game}/position"].partition(" ")[2])
    hidden = {name for name in position["hidden"] if name != "bank"}
    assert hidden == {"p1", "p2", "p3"} - {seat}
    assert "bank" in position["hidden"]
    assert "secret" in after[f"/api/games/{table.game}/record"]


def test_the_owner_sees_the_difference(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above can tell: changing a seat's own cash does show to it."""
    client = table.people["p1"]
    before = table.shown(client)
    change_all(monkeypatch, "p2")
    after = table.shown(client)
    assert after[f"/t/{table.game}/?tab=charts"] != before[f"/t/{table.game}/?tab=charts"]
    assert after[f"/t/{table.game}/?tab=table"] != before[f"/t/{table.game}/?tab=table"]
    assert after[f"/api/games/{table.game}/position"] != before[f"/api/games/{table.game}/position"]


def test_the_stream_says_only_that_there_is_news(table: Table) -> None:
    ticket = Ticket(table.game, 60, 60, "p1", (), (*PAGE_KINDS, *API_KINDS))
    heard = b"".join(events(ticket, {**moved(table.game, 61, 61, "p2"), "cash": 7})).decode()
    told = [json.loads(line.removeprefix("data: ")) for line in heard.splitlines() if line.startswith("data: ")]
    assert told == [{"version": 61}, {"version": 61, "count": 61}, {"first": 61, "last": 61}, {"awaited": ["p2"]}]


def test_trying_out_is_closed_where_it_would_tell(table: Table) -> None:
    for client in (*table.people.values(), *table.watchers.values()):
        answer = client.post(f"/t/{table.game}/branch/", {"what": "begin"})
        assert answer.status_code == 422
        assert "secret" in answer.content.decode()


def test_at_the_end_all_is_counted_openly(table: Table) -> None:
    from railhead.play.hidden import visible

    _, state = games.now(table.game)
    assert visible(state, ()).anything_hidden
    over = replace(state, ended=_ended(state))
    assert not visible(over, ()).anything_hidden


def _ended(state: State) -> Any:
    from railhead.core.state import Ended

    return Ended(reason="bank", scores=dict.fromkeys(state.players, 0), winners=("p1",))
