"""The log grows move by move into what it would be if it were written from the start."""

from __future__ import annotations

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
