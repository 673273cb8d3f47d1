"""Questions put to several players: who answers, with how many votes, and what is exchanged if they agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from railhead.core.moves import Move

if TYPE_CHECKING:
    from railhead.core.state import State


class Voice(Struct, frozen=True):
    """A player who answers."""

    player: str
    answered: bool
    percent: int = 0  # of the votes; 0 where every player counts the same


class Exchange(Struct, frozen=True):
    """What somebody would give for a certificate of the company."""

    given: str  # a company or a private company
    owner: str
    percent: int  # of the certificate
    agreed: bool | None = None  # None: its owner is not asked separately, or not yet


class Proposal(Struct, frozen=True, kw_only=True):
    """A question that several players answer, one after the other or in any order."""

    yes: type[Move]  # the answer in favour
    voices: tuple[Voice, ...] = ()
    support: int = 0  # percent in favour so far
    needed: int = 0  # percent that carry it; 0: everybody must agree
    company: str = ""  # what is founded or grows by it
    exchanges: tuple[Exchange, ...] = ()


def no_proposal(_state: State) -> Proposal | None:
    """Most titles ask nobody to vote."""
    return None
