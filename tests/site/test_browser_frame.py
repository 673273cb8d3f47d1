"""The frame of the table in a browser: sizes, phone, keyboard, history, pins, axe."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from axe_rules import COLOURS, EVERYTHING, serious
from browsing import MARKS, PHONE, begin, first, moved, press, version
from playwright.sync_api import expect

pytestmark = MARKS


def test_a_picture_large_and_small_again(pages: Any) -> None:
    page = pages(viewport=PHONE)
    begin(page)
    page.locator("#tab-charts").click()
    page.get_by_role("button", name="Show it large").first.click()
    large = page.get_by_role("dialog")
    expect(large.locator("svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    large.get_by_role("button", name="Close").click()
    expect(large).to_have_count(0)


def test_history_and_what_if(pages: Any) -> None:
    page = pages()
    begin(page)
    for _ in range(3):
        press(page, first(page))
    page.get_by_role("link", name="One move back").click()
    expect(page.locator("#now")).to_contain_text("looking at move 2 of 3")
    assert page.url.endswith("?at=2")
    page.get_by_role("link", name="One move back").click()
    expect(page.locator("#now")).to_contain_text("looking at move 1 of 3")
    page.go_back()
    expect(page.locator("#now")).to_contain_text("looking at move 2 of 3")
    page.reload()
    expect(page.locator("#now")).to_contain_text("looking at move 2 of 3")
    page.get_by_role("link", name="Back to now").click()
    expect(page.locator("#now")).not_to_contain_text("looking at")
    assert "at=" not in page.url
    page.get_by_role("button", name="What if").click()
    expect(page.locator("#now")).to_contain_text("None of it counts")
    first(page).click()
    expect(page.locator("#now")).to_contain_text("1 move that does not count")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#now")).not_to_contain_text("Trying out")
    assert version(page) == 3
    press(page, page.locator("#undo"))
    assert version(page) == 4
    expect(page.locator("#slider")).to_have_attribute("max", "2")


def test_the_whole_map_is_found_again(pages: Any) -> None:
    """Also when other parts of the page were replaced while a part of the map was shown."""
    page = pages()
    begin(page)
    page.keyboard.press("3")
    picture = page.locator("#board > svg")
    whole = picture.get_attribute("viewBox") or ""
    page.get_by_role("button", name="Larger").click()
    assert picture.get_attribute("viewBox") != whole
    press(page, first(page))
    page.get_by_role("button", name="Whole map").click()
    assert picture.get_attribute("viewBox") == whole


def test_phone(pages: Any) -> None:
    page = pages(viewport=PHONE, has_touch=True, is_mobile=True)
    begin(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    rail = page.locator("#rail")
    low = rail.bounding_box()
    assert low is not None
    page.locator("#sheet").tap()
    expect(rail).to_have_class(re.compile("tall"))
    page.wait_for_function(
        "low => document.getElementById('rail').getBoundingClientRect().top < low - 100", arg=low["y"]
    )
    page.locator("#sheet").tap()
    expect(rail).not_to_have_class(re.compile("tall"))
    small = page.evaluate(
        "[...document.querySelectorAll('#rail button:not(.link):not(.plain)')].filter(b => b.offsetHeight)"
        ".filter(b => b.getBoundingClientRect().height < 43.5).map(b => b.textContent)"
    )
    assert small == []
    first(page).tap()
    moved(page, 0)
    page.locator("[data-stage-link=map]").first.tap()
    page.locator("#hex-K4").tap()
    expect(page.locator(".fan-card")).to_contain_text("Takamatsu")


def test_keyboard_only(pages: Any) -> None:
    page = pages()
    begin(page)
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    moved(page, 0)
    page.keyboard.press("3")
    page.locator("#board .hex").first.wait_for()
    page.keyboard.press("m")
    assert page.evaluate("document.activeElement.classList.contains('hex')")
    first = page.evaluate("document.activeElement.dataset.hex")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.hex") != first
    page.keyboard.press("Enter")
    page.locator(".fan-card").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator(".fan-card")).to_have_count(0)
    assert page.evaluate("document.activeElement.classList.contains('hex')")
    page.locator("#tab-log").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#chat")).to_be_visible()
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("z")
    moved(page, 1)
    expect(page.locator("#slider")).to_have_attribute("max", "0")


@pytest.mark.parametrize(("scheme", "rules"), [("light", EVERYTHING), ("dark", COLOURS)])
def test_nothing_serious_for_axe(pages: Any, scheme: str, rules: dict[str, Any]) -> None:
    page = pages(color_scheme=scheme)
    axe = Axe()
    for path in ("/", "/new/1889/", "/preferences/", "/login/"):
        page.goto(path)
        assert serious(axe.run(page, options=rules)) == [], path
    begin(page)
    press(page, first(page))
    for stage in ("market", "sheet", "map"):
        page.locator(f"#switch [data-stage-link={stage}]").click()
        expect(page.locator(f"#stage-{stage}")).to_be_visible()
        assert serious(axe.run(page, options=rules)) == [], stage
    page.locator("#hex-K4").click(force=True)
    page.locator(".fan-card").wait_for()
    assert serious(axe.run(page, options=rules)) == []
    for tab, shows in (("chat", "#say"), ("notes", "#note-text"), ("charts", "#chart-worth"), ("rules", ".clauses")):
        page.locator(f"#tab-{tab}").click()
        page.locator(shows).wait_for()
        assert serious(axe.run(page, "#rail", rules)) == [], tab


@pytest.mark.parametrize(("wide", "high"), [(1920, 1080), (1024, 768)])
def test_the_frame_at_other_sizes(pages: Any, wide: int, high: int) -> None:
    page = pages(viewport={"width": wide, "height": high})
    begin(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    log, tools = page.locator("#log").bounding_box(), page.locator("#tools").bounding_box()
    assert log is not None
    assert tools is not None
    assert (log["x"] > tools["x"]) == (wide >= 1900), "from 1900 px the log has a column of its own"
    page.keyboard.press("f")
    expect(page.locator("#rail")).to_be_hidden()
    page.reload()
    expect(page.locator("#rail")).to_be_hidden()
    page.keyboard.press("f")
    expect(page.locator("#rail")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("undo")


def test_a_pinned_stage_stays(pages: Any) -> None:
    page = pages()
    begin(page)
    page.keyboard.press("5")
    expect(page.locator("#stage-sheet")).to_be_visible()
    page.locator("#pin").click()
    expect(page.locator("#pin")).to_have_attribute("aria-pressed", "true")
    press(page, first(page))
    expect(page.locator("#stage-sheet")).to_be_visible()
    page.reload()
    expect(page.locator("#stage-sheet")).to_be_visible()
    page.locator("#pin").click()
    expect(page.locator("#stage-auction")).to_be_visible()


@pytest.mark.parametrize("away", ["click", "Escape"])
def test_an_open_menu_closes_when_one_goes_elsewhere(pages: Any, away: str) -> None:
    """It would lie over the log from move to move."""
    page = pages()
    begin(page)
    menu = page.locator(".programs .pop")
    page.locator(".programs summary").click()
    menu.locator("button").first.focus()
    expect(menu).to_be_visible()
    if away == "click":
        page.locator("#now-sentence").click()
    else:
        page.keyboard.press(away)
        expect(page.locator(".programs summary")).to_be_focused()
    expect(menu).to_be_hidden()
