"""Accounts: passwords, addresses, names that look alike, tokens that are none; and small things that were 500."""

from __future__ import annotations

import re
import threading
import time
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import mail
from doors import PASSWORD, account
from rig import wait_until
from sites import browser, new_game

from railhead.site import charts
from railhead.site.look_alikes import skeleton
from railhead.site.models import Profile
from railhead.site.turns import Turns


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Mails are kept instead of sent."""
    monkeypatch.setattr(settings, "EMAIL_BACKEND", "django.core.mail.backends.locmem.EmailBackend")
    mail.outbox = []
    return mail.outbox


def first(letters: Any) -> Any:
    """The first letter; letters are sent in the background."""
    return wait_until(lambda: letters, 10, "a letter")[0]


def link_in(letter: Any) -> str:
    return str(re.search(r"https?://[^/]+(/\S+)", letter.body).group(1))  # type: ignore[union-attr]


def test_an_address_counts_when_its_owner_opens_the_link(letters: Any) -> None:
    ann = account("mailed-ann")
    ann.post("/account/", {"what": "mail", "email": "ann@example.org"})
    assert not Profile.objects.get(user__username="mailed-ann").confirmed
    link = link_in(first(letters))
    assert account("mailed-bob").get(link).status_code == 422
    assert ann.get(link).status_code == 302
    assert Profile.objects.get(user__username="mailed-ann").confirmed == "ann@example.org"
    assert ann.post("/account/", {"what": "mail", "email": "no address"}).status_code == 422


def test_a_forgotten_password_is_replaced_through_a_confirmed_address_only(letters: Any) -> None:
    account("forgets")
    user = get_user_model().objects.get(username="forgets")
    user.email = "forgets@example.org"
    user.save()
    Profile.objects.update_or_create(user=user, defaults={"confirmed": ""})
    guest = browser()
    answers = [guest.post("/reset/", {"email": one}) for one in ("forgets@example.org", "nobody@example.org")]
    assert [(one.status_code, one["Location"]) for one in answers] == [(302, "/login/?sent=1")] * 2
    assert not letters
    Profile.objects.filter(user=user).update(confirmed="forgets@example.org")
    guest.post("/reset/", {"email": "forgets@example.org"})
    step = guest.get(link_in(first(letters)))
    fresh = "another-long-railway-word"
    guest.post(step["Location"], {"new_password1": fresh, "new_password2": fresh})
    user.refresh_from_db()
    assert user.check_password(fresh)


def test_the_register_does_not_tell_whose_address_it_knows(letters: Any) -> None:
    """Names stand at the tables for all to see; an address is its owner's secret."""
    Profile.objects.update_or_create(
        user=get_user_model().objects.create_user("has-address", "known@example.org", PASSWORD),
        defaults={"confirmed": "known@example.org"},
    )
    answers = []
    for name, address in (("asks-1", "known@example.org"), ("asks-2", "unknown@example.org")):
        form = {"username": name, "email": address, "password1": PASSWORD, "password2": PASSWORD}
        answer = browser().post("/register/", form)
        answers.append((answer.status_code, answer["Location"]))
    assert answers == [(302, "/")] * 2
    wait_until(lambda: len(letters) == 2, 10, "two letters")
    assert {letter.subject for letter in letters} == {"Is this your address?"}


def test_a_wrong_name_and_a_wrong_password_get_one_answer() -> None:
    account("logs-in")
    pages = []
    for name in ("logs-in", "no-such-name"):
        answer = browser().post("/login/", {"username": name, "password": "wrong"})
        pages.append((answer.status_code, answer.content.decode().replace(name, "NAME")))
    plain = [(status, re.sub(r"\b[A-Za-z0-9]{64}\b", "", page)) for status, page in pages]
    assert plain[0] == plain[1]


