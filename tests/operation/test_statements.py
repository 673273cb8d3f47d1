"""What a move asks of the database: one row is read and written once, and nothing is asked twice."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext
from sites import api, browser, new_game

from railhead.core.moves import to_plain
from railhead.play.stand_in import choose
from railhead.site import seating
from railhead.site.store import games


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
