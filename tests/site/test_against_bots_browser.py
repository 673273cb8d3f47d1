"""The table stays where it is when turns change, and headings of the log cover what scrolls below them."""

from __future__ import annotations

from typing import Any

from browsing import MARKS, PHONE, begin, first, press
from playwright.sync_api import Page

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