def test_mail_that_would_tell_is_sent_when_the_answer_is_out(letters: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that waits for the mail server would tell by its time that there is such an account."""
    from railhead.site.views import accounts

    waiting: list[Any] = []
    monkeypatch.setattr(accounts, "later", waiting.append)
    user = get_user_model().objects.create_user("waits", "waits@example.org", PASSWORD)
    Profile.objects.update_or_create(user=user, defaults={"confirmed": "waits@example.org"})
    assert browser().post("/reset/", {"email": "waits@example.org"}).status_code == 302
    assert not letters
    waiting[0]()
    assert letters[0].to == ["waits@example.org"]


def test_a_password_is_changed_by_whoever_knows_the_old_one() -> None:
    ann = account("changes")
    fresh = "another-long-railway-word"
    data = {"new_password1": fresh, "new_password2": fresh}
    assert ann.post("/account/password/", {"old_password": "wrong", **data}).status_code == 200
    assert ann.post("/account/password/", {"old_password": PASSWORD, **data}).status_code == 302
    assert get_user_model().objects.get(username="changes").check_password(fresh)


@pytest.mark.parametrize("name", ["paul", "PAUL", "pаul", "раul", "pau1", "p-a-u-l"])  # some letters are Cyrillic
def test_names_that_look_alike_are_refused(name: str) -> None:
    users = get_user_model().objects
    user = users.filter(username="paul").first() or users.create_user("paul", password=PASSWORD)
    Profile.objects.update_or_create(user=user, defaults={"skeleton": skeleton("paul")})
    data = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    answer = browser().post("/register/", data)
    assert answer.status_code == 200
    assert b"This name is not available" in answer.content


def test_a_name_of_another_script_is_welcome() -> None:
    data = {"username": "Жозефина", "password1": PASSWORD, "password2": PASSWORD}
    get_user_model().objects.filter(username=data["username"]).delete()
    assert browser().post("/register/", data).status_code == 302


@pytest.mark.parametrize("token", ["", "ÿþ", "x" * 100_000, "a b"])
def test_a_token_that_is_none_is_nobodys(token: str) -> None:
    game = new_game(browser())
    answer = browser(raise_request_exception=False).get(
        f"/api/games/{game}", headers={"Authorization": f"Bearer {token}".encode().decode("latin-1")}
    )
    assert answer.status_code < 500


@pytest.mark.parametrize("path", ["/titles/zzz/map.svg", "/new/zzz/"])
def test_a_title_that_is_not_there(path: str) -> None:
    assert browser(raise_request_exception=False).get(path).status_code == 404


@pytest.mark.parametrize("players", ["5" * 5000, "²", "9", "0", "-1", ""])
def test_a_number_of_players_that_is_none(players: str) -> None:
    answer = browser(raise_request_exception=False).post("/new/1889/", {"players": players})
    assert answer.status_code == 400


@pytest.mark.parametrize("text", ["=1+1", "x;=1+1", "x\t=1+1", " =1+1", "x|=1", 'x",=1+1'])
def test_no_cell_begins_a_formula(text: str) -> None:
    cell = charts._cell(text)
    assert not any(
        part.strip()[:1] in ("=", "+", "-", "@") for part in re.split(r"[,;\t|\r\n\"]", cell) if part.strip()
    )


@pytest.mark.parametrize("greedy", [["here/greedy"] * 6, [f"here/guest {n}" for n in range(6)]], ids=["one", "many"])
def test_people_take_turns_with_bots(greedy: list[str]) -> None:
    """Whether somebody asks six times, or as six people at one address: the next person is not behind them all."""
    turns, order = Turns(1), []
    gate = threading.Event()

    def think(who: str) -> None:
        with turns.turn(who):
            gate.wait(10)
            order.append(who)

    threads = []
    for who in (*greedy, "there/modest"):
        threads.append(threading.Thread(target=think, args=(who,)))
        threads[-1].start()
        end = time.monotonic() + 10
        while turns.asked() < len(threads) and time.monotonic() < end:
            pass
    gate.set()
    for thread in threads:
        thread.join(10)
    assert order.index("there/modest") <= 2
    assert len(order) == 7
    assert turns.asked() == 0
