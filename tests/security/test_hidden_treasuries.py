"""Secret treasuries stay on the server, in page, API and files: the option of 1889 (3.4, 5.6.3).

Two positions that differ in nothing but what somebody may not know must look the same to them, to the last byte.
So the same requests are made before and after the hidden figures are changed under the server's hands.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from doors import account
from msgspec.structs import replace
from sites import api, browser, play_on

from railhead.core.money import cash_of
from railhead.core.secrecy import with_money
from railhead.core.state import State, president_of
from railhead.play.hidden import kept_from
from railhead.play.records import Figures
from railhead.site import bots, charts
from railhead.site.parts import memory
from railhead.site.store import games

TABS = ("log", "chat", "notes", "charts", "rules", "table")
FILES = ("figures.csv", "map.svg", "market.svg", "worth.svg", "prices.svg", "treasury.svg", "dividends.svg")
RANDOM = re.compile(r'(name="key" value="|csrfmiddlewaretoken" value="|"X-CSRFToken": ")[^"]+"')


class Table:
    """Three players, and two who watch: one by invitation, one a governor of the site."""

    def __init__(self, title: str, *options: str) -> None:
        self.people = {f"p{at + 1}": account(f"secret-{title}-{at + 1}") for at in range(3)}
        seats = [{"name": f"P{at + 1}"} for at in range(3)]
        host = self.people["p1"]
        wish = {"title": title, "kind": "online", "seed": 5, "seats": seats, "options": list(options)}
        made = api(host, "POST", "/games", wish).json()
        self.game = made["id"]
        for who in ("p2", "p3"):
            api(self.people[who], "POST", f"/games/{self.game}/join", {"name": "X", "invite": made["invite"]})
        watcher = browser()
        watcher.get(f"/t/{self.game}/join/{made['invite']}/")
        self.watchers = {
            "spectator": watcher,
            "admin": account(f"secret-{title}-admin", is_staff=True, is_superuser=True),
        }

    def shown(self, client: Any) -> dict[str, str]:
        """Everything that somebody can fetch of the game."""
        count = games.now(self.game)[0].count
        base = f"/t/{self.game}/"
        paths = [f"{base}?tab={tab}" for tab in TABS] + [f"{base}live/?always=1&tab={tab}" for tab in TABS]
        paths += [f"{base}?at={count - 3}&tab=table", f"{base}log/", f"{base}why/", f"{base}place/I4/"]
        paths += [f"{base}file/{name}" for name in FILES] + ["/"]
        paths += [
            f"/api/games/{self.game}{tail}" for tail in ("", "/position", f"/position?at={count - 3}", "/legal")
        ]
        paths += [f"/api/games/{self.game}/moves", f"/api/games/{self.game}/record"]
        return {path: RANDOM.sub("", client.get(path).content.decode()) for path in paths}


@pytest.fixture(scope="module")
def treasuries() -> Table:
    """Companies' treasuries are secret, and some companies operate."""
    made = Table("1889", "secret-treasuries")
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
    position = json.loads(after[f"/api/games/{treasuries.game}/position"])
    assert set(position["hidden"]) - {"bank"} == {sym for sym in started if president_of(state, sym) != seat}
    assert "secret" in after[f"/api/games/{treasuries.game}/record"]
    assert ">secret<" in after[f"/t/{treasuries.game}/?tab=table"]
