"""What can go wrong at a table, each with the status that a web answer has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railhead.core.rulings import Refusal
    from railhead.core.state import State
    from railhead.play.records import Head


class PlayError(Exception):
    """Something that cannot be done; the text says why and what to do."""

    status = 400


class Malformed(PlayError):
    """Not a move at all."""

    status = 400


class NotYourSeat(PlayError):
    """Somebody acts for a seat that is not theirs."""

    status = 403


class NoSuchGame(PlayError):
    """There is no such game, or no such move in it."""

    status = 404


class Stale(PlayError):
    """The game has gone on meanwhile; nothing was changed."""

    status = 409

    def __init__(self, head: Head) -> None:
        super().__init__("The game has gone on meanwhile; nothing was changed. Here is the newer position.")
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
