"""There is an end to what a person, an address and all together may have: tables, tables with bots, room, notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from doors import account
from sites import api, browser, new_game, play_on

from railhead.site import bots, caps, chat
from railhead.site.caps import Cap
from railhead.site.models import Entry, Game
from railhead.site.store import games

PLENTY = 10**12
BOTS = [{"name": "A"}, {"name": "B", "bot": "clerk"}]
PEOPLE = [{"name": "A"}, {"name": "B"}]


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Bots do not play, and the site is counted at every look."""
    monkeypatch.setattr(bots, "wake", lambda *_: None)
    monkeypatch.setattr(caps, "REMEMBERED", -1.0)
    yield
    caps.site.forget()


def set_up(client: Any, seats: Any = None) -> Any:
    return api(client, "POST", "/games", {"title": "1889", "seats": seats or PEOPLE})


def at(address: str) -> Any:
    """Somebody new at an address."""
    return browser(REMOTE_ADDR=address)


def refused(answer: Any) -> str:
    assert answer.status_code == 429, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    return str(answer.json()["detail"])


@pytest.mark.parametrize(
    ("name", "seats", "other", "says"),
    [
        ("TABLES", PEOPLE, BOTS, "You have 2 unfinished tables."),
        ("WITH_BOTS", BOTS, None, "You have 2 tables with bots in play."),
    ],
    ids=["tables", "bots"],
)
def test_tables_of_a_person_of_an_address_and_of_the_site(
    name: str, seats: Any, other: Any, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = f"198.51.100.{1 if name == 'TABLES' else 2}"
    monkeypatch.setattr(caps, name, Cap(2, 3, PLENTY))
    ann = at(here)
    assert [set_up(ann, seats).status_code for _ in range(2)] == [201, 201]
    assert refused(set_up(ann, seats)).startswith(says)
    bob = at(here)
    assert set_up(bob, seats).status_code == 201
    assert "from your address" in refused(set_up(bob, seats))
    assert set_up(at("203.0.113.9"), seats).status_code == 201
    if other is None:
        assert set_up(ann, PEOPLE).status_code == 201  # without bots there is room
    there = Game.objects.exclude(status=Game.OVER).count()
    monkeypatch.setattr(caps, name, Cap(there + 9, there + 9, 1))
    assert "this site" in refused(set_up(at("203.0.113.10"), seats))


def test_a_table_that_is_over_or_cleared_away_counts_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "TABLES", Cap(1, PLENTY, PLENTY))
    ann = account("finishing")
    game = set_up(ann).json()["id"]
    refused(set_up(ann))
    assert api(ann, "DELETE", f"/games/{game}").status_code == 204
    game = set_up(ann).json()["id"]
    refused(set_up(ann))
    Game.objects.filter(pk=game).update(status=Game.OVER)
    assert set_up(ann).status_code == 201


def test_room_is_counted_with_every_entry_also_of_moves_that_were_undone() -> None:
    ann = browser()
    game = new_game(ann)
    play_on(game, 20)
    version = games.now(game)[0].version
    assert api(ann, "POST", f"/games/{game}/undo", {"seq": version, "to": 10}).status_code == 200
    row = Game.objects.get(pk=game)
    texts = sum(len(one.move) + len(one.events) + len(one.why) + len(one.figures) for one in row.entries.all())
    assert row.room == texts + 160 * Entry.objects.filter(game=row).count()


def test_a_log_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = browser()
    game = new_game(ann)
    monkeypatch.setattr(caps, "ROOM_OF_TABLE", 100)
    answer = api(ann, "POST", f"/games/{game}/moves", {"seq": 0, "move": "p1 pass"})
    assert "the most allowed" in refused(answer)
    assert games.now(game)[0].count == 0
    assert Game.objects.get(pk=game).room == 0


@pytest.mark.parametrize(("scope", "says"), [("person", "Your"), ("address", "your address"), ("site", "no space")])
def test_room_of_a_person_of_an_address_and_of_the_site(
    scope: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = at("192.0.2.77")
    game = new_game(ann)
    play_on(game, 3)
    monkeypatch.setattr(caps, "ROOM", Cap(PLENTY, PLENTY, PLENTY)._replace(**{scope: 100}))
    assert says in refused(set_up(ann))
    version = games.now(game)[0].version
    assert api(ann, "POST", f"/games/{game}/moves", {"seq": version, "move": _any(ann, game)}).status_code == 200
    monkeypatch.setattr(caps, "LOOKED_AT_EVERY", 1)
    answer = api(ann, "POST", f"/games/{game}/moves", {"seq": version + 1, "move": _any(ann, game)})
    assert says in refused(answer)


def _any(client: Any, game: str) -> Any:
    return api(client, "GET", f"/games/{game}/legal").json()["moves"][0]


def test_an_address_is_kept_as_a_digest_only() -> None:
    game = new_game(at("192.0.2.99"))
    kept = Game.objects.get(pk=game).host_address
    assert len(kept) == 20
    assert "192" not in Game.objects.values_list("host_address", flat=True).get(pk=game)[:4]
    assert Game.objects.get(pk=new_game(at("192.0.2.99"))).host_address == kept
    assert Game.objects.get(pk=new_game(at("192.0.2.98"))).host_address != kept


def test_chat_and_notes_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_MESSAGES", 1)
    monkeypatch.setattr(chat, "MOST_NOTES", 1)
    ann = browser()
    game = new_game(ann)
    said = [api(ann, "POST", f"/games/{game}/messages", {"text": "hello"}).status_code for _ in range(2)]
    assert said == [204, 429]
    assert [ann.post(f"/t/{game}/note/", {"note": "one"}).status_code for _ in range(2)] == [204, 204]
    assert browser().post(f"/t/{game}/note/", {"note": "two"}).status_code == 429
