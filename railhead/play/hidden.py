"""What a seat may see. Where cash is secret, that of others and the bank's are taken out of the position.

Nothing that a page, the API or a stream shows is made from anything but the position that this gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Collection

    from railhead.core.state import State

SECRET = "secret_cash"


@dataclass(frozen=True)
class Sight:
    """A position as somebody sees it, and what is hidden from them."""

    state: State
    hidden: frozenset[str] = frozenset()  # players whose cash is not shown
    bank_hidden: bool = False

    @property
    def anything_hidden(self) -> bool:
        """Whether this sight lacks anything."""
        return bool(self.hidden) or self.bank_hidden


def is_secret(state: State) -> bool:
    """Whether players of this title keep their cash to themselves; at the end all is counted openly."""
    return bool(state.rules.facts.special.get(SECRET)) and state.ended is None


PLENTY = 1_000_000


def as_far_as_known(state: State, seats: Collection[str]) -> State:
    """The position with plenty of cash wherever these seats may not look, for answers that must not tell of it."""
    if not is_secret(state):
        return state
    players = {
        name: player if name in seats else replace(player, cash=PLENTY) for name, player in state.players.items()
    }
    return replace(state, players=players)


def visible(state: State, seats: Collection[str]) -> Sight:
    """The position as the holder of these seats may see it; a spectator has no seat."""
    if not is_secret(state):
        return Sight(state)
    hidden = frozenset(player for player in state.players if player not in seats)
    if not hidden:
        return Sight(state)
    players = {name: replace(player, cash=0) if name in hidden else player for name, player in state.players.items()}
    return Sight(replace(state, players=players, bank=0), hidden, True)
