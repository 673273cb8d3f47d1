"""A new director decides which certificates he gives for the director's one (5.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from railhead.core.change import Change
from railhead.core.events import SharesMoved
from railhead.core.kinds import Kind, asks
from railhead.core.moves import Move, SellShares
from railhead.core.state import IPO, Frame

LARGE, SMALL = 20, 10


class Split(Frame, frozen=True):
    """A new director has given two small certificates and may give the large one instead."""

    company: str
    director: str
    holder: str  # who has the two small ones now: the former director, or the market if he sold them


class GiveLarge(Move, frozen=True):
    """Give the 20 % certificate for the director's one."""


class GiveSmall(Move, frozen=True):
    """Give two 10 % certificates for the director's one."""


def settle_split(change: Change, company: str, old: str, sold: int = 0) -> None:
    """After a change of director: ask the new one if he had a choice.

    The kernel hands over small certificates first, so a large one still in his hand means that he could
    have given it. If the former director has sold what he got, the two small ones lie in the market.
    """
    charter = change.state.companies[company]
    new = charter.certificate
    if new == old or LARGE not in charter.shares.get(new, ()):
        return
    if charter.shares.get(old, ()).count(SMALL) >= 2:
        change.push(Split(company, new, old))
    elif sold >= LARGE and charter.shares.get(IPO, ()).count(SMALL) >= 2:
        change.push(Split(company, new, IPO))


def asking(effect: Callable[[Change, Any], None]) -> Callable[[Change, Any], None]:
    """An effect on shares after which a new director is asked for the split."""

    def run(change: Change, move: Any) -> None:
        old = change.state.companies[move.company].certificate
        effect(change, move)
        sold = move.percent if isinstance(move, SellShares) else 0
        settle_split(change, move.company, old, sold)

    return run


def _give_large(change: Change, _move: GiveLarge) -> None:
    frame: Split = change.state.top
    change.pop()
    shares = {holder: list(sizes) for holder, sizes in change.state.companies[frame.company].shares.items()}
    shares[frame.director].remove(LARGE)
    shares[frame.director] += [SMALL, SMALL]
    shares[frame.holder].remove(SMALL)
    shares[frame.holder].remove(SMALL)
    shares[frame.holder].append(LARGE)
    change.company(frame.company, shares={holder: tuple(sizes) for holder, sizes in shares.items()})
    change.emit(
        SharesMoved(
            company=frame.company, percent=LARGE, source=frame.director, target=frame.holder, rule="1893.split"
        )
    )


GIVE_LARGE = Kind(GiveLarge, lambda state: [GiveLarge(state.top.director)], (), _give_large)
GIVE_SMALL = Kind(GiveSmall, lambda state: [GiveSmall(state.top.director)], (), lambda change, _move: change.pop())
SPLIT = asks(GIVE_LARGE, GIVE_SMALL, who=lambda _state, frame: (frame.director,))
