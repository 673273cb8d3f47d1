"""Seats belong to people: nobody takes somebody else's, and nobody changes somebody else's moves alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from doors import account
from sites import api, browser

from railhead.core.engine import actors
from railhead.play.stand_in import choose
from railhead.site import bots, seating
from railhead.site.models import Game, Seat
from railhead.site.store import games


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots do not move by themselves."""
    monkeypatch.setattr(bots, "wake", lambda *_: None)


class Table:
    """A public table on-line: a host, a player, a third, and somebody who watches."""

    def __init__(self, title: str = "1893") -> None:
        self.people = {f"p{at}": account(f"seats-{at}") for at in (1, 2, 3)}
        self.watcher = browser()
        data = {"title": title, "kind": "online", "seed": 5, "public": True, "limit_hours": 1}
        data["seats"] = [{"name": f"P{at}"} for at in (1, 2, 3)]
        self.id = api(self.people["p1"], "POST", "/games", data).json()["id"]
        for name in ("p2", "p3"):
            assert api(self.people[name], "POST", f"/games/{self.id}/join", {"name": name}).status_code == 200

    @property
    def version(self) -> int:
        return games.store.head(self.id).version

    @property
    def count(self) -> int:
        return games.store.head(self.id).count

    def seat(self, name: str) -> Seat:
        return Seat.objects.get(game_id=self.id, number=int(name[1:]))

    def move(self) -> str:
        """A move of whoever is awaited; who it was."""
        _, state = games.now(self.id)
        seat = actors(state)[0]
        seating.submit(self.id, self.version, choose(state, seat), (seat,))
        return seat

    def replace(self, who: Any, name: str) -> int:
        return int(who.post(f"/t/{self.id}/seat/", {"what": "replace", "number": name[1:]}).status_code)

    def join(self, who: Any, name: str) -> Any:
        return api(who, "POST", f"/games/{self.id}/join", {"name": "Eve", "number": int(name[1:])})

    def undo(self, name: str, what: str = "undo", **more: Any) -> int:
        data = {"what": what, "seq": self.version, **more}
        return int(self.people[name].post(f"/t/{self.id}/undo/", data).status_code)


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    Game.objects.filter(pk=made.id).delete()


def late(table: Table) -> str:
    """Let the awaited player be late; who it is."""
    Game.objects.filter(pk=table.id).update(moved=datetime.now(UTC) - timedelta(hours=3))
    return str(actors(games.now(table.id)[1])[0])


def test_somebody_who_watches_neither_replaces_a_late_player_nor_takes_the_seat(table: Table) -> None:
    name = late(table)
    assert table.replace(table.watcher, name) == 403
    other = next(one for one in table.people if one != name)
    assert table.replace(table.people[other], name) == 302
    owner = table.seat(name).user_id
    answer = table.join(table.watcher, name)
    assert answer.status_code == 422
    assert (table.seat(name).user_id, table.seat(name).visitor) == (owner, "")
    hidden = api(table.watcher, "GET", f"/games/{table.id}/position").json()["hidden"]
    assert name in hidden


def test_a_host_does_not_sit_down_on_a_seat_that_was_replaced(table: Table) -> None:
    assert table.replace(table.people["p1"], "p2") == 302
    second = browser()
    assert table.join(second, "p2").status_code == 422
    assert table.people["p2"].post(f"/t/{table.id}/seat/", {"what": "return", "number": 2}).status_code == 302
    assert not table.seat("p2").bot


def test_a_seat_that_was_left_is_given_when_all_players_agree(table: Table) -> None:
    table.people["p3"].post(f"/t/{table.id}/seat/", {"what": "leave"})
    eve = account("seats-eve")
    assert table.join(eve, "p3").status_code == 202
    assert not table.seat("p3").owned
    assert api(eve, "GET", f"/games/{table.id}/position").json()["hidden"] == ["p1", "p2", "p3", "bank"]
    assert eve.post(f"/t/{table.id}/seat/", {"what": "admit"}).status_code == 403
    assert table.people["p1"].post(f"/t/{table.id}/seat/", {"what": "admit"}).status_code == 302
    assert not table.seat("p3").owned
    assert table.people["p2"].post(f"/t/{table.id}/seat/", {"what": "admit"}).status_code == 302
    assert table.seat("p3").owned
    assert api(eve, "GET", f"/games/{table.id}/position").json()["hidden"] == ["p1", "p2", "bank"]


