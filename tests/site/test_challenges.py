"""The stream of an account: what waits for it at all tables."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from sites import api

from railhead.site import streams
from railhead.site.challenges import NOT_NOW, Waiting, look
from railhead.site.models import Game, short_id

TOLD = [  # what was told, what waits now, the events
    (Waiting(), Waiting(), []),
    (Waiting(), Waiting({"a": "1889"}), [("challenge", {"game": "a", "title": "1889"})]),
    (Waiting({"a": "1889"}), Waiting(playing={"a": NOT_NOW}), []),
    (Waiting(playing={"a": NOT_NOW}), Waiting(playing={"a": 4}), [("turn", {"game": "a", "version": 4})]),
    (Waiting(playing={"a": 4}), Waiting(playing={"a": 4}), []),
    (Waiting(playing={"a": 4}), Waiting(playing={"a": 5}), [("turn", {"game": "a", "version": 5})]),
    (Waiting(playing={"a": 5, "b": 1}), Waiting(playing={"b": 1}), [("over", {"game": "a"})]),
]


@pytest.mark.parametrize(("before", "now", "events"), TOLD)
def test_what_is_told(before: Waiting, now: Waiting, events: list[Any]) -> None:
    assert list(before.told(now)) == events


def set_up(host: Any, public: bool = True) -> str:
    data = {"title": "1889", "kind": "online", "public": public, "seats": [{"name": "Ann"}, {}], "seed": 4}
    made = api(host, "POST", "/games", data)
    assert made.status_code == 201, made.content
    return str(made.json()["id"])


def account() -> Any:
    return get_user_model().objects.create_user(f"robot-{short_id()}", password="a-long-railway-word")


def test_what_waits_for_an_account(ann: Any, somebody: Any) -> None:
    """A public table is a challenge until one sits at it; then its turns count, and nobody else's."""
    robot = account()
    game, hidden = set_up(ann), set_up(ann, public=False)
    assert look([robot.pk])[robot.pk].open[game] == "1889"
    assert hidden not in look([robot.pk])[robot.pk].open
    client = somebody()
    client.force_login(robot)
    assert api(client, "POST", f"/games/{game}/join", {"name": "robot"}).status_code == 200
    first = Game.objects.get(pk=game)
    mine = first.seats.get(user=robot).player
    version = first.version if mine in first.awaited.split(",") else NOT_NOW
    assert look([robot.pk])[robot.pk].playing == {game: version}
    assert game not in look([robot.pk])[robot.pk].open
    other = account()
    assert not look([other.pk])[other.pk].playing


def test_the_stream_begins_with_what_waits(ann: Any, somebody: Any) -> None:
    game = set_up(ann)
    robot = somebody()
    robot.force_login(account())
    answer = robot.get("/api/v1/me/events")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/event-stream"
    told = [line for line in answer.content.decode().splitlines() if line]
    assert told[:3] == ["retry: 2000", "event: hello", "data: {}"]
    at = told.index(f'data: {{"game": "{game}", "title": "1889"}}')
    assert told[at - 1] == "event: challenge"
    ticket = streams.msgspec.json.decode(answer[streams.TICKET], type=streams.Ticket)
    news = {"what": "waiting", "game": ticket.game, "now": Waiting(playing={game: 3})}
    assert list(streams.events(ticket, news)) == [streams.event("turn", {"game": game, "version": 3})]
    assert list(streams.events(ticket, news)) == []


def test_guests_have_none(somebody: Any) -> None:
    answer = somebody().get("/api/v1/me/events")
    assert answer.status_code == 403
    assert "account" in json.loads(answer.content)["detail"]
