"""The map stage in a browser: laying by mouse, keys and touch, changing a run, switches, layouts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import MARKS, PHONE, WIDE, moved, version
from browsing import arrive as arrive_with
from map_positions import lays, played
from playwright.sync_api import Page, expect
from positions import after

from railhead.core.engine import legal_moves
from railhead.core.moves import RunTrains
from railhead.core.state import State

pytestmark = MARKS


def arrive(page: Page, tmp_path: Path, name: str, step: str, least: int) -> State:
    """Open a table at such a position."""
    state, data = played(name, step, least)
    arrive_with(page, data, tmp_path)
    return state


def turned(page: Page) -> str:
    """The move that the tick would make."""
    return page.locator(".fan-lay").get_attribute("value") or ""


def back_to_the_map(page: Page) -> None:
    """Show the map, also where the next decision is about something else."""
    if page.locator("#switch").get_attribute("data-stage") != "map":
        page.keyboard.press("3")
    expect(page.locator("#board")).to_be_visible()


def widest(state: State) -> str:
    """A hex with a tile that lies in several ways."""
    return max(lays(state), key=lambda hex_id: len(lays(state)[hex_id]))


def test_track_is_laid_with_the_mouse_alone(pages: Any, tmp_path: Path) -> None:
    page = pages()
    state = arrive(page, tmp_path, "1889", "track", 60)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    hexes = page.locator("#board .hex.lit")
    assert {one.get_attribute("data-hex") for one in hexes.all()} == set(lays(state))
    here = page.locator(f"#hex-{widest(state)}")
    before = here.inner_html()
    here.click(force=True)
    expect(page.locator(".fan-card")).to_be_visible()
    expect(page.locator("#map-ghost")).to_have_count(1)
    first = turned(page)
    here.click(force=True)  # the second click turns the tile
    page.wait_for_function("was => document.querySelector('.fan-lay').value !== was", arg=first)
    page.mouse.wheel(0, 100)  # and so does the wheel over the hex
    page.keyboard.press("Escape")
    expect(page.locator(".fan-card")).to_have_count(0)
    expect(page.locator("#map-ghost")).to_have_count(0)
    assert here.inner_html() == before
    assert not [url for url in asked if "undefined" in url]
    page.evaluate("document.querySelectorAll('#board .hex').forEach((hex) => { hex.kept = true; })")
    shown = version(page)
    here.click(force=True)
    page.locator(".fan-tile").last.click()
    wanted = turned(page)
    page.locator(".fan-lay").click()
    moved(page, shown)
    back_to_the_map(page)
    expect(page.locator(".fan-card")).to_have_count(0)
    tile = json.loads(wanted)["tile"]
    expect(here).to_have_attribute("aria-label", re.compile(f"tile {tile}\\b"))
    fresh = page.evaluate(
        "[...document.querySelectorAll('#board .hex')].filter((hex) => !hex.kept).map((hex) => hex.id)"
    )
    assert fresh == [f"hex-{json.loads(wanted)['hex']}"], "only the hex that changed is exchanged"


def test_track_is_laid_with_the_keyboard_alone(pages: Any, tmp_path: Path) -> None:
    page = pages()
    state = arrive(page, tmp_path, "1889", "track", 60)
    focused = "document.activeElement.dataset.hex"
    page.keyboard.press("m")
    first = page.evaluate(focused)
    assert first in lays(state)
    assert "can be chosen" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Tab")
    second = page.evaluate(focused)
    assert second in lays(state), "Tab goes from lit hex to lit hex"
    assert second != first
    goal = widest(state)
    for _ in range(len(lays(state)) + 1):
        if page.evaluate(focused) == goal:
            break
        page.keyboard.press("Tab" if page.evaluate(focused) in lays(state) else "m")
    else:
        page.locator(f"#hex-{goal}").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".fan-lay")).to_be_focused()
    was = turned(page)
    page.keyboard.press("r")
    page.wait_for_function("was => document.querySelector('.fan-lay').value !== was", arg=was)
    page.keyboard.press("[")
    expect(page.locator(".fan-card")).to_have_count(0)  # nothing can be laid in the past
    page.keyboard.press("]")
    expect(page.locator(".now-past")).to_have_count(0)
    page.locator(f"#hex-{goal}").focus()
    page.keyboard.press("Enter")
    page.locator(".fan-lay").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator(f"#hex-{goal}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".fan-lay")).to_be_focused()
    page.keyboard.press("ArrowRight")
    wanted, before = turned(page), version(page)
    page.keyboard.press("Enter")
    moved(page, before)
    back_to_the_map(page)
    tile = json.loads(wanted)["tile"]
    expect(page.locator(f"#hex-{goal}")).to_have_attribute("aria-label", re.compile(f"tile {tile}\\b"))


LIT_UNDER_BUTTONS = """[...document.querySelectorAll("#board .hex.lit .ground")].filter((ground) => {
  const place = ground.getBoundingClientRect();
  return document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2)?.closest(".zoom");
}).map((ground) => ground.parentElement.id)"""
"""The lit hexes whose middle lies under the buttons for the size of the map."""


def test_track_is_laid_by_touch(pages: Any, tmp_path: Path) -> None:
    page = pages(viewport=PHONE, has_touch=True, is_mobile=True)
    arrive(page, tmp_path, "1889", "track", 60)
    assert page.evaluate(LIT_UNDER_BUTTONS) == []
    page.locator("#board .hex.lit").first.tap(force=True)
    lay = page.locator(".fan-lay")
    expect(lay).to_be_visible()
    size = lay.bounding_box()
    assert size is not None
    assert size["height"] >= 43.5
    for tile in page.locator(".fan-tile").all():
        box = tile.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    before = version(page)
    lay.tap()
    moved(page, before)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_run_is_changed_by_clicks_and_had_back(pages: Any, tmp_path: Path) -> None:
    page = pages()
    state = arrive(page, tmp_path, "1889", "run", 120)
    run = next(move for move in legal_moves(state) if isinstance(move, RunTrains))
    stop = run.routes[0].stops[0]
    hex_id, _, node = stop.rpartition(".")
    go = page.locator(".run-go")
    expect(go).to_contain_text("proven best")
    drawn = page.locator("#board .way.route-1")
    expect(drawn).to_have_count(sum(map(len, run.routes[0].legs)))
    page.locator(f"#hex-{hex_id} [data-city='{node}'], #hex-{hex_id} [data-town='{node}']").first.click(force=True)
    expect(page.locator(".run-bar .why-text, .run-bar .run-go")).to_have_count(1)
    expect(drawn).not_to_have_count(sum(map(len, run.routes[0].legs)))
    expect(page.locator(".run-bar .why-text")).to_contain_text("1889 rules")  # a worse run is not offered at all
    page.get_by_role("button", name="Best run again").click()
    expect(go).to_contain_text("proven best")
    before = version(page)
    go.click()
    moved(page, before)
    expect(page.locator(".run-bar")).to_have_count(0)
    expect(drawn).to_have_count(sum(map(len, run.routes[0].legs)))  # while the dividend is decided
    page.locator("#past-run").select_option("")
    page.get_by_role("link", name="One move back").or_(page.get_by_role("button", name="One move back")).first.click()
    expect(page.locator("#now")).to_contain_text("looking at move")
    expect(drawn).to_have_count(sum(map(len, run.routes[0].legs)))


def test_a_half_built_run_outlives_somebody_elses_move(pages: Any, tmp_path: Path) -> None:
    page = pages()
    arrive_with(page, after("1889-3", 37), tmp_path)  # the Dougo Railway may be exchanged at any time
    expect(page.locator(".run-go")).to_contain_text("proven best")
    page.get_by_role("button", name="Clear this train").click()
    expect(page.locator(".run-train")).to_contain_text("stays idle")
    before = version(page)
    page.get_by_role("button", name="Exchange the Dougo Railway").click()
    moved(page, before)
    expect(page.locator("#log")).to_contain_text("Dougo")
    expect(page.get_by_role("button", name="Best run again")).to_be_visible()
    expect(page.locator(".run-train")).to_contain_text("stays idle")


NARROW = 1280
"""Up to this width the trains stand below the map."""


@pytest.mark.parametrize("width", [1920, 1440, 1024])
@pytest.mark.parametrize("name", ["1824", "1893"])
def test_the_map_fills_its_stage(pages: Any, tmp_path: Path, name: str, width: int) -> None:
    page = pages(viewport={"width": width, "height": WIDE["height"]})
    arrive(page, tmp_path, name, "track", 60)
    stage, frame = page.locator("#stage").bounding_box(), page.locator("#frame").bounding_box()
    assert stage is not None
    assert frame is not None
    supply = page.evaluate("document.querySelector('.beside > .train-supply')?.offsetWidth ?? 0")
    supply = supply if width > NARROW else 0
    assert frame["width"] + supply > stage["width"] * 0.95
    assert supply < stage["width"] * 0.2
    assert frame["height"] > stage["height"] * 0.55
    hexes = page.evaluate("document.querySelector('#board .hex.lit .ground').getBoundingClientRect().width")
    assert hexes >= 34, "a lit hex is large enough to be pointed at"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_switches_are_remembered(pages: Any, tmp_path: Path) -> None:
    page = pages()
    arrive(page, tmp_path, "1889", "track", 60)
    name = page.locator("#board .labels .place.serif").first
    expect(name).to_be_visible()
    page.locator(".map-shown summary").click()
    page.get_by_label("Names").uncheck()
    expect(name).to_be_hidden()
    page.get_by_label("Players' colours").check()
    assert page.locator("#board .station-rim[stroke-width='7']").count() > 0
    page.reload()
    page.wait_for_function("document.documentElement.dataset.ready")
    expect(name).to_be_hidden()
