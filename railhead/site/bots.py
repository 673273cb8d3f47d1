"""Seats of code: whoever is awaited and is not a person moves by itself, in the background.

Any process may do it: a move names the version it was made for, so that of two the slower one is refused.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool

from django.db import close_old_connections, connection

from railhead.bots.player import BOTS, ask, bot
from railhead.bots.workers import Workers
from railhead.core.engine import actors
from railhead.core.moves import Move
from railhead.core.state import State
from railhead.play.errors import Illegal, PlayError, Stale
from railhead.play.stand_in import choose as choose_stand_in
from railhead.site import tables
from railhead.site.models import Game, Seat
from railhead.site.store import games

log = logging.getLogger("railhead.bots")

STANDS_IN = "clerk"
"""Who plays for somebody who has left."""
THINKERS = ("chairman",)
"""Bots that think in a process of their own."""
BUDGET = 2.0
"""Seconds that a bot may think."""
AT_MOST = 500
"""Moves that code makes in a row before somebody must look at the table again."""

Chooser = Callable[[State, str], Move | None]

_driving: set[str] = set()
_lock = threading.Lock()


class _Thinkers:
    """The process for bots that take their time, begun when it is first needed and anew when it has died."""

    def __init__(self) -> None:
        self._workers: Workers | None = None
        self._lock = threading.Lock()

    def choose(self, name: str, state: State, seat: str, seed: str) -> Move:
        with self._lock:
            workers = self._workers = self._workers or Workers(1)
        try:
            return workers.choose(name, state, seat, BUDGET, seed).move
        except BrokenProcessPool:
            with self._lock:
                self._workers = None
            return ask(bot(STANDS_IN), state, seat, BUDGET, random.Random(seed)).move

    def close(self) -> None:
        with self._lock:
            if self._workers is not None:
                self._workers.close()
                self._workers = None


thinkers = _Thinkers()


def _asked(name: str) -> Chooser:
    """How a bot chooses; the same in the same position, whoever asks."""

    def choose(state: State, seat: str) -> Move | None:
        seed = f"{state.seed} {state.count} {seat}"
        if name in THINKERS:
            return thinkers.choose(name, state, seat, seed)
        return ask(bot(name), state, seat, BUDGET, random.Random(seed)).move

    return choose


def choosers() -> dict[str, tuple[str, Chooser]]:
    """The players made of code: name -> what it is, and how it chooses."""
    return {name: (one.about, _asked(name)) for name, one in BOTS.items()}


def shown() -> list[tuple[str, str, str]]:
    """The bots that can be asked to a table, strongest last: key, name, how it plays."""
    return [(key, one.name.title(), one.about) for key, one in BOTS.items()]


def is_awaited(game: Game) -> bool:
    """Whether the game waits for a seat of code."""
    if game.status != Game.PLAYING or not game.awaited:
        return False
    waiting = game.awaited.split(",")
    return any(seat.bot and seat.player in waiting for seat in game.seats.all())


def wake(game: Game) -> None:
    """Let code play on, if it is its turn, while the person who woke it gets an answer."""
    if not is_awaited(game):
        return
    with _lock:
        if game.pk in _driving:
            return
        _driving.add(game.pk)
    threading.Thread(target=_drive, args=(game.pk,), name=f"bots-{game.pk}", daemon=True).start()


def _drive(game_id: str) -> None:
    close_old_connections()
    try:
        play(game_id)
    except PlayError as error:
        log.warning("code cannot go on: %s", error, extra={"railhead": {"game": game_id}})
    except Exception:
        log.exception("code failed", extra={"railhead": {"game": game_id}})
    finally:
        with _lock:
            _driving.discard(game_id)
        connection.close()


def play(game_id: str, at_most: int = AT_MOST) -> int:
    """Make moves for seats of code until a person is awaited; returns how many."""
    made = 0
    known = choosers()
    for _ in range(at_most):
        seats = {seat.player: seat.bot for seat in Seat.objects.filter(game_id=game_id).exclude(bot="")}
        head, state = games.now(game_id)
        seat = next((name for name in actors(state) if name in seats), "")
        if not seat:
            return made
        _, choose = known.get(seats[seat], known[STANDS_IN])
        move = choose(state, seat)
        if move is None:
            log.warning("no move for %s", seat, extra={"railhead": {"game": game_id}})
            return made
        try:
            tables.submit(game_id, head.version, move, (seat,), auto=True)
        except Stale:  # somebody was quicker; look again
            continue
        except Illegal:  # a bot that was mistaken must not hold up the table
            log.exception("an illegal choice of %s", seats[seat], extra={"railhead": {"game": game_id}})
            rest = choose_stand_in(state, seat)
            if rest is None:
                return made
            tables.submit(game_id, head.version, rest, (seat,), auto=True)
        made += 1
    return made
