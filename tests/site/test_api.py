"""The API: a game over HTTP, every kind of refusal, tokens, and nonsense that never breaks it."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from itertools import islice
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit import begin as begin_state
from kit import random_game

from railhead.core.text import to_json as position_json
from railhead.site.store import games
from railhead.titles import TITLES

Person = Any
Make = Callable[[], Any]
SEATS = [{"name": "Ann"}, {"name": "Bob"}]


def post(person: Person, path: str, data: Any) -> Any:
    """Post JSON."""
    return person.post(f"/api{path}", json.dumps(data), content_type="application/json")


def begin(person: Person, **more: Any) -> str:
    """A game of two on one machine."""
    answer = post(person, "/games", {"title": "1889", "seats": SEATS, "seed": 5, **more})
    assert answer.status_code == 201, answer.content
    return str(answer.json()["id"])


def test_documented(ann: Person) -> None:
    document = ann.get("/api/openapi.json").json()
    assert "/api/v1/games/{game}/moves" in document["paths"]
    assert all(path.startswith("/api/v1/") for path in document["paths"])
    assert ann.get("/api/docs").status_code == 200
    assert "Deprecation" not in ann.get("/api/v1/titles")
    old = ann.get("/api/titles")
    assert old["Deprecation"].startswith("@")
    assert old["Link"] == '</api/v1/titles>; rel="successor-version"'


def test_a_few_moves(ann: Person) -> None:
    game = begin(ann)
    legal = ann.get(f"/api/games/{game}/legal").json()
    assert legal["awaited"] == ["p1"]
    assert legal["moves"]
    assert legal["price_ranges"]
    assert legal["spans"] == legal["price_ranges"], "the old name works until the next version"
    answer = post(ann, f"/games/{game}/moves", {"seq": legal["version"], "move": legal["moves"][0]})
    assert answer.status_code == 200
    assert answer.json()["version"] == 1
    text = post(ann, f"/games/{game}/moves", {"seq": 1, "move": "p2 pass"})
    assert text.status_code == 200
    log = ann.get(f"/api/games/{game}/moves").json()
    assert [line["number"] for line in log] == [1, 2]
    position = ann.get(f"/api/games/{game}/position?at=1").json()
    assert position["count"] == 1


def test_each_refusal_has_its_status(ann: Person, somebody: Make) -> None:
    game = begin(ann)
    path = f"/games/{game}/moves"
    assert post(ann, path, {"seq": 0, "move": {"move": "fly", "by": "p1"}}).status_code == 400
    assert post(somebody(), path, {"seq": 0, "move": "p1 pass"}).status_code == 403
    assert post(ann, path, {"seq": 0, "move": "p7 pass"}).status_code == 403
    assert post(ann, "/games/nothing/moves", {"seq": 0, "move": "p1 pass"}).status_code == 404
    stale = post(ann, path, {"seq": 3, "move": "p1 pass"})
    assert stale.status_code == 409
    assert stale.json()["version"] == 0
    illegal = post(ann, path, {"seq": 0, "move": "p1 bid private=A price=5"})
    assert illegal.status_code == 422
    assert illegal.json()["rule"] == "auction.price"
    assert "1889" in illegal.json()["section"]
    assert post(ann, path, {"move": "p1 pass"}).status_code == 422
    assert games.store.head(game).version == 0


def test_a_key_gives_the_first_answer(ann: Person) -> None:
    game = begin(ann)
    first = post(ann, f"/games/{game}/moves", {"seq": 0, "move": "p1 pass", "key": "once"})
    again = post(ann, f"/games/{game}/moves", {"seq": 0, "move": "p1 pass", "key": "once"})
    assert first.json()["entry"] == again.json()["entry"] == 1
    assert games.store.head(game).version == 1


def test_why_not(ann: Person) -> None:
    game = begin(ann)
    answer = post(ann, f"/games/{game}/check", {"move": "p1 bid private=B price=31"}).json()
    assert not answer["legal"]
    assert answer["objections"][0]["rule"] == "auction.price"
    refused = HTTPStatus.UNPROCESSABLE_ENTITY  # Python 3.13 has another phrase for it
    assert (answer["objections"][0]["status"], answer["objections"][0]["title"]) == (422, refused.phrase)
    assert post(ann, f"/games/{game}/check", {"move": "p1 pass"}).json()["legal"]


def test_undo_redo_and_programs(ann: Person) -> None:
    game = begin(ann)
    post(ann, f"/games/{game}/moves", {"seq": 0, "move": "p1 pass"})
    assert post(ann, f"/games/{game}/undo", {"seq": 1}).json()["count"] == 0
    assert post(ann, f"/games/{game}/redo", {"seq": 2}).json()["count"] == 1
    assert post(ann, f"/games/{game}/redo", {"seq": 3}).status_code == 422
    assert post(ann, f"/games/{game}/program", {"seat": "p1", "kind": "none"}).status_code == 200
    assert post(ann, f"/games/{game}/program", {"seat": "p9", "kind": "pass"}).status_code == 403


def test_a_token_acts_for_its_owner(somebody: Make) -> None:
    owner = somebody()
    owner.post("/register/", {"username": "cid", "password1": "clearing-house", "password2": "clearing-house"})
    page = owner.post("/account/", {"what": "token", "name": "bot"}, follow=True).content.decode()
    token = page.split("shown only now: ")[1].split("<")[0].strip()
    robot = somebody()
    headers = {"Authorization": f"Bearer {token}"}
    answer = robot.post(
        "/api/games", json.dumps({"title": "1889", "seats": SEATS}), content_type="application/json", headers=headers
    )
    assert answer.status_code == 201
    game = answer.json()["id"]
    move = json.dumps({"seq": 0, "move": "p1 pass"})
    path = f"/api/games/{game}/moves"
    assert robot.post(path, move, content_type="application/json", headers=headers).status_code == 200
    assert robot.post(path, move, content_type="application/json").status_code == 403


def test_changes_by_cookie_need_the_csrf_token() -> None:
    from django.test import Client

    strict = Client(enforce_csrf_checks=True, SERVER_NAME="localhost")
    answer = strict.post("/api/games", json.dumps({"title": "1889", "seats": SEATS}), content_type="application/json")
    assert answer.status_code == 403
    assert strict.post("/new/1889/", {"players": "2"}).status_code == 403


@pytest.mark.parametrize("title", ["1830", "", "x" * 40, "<b>"])
def test_no_such_title(ann: Person, title: str) -> None:
    assert post(ann, "/games", {"title": title, "seats": SEATS}).status_code == 422


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NEARLY = st.fixed_dictionaries(
    {
        "move": st.sampled_from(["pass", "bid", "lay_tile", "run_trains", "buy_train", "start_company", "accept"]),
        "by": st.sampled_from(["p1", "p2", "bank", ""]),
    },
    optional={
        "private": st.text(max_size=3),
        "price": st.integers(-(2**70), 2**70),
        "hex": st.text(max_size=4),
        "tile": st.text(max_size=4),
        "rotation": st.integers(-9, 9),
        "company": st.text(max_size=3),
        "routes": PLAIN,
    },
)


@given(move=PLAIN | NEARLY, seq=st.integers(-5, 5) | st.none())
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_nonsense_is_refused_and_never_breaks(ann: Person, move: Any, seq: Any) -> None:
    if not hasattr(ann, "fuzzed"):
        ann.fuzzed = begin(ann)
    head = games.store.head(ann.fuzzed)
    body = json.dumps({"seq": head.version if seq is None else seq, "move": move})
    answer = ann.post(f"/api/games/{ann.fuzzed}/moves", body, content_type="application/json")
    assert answer.status_code in (200, 400, 403, 409, 422), (answer.status_code, move)


def token_of(name: str) -> str:
    """A token of an account of this name."""
    from django.contrib.auth import get_user_model

    from railhead.site.models import Token
    from railhead.site.people import digest

    user, _ = get_user_model().objects.get_or_create(username=name)
    secret = f"secret-{name}"
    Token.objects.get_or_create(user=user, name="t", digest=digest(secret))
    return secret


PROBLEMS = [
    ("get", "/api/games/nothing", 404),
    ("get", "/api/nowhere", 404),
    ("get", "/api/v1/nowhere", 404),
    ("delete", "/api/titles", 405),
    ("get", "/api/games?limit=9999", 422),
]


@pytest.mark.parametrize(("method", "path", "status"), PROBLEMS)
def test_every_refusal_is_a_problem(ann: Person, method: str, path: str, status: int) -> None:
    answer = getattr(ann, method)(path)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    found = answer.json()
    assert (found["type"], found["status"]) == ("about:blank", status)
    assert found["title"]
    assert found["detail"]


def test_every_refusal_is_documented_as_a_problem(ann: Person) -> None:
    paths = ann.get("/api/openapi.json").json()["paths"]
    operations = [operation for path in paths.values() for operation in path.values()]
    assert len(operations) > 20
    for operation in operations:
        refusals = {status: found for status, found in operation["responses"].items() if int(status) >= 400}
        assert {"400", "401", "403", "404", "409", "413", "422", "429", "503"} <= set(refusals)
        for found in refusals.values():
            shape = found["content"]["application/problem+json"]["schema"]
            assert shape == {"$ref": "#/components/schemas/Problem"}, operation["operationId"]


def test_names_for_generated_clients_stay_wherever_the_code_moves(ann: Person) -> None:
    paths = ann.get("/api/openapi.json").json()["paths"]
    assert paths["/api/v1/games"]["post"]["operationId"] == "railhead_site_api_games_create_game"
    assert paths["/api/v1/games/{game}/moves"]["post"]["operationId"] == "railhead_site_api_games_make_move"


def test_a_wrong_token_is_401_and_not_a_guest(ann: Person) -> None:
    answer = ann.get("/api/me", headers={"Authorization": "Bearer wrong"})
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert "account page" in answer.json()["detail"]


@pytest.mark.parametrize("header", ["abc", "Token abc", "Bearer"])
def test_a_token_in_another_form_is_told_how_to_send_it(ann: Person, header: str) -> None:
    answer = ann.get("/api/me", headers={"Authorization": header})
    assert answer.status_code == 401


def test_a_password_for_the_proxy_in_front_is_not_a_token(ann: Person) -> None:
    assert ann.get("/api/me", headers={"Authorization": "Basic YTpi"}).json()["guest"]


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (b"{nope", 400, "The body is not readable: it must be JSON, in UTF-8."),
        ('{"title": "é"}'.encode("latin-1"), 400, "The body is not readable: it must be JSON, in UTF-8."),
        (b"", 422, "The body: required, but missing."),
        (b'{"title": "1889", "seats": [{"name": "A"}, {}], "sede": 3}', 422, "`sede`: there is no such field."),
        (b'{"seats": [{"name": "A"}, {}]}', 422, "`title`: required, but missing."),
    ],
)
def test_a_misshapen_request_is_told_what_is_wrong(ann: Person, body: bytes, status: int, says: str) -> None:
    answer = ann.post("/api/games", body, content_type="application/json")
    assert (answer.status_code, answer.json()["detail"]) == (status, says)


def test_what_is_not_a_move_is_told_where_moves_are_described(ann: Person) -> None:
    answer = post(ann, f"/games/{begin(ann)}/moves", {"seq": 0, "move": {"move": "fly"}})
    assert answer.status_code == 400
    assert (
        answer.json()["detail"]
        == "Not a move: move: 'fly' is not known. /api/docs has the fields of every kind of move."
    )


def test_too_often_says_when_to_come_back(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    from railhead.site import limits

    monkeypatch.setenv("RAILHEAD_UNLIMITED", "0")
    monkeypatch.setitem(limits.PER_MINUTE, "create", 0)
    answer = post(ann, "/games", {"title": "1889", "seats": SEATS})
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60
    assert answer.json()["status"] == 429


def test_an_unknown_field_is_refused(ann: Person) -> None:
    game = begin(ann)
    answer = post(ann, f"/games/{game}/moves", {"seq": 0, "move": "p1 pass", "sequence": 3})
    assert answer.status_code == 422
    assert "sequence" in answer.json()["detail"]
    assert games.store.head(game).version == 0


def test_a_move_need_not_name_its_seat(ann: Person) -> None:
    game = begin(ann)
    assert post(ann, f"/games/{game}/moves", {"seq": 0, "move": "pass"}).status_code == 200
    assert post(ann, f"/games/{game}/moves", {"seq": 1, "move": {"move": "pass"}}).status_code == 200
    assert [line["by"] for line in ann.get(f"/api/games/{game}/moves").json()] == ["p1", "p2"]


@pytest.mark.parametrize("by", ["p1 ", ""])
def test_a_repeated_key_gets_the_very_first_answer(ann: Person, by: str) -> None:
    """Also if the move leaves out the seat: by then another seat of hers has to act."""
    game = begin(ann)
    data = {"seq": 0, "move": f"{by}bid private=A price=20", "key": "k"}
    first = post(ann, f"/games/{game}/moves", data).json()
    assert post(ann, f"/games/{game}/moves", data).json() == first
    post(ann, f"/games/{game}/moves", {"seq": 1, "move": "p2 pass"})
    assert first["events"]
    assert post(ann, f"/games/{game}/moves", data).json() == first


def test_a_stale_move_gets_the_newer_position_if_it_asks(ann: Person) -> None:
    game = begin(ann)
    post(ann, f"/games/{game}/moves", {"seq": 0, "move": "p1 pass"})
    stale = post(ann, f"/games/{game}/moves", {"seq": 0, "move": "p1 pass", "position": True})
    assert stale.status_code == 409
    assert stale.json()["position"]["count"] == 1
    assert stale.json()["position"]["state"]["players"]
    assert "position" not in post(ann, f"/games/{game}/moves", {"seq": 0, "move": "p1 pass"}).json()


def test_legal_moves_come_with_the_words_of_the_page(ann: Person) -> None:
    legal = ann.get(f"/api/games/{begin(ann)}/legal").json()
    assert len(legal["words"]) == len(legal["moves"])
    assert legal["words"][0] == {
        "verb": "Buy", "text": "Takamatsu E-Railroad", "price": 20, "effect": "pays ¥5 a round",
    }  # fmt: skip


def test_me_lists_my_tables_and_my_turns(somebody: Make) -> None:
    bob = somebody()
    headers = {"Authorization": f"Bearer {token_of('bob')}"}
    data = json.dumps({"title": "1889", "seats": SEATS, "seed": 5})
    game = bob.post("/api/v1/games", data, content_type="application/json", headers=headers).json()["id"]
    me = bob.get("/api/v1/me", headers=headers).json()
    assert (me["name"], me["guest"]) == ("bob", False)
    assert game in [table["id"] for table in me["games"]]
    assert bob.delete(f"/api/v1/games/{game}", headers=headers).status_code == 204
    assert bob.get(f"/api/v1/games/{game}", headers=headers).status_code == 404


def test_only_the_host_clears_a_table_away(ann: Person, somebody: Make) -> None:
    game = begin(ann)
    assert somebody().delete(f"/api/games/{game}").status_code == 403
    assert ann.delete(f"/api/games/{game}").status_code == 204


def test_chat_can_be_read(ann: Person) -> None:
    game = begin(ann)
    post(ann, f"/games/{game}/messages", {"text": "Good luck"})
    assert [line["text"] for line in ann.get(f"/api/games/{game}/messages").json()] == ["Good luck"]


def test_every_kind_of_move_has_a_shape_that_its_example_fits(ann: Person) -> None:
    from railhead.core.moves import Move
    from railhead.site.api.move_shapes import kinds

    parts = ann.get("/api/openapi.json").json()["components"]["schemas"]
    assert len(parts["Move"]["oneOf"]) == len(kinds()) > 20
    for tag, kind in kinds().items():
        shape = parts[f"Move{kind.__name__}"]
        assert issubclass(kind, Move)
        assert shape["description"]
        assert shape["example"]["move"] == tag
        assert msgspec.convert(shape["example"], kind).by == "p1"
        assert all(facts.get("description") for name, facts in shape["properties"].items() if name != "move")
        assert "by" not in shape.get("required", [])


@pytest.mark.parametrize("name", sorted(TITLES))
def test_positions_fit_their_shape(name: str, ann: Person) -> None:
    """The first positions of a random game: auctions, stock rounds, companies' turns, questions of the title."""
    document = ann.get("/api/openapi.json").json()
    whole = {"$ref": "#/components/schemas/Position", "components": document["components"]}
    shape = jsonschema_rs.Draft202012Validator(whole)
    kinds = set()
    for state, _ in islice(random_game(begin_state(name, TITLES[name].seats.start), 3), 150):
        plain = json.loads(position_json(state))
        assert not [f"{list(fault.instance_path)}: {fault.message}" for fault in shape.iter_errors(plain)]
        kinds |= {frame["frame"] for frame in plain["frames"]}
    assert len(kinds) >= 2
    plain["bank"] = "much"
    assert not shape.is_valid(plain)


def test_streams_are_documented(ann: Person) -> None:
    found = ann.get("/api/openapi.json").json()["paths"]["/api/v1/games/{game}/events"]["get"]
    assert "text/event-stream" in found["responses"]["200"]["content"]
