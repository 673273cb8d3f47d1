"""Files that strangers send: how many may wait, whose turn it is, and when reading one ends."""

from __future__ import annotations

import json
from concurrent.futures import Future
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from sites import browser

from railhead.play.whole_games import record
from railhead.record.games import to_json
from railhead.site import caps, importing, recordings
from railhead.site.caps import Cap
from railhead.site.models import Game, Import
from railhead.site.store import games

BID = {"type": "bid", "entity": 1, "entity_type": "player", "id": 1, "company": "TR", "price": 20}
GAME = {"title": "1889", "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}], "actions": [BID]}


class Later:
    """A pool that does nothing until it is told to."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def submit(self, work: Any) -> Future[None]:
        self.waiting.append(work)
        return Future()

    def run(self) -> None:
        while self.waiting:
            self.waiting.pop(0)()


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Later:
    found = Later()
    monkeypatch.setattr(importing, "_pool", found)
    monkeypatch.setattr(importing, "WAIT", 0.0)
    monkeypatch.setattr(importing, "wait", lambda row: row)
    return found


def at(address: str) -> Any:
    return browser(REMOTE_ADDR=address)


def send(client: Any, data: bytes = json.dumps(GAME).encode(), name: str = "game.json") -> Any:
    return client.post("/import/", {"file": SimpleUploadedFile(name, data)})


def test_a_person_an_address_and_the_site_may_let_only_so_many_wait(
    pool: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Import.objects.filter(status__in=Import.UNDER_WAY).count()
    monkeypatch.setattr(caps, "IMPORTS", Cap(2, 3, there + 4))
    ann, bob = at("198.51.100.30"), at("198.51.100.30")
    assert [send(ann).status_code for _ in range(3)] == [302, 302, 429]
    assert [send(bob).status_code for _ in range(2)] == [302, 429]
    assert [send(at(f"203.0.113.{n}")).status_code for n in (30, 31)] == [302, 429]
    pool.run()
    assert send(ann).status_code == 302
    pool.run()


def test_addresses_take_turns(pool: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six files of six guests at one address do not keep the seventh person waiting until they are all read."""
    read: list[str] = []
    monkeypatch.setattr(importing, "_in_thread", lambda row: read.append(Import.objects.get(pk=row).name))
    for n in range(6):
        send(at("198.51.100.31"), name=f"greedy {n}")
    send(at("203.0.113.32"), name="modest")
    pool.run()
    assert len(read) == 7
    assert read.index("modest") == 1
    Import.objects.all().delete()


def test_a_table_from_a_file_counts_for_the_address_it_came_from(
    pool: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "TABLES", Cap(9, 1, 10**6))
    for _ in range(2):
        send(at("198.51.100.33"))
    pool.run()
    first, second = Import.objects.order_by("-created")[:2][::-1]
    assert first.status == Import.DONE
    assert Game.objects.get(pk=first.game_id).host_address
    assert second.status == Import.FAILED
    assert "from your address" in second.message


def test_nobody_waits_for_it_any_more(pool: Later) -> None:
    ann = at("198.51.100.34")
    send(ann)
    row = Import.objects.latest("created")
    Import.objects.filter(pk=row.pk).update(asked=row.asked - importing.UNATTENDED - timedelta(seconds=1))
    pool.run()
    row.refresh_from_db()
    assert (row.status, row.message, row.game_id) == (Import.FAILED, importing.GONE, None)


def test_two_processes_that_have_one_file_in_mind_read_it_once(pool: Later) -> None:
    send(at("198.51.100.35"))
    row = Import.objects.latest("created")
    before = Game.objects.count()
    importing.run(row.pk)  # as another process would that was asked how far it is
    pool.run()
    assert Game.objects.count() == before + 1
    row.refresh_from_db()
    assert row.status == Import.DONE


@pytest.mark.parametrize("kind", ["record", "export"])
def test_reading_has_an_end_whatever_the_file(kind: str, pool: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    send(at("198.51.100.36"))
    pool.run()
    done = Import.objects.latest("created")
    data = to_json(record(games, str(done.game_id))) if kind == "record" else json.dumps(GAME).encode()
    monkeypatch.setattr(recordings, "SECONDS", -1.0)
    send(at("198.51.100.37"), data)
    pool.run()
    row = Import.objects.latest("created")
    assert row.status == Import.FAILED
    assert "took more than" in row.message
