"""Hints and bots can be switched off for a table; between people on-line there are no hints by themselves."""

from __future__ import annotations

from typing import Any

import pytest
from sites import api, browser, new_game

from railhead.bots.thinking import Decision
from railhead.site import bots
from railhead.site.models import Game
from railhead.site.store import games


@pytest.fixture(autouse=True)
def adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    """An adviser who does not think long."""
    monkeypatch.setattr(bots, "wake", lambda *_: None)

    def decide(name: str, state: Any, seat: str, *_: Any, **__: Any) -> Decision:
        from railhead.play.stand_in import choose

        move = choose(state, seat)
        assert move is not None
        return Decision(move, "It is the best.", "")

    monkeypatch.setattr(bots, "decide", decide)


def online(host: Any, *others: Any, seats: int = 2, **more: Any) -> str:
    data = {"title": "1889", "kind": "online", "seed": 4, "seats": [{"name": f"P{n}"} for n in range(seats)], **more}
    made = api(host, "POST", "/games", data)
    assert made.status_code == 201, made.content
    for other in others:
        answer = api(
            other, "POST", f"/games/{made.json()['id']}/join", {"name": "X", "invite": made.json()["invite"]}
        )
        assert answer.status_code == 200
    return str(made.json()["id"])


def awaited(game: str, *people: Any) -> Any:
    """Whoever is to move."""
    from railhead.core.engine import actors

    return people[int(actors(games.now(game)[1])[0][1:]) - 1]


@pytest.mark.parametrize(("said", "there"), [(None, False), (True, True), (False, False)])
def test_between_people_there_are_hints_only_if_the_host_allows_them(said: bool | None, there: bool) -> None:
    ann, bob = browser(), browser()
    game = online(ann, bob, **({} if said is None else {"hints": said}))
    assert api(ann, "GET", f"/games/{game}").json()["hints"] is there
    who = awaited(game, ann, bob)
    answer = api(who, "POST", f"/games/{game}/hint")
    page = who.post(f"/t/{game}/hint/")
    if there:
        assert (answer.status_code, page.status_code) == (200, 200)
    else:
        assert (answer.status_code, page.status_code) == (422, 422)
        assert answer.json()["detail"] == "Hints are switched off for this table."
    button = who.get(f"/t/{game}/").content.decode().partition('id="ask-hint"')[2].partition("</button>")[0]
    assert ("disabled" in button) is not there


def test_at_one_machine_and_against_bots_there_are_hints() -> None:
    ann = browser()
    assert api(ann, "GET", f"/games/{new_game(ann)}").json()["hints"] is True
    data = {"title": "1889", "kind": "online", "seats": [{"name": "A"}, {"name": "B", "bot": "clerk"}]}
    assert api(ann, "POST", "/games", data).json()["hints"] is True
    assert api(ann, "GET", f"/games/{new_game(ann, hints=False)}").json()["hints"] is False


def test_without_bots_nobody_stands_in() -> None:
    ann, bob = browser(), browser()
    game = online(ann, bob, bots=False)
    assert api(ann, "GET", f"/games/{game}").json()["bots"] is False
    answer = api(ann, "POST", f"/games/{game}/stand-in", {"number": 2, "bot": "clerk"})
    assert answer.status_code == 422
    assert "switched off" in answer.json()["detail"]
    assert api(bob, "POST", f"/games/{game}/leave").status_code == 200
    seats = api(ann, "GET", f"/games/{game}").json()["seats"]
    assert [(seat["bot"], seat["taken"]) for seat in seats] == [("", True), ("", False)]
    carl = browser()
    asks = api(carl, "POST", f"/games/{game}/join", {"name": "Carl", "invite": Game.objects.get(pk=game).invite})
    assert asks.status_code == 202
    assert ann.post(f"/t/{game}/seat/", {"what": "admit"}).status_code == 302
    assert any(seat["mine"] for seat in api(carl, "GET", f"/games/{game}").json()["seats"])


def test_a_bot_is_not_asked_to_a_table_without_bots() -> None:
    seats = [{"name": "A"}, {"name": "B", "bot": "clerk"}]
    answer = api(browser(), "POST", "/games", {"title": "1889", "seats": seats, "bots": False})
    assert answer.status_code == 422


def test_the_page_asks_the_same() -> None:
    ann = browser()
    form = {"players": "3", "kind": "hotseat", "hints": "no", "no_bots": "on"}
    game = ann.post("/new/1889/", form)["Location"].strip("/").split("/")[1]
    row = Game.objects.get(pk=game)
    assert (row.hints, row.bots) == (False, False)
    page = ann.get("/new/1889/").content.decode()
    assert 'name="hints"' in page
    assert 'name="no_bots"' in page


@pytest.mark.parametrize(("hints", "expected"), [(True, 1), (False, 0)])
def test_a_player_who_opens_a_table_may_ask_soon(monkeypatch: pytest.MonkeyPatch, hints: bool, expected: int) -> None:
    """The process for hints gets ready when a player looks, not when a watcher does or hints are off."""
    prepared: list[bool] = []
    monkeypatch.setattr(bots.bot_pool, "prepare_advice", lambda: prepared.append(True))
    ann = browser()
    game = new_game(ann, hints=hints)
    assert browser().get(f"/t/{game}/").status_code == 200
    assert prepared == []
    assert ann.get(f"/t/{game}/").status_code == 200
    assert len(prepared) == expected
