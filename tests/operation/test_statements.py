"""What a move asks of the database: one row is read and written once, and nothing is asked twice."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext
from sites import api, browser, new_game

from railhead.core.engine import actors
from railhead.core.moves import to_plain
from railhead.play.stand_in import choose
from railhead.site import seating
from railhead.site.models import Game
from railhead.site.store import games
from railhead.site.views.common import after_change


def test_a_move_reads_and_writes_one_row_once() -> None:
    client = browser()
    game = new_game(client)
    head, state = games.now(game)
    move = choose(state, "p1")
    assert move is not None
    games.read(game, move)  # what the game was begun from is read once in the life of a process
    with CaptureQueriesContext(connection) as asked:
        seating.submit(game, head.version, move, ("p1",), key="a-key")
    said = [one["sql"] for one in asked.captured_queries]
    work = [text for text in said if not text.startswith(("BEGIN", "COMMIT"))]
    assert not [text for text in said if "SAVEPOINT" in text]
    assert [text.split()[0] for text in work] == ["SELECT", "INSERT", "UPDATE"]
    assert len(work) <= 6


def test_a_move_over_the_api_costs_few_statements() -> None:
    client = browser()
    game = new_game(client)
    _, state = games.now(game)
    move = choose(state, "p1")
    assert move is not None
    games.read(game, move)
    with CaptureQueriesContext(connection) as asked:
        answer = api(client, "POST", f"/games/{game}/moves", {"seq": 0, "move": to_plain(move), "key": "k"})
    assert answer.status_code == 200
    work = [one["sql"] for one in asked.captured_queries if not one["sql"].startswith(("BEGIN", "COMMIT"))]
    assert sum("UPDATE" in text and "railhead_game" in text for text in work) == 1
    assert sum("SELECT" in text and "railhead_game" in text for text in work) == 2, "at the door, and locked"
    assert len(work) <= 6, "\n".join(work)


def test_after_a_move_of_a_page_the_row_is_known_and_not_read_again() -> None:
    """What the thread has written is put into the row that was read at the door; it is what the database has."""
    client = browser()
    game = new_game(client)
    row = seating.find(game)
    for _ in range(3):
        head, state = games.now(game)
        seating.submit(game, head.version, choose(state, actors(state)[0]), tuple(state.players))
        with CaptureQueriesContext(connection) as asked:
            row = after_change(row)
        assert not asked.captured_queries
        fresh = Game.objects.get(pk=game)
        for name in (field.attname for field in Game._meta.concrete_fields):
            assert getattr(row, name) == getattr(fresh, name), name


def test_after_a_move_of_somebody_else_the_row_is_read() -> None:
    game = new_game(browser())
    row = seating.find(game)
    for _ in range(2):  # the row is older than the last change of this thread
        head, state = games.now(game)
        seating.submit(game, head.version, choose(state, actors(state)[0]), tuple(state.players))
    assert after_change(row).version == 2
