"""Telling people that it is their turn: by mail or by a web hook, never while they sit at the table."""

from __future__ import annotations

import logging
import queue
import threading
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.mail import send_mail
from django.db import connection

from railhead.site import queries
from railhead.site.hooks import call_hook
from railhead.site.models import Game, Profile, Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

log = logging.getLogger("railhead.notices")

HERE = timedelta(seconds=40)
"""How long after the last sign of their stream somebody counts as present."""
IDLE = 30.0
"""Seconds after which the thread that tells people ends if there is nobody to tell."""


def present(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The seats whose people are at the table now."""
    now = datetime.now(UTC)
    return tuple(seat.player for seat in seats if seat.seen is not None and now - seat.seen < HERE)


def turn_changed(game_id: str, before: str, after: str) -> None:
    """Notify those who have to act now and did not before; in the background, since mail takes time."""
    new = [name for name in after.split(",") if name and name not in before.split(",")]
    if new:
        later(partial(_tell, game_id, new))


def later(tell: Callable[[], None]) -> None:
    """Send something in the background, so that nobody waits for it, nor learns from the wait whether it was sent."""
    _teller.put(tell)


class _Teller:
    """One thread that tells everybody, begun with the first notice; when it is far behind, notices are dropped."""

    MOST = 1000

    def __init__(self) -> None:
        self._waiting: queue.Queue[Callable[[], None]] = queue.Queue(self.MOST)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, tell: Callable[[], None]) -> None:
        """Queue a notice."""
        try:
            self._waiting.put_nowait(tell)
        except queue.Full:
            log.warning("too many notices are waiting; one was dropped")
            return
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                tell = self._waiting.get(timeout=IDLE)
            except queue.Empty:
                return
            try:
                tell()
            except Exception:
                log.exception("a notice failed")
            finally:
                connection.close()


_teller = _Teller()


def _tell(game_id: str, seats: list[str]) -> None:
    game = queries.game_with_seats(game_id)
    if game is None or game.kind != Game.ONLINE:
        return
    rows = [seat for seat in game.seats.all() if seat.player in seats and seat.user_id and not seat.bot]
    absent = [seat for seat in rows if seat.player not in present(rows)]
    for seat in absent:
        profile = Profile.objects.select_related("user").filter(user_id=seat.user_id).first()
        if profile is not None:
            _tell_one(game, seat, profile)


def _tell_one(game: Game, seat: Seat, profile: Profile) -> None:
    where = f"{settings.BASE_URL}/t/{game.pk}/"
    text = f"{seat.name}, it is your turn in {game.title} ({game.where}): {where}"
    if profile.mail_on_turn and profile.user.email and profile.confirmed == profile.user.email:
        try:
            send_mail(f"Your turn in {game.title}", text, None, [profile.user.email])
        except OSError as error:
            log.warning("mail failed: %s", error, extra={"railhead": {"game": game.pk}})
    if profile.webhook:
        call_hook(profile.user_id, profile.webhook, {"text": text, "game": game.pk, "seat": seat.player})
