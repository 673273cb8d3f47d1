"""Every title's table for people who use a screen reader or need contrast: axe finds nothing serious."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pytest
from axe_core_python.sync_playwright import Axe
from axe_rules import COLOURS, EVERYTHING, serious
from browsing import MARKS, arrive
from map_positions import SEATS
from playwright.sync_api import expect

from railhead.core.engine import actors, apply, new_game
from railhead.play.stand_in import choose
from railhead.record.games import record_of, to_json
from railhead.titles import TITLES, title
from railhead.view.stages import AUCTION, MAP, TRADING, stage_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = MARKS

FOLDED = "details:not([open]) > :not(summary)"
"""What nobody sees until it is opened; axe takes it for visible."""
LEAST = {AUCTION: 3, TRADING: 40, MAP: 60}
"""How many moves at least have been made when a stage is looked at."""


@lru_cache(maxsize=8)
def records(name: str) -> dict[str, bytes]:
    """A game as the stand-in plays it, when each kind of decision has come up: as records by stage."""
    opening = new_game(title(name).rules(len(SEATS)), list(SEATS), 7)
    state, moves, found = opening, [], {}
    while len(found) < len(LEAST):
        stage = stage_of(state)
        if state.count >= LEAST[stage]:
            found.setdefault(stage, to_json(record_of(opening, moves)))
        move = choose(state, actors(state)[0])
        assert move is not None
        state, _ = apply(state, move)
        moves.append(move)
    return found


def look(page: Page, stage: str) -> list[str]:
    """What is serious in either scheme where titles differ: on the stage and in Now."""
    there = {"include": [[f"#stage-{stage}"], ["#now"]], "exclude": [[FOLDED]]}
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = serious(Axe().run(page, there, EVERYTHING))
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return found + serious(Axe().run(page, there, COLOURS))


@pytest.mark.parametrize("name", sorted(TITLES))
def test_nothing_serious_at_any_title(pages: Any, tmp_path: Path, name: str) -> None:
    page = pages()
    for stage, record in records(name).items():
        arrive(page, record, tmp_path)
        expect(page.locator(f"#stage-{stage}")).to_be_visible()
        assert look(page, stage) == [], stage
    page.keyboard.press("4")
    market, shown = (
        page.locator("#stage-market svg.market").bounding_box(),
        page.locator("#stage-market").bounding_box(),
    )
    assert market is not None
    assert shown is not None
    assert market["x"] + market["width"] <= shown["x"] + shown["width"], "the market is whole"
    assert market["y"] + market["height"] <= shown["y"] + shown["height"], "the market is whole"
