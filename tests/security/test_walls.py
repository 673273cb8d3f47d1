"""Forms from elsewhere, sessions, headers, rates, sizes, hosts, and cookies behind TLS."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from doors import PASSWORD, account
from sites import api, browser, lay_database, new_game

from railhead.site import limits

ROOT = Path(__file__).resolve().parents[2]


def test_forms_and_calls_from_elsewhere_are_refused() -> None:
    ann = browser(enforce_csrf_checks=True)
    ann.get("/register/")
    token = ann.cookies["csrftoken"].value
    form = {"players": "3", "kind": "hotseat"}
    assert ann.post("/new/1889/", form).status_code == 403
    made = ann.post("/new/1889/", {**form, "csrfmiddlewaretoken": token})
    assert made.status_code == 302
    game = made["Location"].strip("/").split("/")[1]
    move = {"seq": 0, "move": "p1 pass"}
    assert api(ann, "POST", f"/games/{game}/moves", move).status_code == 403
    assert ann.post(f"/t/{game}/move/", move).status_code == 403
    assert ann.post("/logout/").status_code == 403
    assert api(ann, "POST", f"/games/{game}/moves", move, **{"X-CSRFToken": token}).status_code == 200


def test_logging_in_gives_a_new_session_and_keeps_what_a_guest_began() -> None:
    account("rotating")
    guest = browser()
    game = new_game(guest)
    before = guest.cookies["sessionid"].value
    answer = guest.post("/login/", {"username": "rotating", "password": PASSWORD})
    assert answer.status_code == 302
    after = guest.cookies["sessionid"].value
    assert after != before
    assert all(seat["mine"] for seat in api(guest, "GET", f"/games/{game}").json()["seats"])
    thief = browser()
    thief.cookies["sessionid"] = before
    assert not any(seat["mine"] for seat in api(thief, "GET", f"/games/{game}").json()["seats"])


def test_redirects_after_login_stay_on_the_site() -> None:
    account("staying")
    answer = browser().post("/login/?next=https://evil.example/", {"username": "staying", "password": PASSWORD})
    assert answer["Location"] == "/"


@pytest.mark.parametrize(
    "path", ["/", "/login/", "/new/1889/", "/api/docs", "/api/titles", "/nowhere", "/admin/login/"]
)
def test_every_answer_carries_safe_headers(path: str) -> None:
    answer = browser().get(path)
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


def test_pages_have_nothing_inline() -> None:
    ann = browser()
    game = new_game(ann)
    for path in ("/", "/new/1889/", f"/t/{game}/", f"/t/{game}/?tab=market", f"/t/{game}/?tab=charts", "/login/"):
        page = ann.get(path).content.decode()
        for script in re.findall(r"<script\b([^>]*)>", page):
            assert "src=" in script or "application/json" in script, (path, script)
        assert not re.search(r"<[^>]+\son[a-z]+\s*=", page), path
        assert "javascript:" not in page, path
        assert not re.search(r"<[^>]+\sstyle\s*=", page), path
        assert not re.search(r"(src|href)=\"(https?:)?//(?!boardgamegeek\.com|[a-z.]*18xx)[^\"]+\.(js|css)", page), (
            path
        )


def test_pictures_to_take_home_can_run_nothing() -> None:
    ann = browser()
    game = new_game(ann)
    answer = ann.get(f"/t/{game}/file/map.svg")
    assert "script" not in answer.content.decode().lower()
    assert "attachment" in answer["Content-Disposition"]


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Rates as they are in earnest, and a minute that does not end."""
    monkeypatch.delenv("RAILHEAD_UNLIMITED")
    counts = limits.Limiter(limits.CountsInFile(tmp_path / "rates"))
    monkeypatch.setattr(limits, "limiter", lambda: counts)
    now = time.time()
    monkeypatch.setattr(limits.time, "time", lambda: now)


def statuses(ask: Any, times: int) -> list[int]:
    """What a number of requests are answered with."""
    return [ask().status_code for _ in range(times)]


@pytest.mark.usefixtures("limited")
def test_chat_joining_and_moves_have_a_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.PER_MINUTE["move"] <= 600
    ann = account("talking")
    game = new_game(ann)
    said = statuses(lambda: api(ann, "POST", f"/games/{game}/messages", {"text": "hello"}), 32)
    assert said[:30] == [204] * 30
    assert said[30:] == [429] * 2
    assert ann.post(f"/t/{game}/chat/", {"text": "hello"}).status_code == 429
    bob = account("joining")
    joined = statuses(lambda: api(bob, "POST", f"/games/{game}/join", {}), 32)
    assert 429 not in joined[:30]
    assert joined[30:] == [429] * 2
    most = 25
    monkeypatch.setitem(limits.PER_MINUTE, "move", most)
    moved = statuses(lambda: api(ann, "POST", f"/games/{game}/moves", {"seq": 99, "move": "p1 pass"}), most + 1)
    assert set(moved[:-1]) == {409}
    assert moved[-1] == 429


@pytest.mark.usefixtures("limited")
def test_guests_who_throw_their_cookies_away_are_counted_by_address() -> None:
    most = limits.PER_MINUTE["create"]
    tables = statuses(lambda: browser().post("/new/1889/", {"players": "99"}), most + 1)
    assert tables[-1] == 429


@pytest.mark.usefixtures("limited")
@pytest.mark.parametrize("path", ["/login/", "/admin/login/"])
def test_trying_one_name_after_the_other_is_stopped(path: str) -> None:
    most = limits.PER_MINUTE["login"]
    names = iter(range(1000))

    def attempt(address: str = "192.0.2.9") -> Any:
        return browser(REMOTE_ADDR=address).post(path, {"username": f"nobody{next(names)}", "password": "wrong"})

    assert statuses(attempt, most + 2) == [200] * most + [429] * 2
    assert attempt("192.0.2.10").status_code == 200


