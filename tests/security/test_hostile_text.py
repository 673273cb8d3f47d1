"""Names, talk, notes and tokens that want to be scripts, turn the writing round, or never end."""

from __future__ import annotations

import html
from html.parser import HTMLParser
from typing import Any

import pytest
from sites import api, browser, play_on

NASTY = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</title><svg/onload=alert(1)>",
    "{{ settings.SECRET_KEY }}{% debug %}",
    "javascript:alert(1)",
    "\u202eevil\u202c\u2066x\u2069",
    "\x00\x07\x1b[31mred",
    "a" * 10_000,
    "e\u0301" * 400,
    "👩‍👩‍👧‍👦" * 50,
    "\ufeff\u200b\u200d",
]
MARKS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\x00\x07\x1b"


class Tags(HTMLParser):
    """Collects what a browser would run."""

    def __init__(self) -> None:
        super().__init__()
        self.live: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that begins."""
        facts = dict(attrs)
        if tag == "script" and not facts.get("src") and facts.get("type") != "application/json":
            self.live.append("script")
        self.live += [name for name in facts if name.startswith("on")]
        links = [facts.get(name) or "" for name in ("href", "src", "action", "xlink:href", "formaction")]
        self.live += [value for value in links if value.lower().strip().startswith("javascript:")]
        if tag == "img" and facts.get("src") == "x":
            self.live.append("img")


def harmless(page: str) -> None:
    """No tag or attribute came out of the text, and no mark that turns the writing round."""
    assert not set(page) & set(MARKS)
    tags = Tags()
    tags.feed(page)
    assert not tags.live


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_names_are_shown_harmless(text: str) -> None:
    ann = browser()
    data: Any = {"title": "1889", "seats": [{"name": text[:200]}, {"name": text[:200]}], "seed": 1}
    answer = api(ann, "POST", "/games", data)
    assert answer.status_code == 201, answer.content
    game = answer.json()["id"]
    names = [seat["name"] for seat in answer.json()["seats"]]
    assert len(set(names)) == 2
    assert all(0 < len(name) <= 30 for name in names)
    play_on(game, 6)
    tails = ("?tab=log", "?tab=charts", "?tab=players", "file/worth.svg", "log/")
    for path in ("/", *(f"/t/{game}/{tail}" for tail in tails)):
        harmless(ann.get(path).content.decode())
    assert not set(ann.get(f"/t/{game}/file/figures.csv").content.decode()) & set(MARKS)


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_talk_and_notes_are_shown_harmless(text: str) -> None:
    ann = browser()
    game = api(ann, "POST", "/games", {"title": "1889", "seats": [{"name": "A"}, {"name": "B"}]}).json()["id"]
    said = api(ann, "POST", f"/games/{game}/messages", {"text": text})
    assert said.status_code in (204, 422)
    assert ann.post(f"/t/{game}/chat/", {"text": text}).status_code in (302, 422)
    assert ann.post(f"/t/{game}/note/", {"note": text}).status_code == 204
    page = ann.get(f"/t/{game}/?tab=chat").content.decode()
    harmless(page)
    if text.startswith("<script>"):
        assert html.escape(text) in page


def test_figures_for_a_spreadsheet_do_not_begin_a_formula() -> None:
    ann = browser()
    names = ["=cmd|' /C calc'!A0", "+1+1", "-2", "@SUM(A1)"]
    made = api(ann, "POST", "/games", {"title": "1889", "seats": [{"name": name} for name in names], "seed": 1})
    game = made.json()["id"]
    play_on(game, 20)
    text = ann.get(f"/t/{game}/file/figures.csv").content.decode()
    cells = [cell.strip().strip('"') for line in text.splitlines() for cell in line.split(",")]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "@")]


def test_strange_paths_are_not_found() -> None:
    ann = browser(raise_request_exception=False)
    for path in ("/t/%00/", "/t/../../etc/passwd", "/api/games/%00", "/api/games/%F0%9F%9A%82/position", "/t/<b>/"):
        assert ann.get(path).status_code in (400, 404), path
    for path in ("/static/../settings.py", "/static/%2e%2e/settings.py", "/titles/..%2f..%2f/map.svg", "/new/x/"):
        assert ann.get(path).status_code in (400, 404), path
