"""What can go wrong at a table, each with its HTTP status."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railhead.core.rulings import Refusal
    from railhead.core.state import State
    from railhead.play.records import Head


class PlayError(Exception):
    """Something that cannot be done; the text says why and what to do, the field what in a form it is about."""

    status = 400

    def __init__(self, text: str = "", *, field: str = "") -> None:
        super().__init__(text)
        self.field = field


class Malformed(PlayError):
    """Not a move at all."""

    status = 400


class NotYourSeat(PlayError):
    """Somebody tried to act for a seat they do not hold."""

    status = 403


class NoSuchGame(PlayError):
    """There is no such game, or no such move in it."""

    status = 404


class Stale(PlayError):
    """The game has moved on in the meantime; nothing was changed."""

    status = 409

    def __init__(self, head: Head) -> None:
        super().__init__("The game has moved on in the meantime; nothing was changed. Here is the current position.")
        self.head = head


class Illegal(PlayError):
    """The rules refuse the move in this position."""

    status = 422

    def __init__(self, refusal: Refusal, state: State) -> None:
        super().__init__(refusal.rule)
        self.refusal = refusal
        self.state = state


class NotPossible(PlayError):
    """A request about the table that cannot be granted now."""

    status = 422
