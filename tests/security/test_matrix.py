"""Who may do what: every address of the site, asked by everybody. A new page without a line here fails.

The table is private and on-line, with three players. The spectator holds its invitation but no seat; the other
one has an account and neither. A refusal is 403; 400, 409 and 422 mean that the caller was let in and the request
itself would not do; 302 at an account's or the admin's pages leads to the login. The import is the host's: to
everybody else, staff too, it is not there. Whoever may watch a table may take a copy of it, as of its record.
"""

from __future__ import annotations

from typing import Any

import pytest
from doors import ROLES, Scene, account, addresses, ask
from sites import api

TABLE = """
home              GET   200 200 200 200 200 200
home              POST  405 405 405 405 405 405
new               GET   200 200 200 200 200 200
new               POST  400 400 400 400 400 400
title-map         GET   200 200 200 200 200 200
title-map         POST  405 405 405 405 405 405
import            GET   405 405 405 405 405 405
import            POST  400 400 400 400 400 400
import-progress   GET   404 404 404 404 302 404
import-progress   POST  405 405 405 405 405 405
preferences       GET   200 200 200 200 200 200
preferences       POST  302 302 302 302 302 302
login             GET   200 200 200 200 200 200
login             POST  200 200 200 200 200 200
logout            GET   405 405 405 405 405 405
register          GET   200 200 200 200 200 200
register          POST  200 200 200 200 200 200
account           GET   302 200 200 302 200 200
account           POST  302 302 302 302 302 302
confirm-mail      GET   302 422 422 302 422 422
confirm-mail      POST  302 422 422 302 422 422
password-change   GET   302 200 200 302 200 200
password-change   POST  302 200 200 302 200 200
password-reset    GET   200 200 200 200 200 200
password-reset    POST  200 200 200 200 200 200
password_reset_confirm GET   200 200 200 200 200 200
password_reset_confirm POST  200 200 200 200 200 200
table             GET   403 200 403 200 200 200
table             POST  403 405 403 405 405 405
waiting           GET   403 302 403 302 302 302
waiting           POST  403 405 403 405 405 405
join              GET   403 302 403 200 302 200
join              POST  403 403 403 403 422 403
invitation        GET   403 302 403 200 302 200
invitation        POST  403 403 403 403 422 403
seat              GET   403 405 403 405 405 405
seat              POST  403 422 403 422 422 422
live              GET   403 200 403 200 200 200
live              POST  403 200 403 200 200 200
log               GET   403 200 403 200 200 200
log               POST  403 405 403 405 405 405
move              GET   403 405 403 405 405 405
move              POST  403 400 403 403 400 403
branch            GET   403 405 403 405 405 405
branch            POST  403 200 403 200 200 200
agree-rules       GET   403 405 403 405 405 405
agree-rules       POST  403 422 403 403 422 403
undo              GET   403 405 403 405 405 405
undo              POST  403 400 403 403 400 403
bargain           GET   403 405 403 405 405 405
bargain           POST  403 422 403 422 422 422
program           GET   403 405 403 405 405 405
program           POST  403 403 403 403 302 403
place             GET   403 200 403 200 200 200
place             POST  403 405 403 405 405 405
why               GET   403 200 403 200 200 200
why               POST  403 200 403 200 200 200
hint              GET   403 405 403 405 405 405
hint              POST  403 422 403 403 422 403
lays              GET   403 422 403 422 422 422
lays              POST  403 422 403 422 422 422
fan               GET   403 200 403 200 200 200
fan               POST  403 200 403 200 200 200
draft             GET   403 405 403 405 405 405
draft             POST  403 422 403 422 422 422
past-run          GET   403 422 403 422 422 422
past-run          POST  403 422 403 422 422 422
chat              GET   403 200 403 200 200 200
chat              POST  403 422 403 403 422 403
note              GET   403 405 403 405 405 405
note              POST  403 204 403 204 204 204
stream            GET   403 200 403 200 200 200
stream            POST  403 200 403 200 200 200
file              GET   403 200 403 200 200 200
file              POST  403 405 403 405 405 405
copy              GET   403 405 403 405 405 405
copy              POST  403 302 403 302 302 302
pictures          GET   200 200 200 200 200 200
pictures          POST  405 405 405 405 405 405
healthz           GET   200 200 200 200 200 200
healthz           POST  405 405 405 405 405 405
metrics           GET   200 200 200 200 200 200
metrics           POST  405 405 405 405 405 405
api:openapi-json  GET   200 200 200 200 200 200
api:openapi-json  POST  200 200 200 200 200 200
api:openapi-view  GET   200 200 200 200 200 200
api:openapi-view  POST  200 200 200 200 200 200
api:api-root      GET   404 404 404 404 404 404
api:api-root      POST  404 404 404 404 404 404
api:titles        GET   200 200 200 200 200 200
api:titles        POST  405 405 405 405 405 405
api:list_games    GET   200 200 200 200 200 200
api:list_games    POST  422 422 422 422 422 422
api:create_game   GET   200 200 200 200 200 200
api:create_game   POST  422 422 422 422 422 422
api:get_game      GET   403 200 403 200 200 200
api:get_game      POST  403 405 403 405 405 405
api:join_game     GET   403 405 403 405 405 405
api:join_game     POST  403 403 403 403 422 403
api:leave_game    GET   403 405 403 405 405 405
api:stand_in      GET   403 405 403 405 405 405
api:stand_in      POST  403 422 403 422 422 422
api:position      GET   403 200 403 200 200 200
api:position      POST  403 405 403 405 405 405
api:legal         GET   403 200 403 200 200 200
api:legal         POST  403 405 403 405 405 405
api:check         GET   403 405 403 405 405 405
api:check         POST  403 400 403 403 400 403
api:make_move     GET   403 200 403 200 200 200
api:make_move     POST  403 400 403 403 400 403
api:hint          GET   403 405 403 405 405 405
api:hint          POST  403 422 403 403 422 403
api:log           GET   403 200 403 200 200 200
api:log           POST  403 400 403 403 400 403
api:undo          GET   403 405 403 405 405 405
api:undo          POST  403 409 403 403 409 403
api:redo          GET   403 405 403 405 405 405
api:redo          POST  403 409 403 403 409 403
api:agree_rules   GET   403 405 403 405 405 405
api:agree_rules   POST  403 422 403 403 422 403
api:program       GET   403 405 403 405 405 405
api:program       POST  403 403 403 403 200 403
api:message       GET   403 200 403 200 200 200
api:message       POST  403 422 403 403 422 403
api:messages      GET   403 200 403 200 200 200
api:messages      POST  403 422 403 403 422 403
api:events        GET   403 200 403 200 200 200
api:events        POST  403 405 403 405 405 405
api:my_events     GET   403 200 200 403 200 200
api:my_events     POST  405 405 405 405 405 405
api:delete_game   GET   403 200 403 200 200 200
api:delete_game   POST  403 405 403 405 405 405
api:me            GET   200 200 200 200 200 200
api:me            POST  405 405 405 405 405 405
api:get_record    GET   403 200 403 200 200 200
api:get_record    POST  403 405 403 405 405 405
api:get_export    GET   403 200 403 200 200 200
api:get_export    POST  403 405 403 405 405 405
api:begin         GET   405 405 405 405 405 405
api:begin         POST  422 422 422 422 422 422
api:look          GET   404 404 404 404 200 404
api:look          POST  405 405 405 405 405 405
"""
BODIES: dict[str, Any] = {
    "seat": {"what": "replace", "number": "9"},
    "program": {"seat": "p1", "kind": "none"},
    "api:check": {"move": "fly"},
    "api:make_move": {"seq": 0, "move": "fly"},
    "api:log": {"seq": 0, "move": "fly"},
    "api:undo": {"seq": 99},
    "api:redo": {"seq": 99},
    "api:program": {"seat": "p1", "kind": "none"},
    "api:message": {"text": "\u200e"},
    "api:messages": {"text": "\u200e"},
    "api:join_game": {"invite": "wrong"},
    "api:stand_in": {"number": 1},
}
OF_THEIR_OWN = {("logout", "POST"), ("api:leave_game", "POST")}
"""They change who somebody is, so each has a test of its own."""
OPEN_ADMIN = ("admin:login", "admin:logout")


