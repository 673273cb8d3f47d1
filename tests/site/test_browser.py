"""A table in real browsers: a whole opening by clicks, two people, stale and illegal answers, bots, no scripts."""

from __future__ import annotations

import re
from typing import Any

from browsing import MARKS, WIDE, begin, first, moved, press, two_people, version
from playwright.sync_api import Browser, Page, expect

pytestmark = MARKS


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
    if "decides what to do" in sentence:
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
    expect(other.locator("#notice")).to_contain_text("moved on")
    assert version(other) == 1
    bid = page.locator(".lot:has(input)").first
    bid.locator("input[type=number]").fill("1")
    bid.get_by_role("button", name="Bid", exact=True).click()
    expect(page.locator("#notice")).to_contain_text("1889 rules")
    assert version(page) == 1


def test_without_an_answer_the_page_asks_again_after_a_while(pages: Any) -> None:
    """News comes but nothing can be fetched: it is said in place, over no control, and tried again less and less."""
    page = pages()
    begin(page)
    other = page.context.new_page()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url) if "/live/" in request.url else None)
    other.clock.install(time="2026-01-01T12:00:00Z")
    other.route("**/live/", lambda route: route.abort())
    other.goto(page.url)
    other.locator("html[data-ready=table]").wait_for()
    other.clock.pause_at("2026-01-01T13:00:00Z")
    press(page, first(page))
    for _ in range(800):  # milliseconds of the page's own clock, which stands still while the news is on its way
        if asked:
            break
        other.clock.run_for(1)
    expect(other.locator("#notice")).to_contain_text("does not answer")
    other.locator(".pass-form button").click(trial=True)
    other.clock.run_for(900)
    assert len(asked) == 1
    other.unroute("**/live/")
    other.clock.run_for(200)
    other.clock.resume()
    moved(other, 0)
    expect(other.locator("#notice")).to_be_empty()


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
    host.get_by_text("Online by invitation").click()
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


def test_the_other_is_told_of_an_undo(pages: Any) -> None:
    ann, bob = two_people(pages)
    press(ann, first(ann))
    at = version(bob)
    ann.locator("#undo").click()
    moved(bob, at)
    expect(bob.locator("#now")).to_contain_text("Ann undid")


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
