"""What somebody who plays against bots reads: how strong they are, who thinks, and what a hint says."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from sites import browser, new_game

from railhead.bots.thinking import Decision
from railhead.core.engine import legal_moves
from railhead.site import bots, seating
from railhead.site.models import Game
from railhead.site.store import games


@pytest.fixture(autouse=True)
def nobody_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots do not move."""
    monkeypatch.setattr(bots, "wake", lambda *_: None)


def page(who: Any, path: str) -> str:
    """A page without its tags."""
    return html.unescape(re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", who.get(path).content.decode())))


def against(ann: Any, **more: str) -> str:
    """A table of one person against Chairmen."""
    form = {"players": "3", "kind": "bots", "seed": "7", "bot2": "chairman", "bot3": "chairman", **more}
    return str(ann.post("/new/1889/", form)["Location"].strip("/").split("/")[1])


def test_levels_stand_with_the_names_of_bots() -> None:
    words = page(browser(), "/new/1889/")
    for level in ("random", "easy", "medium", "hard", "very hard"):
        assert f" ({level})" in words
    assert "More: variants, house rules, hints, bots and a fixed set-up" in words


def test_against_bots_nobody_can_leave_them_out() -> None:
    """The box is hidden then; it may have been ticked before."""
    assert Game.objects.get(pk=against(browser(), no_bots="on")).bots


def test_the_page_says_which_bot_thinks() -> None:
    ann = browser()
    game = against(ann)
    assert "is thinking" not in page(ann, f"/t/{game}/")
    ann.post(f"/t/{game}/move/", {"seq": 0, "move": '{"move":"pass","by":"p1"}', "key": ""})
    words = page(ann, f"/t/{game}/")
    assert "Chairman 2 is thinking." in words
    assert "Waiting for the others." not in words


def test_a_name_that_says_which_bot_it_is_is_not_followed_by_the_same() -> None:
    ann = browser()
    words = page(ann, f"/t/{against(ann, name3='Zoe')}/")
    assert "Chairman 2 chairman" not in words
    assert "Zoe chairman" in words


def test_among_the_seats_stands_the_level_of_a_bot() -> None:
    ann = browser()
    seats = page(ann, f"/t/{against(ann, bot3='magnate', name3='Zoe')}/?tab=table").partition("Seats")[2]
    assert "Chairman 2 Chairman (hard)" in seats
    assert "Zoe Magnate (very hard)" in seats


def test_a_hint_sets_the_price_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not "start UR at ¥70 ¥140"."""
    ann = browser()
    game = new_game(ann)

    def decide(_name: str, state: Any, *_: Any, **__: Any) -> Decision:
        return Decision(next(iter(legal_moves(state))), "It is the best.", "")

    monkeypatch.setattr(bots, "decide", decide)
    words = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", ann.post(f"/t/{game}/hint/").content.decode()))
    assert "Buy Takamatsu E-Railroad (¥20)" in words


@pytest.mark.parametrize(
    ("hints", "title"), [(True, "What would a strong player do?"), (False, "Hints are switched off")]
)
def test_the_button_for_hints_says_why_it_is_off(hints: bool, title: str) -> None:
    ann = browser()
    game = new_game(ann, hints=hints)
    button = ann.get(f"/t/{game}/").content.decode().partition('id="ask-hint"')[2].partition(">")[0]
    assert title in button


def test_at_the_end_the_standing_comes_first() -> None:
    """What bots did last is in the log."""
    ann = browser()
    form = {"players": "3", "kind": "bots", "seed": "7"}
    game = str(ann.post("/new/1894/", form)["Location"].strip("/").split("/")[1])
    acting, *others = games.now(game)[1].order
    says = {acting: '"move":"agree_winner","winner":"p2"'} | dict.fromkeys(sorted(others), '"move":"accept"')
    for count, (player, what) in enumerate(says.items()):
        seating.submit(game, count, json.loads(f'{{{what},"by":"{player}"}}'), (player,), why="Bob has won.")
    now = ann.get(f"/t/{game}/").content.decode().partition('id="now"')[2].partition("</section>")[0]
    assert "Final standing" in now
    assert 'class="told"' not in now
