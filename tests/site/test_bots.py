"""Seats of code at tables of the site: they move by themselves, say why, give hints, and stand in for people."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from kit import begin
from kit import tables as all_tables

from railhead.bots.protocol import NO_CHOICE
from railhead.bots.workers import WorkerLost
from railhead.core.engine import actors
from railhead.core.text import codec_of
from railhead.site import bots
from railhead.site.bot_pool import QUICK, BotPool
from railhead.site.logbook import Line, Turn
from railhead.site.models import Game, Seat
from railhead.site.store import games
from railhead.titles import TITLES

Make = Callable[[], Any]
WHIM = "On a whim."


@pytest.fixture(autouse=True)
def nobody_is_woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Bots move when a test says so, in its own thread; gives the games that would have been woken."""
    woken: list[str] = []
    monkeypatch.setattr(bots, "_begin", woken.append)
    monkeypatch.setattr(bots, "BUDGET", 0.05)
    monkeypatch.setattr(bots, "HINT_BUDGET", 0.05)
    return woken


def text(answer: Any) -> str:
    """The body of an answer."""
    return str(answer.content.decode())


def against(ann: Any, bot: str = "drifter", title: str = "1889", **more: Any) -> str:
    """A table with one person in the first seat and code in the others."""
    return str(ann.new_table(title, 3, kind="bots", bot2=bot, bot3=bot, **more))


def first_move(ann: Any, game: str) -> None:
    """The person passes, and the bots answer."""
    assert ann.move(game, 0, '{"move":"pass","by":"p1"}').status_code == 200
    assert bots.play(game) >= 2


def test_a_turn_tells_the_last_reason_that_says_something() -> None:
    lays = Line(1, "p1", False, ["KU lays tile 8 on G10."], why="G10 adds 20 to the next run.")
    pays = Line(2, "p1", False, ["KU pays 40."], why=NO_CHOICE)
    assert Turn(lines=[lays, pays]).why == lays.why
    assert Turn(lines=[pays]).why == ""


def test_several_who_pass_each_have_their_reason() -> None:
    keeps = Line(1, "p1", False, ["Ann passes."], why="KO needs 180 for a train.")
    silent = Line(2, "p2", False, ["Bob passes."], why=NO_CHOICE)
    waits = Line(3, "p3", False, ["Cy passes."], why="Nothing pays.")
    assert Turn(lines=[keeps, silent, waits]).why == "Ann: KO needs 180 for a train. Cy: Nothing pays."
    assert Turn(lines=[keeps, silent]).why == keeps.why


def test_reasons_are_in_the_log_of_everybody(somebody: Make) -> None:
    ann = somebody()
    game = against(ann, public="on")
    first_move(ann, game)
    watcher = somebody()
    for person in (ann, watcher):
        page = text(person.htmx(f"/t/{game}/live/", tab="log", always="1"))
        assert f'<q class="reason">{WHIM}</q>' in page
        assert page.count(WHIM) >= 4, "in the lines, in the short log, and beside what has just happened"
        assert "(automatic)" not in page, "that is for what a seat has set to happen by itself"
        lines = person.get(f"/api/games/{game}/moves").json()
        assert [line["why"] for line in lines] == ["", *[WHIM] * (len(lines) - 1)]
    assert "told" not in text(ann.htmx(f"/t/{game}/live/", at="1", always="1")), "the past has no news"


def test_reasons_go_with_the_record(somebody: Make) -> None:
    ann = somebody()
    game = against(ann)
    first_move(ann, game)
    record = ann.get(f"/t/{game}/file/record.json").content
    assert json.loads(record)["remarks"]["2"] == WHIM
    assert "1" not in json.loads(record)["remarks"]
    from django.core.files.uploadedfile import SimpleUploadedFile

    odd = json.loads(record)
    odd["remarks"] = {"2": "<b>\u202e\x00why", "999": "of no move", "x": "y"}
    answer = ann.post("/import/", {"file": SimpleUploadedFile("game.json", json.dumps(odd).encode())})
    again = str(answer["Location"]).strip("/").split("/")[1]
    entries = games.store.live(again, 1, 99)
    assert [entry.why for entry in entries][:2] == ["", "<b>why"]
    assert "&lt;b&gt;why" in text(ann.htmx(f"/t/{again}/live/", tab="log", always="1"))


