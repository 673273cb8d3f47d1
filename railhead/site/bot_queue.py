"""One queue of thoughts in PostgreSQL, for bots on any number of machines (`railhead bots`).

A server with `RAILHEAD_BOTS=queue` puts a job into the queue for every table that waits for a bot: one move of one
bot. Workers take jobs by priority, and the more jobs somebody has waiting, the lower the
priority of the next: so people take turns, whether they have sixty tables or one. procrastinate keeps the
queue, wakes workers by NOTIFY, and ensures that no job is done twice at once.
"""

from __future__ import annotations

import contextlib
import logging

from django.db import close_old_connections, connection, transaction
from procrastinate import exceptions
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from railhead.play.errors import PlayError

log = logging.getLogger("railhead.bots")

QUEUE = "bots"
WAITING = ("todo", "doing")
MOST_OF_PERSON, MOST = 25, 2000
"""Thoughts waiting for one person, and in all: as many as there may be tables with bots."""


def waiting(who: str | None = None) -> int:
    """How many thoughts are waiting or in progress, in all or for one person."""
    jobs = ProcrastinateJob.objects.filter(queue_name=QUEUE, status__in=WAITING)
    return (jobs if who is None else jobs.filter(args__who=who)).count()


def put(game_id: str, who: str) -> bool:
    """Have a bot of this table think, for a person; False if enough are waiting already."""
    mine = waiting(who)
    if mine >= MOST_OF_PERSON or waiting() >= MOST:
        log.warning("too many thoughts wait", extra={"railhead": {"game": game_id, "waiting": mine}})
        return False
    job = think.configure(queueing_lock=f"game {game_id}", lock=f"game {game_id}", priority=-mine)
    with contextlib.suppress(exceptions.AlreadyEnqueued), transaction.atomic():
        job.defer(game_id=game_id, who=who)
    return True


@app.task(name="railhead.bots.think", queue=QUEUE)
def think(game_id: str, who: str) -> None:
    """Make one move for a bot, and ask for the next if a bot has to act."""
    from railhead.site import bots
    from railhead.site.models import Game

    close_old_connections()
    try:
        bots.play(game_id, at_most=1)
        game = Game.objects.prefetch_related("seats").filter(pk=game_id).first()
        if game is not None and bots.is_awaited(game):
            put(game_id, who)
    except PlayError as error:
        log.warning("code cannot go on: %s", error, extra={"railhead": {"game": game_id}})
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
