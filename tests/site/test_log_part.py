"""The log grows move by move into what it would be if it were written from the start."""

from __future__ import annotations

from typing import Any

import pytest
from sites import browser, new_game, play_on

from railhead.site import logbook
from railhead.site.store import games


@pytest.mark.parametrize("title", ["1889", "1893", "1824"])
def test_a_log_that_is_continued_is_the_one_that_is_written(title: str) -> None:
    game = new_game(browser(), title, 3)
    state = play_on(game, 90)
    entries = games.store.live(game, 1, state.count)
    log = logbook.written(state, [], "The opening")
    for count, entry in enumerate(entries, 1):
        before = repr(log)
        longer = logbook.continued(state, log, entry)
        assert repr(log) == before, "the log before is still shown to others"
        assert longer == logbook.written(state, entries[:count], "The opening"), f"move {count}"
        log = longer
    assert len(log) > 2


@pytest.mark.parametrize(
    ("title", "name"), [("1889", "The opening auction"), ("1893", "Stock round 1"), ("1824", "Stock round 1")]
)
def test_the_first_chapter_is_the_round_that_the_page_names(title: str, name: str) -> None:
    ann = browser()
    page = ann.get(f"/t/{new_game(ann, title)}/").content.decode()
    assert f"<h3>{name}</h3>" in page
    assert f"<span>{name}</span>" in page


@pytest.mark.parametrize("back", ["undo", "drop"])
def test_a_log_whose_only_turn_is_taken_back_is_sent_whole(ann: Any, back: str) -> None:
    """Else the page would keep the turn: it is the oldest, and the oldest may be gone from a log that has grown."""
    game = ann.new_table()
    buy = '{"move":"bid","by":"p1","private":"A","price":20}'
    if back == "undo":
        ann.move(game, 0, buy)
        page = ann.get(f"/t/{game}/").content.decode()
        answer = ann.htmx(f"/t/{game}/undo/", seq=1, what="undo", have=ann.parts_on(page))
    else:
        page = ann.move(game, 0, buy, at="0", branch="[]").content.decode()
        answer = ann.htmx(f"/t/{game}/branch/", seq=0, what="drop", have=ann.parts_on(page))
    assert "buys Takamatsu E-Railroad" in page
    assert 'hx-target="#log"' in answer.content.decode()


@pytest.mark.parametrize("title", ["1824", "1843", "1889", "1893", "1894"])
def test_no_turn_is_missing_from_the_page(title: str) -> None:
    """Income at the start of an operating round and the first company's turn may begin with the same move."""
    ann = browser()
    game = new_game(ann, title, 3)
    state = play_on(game, 90)
    log = logbook.written(state, games.store.live(game, 1, state.count), "The opening")
    turns = sum(len(logbook.passes_joined(chapter.news).turns) for chapter in log)
    page = ann.get(f"/t/{game}/log/").content.decode()
    assert page.count('<li id="turn-') == turns


def test_who_can_only_pass_while_somebody_buys_is_told_once() -> None:
    buys, bob, all_ = "Ann buys 10 % of KO.", "Bob can only pass.", "Bob and Ann can only pass."
    lines = [logbook.Line(at, "p1", False, [buys, skip]) for at, skip in enumerate((bob, bob, all_), 1)]
    told = logbook.Turn("Ann", "p1", lines=lines).told
    assert str(told) == f"{buys} Buys 10 % of KO. Buys 10 % of KO. {all_}"
