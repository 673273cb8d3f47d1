"""One queue of thoughts in PostgreSQL and two workers, as on two machines; the server itself does not think."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from rig import ROOT, Caller, Server, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

START = "from railhead.site.serve import think; think()"
LOOK = """
import contextlib
from procrastinate.exceptions import AlreadyEnqueued
from railhead.site.serve import set_up
set_up()
from railhead.site import bot_queue
with contextlib.suppress(AlreadyEnqueued):  # the minute is over, and a worker has just asked for it
    bot_queue.retry_stalled.defer(timestamp=0)
"""
"""What happens every minute: look for jobs whose worker is silent."""
SEATS = [{"name": "A"}, {"name": "B", "bot": "clerk"}, {"name": "C", "bot": "clerk"}]


@pytest.fixture(scope="module")
def site(postgres: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("queue")
    with Server(folder, postgres.database("queue"), RAILHEAD_BOTS="queue", RAILHEAD_PAUSE="0") as server:
        yield server


def surroundings(site: Server, pause: str = "0") -> dict[str, str]:
    env = {**os.environ, "RAILHEAD_DATA": str(site.data), "RAILHEAD_DATABASE": site.database, "RAILHEAD_PAUSE": pause}
    env.pop("DJANGO_SETTINGS_MODULE", None)
    return env


def worker(site: Server, folder: Path, name: str, pause: str = "0") -> subprocess.Popen[bytes]:
    with (folder / f"{name}.log").open("wb") as log:
        command = [sys.executable, "-c", START]
        return subprocess.Popen(command, cwd=ROOT, env=surroundings(site, pause), stdout=log, stderr=log)


def rows(site: Server, statement: str) -> list[Any]:
    import psycopg

    with psycopg.connect(site.database) as line:
        return line.execute(statement).fetchall()


def table(site: Server) -> tuple[Caller, str]:
    """Somebody new, and their table with two bots, of whom one is awaited."""
    caller = Caller(site.port).enter()
    made = caller.post("/api/games", {"title": "1889", "seats": SEATS, "seed": 1}).json
    position = caller.get(f"/api/games/{made['id']}/legal").json
    answer = caller.post(f"/api/games/{made['id']}/moves", {"seq": position["version"], "move": "pass"})
    assert answer.status == 200, answer.body
    return caller, made["id"]


def count(caller: Caller, game: str) -> int:
    caller.close()  # a line that was idle for long may have been dropped
    return int(caller.get(f"/api/games/{game}").json["count"])


def test_two_workers_serve_one_queue_and_people_take_turns(site: Server, tmp_path: Path) -> None:
    greedy, first = table(site)
    games = [first]
    for _ in range(5):
        made = greedy.post("/api/games", {"title": "1889", "seats": SEATS, "seed": 1}).json["id"]
        greedy.post(f"/api/games/{made}/moves", {"seq": 0, "move": "pass"})
        games.append(made)
    modest, own = table(site)
    assert count(modest, own) == 1, "nobody thinks yet"
    waiting = rows(site, "SELECT args->>'game_id', priority FROM procrastinate_jobs WHERE status = 'todo'")
    order = [game for game, _ in sorted(waiting, key=lambda one: -one[1])]
    assert len(waiting) == 7
    assert order.index(own) <= 1, "whoever has one table does not wait behind six of another's"
    workers = [worker(site, tmp_path, name) for name in ("one", "two")]
    try:
        wait_until(lambda: all(count(greedy, game) >= 3 for game in games), 120, "the moves of the bots")
        wait_until(lambda: count(modest, own) >= 3, 120, "the moves of the bots")
        who = wait_until(lambda: _two(site), 60, "two workers at the queue")
        assert len(who) == 2
        workers[0].send_signal(signal.SIGKILL)
        workers[0].wait(10)
        again, other = table(site)
        wait_until(lambda: count(again, other) >= 3, 120, "the other worker")
    finally:
        for one in workers:
            one.terminate()
        for one in workers:
            assert one.wait(30) is not None


def _two(site: Server) -> list[Any]:
    found = rows(site, "SELECT id FROM procrastinate_workers")
    return found if len(found) == 2 else []


def test_the_job_of_a_killed_worker_is_done_by_another_and_hints_come_from_the_queue(
    site: Server, tmp_path: Path
) -> None:
    """A worker is killed in the middle of a job. Once its silence is noticed, another one does the job."""
    first = worker(site, tmp_path, "slow", pause="60")
    others = []
    try:
        caller, game = table(site)
        wait_until(lambda: rows(site, "SELECT id FROM procrastinate_jobs WHERE status = 'doing'"), 60, "a job begun")
        first.send_signal(signal.SIGKILL)
        first.wait(10)
        assert count(caller, game) == 1, "the bot has not moved"
        _execute(site, "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 hour'")
        others.append(worker(site, tmp_path, "quick"))
        look = [sys.executable, "-c", LOOK]
        subprocess.run(look, cwd=ROOT, env=surroundings(site), check=True, timeout=120)
        wait_until(lambda: count(caller, game) >= 3, 120, "the move of the other worker")
        answer = caller.post(f"/api/games/{game}/hint", {})
        assert answer.status == 200, answer.body
        assert answer.json["seat"] == "p1"
        assert answer.json["why"]
        assert not rows(site, "SELECT id FROM procrastinate_jobs WHERE task_name LIKE '%advise' AND status = 'todo'")
    finally:
        for one in (first, *others):
            one.terminate()
            assert one.wait(30) is not None


def _execute(site: Server, statement: str) -> None:
    import psycopg

    with psycopg.connect(site.database) as line:
        line.execute(statement)


def test_sqlite_has_no_queue(tmp_path: Path) -> None:
    env = {**os.environ, "RAILHEAD_DATA": str(tmp_path), "RAILHEAD_DATABASE": ""}
    env.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(
        [sys.executable, "-m", "railhead", "bots"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "needs PostgreSQL" in done.stderr
    assert "Traceback" not in done.stderr
