"""The pages in a real browser: a whole opening by clicks, two people, stale and illegal answers, phone, keyboard."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: run scripts/browser.sh"),
    pytest.mark.xdist_group("browser"),
]
expect.set_options(timeout=15_000)
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own."""
    port = free_port()
    folder: Path = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "RAILHEAD_DATA": str(folder), "RAILHEAD_UNLIMITED": "1", "RAILHEAD_THINKERS": "1"}
    code = f"from railhead.site.serve import serve; serve(port={port})"
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=log, stderr=log)
        address = f"http://127.0.0.1:{port}"
        try:
            _until_up(address, server)
            yield address
        finally:
            server.terminate()
            server.wait(timeout=15)


def _until_up(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert server.poll() is None, "the server did not start"
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/healthz", timeout=2):
            return
        time.sleep(0.05)
    raise AssertionError("the server did not answer")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def pages(browser: Browser, site: str) -> Iterator[Any]:
    """Makes pages of people of their own; at the end no page may have had an error."""
    contexts, errors = [], []

    def make(**more: Any) -> Page:
        context = browser.new_context(base_url=site, viewport=more.pop("viewport", WIDE), **more)
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


def begin(page: Page, title: str = "1889", players: int = 2, **fields: str) -> None:
    """A table in two clicks: its title's button, then Begin."""
    page.goto("/")
    page.locator(f"#title-{title}").get_by_role("link", name="Start a table").click()
    page.locator(f".segments label:has(input[value='{players}'])").click()
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/**")
    page.locator("html[data-ready=table]").wait_for()


def version(page: Page) -> int:
    """The version of the game that the page shows."""
    return int(page.locator("#status").get_attribute("data-version") or 0)


def moved(page: Page, before: int) -> None:
    """Wait until the page shows a later version."""
    page.wait_for_function("before => Number(document.getElementById('status').dataset.version) > before", arg=before)


def press(page: Page, button: Any) -> None:
    """Press a button that makes a move, and wait for what comes."""
    before = version(page)
    button.click()
    moved(page, before)


def first(page: Page) -> Any:
    """The first control that makes a move, on the stage or in Now."""
    return page.locator("#stage button[form=act]:visible, #moves button:visible").first


def test_a_whole_opening_by_clicks(pages: Any) -> None:
    """Auction, par, float, lay, station, run, pay, buy a train: nothing but clicks."""
    page = pages()
    begin(page, players=2, name1="Ann", name2="Bob")
    seen: set[str] = set()
    wanted = {"private", "par", "share", "lay", "station", "run", "pay", "train"}
    for _ in range(160):
        if wanted <= seen:
            break
        seen.add(one_click(page, seen))
    assert wanted <= seen
    log = page.locator("#log")
    for whole in page.get_by_role("link", name="Show the whole log").all():
        whole.click()
    for word in ("par price", "float", "lays", "station", "runs", "pays", "2-train"):
        expect(log).to_contain_text(re.compile(word, re.I))


def one_click(page: Page, seen: set[str]) -> str:
    """Do the next sensible thing; says what it was."""
    sentence = page.locator("#now-sentence").inner_text()
    moves = page.locator("#moves")
    if "bid on another" in sentence or (" for ¥" in sentence and ", or pass" in sentence):
        press(page, page.locator("#stage-auction .lot.open .buy").first)
        return "private"
    if "lay track" in sentence and page.locator("#board .hex.lit").count():
        return on_map(page, "lay")
    if "place a station" in sentence:
        return on_map(page, "station")
    if "runs the trains" in sentence:
        press(page, page.locator(".run-go"))
        return "run"
    if "decides what becomes" in sentence:
        press(page, moves.locator("button", has_text=re.compile("pay", re.I)).first)
        return "pay"
    if "buy trains" in sentence or "must buy a train" in sentence:
        choices = moves.locator("button")
        if "train" not in seen or "must" in sentence:
            press(page, choices.first)
            return "train"
    return stock(page, sentence)


def on_map(page: Page, what: str) -> str:
    """Click a lit place, and confirm."""
    page.locator("#board .hex.lit").first.click(force=True)
    page.locator(".fan-card").wait_for()
    press(page, page.locator(".fan-card button.large").first)
    return what


def stock(page: Page, sentence: str) -> str:
    """Buy a share of what is started, start a company, or pass."""
    if "share" in sentence or "start a company" in sentence:
        for control, what in (("button.certificate:not(.own)", "share"), ("button.par-price", "par")):
            found = page.locator(f"#stage-trading {control}")
            if found.count():
                press(page, found.first)
                return what
    if page.locator("#stage-trading button.par-price").count():  # the par price of a company that was just won
        press(page, page.locator("#stage-trading button.par-price").first)
        return "par"
    press(page, page.locator(".pass-form button"))
    return "pass"


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


def test_two_browsers_see_each_other(pages: Any) -> None:
    ann, bob = two_people(pages)
    expect(ann.locator("#now-sentence")).to_contain_text("Ann")
    expect(bob.locator("#now-sentence")).to_contain_text("Ann")
    expect(bob.locator("#stage button[form=act], .pass-form button")).to_have_count(0)
    press(ann, first(ann))
    expect(bob.locator("#now-sentence")).to_contain_text("Bob")
    press(bob, bob.locator(".pass-form button"))
    expect(ann.locator("#now-sentence")).to_contain_text("Ann")
    bob.get_by_role("tab", name="Chat").click()
    bob.locator("#say").fill("well <b>played</b>")
    bob.get_by_role("button", name="Say").click()
    expect(ann.locator("#chat-messages")).to_contain_text("well <b>played</b>")
    expect(ann.locator("#unread")).to_have_text("1")


def test_stale_and_illegal_are_said(pages: Any) -> None:
    page = pages()
    begin(page)
    other = page.context.new_page()
    other.route("**/stream/", lambda route: route.abort())
    other.goto(page.url)
    press(page, first(page))
    other.locator(".pass-form button").click()
    expect(other.locator("#notice")).to_contain_text("gone on")
    assert version(other) == 1
    bid = page.locator(".lot:has(input)").first
    bid.locator("input[type=number]").fill("1")
    bid.get_by_role("button", name="Bid", exact=True).click()
    expect(page.locator("#notice")).to_contain_text("1889 rules")
    assert version(page) == 1


def test_a_reload_keeps_everything(pages: Any) -> None:
    page = pages()
    begin(page, name1="Ann")
    press(page, first(page))
    with page.expect_response("**/preferences/"):
        page.locator("#theme").click()
    theme = page.locator("html").get_attribute("data-theme")
    page.reload()
    assert version(page) == 1
    assert page.locator("html").get_attribute("data-theme") == theme
    page.goto("/")
    expect(page.locator(".my-turn")).to_contain_text("1889")


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
    expect(page.locator("#now")).to_contain_text("Nothing of it counts")
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_for_axe(pages: Any, scheme: str) -> None:
    page = pages(color_scheme=scheme)
    axe = Axe()
    for path in ("/", "/new/1889/", "/preferences/", "/login/"):
        page.goto(path)
        assert serious(axe.run(page)) == [], path
    begin(page)
    press(page, first(page))
    for stage in ("auction", "trading", "market", "sheet", "map"):
        page.locator(f"#switch [data-stage-link={stage}]").click()
        expect(page.locator(f"#stage-{stage}")).to_be_visible()
        assert serious(axe.run(page)) == [], stage
    page.locator("#hex-K4").click(force=True)
    page.locator(".fan-card").wait_for()
    assert serious(axe.run(page)) == []
    for tab, shows in (("chat", "#say"), ("notes", "#note-text"), ("charts", "#chart-worth"), ("rules", ".clauses")):
        page.locator(f"#tab-{tab}").click()
        page.locator(shows).wait_for()
        assert serious(axe.run(page, "#rail")) == [], tab


def serious(found: dict[str, Any]) -> list[str]:
    """What axe finds serious or critical, in a line each."""
    return [
        f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:4]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def test_against_bots_with_a_hint(pages: Any) -> None:
    """Bots in processes of their own answer by themselves and say why; a hint is asked for and followed."""
    page = pages()
    page.goto("/new/1889/")
    page.get_by_text("Against bots").click()
    expect(page.locator("#bot2")).to_have_value("clerk")
    expect(page.locator("#bot1")).to_be_disabled()
    page.locator("#bot3").select_option("drifter")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/**")
    page.get_by_role("button", name="Hint").click()
    hint = page.locator("#hint")
    expect(hint).to_contain_text("Chairman would:")
    hint.get_by_role("button", name="Do it").click()
    moved(page, 2)
    expect(page.locator(".told .reason").last).to_have_text("On a whim.")
    expect(page.locator("#log summary .reason")).to_have_count(2)
    expect(page.locator("#log")).to_contain_text("Clerk 2")


def test_code_plays_for_somebody_who_comes_back(pages: Any) -> None:
    host, guest = pages(), pages()
    host.goto("/new/1889/")
    host.get_by_text("On-line by invitation").click()
    host.locator(".segments label:has(input[value='2'])").click()
    host.locator("#name1").fill("Ann")
    host.get_by_role("button", name="Begin").click()
    host.wait_for_url("**/waiting/**")
    guest.goto(str(host.locator("input[value*='/join/']").first.get_attribute("value")))
    guest.locator("#name").fill("Bob")
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url("**/t/**")
    host.goto(guest.url)
    host.locator("#tab-table").click()
    bob = host.locator(".seats li", has_text="Bob")
    bob.get_by_text("Absent?").click()
    bob.locator("select").select_option("drifter")
    bob.get_by_role("button", name="Let a bot play").click()
    expect(bob).to_contain_text("drifter, standing in")
    expect(guest.locator("#now")).to_contain_text("a bot plays this seat for you")
    guest.get_by_role("button", name="Take the seat back").click()
    expect(guest.locator("#now")).not_to_contain_text("a bot plays this seat for you")
    expect(bob).not_to_contain_text("standing in")


def test_nothing_is_lost_when_somebody_else_moves(pages: Any) -> None:
    """Scroll positions, a half-written line, open details and the tool bar stay while the other plays."""
    ann, bob = two_people(pages)
    bob.set_viewport_size({"width": 1440, "height": 420})
    for page in (ann, bob):
        page.locator(".pass-form button").wait_for()
        press(page, first(page))
    expect(bob.locator(".pass-form button")).to_have_count(0)
    bob.locator("#tab-chat").click()
    bob.locator("#say").fill("half a sen")
    bob.evaluate("document.getElementById('stage-auction').scrollTop = 60")
    assert bob.evaluate("document.getElementById('stage-auction').scrollTop") == 60
    before = bob.locator("#tools").bounding_box(), bob.locator(".tab-bar").bounding_box()
    at = version(bob)
    press(ann, first(ann))
    moved(bob, at)
    assert bob.locator("#say").input_value() == "half a sen"
    assert bob.evaluate("document.getElementById('stage-auction').scrollTop") == 60
    assert bob.evaluate("document.activeElement.id") == "say"
    assert (bob.locator("#tools").bounding_box(), bob.locator(".tab-bar").bounding_box()) == before


def two_people(pages: Any, title: str = "1889") -> tuple[Page, Page]:
    """Two people at a table, each with a browser."""
    ann, bob = pages(), pages()
    ann.goto(f"/new/{title}/")
    ann.locator("input[value=online]").check()
    ann.locator(".segments label:has(input[value='2'])").click()
    ann.locator("#name1").fill("Ann")
    ann.get_by_role("button", name="Begin").click()
    bob.goto(ann.locator("#link").input_value())
    bob.locator("#name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    for page in (ann, bob):
        page.locator("html[data-ready=table]").wait_for()
    return ann, bob


def test_the_other_is_told_of_an_undo(pages: Any) -> None:
    ann, bob = two_people(pages)
    press(ann, first(ann))
    at = version(bob)
    ann.locator("#undo").click()
    moved(bob, at)
    expect(bob.locator("#now")).to_contain_text("Ann took back")


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
    press(page, page.locator("#moves button").first)
    expect(page.locator("#stage-sheet")).to_be_visible()
    page.reload()
    expect(page.locator("#stage-sheet")).to_be_visible()
    page.locator("#pin").click()
    expect(page.locator("#stage-auction")).to_be_visible()


def test_without_scripts_every_move_is_a_form(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False, viewport=WIDE)
    page = context.new_page()
    page.goto("/new/1889/")
    page.get_by_role("button", name="Begin").click()
    page.locator("#stage-auction .lot.open .buy").first.click()
    expect(page.locator("#status")).to_have_attribute("data-version", "1")
    bid = page.locator(".lot:has(input)").first
    bid.locator("input[type=number]").fill("60")
    bid.get_by_role("button", name="Bid", exact=True).click()
    expect(page.locator("#status")).to_have_attribute("data-version", "2")
    page.locator("#undo").click()
    expect(page.locator("#status")).to_have_attribute("data-version", "3")
    page.get_by_role("link", name="Sheet").click()
    expect(page.locator("#sheet-players")).to_be_visible()
    context.close()
