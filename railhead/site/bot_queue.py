"""One queue of thoughts in PostgreSQL, for bots on any number of machines (`railhead bots`).

A server with `RAILHEAD_BOTS=queue` puts a job into the queue for every table that waits for a bot: one move of one
bot. Workers take jobs by priority, and the more jobs somebody has waiting, the lower the
priority of the next: so people take turns, whether they have sixty tables or one, and so do
addresses, where anybody can be many people. procrastinate keeps the
queue, wakes workers by NOTIFY, and ensures that no job is done twice at once.

Hints go the same way, before everything else: whoever asked listens on a channel of their own for the answer, which
is stored nowhere.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
from typing import Any, NamedTuple

import msgspec
import psycopg
from django.db import close_old_connections, connection, transaction
from django.db.models import Count, Q
from procrastinate import exceptions
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from railhead.bots.thinking import Question, Thought, position, written
from railhead.play.errors import PlayError
from railhead.site.live import conninfo

log = logging.getLogger("railhead.bots")

QUEUE = "bots"
WAITING = ("todo", "doing")
THINK, ADVISE = "railhead.bots.think", "railhead.bots.advise"
MOST_OF_PERSON, MOST_OF_ADDRESS, MOST = 25, 100, 2000
"""Thoughts waiting for one person, for one address and in all: as many as there may be tables with bots."""
PERSONAL = 10
"""What waits for the same person counts this many times as much as what waits for somebody else at their address."""
FIRST = 10
"""The priority of hints: somebody is looking at the page."""
PATIENCE = 20.0
"""Seconds beyond the time of thinking that a hint may take to come."""


class Waiting(NamedTuple):
    """How many jobs are waiting or in progress."""

    all: int
    person: int
    address: int


def waiting(task: str, who: str = "", address: str = "") -> Waiting:
    """What waits of a kind: in all, for a person, and for everybody at an address."""
    jobs = ProcrastinateJob.objects.filter(queue_name=QUEUE, status__in=WAITING, task_name=task)
    found = jobs.aggregate(
        all=Count("id"),
        person=Count("id", filter=Q(args__who=who)),
        address=Count("id", filter=Q(args__address=address)),
    )
    return Waiting(found["all"], found["person"], found["address"] if address else 0)


def put(game_id: str, who: str, address: str = "") -> bool:
    """Have a bot of this table think, for a person; False if enough are waiting already."""
    there = waiting(THINK, who, address)
    if there.person >= MOST_OF_PERSON or there.address >= MOST_OF_ADDRESS or there.all >= MOST:
        log.warning("too many thoughts wait", extra={"railhead": {"game": game_id, "waiting": there.person}})
        return False
    job = think.configure(
        queueing_lock=f"game {game_id}", lock=f"game {game_id}", priority=-(PERSONAL * there.person + there.address)
    )
    with contextlib.suppress(exceptions.AlreadyEnqueued), transaction.atomic():
        job.defer(game_id=game_id, who=who, address=address)
    return True


@app.task(name=THINK, queue=QUEUE)
def think(game_id: str, who: str, address: str = "") -> None:
    """Make one move for a bot, and ask for the next if a bot has to act."""
    from railhead.site import bots
    from railhead.site.models import Game

    close_old_connections()
    try:
        bots.play(game_id, at_most=1)
        game = Game.objects.prefetch_related("seats").filter(pk=game_id).first()
        if game is not None and bots.is_awaited(game):
            put(game_id, who, address)
    except PlayError as error:
        log.warning("code cannot go on: %s", error, extra={"railhead": {"game": game_id}})
    finally:
        connection.close()


def ask(asked: Question, who: str) -> Thought | None:
    """Have a worker answer a question, and wait for it; None if nobody does."""
    channel = f"railhead_{secrets.token_hex(8)}"
    with psycopg.connect(conninfo(), autocommit=True) as line:
        line.execute(f"LISTEN {channel}")
        plain = {**asked._asdict(), "position": asked.position.decode()}
        advise.configure(priority=FIRST).defer(channel=channel, who=who, asked=plain)
        heard = next(line.notifies(timeout=asked.budget + PATIENCE, stop_after=1), None)
    if heard is None or not heard.payload:
        return None
    move, why, public_reason = msgspec.json.decode(heard.payload, type=tuple[str, str, str])
    return Thought(move.encode(), why, public_reason)


@app.task(name=ADVISE, queue=QUEUE)
def advise(channel: str, who: str, asked: dict[str, Any]) -> None:
    """Answer a question on a channel; an empty answer says that there is none."""
    from railhead.site import bots

    close_old_connections()
    wish = Question(**{**asked, "position": asked["position"].encode()})
    try:
        found = bots.decide(wish.name, position(wish), wish.seat, wish.budget, advice=True, who=who)
        thought = None if found is None or found.why == bots.AT_A_LOSS else written(found)
        text = "" if thought is None else msgspec.json.encode((thought.move.decode(), *thought[1:])).decode()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", (channel, text))
    finally:
        connection.close()


@app.periodic(cron="* * * * *")
@app.task(name="railhead.bots.retry", queue=QUEUE, queueing_lock="retry", pass_context=True)
async def retry_stalled(_context: object, timestamp: int) -> None:
    """Requeue the jobs of a worker that was killed: somebody is waiting for that move."""
    for job in await app.job_manager.get_stalled_jobs(queue=QUEUE):
        log.warning("a worker was lost; its job is done again", extra={"railhead": {"job": job.id, "at": timestamp}})
        await app.job_manager.retry_job(job)


def work(places: int) -> None:
    """Take jobs until interrupted; finished ones are deleted."""
    from procrastinate.contrib.django.django_connector import DjangoConnector

    connector = app.connector
    assert isinstance(connector, DjangoConnector)
    with app.replace_connector(connector.get_worker_connector()):
        app.run_worker(queues=[QUEUE], concurrency=places, delete_jobs="always", shutdown_graceful_timeout=10)