def test_bots_wait_until_people_can_follow(somebody: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two moves of code lies the pause; the clock stands still here, and nothing is slept through."""
    waited: list[float] = []

    class Clock:
        def wait(self, seconds: float) -> None:
            waited.append(seconds)

    class Watch:
        def monotonic(self) -> float:
            return 0.0

    there = BotPool()
    there.closing = Clock()  # type: ignore[assignment]
    monkeypatch.setattr(bots, "bot_pool", there)
    monkeypatch.setattr(settings, "BOT_PAUSE", 0.9)
    monkeypatch.setattr(bots, "time", Watch())
    ann = somebody()
    game = against(ann)
    assert ann.move(game, 0, '{"move":"pass","by":"p1"}').status_code == 200
    made = bots.play(game)
    assert len(waited) == made >= 2
    assert waited == [0.9] * made, "nobody has waited for long yet"


def test_where_money_is_secret_a_bot_without_a_choice_takes_its_time() -> None:
    """A bot that answers at once would tell what it cannot pay; one that always does so tells nothing."""
    open_cash, secret = begin("1889", 3), begin("1893", 3)
    assert bots._same_for_all("chairman", open_cash, 4.0) == 0.0
    assert bots._same_for_all("chairman", secret, 4.0) == 1.0
    assert bots._same_for_all("magnate", secret, 2.0) == 2.0
    assert bots._same_for_all("clerk", secret, 4.0) == 0.0


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> Iterator[BotPool]:
    """Bots that think in processes of their own, as on a real site."""
    there = BotPool()
    monkeypatch.setattr(bots, "bot_pool", there)
    monkeypatch.setattr(settings, "BOT_PROCESSES", 1)
    yield there
    there.close()
    assert there.running() == []


def test_bots_think_in_processes_and_one_that_dies_is_replaced(somebody: Make, real: BotPool) -> None:
    ann = somebody()
    game = against(ann, "clerk")
    bots.wake(Game.objects.get(pk=game))
    assert real.running() == [QUICK], "begun with the table, before anybody asks"
    pid = real._workers(QUICK).pid()
    assert ann.move(game, 0, '{"move":"pass","by":"p1"}').status_code == 200
    assert bots.play(game, at_most=1) == 1
    assert real._workers(QUICK).pid() == pid
    os.kill(pid, signal.SIGKILL)
    assert bots.play(game, at_most=1) == 1
    assert real._workers(QUICK).pid() != pid
    whys = [entry.why for entry in games.store.live(game, 2, 3)]
    assert all(whys)
    assert bots.AT_A_LOSS not in whys
    real.close()
    with pytest.raises(bots.WorkersClosed):
        bots.decide("clerk", games.now(game)[1], "p2", 0.1)


@pytest.mark.parametrize("error", [WorkerLost("gone"), RuntimeError("confused")])
def test_a_bot_that_fails_does_not_hold_up_the_table(
    somebody: Make, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: Any) -> None:
        raise error

    ann = somebody()
    game = against(ann)
    assert ann.move(game, 0, '{"move":"pass","by":"p1"}').status_code == 200
    monkeypatch.setattr(bots.bot_pool, "choose", fail)
    assert bots.play(game, at_most=2) == 2
    assert games.store.live(game, 2, 2)[0].why == bots.AT_A_LOSS
    assert ann.htmx(f"/t/{game}/hint/").status_code == 422, "a move for want of a better one is no advice"


def test_a_hint_for_whoever_is_awaited(somebody: Make) -> None:
    ann, bob = somebody(), somebody()
    game = ann.new_table("1889", 2, kind="online", name1="Ann", hints="yes")
    bob.post(f"/t/{game}/join/{Game.objects.get(pk=game).invite}/", {"name": "Bob"})
    button = re.compile(r'id="ask-hint"[^>]*>')
    assert "disabled" not in button.findall(text(ann.get(f"/t/{game}/")))[0]
    assert "disabled" in button.findall(text(bob.get(f"/t/{game}/")))[0]
    alone = text(ann.post(f"/t/{game}/hint/"))
    assert 'id="act"' in alone, "without scripts it can be followed too"
    assert 'name="seq" value="0"' in alone
    answer = ann.htmx(f"/t/{game}/hint/")
    assert "would:" in text(answer)
    assert 'class="reason"' in text(answer)
    found = ann.post(f"/api/games/{game}/hint").json()
    assert found["seat"] == "p1"
    assert found["why"]
    _, state = games.now(game)
    codec_of(state.rules).from_plain(found["move"])
    assert games.store.head(game).version == 0, "advice changes nothing"
    for refused in (bob.htmx(f"/t/{game}/hint/"), bob.post(f"/api/games/{game}/hint")):
        assert refused.status_code == 422
        assert "nothing for you to decide" in text(refused)
    assert somebody().htmx(f"/t/{game}/hint/").status_code == 403
    move = {"seq": found["version"], "move": found["move"]}
    made = ann.post(f"/api/games/{game}/moves", move, content_type="application/json")
    assert made.status_code == 200
    assert games.store.live(game, 1, 1)[0].why == "", "whose idea it was stays with the player"


def test_the_host_lets_code_play_for_somebody_who_comes_back(somebody: Make) -> None:
    ann, bob = somebody(), somebody()
    game = ann.new_table("1889", 2, kind="online", name1="Ann")
    bob.post(f"/t/{game}/join/{Game.objects.get(pk=game).invite}/", {"name": "Bob"})
    seat = Seat.objects.get(game_id=game, number=2)
    assert "Let a bot play" in text(ann.get(f"/t/{game}/?tab=table"))
    assert "Let a bot play" not in text(bob.get(f"/t/{game}/?tab=table"))
    form = {"what": "replace", "number": "2", "bot": "chairman"}
    assert bob.post(f"/t/{game}/seat/", {**form, "number": "1"}).status_code == 403
    assert ann.post(f"/t/{game}/seat/", {**form, "bot": "hal"}).status_code == 422
    assert ann.post(f"/t/{game}/seat/", form).status_code == 302
    seat.refresh_from_db()
    assert seat.bot == "stand-in:chairman"
    assert bob.move(game, 0, '{"move":"pass","by":"p2"}').status_code == 403, "nobody plays a seat beside its bot"
    assert "Take the seat back" in text(bob.get(f"/t/{game}/?tab=table"))
    assert "Take the seat back" not in text(ann.get(f"/t/{game}/?tab=table"))
    assert ann.post(f"/t/{game}/seat/", {"what": "return", "number": "2"}).status_code == 403
    assert bob.post(f"/t/{game}/seat/", {"what": "return", "number": "2"}).status_code == 302
    seat.refresh_from_db()
    assert seat.bot == ""
    body = {"number": 2, "bot": "clerk"}
    assert ann.post(f"/api/games/{game}/stand-in", body, content_type="application/json").status_code == 200
    invite = Game.objects.get(pk=game).invite
    assert bob.post(f"/t/{game}/join/{invite}/", {"name": "Bob"}).status_code == 302, "as good as taking it back"
    seat.refresh_from_db()
    assert seat.bot == ""
    assert seat.name == "Bob"


def test_at_one_machine_code_plays_for_who_went_home(somebody: Make, nobody_is_woken: list[str]) -> None:
    ann = somebody()
    game = ann.new_table("1889", 2)
    assert ann.post(f"/t/{game}/seat/", {"what": "replace", "number": "1"}).status_code == 302
    assert nobody_is_woken == [game]
    assert bots.play(game, at_most=1) == 1
    assert ann.move(game, 1, '{"move":"pass","by":"p1"}').status_code == 403
    assert ann.post(f"/t/{game}/seat/", {"what": "return", "number": "1"}).status_code == 302
    assert [seat.bot for seat in Seat.objects.filter(game_id=game)] == ["", ""]
    assert ann.post(f"/t/{game}/seat/", {"what": "return", "number": "1"}).status_code == 422


def test_a_game_that_is_woken_while_code_plays_is_looked_at_again(
    somebody: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody moves just when code has looked for the last time: the game must not wait for the next visitor."""
    ann = somebody()
    game = against(ann)
    looks: list[int] = []

    def play(game_id: str) -> int:
        looks.append(games.store.head(game_id).count)
        if len(looks) == 1:
            assert ann.move(game_id, 0, '{"move":"pass","by":"p1"}').status_code == 200
        return 0

    monkeypatch.setattr(bots, "play", play)
    monkeypatch.setitem(bots._driving, game, False)
    bots._drive(game)
    assert looks == [0, 1]
    assert game not in bots._driving


def test_a_page_that_comes_back_wakes_the_bots(somebody: Make, nobody_is_woken: list[str]) -> None:
    """After a restart of the server nobody plays on until somebody looks; an open page does."""
    ann = somebody()
    game = against(ann)
    ann.move(game, 0, '{"move":"pass","by":"p1"}')
    bots._driving.pop(game)
    nobody_is_woken.clear()
    assert ann.htmx(f"/t/{game}/live/", version="1").status_code == 204
    assert nobody_is_woken == [game]


def test_over_the_api_bots_are_woken(somebody: Make, nobody_is_woken: list[str]) -> None:
    ann = somebody()
    seats = [{"name": "Ann"}, {"name": "Cl", "bot": "clerk"}]
    asked = {"title": "1889", "seats": seats, "seed": 3}
    made = ann.post("/api/games", asked, content_type="application/json")
    game = made.json()["id"]
    assert nobody_is_woken == []
    move = {"seq": 0, "move": "p1 pass"}
    assert ann.post(f"/api/games/{game}/moves", move, content_type="application/json").status_code == 200
    assert nobody_is_woken == [game]
    odd = {**asked, "seats": [{"name": "Ann"}, {"bot": "hal"}]}
    refused = ann.post("/api/games", odd, content_type="application/json")
    assert refused.status_code == 422
    assert "drifter, apprentice, clerk, chairman, magnate" in text(refused)


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_table_takes_bots_of_every_strength(somebody: Make, title: str) -> None:
    """Each number of players with each variant: the form gives a table at which code moves and says why."""
    ann = somebody()
    strengths = list(bots.BOTS)
    for name, players, options in all_tables():
        if name != title:
            continue
        chosen = {f"bot{at}": strengths[at % 3] for at in range(2, players + 1)}
        variants = {f"option-{option}": "on" for option in options}
        game = ann.new_table(title, players, kind="bots", **chosen, **variants)
        row = Game.objects.get(pk=game)
        assert row.options == sorted(options)
        assert [seat.bot for seat in row.seats.all()] == ["", *chosen.values()]
        while (seat := actors(games.now(game)[1])[0]) == "p1":
            found = bots.decide("drifter", games.now(game)[1], seat, 0.1)
            assert found is not None
            bots.seating.submit(game, games.store.head(game).version, found.move, ("p1",))
        assert bots.play(game, at_most=1) == 1
        last = games.store.head(game).count
        assert games.store.live(game, last, last)[0].why.endswith(".")
