"""Telling people that it is their turn: by mail or by a web hook, never while they sit at the table."""

from __future__ import annotations

import ipaddress
import json
import logging
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import send_mail
from django.db import connection

from railhead.site.models import Game, Profile, Seat

log = logging.getLogger("railhead.notices")

HERE = timedelta(seconds=40)
"""So long after the last sign of somebody's stream they count as present."""
TIMEOUT = 5.0


def present(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The seats whose people are at the table now."""
    now = datetime.now(UTC)
    return tuple(seat.player for seat in seats if seat.seen is not None and now - seat.seen < HERE)


def turn_changed(game_id: str, before: str, after: str) -> None:
    """Tell those who are awaited now and were not before; in the background, since mail takes its time."""
    new = [name for name in after.split(",") if name and name not in before.split(",")]
    if not new:
        return
    threading.Thread(target=_tell, args=(game_id, new), name=f"notices-{game_id}", daemon=True).start()


def _tell(game_id: str, seats: list[str]) -> None:
    try:
        game = Game.objects.filter(pk=game_id, kind=Game.ONLINE).first()
        if game is None:
            return
        rows = [seat for seat in game.seats.all() if seat.player in seats and seat.user_id and not seat.bot]
        absent = [seat for seat in rows if seat.player not in present(rows)]
        for seat in absent:
            profile = Profile.objects.select_related("user").filter(user_id=seat.user_id).first()
            if profile is not None:
                _tell_one(game, seat, profile)
    finally:
        connection.close()


def _tell_one(game: Game, seat: Seat, profile: Profile) -> None:
    where = f"{settings.BASE_URL}/t/{game.pk}/"
    text = f"{seat.name}, it is your turn in {game.title} ({game.where}): {where}"
    if profile.mail_on_turn and profile.user.email:
        try:
            send_mail(f"Your turn in {game.title}", text, None, [profile.user.email])
        except OSError as error:
            log.warning("mail failed: %s", error, extra={"railhead": {"game": game.pk}})
    if profile.webhook:
        try:
            post_hook(profile.webhook, {"text": text, "game": game.pk, "seat": seat.player})
        except (OSError, ValueError) as error:
            log.warning("web hook failed: %s", error, extra={"railhead": {"game": game.pk}})


def is_public(host: str, port: int) -> bool:
    """Whether every address of a host lies in the open net; hooks into our own net are refused."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return bool(found) and all(ipaddress.ip_address(entry[4][0]).is_global for entry in found)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A hook that answers with another address is not followed there."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        """Refuse."""
        return


def post_hook(address: str, data: dict[str, Any]) -> None:
    """Post JSON to somebody's web hook."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("not a web address")
    if not is_public(parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)):
        raise ValueError("not an address in the open net")
    request = urllib.request.Request(
        address, json.dumps(data).encode(), {"Content-Type": "application/json", "User-Agent": "Railhead"}
    )
    with urllib.request.build_opener(_NoRedirect).open(request, timeout=TIMEOUT):
        pass