def test_processes_count_together_and_a_new_minute_begins_at_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (limits.Limiter(limits.CountsInFile(tmp_path / "rates")) for _ in range(2))
    monkeypatch.setattr(limits.time, "time", lambda: 6000.0)
    assert [worker.hit("chat", "ann")[0] for worker in (one, two, two, one)] == [1, 2, 3, 4]
    assert two.hit("chat", "bob")[0] == two.hit("move", "ann")[0] == 1
    monkeypatch.setattr(limits.time, "time", lambda: 6060.0)
    assert [worker.hit("chat", "ann")[0] for worker in (two, one)] == [1, 2]


def test_counts_that_are_damaged_or_gone_are_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "rates"
    path.write_bytes(b"this is no database" * 500)
    worker = limits.Limiter(limits.CountsInFile(path))
    assert worker.hit("chat", "ann")[0] == 1
    path.unlink()
    other = limits.Limiter(limits.CountsInFile(path))
    assert other.hit("chat", "ann")[0] == 1
    assert worker.hit("chat", "ann")[0] <= 2
    assert other.hit("chat", "ann")[0] <= 3


def test_guessing_a_password_is_stopped() -> None:
    from django.conf import settings

    account("guarded")
    mallory = browser(REMOTE_ADDR="192.0.2.7")
    for _ in range(settings.AXES_FAILURE_LIMIT):
        answer = mallory.post("/login/", {"username": "guarded", "password": "wrong"})
    assert answer.status_code == 429
    locked = mallory.post("/login/", {"username": "guarded", "password": PASSWORD})
    assert locked.status_code == 429
    owner = browser(REMOTE_ADDR="192.0.2.8")
    assert owner.post("/login/", {"username": "guarded", "password": PASSWORD}).status_code == 302


def test_what_is_too_big_is_refused() -> None:
    ann = browser(raise_request_exception=False)
    game = new_game(ann)
    file = io.BytesIO(b'{"title": "' + b"x" * (3 * 1024 * 1024 + 1))
    file.name = "big.json"
    assert ann.post("/import/", {"file": file}).status_code == 413
    big = {"seq": 0, "move": "p1 pass " + "x" * 60_000}
    assert api(ann, "POST", f"/games/{game}/moves", big).status_code == 400
    huge = {"text": "x" * 10_000_000}
    assert api(ann, "POST", f"/games/{game}/messages", huge).status_code in (400, 413)
    assert ann.post(f"/t/{game}/note/", {"note": "x" * 10_000_000}).status_code in (400, 413)
    assert ann.post("/new/1889/", {"players": "3", "name1": "x" * 10_000_000}).status_code in (400, 413)
    many = {f"field{at}": "x" for at in range(5000)}
    assert ann.post(f"/t/{game}/move/", many).status_code in (400, 413)


def test_strange_hosts_are_refused() -> None:
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example"):
        assert browser(raise_request_exception=False).get("/", headers={"Host": host}).status_code == 400
    assert browser().get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 200


TLS = """
import django; django.setup()
from django.conf import settings
from django.test import Client
club = Client(SERVER_NAME="club.example", HTTP_X_FORWARDED_PROTO="https")
answer = club.get("/register/")
assert answer.status_code == 200, answer.status_code
assert answer.cookies["csrftoken"]["secure"]
assert "max-age" in answer["Strict-Transport-Security"]
made = club.post("/new/1889/", {"players": "3", "kind": "hotseat"})
assert made.cookies["sessionid"]["secure"] and made.cookies["sessionid"]["httponly"]
assert made.cookies["sessionid"]["samesite"] == "Lax"
assert Client(SERVER_NAME="other.example").get("/").status_code == 400
strict = Client(SERVER_NAME="club.example", HTTP_X_FORWARDED_PROTO="https", enforce_csrf_checks=True)
strict.get("/register/")
form = {"players": "3", "csrfmiddlewaretoken": strict.cookies["csrftoken"].value}
assert strict.post("/new/1889/", form, headers={"Origin": "https://evil.example"}).status_code == 403
assert strict.post("/new/1889/", form, headers={"Origin": "https://club.example"}).status_code == 302
print("fine")
"""


def test_behind_tls_cookies_are_secure_and_only_our_name_is_served(tmp_path: Path) -> None:
    env = {
        **os.environ,
        "RAILHEAD_DATA": str(lay_database(tmp_path)),
        "RAILHEAD_TLS": "1",
        "RAILHEAD_HOSTS": "club.example",
    }
    env.update(DJANGO_SETTINGS_MODULE="railhead.site.settings", RAILHEAD_UNLIMITED="1", RAILHEAD_DATABASE="")
    done = subprocess.run(
        [sys.executable, "-c", TLS], env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.strip().endswith("fine"), done.stderr


def test_no_secret_is_in_the_repository() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    assert not [name for name in listed if name.endswith((".key", ".pem", ".sqlite3", ".env"))]
    shape = re.compile(r"BEGIN [A-Z ]*PRIVATE KEY|SECRET_KEY\s*=\s*[\"']|AKIA[0-9A-Z]{16}|ghp_[A-Za-z0-9]{30}")
    for name in listed:
        path = ROOT / name
        if path.suffix in (".py", ".toml", ".yaml", ".md", ".sh", ".service", "") and path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            assert name.endswith("test_walls.py") or not shape.search(text), name
