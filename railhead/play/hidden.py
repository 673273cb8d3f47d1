"""What a seat may see. Where money is secret, other players' cash and the bank's are removed from the position.

Pages, the API and streams show only what can be made from the position returned here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from railhead.core.secrecy import COMPANIES, PLAYERS, PLENTY, with_money
from railhead.core.state import State, president_of

if TYPE_CHECKING:
    from collections.abc import Collection


class Sight(Struct, frozen=True):
    """A position as somebody sees it, and what is hidden from them."""

    state: State
    hidden: frozenset[str] = frozenset()  # players and companies whose money is not shown
    bank_hidden: bool = False

    @property
    def anything_hidden(self) -> bool:
        """Whether anything is hidden in this view."""
        return bool(self.hidden) or self.bank_hidden


def is_secret(state: State) -> bool:
    """Whether money is secret in this game; at the end everything is counted openly."""
    return bool(state.rules.secret) and state.ended is None


def kept_from(state: State, seats: Collection[str]) -> frozenset[str]:
    """The players and companies whose money these seats may not see; only its president sees a company's."""
    if not is_secret(state):
        return frozenset()
    found = set()
    if PLAYERS in state.rules.secret:
        found |= {player for player in state.players if player not in seats}
    if COMPANIES in state.rules.secret:
        found |= {sym for sym in state.companies if (runs := president_of(state, sym)) and runs not in seats}
    return frozenset(found)


def as_far_as_known(state: State, seats: Collection[str]) -> State:
    """The position with plenty of cash wherever these seats may not look, for answers that must not reveal it."""
    hidden = kept_from(state, seats)
    return with_money(state, dict.fromkeys(hidden, PLENTY), state.bank) if hidden else state


def visible(state: State, seats: Collection[str]) -> Sight:
    """The position as the holder of these seats may see it; a spectator holds none."""
    hidden = kept_from(state, seats)
    return Sight(with_money(state, dict.fromkeys(hidden, 0), 0), hidden, True) if hidden else Sight(state)
