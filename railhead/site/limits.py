"""How often somebody may do something: a small counter a minute for each person or address."""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from railhead.play.errors import PlayError
from railhead.site.people import VISITOR

PER_MINUTE = {"create": 60, "join": 30, "chat": 30, "move": 600, "hint": 20, "import": 20, "account": 20}
"""Times a minute."""
MOST = 50_000


class TooOften(PlayError):
    """Somebody does something too often."""

    status = 429


class Limiter:
    """Counts by minute; forgets everything when the minute is over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._minute = 0
        self._counts: dict[tuple[str, str], int] = {}

    def hit(self, what: str, who: str) -> int:
        """Count once more and say how often it is now."""
        minute = int(time.monotonic() // 60)
        with self._lock:
            if minute != self._minute or len(self._counts) > MOST:
                self._minute = minute
                self._counts.clear()
            number = self._counts.get((what, who), 0) + 1
            self._counts[(what, who)] = number
            return number


limiter = Limiter()


def caller(request: HttpRequest) -> str:
    """Who is counted: the account, the guest's session, or the address."""
    if request.user.is_authenticated:
        return f"u{request.user.pk}"
    return str(request.session.get(VISITOR) or request.META.get("REMOTE_ADDR", ""))


def check(request: HttpRequest, what: str) -> None:
    """Raise if somebody does something too often."""
    if os.environ.get("RAILHEAD_UNLIMITED") == "1":
        return
    if limiter.hit(what, caller(request)) > PER_MINUTE[what]:
        raise TooOften("That was too often in one minute; wait a little and try again.")


def limited(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Guard a view."""

    def guard(view: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            check(request, what)
            return view(request, *args, **kwargs)

        return guarded

    return guard
