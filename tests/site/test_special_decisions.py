"""Every kind of special decision is made in a browser: with the mouse, by the keyboard alone, and by touch."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from browsing import MARKS, PHONE, arrive, moved, version
from playwright.sync_api import expect
from positions import before

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

pytestmark = MARKS

DECISIONS = (
    ("1889-3-b", "lay_port", "mouse"),
    ("1889-3-b", "exchange_dougo", "keyboard"),
    ("1889-3-b", "raise_money", "mouse"),
    ("1889-3-b", "step_back", "keyboard"),
    ("1893-2", "buy_certificate", "touch"),
    ("1893-2", "offer_certificate", "mouse"),
    ("1893-3-delayed-exchange", "support", "keyboard"),
    ("1893-3-delayed-exchange", "stay_out", "touch"),
    ("1893-2", "exchange_fund", "mouse"),
    ("1824-3-cisleithania", "buy_railway", "keyboard"),
    ("1824-2-cisleithania-b", "exchange_coal", "touch"),
    ("1824-3-cisleithania", "return_station", "mouse"),
    ("1824-4-goods-time-placing", "place_town", "touch"),
    ("1843-3-b", "set_par", "keyboard"),
    ("1843-3-f", "claim_port", "mouse"),
    ("1843-3-f", "preserve_train", "touch"),
    ("1843-3-d", "exchange_loire", "mouse"),
    ("1894-3-b", "place_shipping_marker", "mouse"),
    ("1894-4-d", "lay_station_tile", "mouse"),
)
"""A playthrough, the verb of the decision, and how it is made."""


class Hand:
    """Presses things with the mouse, by the keyboard, or by touch."""

    def __init__(self, page: Page, by: str) -> None:
        self.page = page
        self.by = by

    def press(self, thing: Locator) -> None:
        """Press something that can be seen."""
        if self.by == "keyboard":
            thing.focus()
            self.page.keyboard.press("Enter")
        elif self.by == "touch":
            thing.tap(force=True)
        else:
            thing.click(force=True)

    def reveal(self, thing: Locator) -> None:
        """Open what is folded over something."""
        for fold in thing.locator("xpath=ancestor::details[not(@open)]").all():
            self.press(fold.locator("summary").first)

    def make(self, move: str) -> None:
        """Make a move: by its control, or on the map."""
        control = self.page.locator(f"button[name=move][value={json.dumps(move)}]")
        if not control.count():
            self.on_map(move)
            return
        self.reveal(control.first)
        expect(control.first).to_be_visible()
        self.press(control.first)

    def on_map(self, move: str) -> None:
        """Choose the hex, then the tile and how it lies, or what else is to be done there."""
        plain = json.loads(move)
        lit = self.page.locator(f"#hex-{plain['hex']}.lit")
        by_name = self.page.locator(f"[data-hex-button={plain['hex']}]").first
        if not lit.is_visible():  # a power, whose places stand in Now
            self.reveal(by_name)
        self.press(lit if lit.is_visible() else by_name)
        self.page.locator(".fan-card").wait_for()
        if "rotation" in plain:
            self.lay(plain)
        else:
            self.press(self.page.locator(f".fan-card button[name=move][value={json.dumps(move)}]").first)

    def lay(self, plain: dict[str, Any]) -> None:
        """Choose the tile; positions that look alike are offered once, so any rotation of it will do."""
        lay = self.page.locator(".fan-lay")
        for at in range(self.page.locator(".fan-tile").count()):
            tile = self.page.locator(".fan-tile").nth(at)
            if tile.get_attribute("aria-pressed") != "true":
                self.press(tile)
            offered = json.loads(lay.get_attribute("value") or "{}")
            if {**offered, "rotation": 0} == {**plain, "rotation": 0}:
                self.press(lay)
                return
        raise AssertionError(f"{plain} is not offered")


@pytest.mark.parametrize(("name", "verb", "by"), DECISIONS)
def test_a_special_decision(pages: Any, tmp_path: Path, name: str, verb: str, by: str) -> None:
    page = pages(viewport=PHONE, has_touch=True, is_mobile=True) if by == "touch" else pages()
    record, move = before(name, verb)
    arrive(page, record, tmp_path)
    was = version(page)
    Hand(page, by).make(move)
    moved(page, was)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_par_price_is_set_on_the_market_beside_the_cards(pages: Any, tmp_path: Path) -> None:
    """Every market, however wide: cells that can be read, the lit ones in sight, a click on one sets the price."""
    page = pages()
    record, _ = before("1843-3-b", "set_par")
    arrive(page, record, tmp_path)
    picture = page.locator("#stage-trading .market-picture").bounding_box()
    cards = page.locator("#stage-trading .charters").bounding_box()
    assert picture["x"] >= cards["x"] + cards["width"]
    lit = page.locator("#stage-trading .market-cell.lit")
    assert lit.count() == page.locator("#charter-PLM .par-price").count() > 1
    for cell in (one.bounding_box() for one in lit.all()):
        assert cell["width"] >= 44
        middle = cell["x"] + cell["width"] / 2
        assert picture["x"] + 20 < middle < picture["x"] + picture["width"] - 20
    was = version(page)
    lit.last.click()
    moved(page, was)


def test_bankruptcy_asks_first(pages: Any, tmp_path: Path) -> None:
    page = pages()
    record, _ = before("primer-3-c", "bankrupt")
    arrive(page, record, tmp_path)
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    was = version(page)
    page.get_by_role("button", name="Declare bankruptcy").first.click()
    page.wait_for_function("document.readyState === 'complete'")
    assert asked
    assert "bankruptcy" in asked[0]
    assert version(page) == was


def test_a_forced_purchase_in_figures(pages: Any, tmp_path: Path) -> None:
    page = pages()
    record, move = before("1889-3-b", "step_back")
    arrive(page, record, tmp_path)
    card = page.locator(".forced")
    figures = [
        int(text.replace("¥", "").replace("−", "").replace(",", ""))
        for text in card.locator("dd").all_inner_texts()[:4]
    ]
    price, treasury, cash, missing = figures
    assert missing == price - treasury - cash > 0
    expect(card.locator("button.sale").first).to_contain_text("for ¥")
    assert json.loads(move)["move"] == "step_back"


def test_a_log_that_grows_is_the_log_that_is_loaded(pages: Any, tmp_path: Path) -> None:
    """Turns arrive one by one; after a reload the log reads the same."""
    page = pages()
    record, _ = before("1889-3-b", "lay_port")
    arrive(page, record, tmp_path)
    for _ in range(6):
        was = version(page)
        page.locator("#stage button.certificate:not(.own), #stage button.par-price, .pass-form button").first.click()
        moved(page, was)
    grown = page.locator("#log").inner_text()
    page.reload()
    page.wait_for_function("document.documentElement.dataset.ready")
    assert page.locator("#log").inner_text() == grown