def table() -> dict[tuple[str, str], list[int]]:
    """The lines of the table."""
    found = {}
    for line in TABLE.strip().splitlines():
        name, method, *statuses = line.split()
        found[(name, method)] = [int(status) for status in statuses]
    return found


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene()


def test_every_address_has_its_line_and_every_line_its_address(scene: Scene) -> None:
    there = {name for name, _ in addresses(scene.values()) if not name.startswith("admin:")}
    wanted = {(name, method) for name in there for method in ("GET", "POST")}
    assert wanted - set(table()) - OF_THEIR_OWN == set(), "addresses without a line in TABLE"
    assert set(table()) - wanted == set(), "lines without an address"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_nobody_gets_further_than_the_table_says(scene: Scene, method: str) -> None:
    lines = table()
    wrong = []
    for name, path in addresses(scene.values()):
        want = lines.get((name, method))
        if want is None:
            continue
        body = BODIES.get(name) if method == "POST" else None
        got = [ask(getattr(scene, role), method, path, body) for role in ROLES]
        if got != want:
            wrong.append(f"{name} {method}: {got} instead of {want}")
    assert not wrong, "\n".join(wrong)


def test_admin_pages_are_for_staff(scene: Scene) -> None:
    names = 0
    for name, path in addresses(scene.values()):
        if not name.startswith("admin:") or name in OPEN_ADMIN:
            continue
        names += 1
        for role in ROLES[:-1]:
            answer = getattr(scene, role).get(path)
            where = answer.headers.get("Location", "")
            assert (answer.status_code, "/login/" in where) == (302, True), f"{name}: {role} gets {where}"
    assert names > 20
    assert scene.admin.get("/admin/railhead/game/").status_code == 200


