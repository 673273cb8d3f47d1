"""Setting up a table: what is wrong stands beside it, and nothing that was typed is lost."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from browsing import MARKS
from sites import browser

from railhead.site.models import Game

TYPED = {"kind": "hotseat", "players": "4", "name1": "Ann <3", "name3": "Cy", "bot2": "magnate", "random_seats": "on"}
TYPED |= {"seed": "77", "hints": "no", "no_bots": "on", "option-beginner": "on", "public": "on", "limit_hours": "9"}


class Form(HTMLParser):
    """What a form would send again, by the name of the field."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sends: dict[str, str] = {}
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read a field."""
        have = dict(attrs)
        name, value = have.get("name") or "", have.get("value") or ""
        if tag == "select":
            self.select = name
        elif tag == "option" and "selected" in have:
            self.sends[self.select] = value
        elif tag == "input" and have.get("type") not in ("radio", "checkbox", "hidden"):
            self.sends[name] = value
        elif tag == "input" and "checked" in have:
            self.sends[name] = value or "on"


def test_what_was_typed_is_kept_beside_what_is_wrong() -> None:
    answer = browser().post("/new/1889/", TYPED)
    page = answer.content.decode()
    assert answer.status_code == 422
    sends = {name: value for name, value in Form(page).sends.items() if value}
    assert sends == TYPED
    assert "This table is to be without bots, but a bot would play Magnate 2." in page
    assert re.search(r'name="no_bots"[^>]*aria-describedby="wrong-no-bots"', page)
    assert "<details open><summary>More:" in page
    assert not Game.objects.filter(seed="77", title="1889", options=["beginner"]).exists()


@pytest.mark.parametrize(("rules", "fold"), [({"option-free-runs": "on"}, " open"), ({}, "")])
def test_house_rules_that_were_chosen_are_in_sight(rules: dict[str, str], fold: str) -> None:
    page = browser().post("/new/1889/", {**TYPED, **rules}).content.decode()
    assert f'<details class="house"{fold}>' in page


def test_a_form_that_nobody_has_sent_complains_about_nothing() -> None:
    page = browser().get("/new/1889/").content.decode()
    sends = {name: value for name, value in Form(page).sends.items() if value}
    assert sends == {"kind": "hotseat", "players": "3", "limit_hours": "0"}
    assert 'class="error"' not in page
    assert "<details><summary>More:" in page


@pytest.mark.parametrize(
    ("title", "wrong", "field"),
    [
        ("1889", {"seed": "seven"}, "wrong-seed"),
        ("1889", {"kind": "online", "limit_hours": "a day"}, "wrong-limit"),
        ("1889", {"players": "7"}, "1889 is for 2 to 6 players, not 7"),
        ("1889", {"bot1": "nobody"}, "There is no bot"),
    ],
)
def test_each_mistake_is_told_in_the_form(title: str, wrong: dict[str, str], field: str) -> None:
    answer = browser().post(f"/new/{title}/", {"kind": "hotseat", "players": "3", "name1": "Ann", **wrong})
    page = answer.content.decode()
    assert answer.status_code in (400, 422)
    assert field in page
    assert Form(page).sends["name1"] == "Ann"


@pytest.mark.skipif(*MARKS[0].args, **MARKS[0].kwargs)
def test_a_seat_without_a_name_shows_the_one_it_will_have(pages: Any) -> None:
    page = pages()
    page.goto("/new/1889/")
    page.locator("#bot2").select_option("chairman")
    assert page.locator("#name2").get_attribute("placeholder") == "Chairman 2"
    page.locator("input[value=bots]").check()
    assert page.locator("#name1").get_attribute("placeholder") == "Player 1"
    assert page.locator("#name3").get_attribute("placeholder") == "Clerk 3"
