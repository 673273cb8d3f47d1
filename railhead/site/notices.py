"""Telling people that it is their turn: by mail or by a web hook, never while they sit at the table."""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import json
import logging
import queue
import socket
import ssl
import threading
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import send_mail
from django.db import connection

from railhead.site.models import Game, Profile, Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

log = logging.getLogger("railhead.notices")

HERE = timedelta(seconds=40)
"""How long after the last sign of their stream somebody counts as present."""
TIMEOUT = 5.0
"""Seconds for a whole delivery."""
IDLE = 30.0
"""Seconds after which the thread that tells people ends if there is nobody to tell."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")


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
        """Have somebody told."""
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
    game = Game.objects.filter(pk=game_id, kind=Game.ONLINE).first()
    if game is None:
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
        try:
            post_hook(profile.webhook, {"text": text, "game": game.pk, "seat": seat.player})
        except (OSError, ValueError) as error:
            log.warning("web hook failed: %s", error, extra={"railhead": {"game": game.pk}})


def is_public(address: str) -> bool:
    """Whether an address is public, including IPv4 addresses embedded in IPv6 ones."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
        if found in NAT64:
            inner.append(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF))
        if any(one is not None and not is_public(str(one)) for one in inner):
            return False
    return found.is_global and not found.is_multicast


def resolved(host: str, port: int) -> str:
    """The address of a host, looked up once; `ValueError` if it has none, or any that is not public."""
    try:
        found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise ValueError("no such host") from None
    if not found or not all(is_public(address) for address in found):
        raise ValueError("not a public address")
    return found[0]


def post_hook(address: str, data: dict[str, Any]) -> None:
    """Post JSON to somebody's web hook: to the checked address, within a few seconds, following no redirects."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("not a web address")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    line = http.client.HTTPConnection(parts.hostname, port, timeout=TIMEOUT)
    line.sock = socket.create_connection((resolved(parts.hostname, port), port), TIMEOUT)
    end = threading.Timer(TIMEOUT, _hang_up, [line])  # each byte may arrive in time, and yet all of them too late
    end.daemon = True
    end.start()
    try:
        if parts.scheme == "https":
            line.sock = ssl.create_default_context().wrap_socket(line.sock, server_hostname=parts.hostname)
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        headers = {"Content-Type": "application/json", "User-Agent": "Railhead", "Connection": "close"}
        line.request("POST", path, json.dumps(data).encode(), headers)
        status = line.getresponse().status
    except http.client.HTTPException as error:
        raise ValueError(f"not an answer: {type(error).__name__}") from None
    finally:
        end.cancel()
        line.close()
    if status >= 300:
        raise ValueError(f"answered {status}")


def _hang_up(line: http.client.HTTPConnection) -> None:
    with contextlib.suppress(OSError, AttributeError):
        line.sock.shutdown(socket.SHUT_RDWR)