@pytest.mark.parametrize("replaced", [("p2",), ("p2", "p1")], ids=["the other", "everybody"])
def test_a_host_does_not_let_in_a_second_self_while_code_plays_for_the_others(
    table: Table, replaced: tuple[str, ...]
) -> None:
    """Those for whom code plays are asked as well, and can answer on their page; after a week they are not."""
    table.people["p3"].post(f"/t/{table.id}/seat/", {"what": "leave"})
    for name in replaced:
        assert table.replace(table.people["p1"], name) == 302
    second = browser()
    assert table.join(second, "p3").status_code == 202
    table.people["p1"].post(f"/t/{table.id}/seat/", {"what": "admit"})
    assert not table.seat("p3").owned
    assert 'value="admit"' in table.people["p2"].get(f"/t/{table.id}/").content.decode()
    Seat.objects.filter(game_id=table.id, number=2).update(seen=datetime.now(UTC) - timedelta(days=8))
    table.people["p1"].post(f"/t/{table.id}/seat/", {"what": "admit"})
    assert table.seat("p3").owned


def test_who_is_replaced_can_answer_about_undone_moves_on_the_page(table: Table) -> None:
    makers = [table.move() for _ in range(3)]
    assert table.replace(table.people["p1"], "p2") == 302
    assert set(makers) == {"p1", "p2", "p3"}
    assert table.undo("p1", to=0) == 302
    assert 'value="agree"' in table.people["p2"].get(f"/t/{table.id}/").content.decode()


def test_one_refusal_keeps_a_newcomer_out(table: Table) -> None:
    table.people["p3"].post(f"/t/{table.id}/seat/", {"what": "leave"})
    assert table.join(account("seats-mallory"), "p3").status_code == 202
    assert table.people["p2"].post(f"/t/{table.id}/seat/", {"what": "refuse"}).status_code == 302
    assert not table.seat("p3").owned
    assert games.store.pending(table.id).newcomer is None


def test_a_host_who_replaces_the_others_does_not_undo_their_moves_alone(table: Table) -> None:
    makers = [table.move() for _ in range(3)]
    assert set(makers) == {"p1", "p2", "p3"}
    for name in ("p2", "p3"):
        assert table.replace(table.people["p1"], name) == 302
    assert table.undo("p1", to=0) == 302
    assert table.count == 3
    assert table.undo("p2", "agree") == 302  # for whom code plays just now
    assert table.count == 3
    assert table.undo("p3", "agree") == 302
    assert table.count == 0


def test_a_move_that_somebody_elses_program_made_is_theirs(table: Table) -> None:
    mine = table.move()
    _, state = games.now(table.id)
    other = actors(state)[0]
    seating.submit(table.id, table.version, choose(state, other), (other,), auto=True)
    assert table.undo(mine, to=0) == 302
    assert table.count == 2
    request = games.store.pending(table.id).request
    assert request is not None
    assert other in request.voters


def test_ones_own_move_is_taken_back_and_put_again_without_asking(table: Table) -> None:
    mine = table.move()
    assert table.undo(mine, to=0) == 302
    assert table.count == 0
    assert table.undo(mine, "redo") == 302
    assert table.count == 1


def test_somebody_elses_move_is_put_again_only_with_consent(table: Table) -> None:
    mine = table.move()
    assert table.undo(mine, to=0) == 302
    others = [name for name in table.people if name != mine]
    assert table.undo(others[0], "redo") == 302
    assert table.count == 0
    for name in (mine, others[1]):
        table.undo(name, "agree")
    assert table.count == 1


def test_over_the_api_the_same_holds(table: Table) -> None:
    mine = table.move()
    other = next(name for name in table.people if name != mine)
    path = f"/games/{table.id}"
    assert api(table.people[other], "POST", f"{path}/undo", {"seq": table.version, "to": 0}).status_code == 202
    assert api(table.people[mine], "POST", f"{path}/undo", {"seq": table.version, "to": 0}).status_code == 200
    assert api(table.people[other], "POST", f"{path}/redo", {"seq": table.version}).status_code == 202
    assert table.count == 0
