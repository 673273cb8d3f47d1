"""The table stays where it is when turns change, nothing is cut off, and a hint goes away with its position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browsing import MARKS, PHONE, arrive, begin, first, press
from playwright.sync_api import Page, expect
from positions import before

pytestmark = MARKS

HIGH = "Math.round(document.querySelector('#stage > section:not([hidden]) .strip').getBoundingClientRect().height)"
ON_TOP = """() => {
  const box = document.querySelector('#log h3').getBoundingClientRect()
  const at = document.elementFromPoint(box.left + 8, box.top + box.height / 2)
  return at.tagName
}"""


def test_players_have_the_same_room_whoever_acts(pages: Any) -> None:
    """Neither a badge beside a long name nor what somebody did moves what stands below."""
    page = pages()
    begin(page, players=4, name1="A", name2="A rather long name 2", name3="C", name4="D")
    heights = set()
    for _ in range(6):
        heights.add(page.evaluate(HIGH))
        press(page, first(page))
    assert len(heights) == 1


def scrolled(page: Page) -> None:
    for _ in range(8):
        press(page, first(page))


def test_a_heading_of_the_log_covers_what_is_below(pages: Any) -> None:
    page = pages()
    begin(page, players=4)
    scrolled(page)
    page.locator("#log").evaluate("log => { log.scrollTop = 60 }")
    assert page.evaluate(ON_TOP) == "H3"


def test_on_a_phone_a_heading_of_the_log_stands_above_its_lines(pages: Any) -> None:
    page = pages(viewport=PHONE)
    begin(page, players=4)
    scrolled(page)
    page.locator("#sheet").click()
    page.locator("#log h3").first.wait_for()
    below = page.evaluate(
        "document.querySelector('#log h3').getBoundingClientRect().bottom"
        " - document.querySelector('#log li').getBoundingClientRect().top"
    )
    assert below < 2


def test_a_hint_goes_away_with_its_position(pages: Any) -> None:
    """Also when the next one is only tried out; the advice was for another player."""
    page = pages()
    begin(page)
    page.locator("#ask-hint").click()
    expect(page.locator("#hint")).to_contain_text("Chairman would:")
    page.locator("#what-if").click()
    expect(page.locator("#now")).to_contain_text("None of it counts")
    expect(page.locator("#hint")).to_contain_text("Chairman would:")
    first(page).click()
    expect(page.locator("#now")).to_contain_text("1 move that does not count")
    expect(page.locator("#hint")).to_be_empty()


CUT = """() => [...document.querySelectorAll('#stage > section:not([hidden]) .strip .player-name')]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""
OUT = """() => [...document.querySelectorAll('#stage-trading .charter')].filter((card) => {
  const right = card.querySelector('.share-price')?.getBoundingClientRect().right ?? 0
  return right > card.getBoundingClientRect().right - 6
}).map((card) => card.id)"""


def test_the_names_of_four_bots_can_be_told_apart(pages: Any) -> None:
    """Whoever has the priority and acts has two badges beside the name."""
    page = pages()
    names = {f"name{at}": f"Chairman {at}" for at in range(1, 5)}
    begin(page, players=4, **names)
    assert page.evaluate(CUT) == []


def test_a_new_company_on_its_card(pages: Any, tmp_path: Path) -> None:
    """At a par price of three digits, in francs, beside a long symbol; it has no last run yet, not one of nothing."""
    page = pages()
    arrive(page, before("1894-4-d", "buy_share")[0], tmp_path)
    expect(page.locator("#charter-BELGE .share-price")).to_have_text("100 F")
    expect(page.locator("#charter-BELGE")).to_contain_text("last run–")
    assert page.evaluate(OUT) == []


def test_what_bots_did_stands_below_what_there_is_to_decide(pages: Any) -> None:
    page = pages()
    page.goto("/new/1889/")
    page.locator("input[value=bots]").check()
    page.get_by_role("button", name="Begin").click()
    page.locator("html[data-ready=table]").wait_for()
    press(page, first(page))
    page.locator(".told").first.wait_for()
    page.locator(".pass-form").wait_for()
    below = page.evaluate(
        "document.querySelector('.told').getBoundingClientRect().top"
        " - document.querySelector('.pass-form').getBoundingClientRect().bottom"
    )
    assert below >= 0