def test_leaving_is_for_those_who_sit_and_logging_out_ends_it() -> None:
    scene = Scene()
    replace = {"what": "replace", "number": "3"}
    assert [ask(getattr(scene, role), "POST", f"/t/{scene.game}/seat/", replace) for role in ROLES[:4]] == [403] * 4
    statuses = [ask(getattr(scene, role), "POST", f"/api/games/{scene.game}/leave") for role in ROLES]
    assert statuses == [403, 200, 403, 403, 200, 403]
    assert scene.third.get("/account/").status_code == 200
    assert scene.third.post("/logout/").status_code == 302
    assert scene.third.get("/account/").status_code == 302
    assert scene.third.get(f"/t/{scene.game}/").status_code == 403


def test_a_token_opens_the_doors_of_its_owner_and_no_others(scene: Scene) -> None:
    answer = scene.player.post("/account/", {"what": "token", "name": "bot"}, follow=True)
    secret = answer.content.decode().partition("shown only now: ")[2].partition("<")[0].strip()
    assert len(secret) > 30
    from sites import browser

    bearer = {"Authorization": f"Bearer {secret}"}
    robot = browser()
    assert api(robot, "GET", f"/games/{scene.game}", **bearer).status_code == 200
    seats = api(robot, "GET", f"/games/{scene.game}", **bearer).json()["seats"]
    assert [seat["seat"] for seat in seats if seat["mine"]] == ["p2"]
    assert api(robot, "GET", f"/games/{scene.game}").status_code == 403
    assert api(robot, "GET", f"/games/{scene.game}", Authorization="Bearer wrong").status_code == 401
    assert robot.get(f"/t/{scene.game}/", headers=bearer).status_code == 403  # tokens are for the API
    foreign = new_private_game()
    assert api(robot, "GET", f"/games/{foreign}", **bearer).status_code == 403


def new_private_game() -> str:
    """A private table of somebody else."""
    data = {"title": "1889", "kind": "online", "seats": [{"name": "A"}, {"name": "B"}]}
    return str(api(account("stranger"), "POST", "/games", data).json()["id"])


def test_lists_show_private_tables_to_their_people_only(scene: Scene) -> None:
    for role in ROLES:
        client = getattr(scene, role)
        listed = [game["id"] for game in api(client, "GET", "/games?limit=200").json()]
        home = client.get("/").content.decode()
        inside = role in ("player", "host")
        assert (scene.game in listed) is inside, role
        assert (scene.game in home) is inside, role


def test_invitations_are_shown_to_the_host_alone(scene: Scene) -> None:
    for role in ("player", "spectator", "host", "admin"):
        told = api(getattr(scene, role), "GET", f"/games/{scene.game}").json()["invite"]
        assert bool(told) is (role == "host"), role
