"""Pages round the table: what they say, in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import railhead.titles
from railhead.core.engine import new_game
from railhead.site import cards, sentences
from railhead.site.templatetags.figures import amount, figure
from railhead.titles import title

Person = Any


def text(answer: Any) -> str:
    """The body of an answer."""
    return str(answer.content.decode())


def test_rounds_in_lists_are_words() -> None:
    said = {short: sentences.where_words(short) for short in ("MR 3.1", "OR 5.2", "SR 3", "ISR 1", "")}
    assert said == {
        "MR 3.1": "merger round 3.1",
        "OR 5.2": "operating round 5.2",
        "SR 3": "stock round 3",
        "ISR 1": "the opening auction",
        "": "before the first round",
    }


def test_figures_are_written_as_in_sentences() -> None:
    assert figure(12345) == "12,345"
    assert figure(80) == "80"
    assert figure("–") == "–"
    assert amount(1200, "%s fr") == "1,200 fr"


def test_my_games_that_wait_for_me_come_first(ann: Person) -> None:
    tables = [ann.new_table() for _ in range(9)]
    page = text(ann.get("/"))
    assert all(game in page for game in tables)
    assert "the opening auction" in page
    assert "ISR" not in page
    assert "1 more" in page


def test_an_open_table_says_what_it_waits_for(ann: Person) -> None:
    answer = ann.post("/new/1893/", {"players": "3", "kind": "online", "name1": "Ann"})
    page = text(ann.get(answer["Location"]))
    assert "2 more players, and the game begins" in page
    assert "Edwin Eckert" in page


def test_variants_stand_apart_from_house_rules(ann: Person) -> None:
    page = text(ann.get("/new/1893/"))
    variants, _, house = page.partition("1 house rule, for tables that do not play by the book")
    assert 'name="option-grey-phase"' in variants
    assert 'name="option-grey-phase"' not in house
    assert 'name="option-seats-in-order"' in house
    assert 'name="option-seats-in-order"' not in variants
    assert "Variants" not in text(ann.get("/new/1843/"))


def test_a_company_without_shares_has_an_owner() -> None:
    state = new_game(title("1889").rules(3), ["Ann", "Bob", "Cid"])
    chip = cards.chip(state, "AR")
    assert cards.Holding("AR", chip, 100, True, 0).whole
    assert not cards.Holding("AR", chip, 100, True, 750).whole
    assert not cards.Holding("AR", chip, 20, True, 0).whole


def test_every_title_says_why_it_ended() -> None:
    """No reason that a title gives is shown as a bare key."""
    found = set()
    for path in Path(railhead.titles.__file__).parent.rglob("*.py"):
        found |= set(re.findall(r'end_game\(change, "([^"]+)"', path.read_text(encoding="utf-8")))
    assert {"bank", "stock_market", "gray trains"} <= found
    for reason in found:
        assert sentences.end_text(reason) != f"{reason[:1].upper()}{reason[1:]}."
