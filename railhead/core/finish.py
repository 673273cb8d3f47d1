"""The end of the game: why it ends, and what everybody is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.events import GameEnded
from railhead.core.market import price_of
from railhead.core.shares import percent_of, privates_of
from railhead.core.state import Ended, State

if TYPE_CHECKING:
    from railhead.core.change import Change


def cash_and_shares(state: State, player: str) -> int:
    """Cash, and shares at their price."""
    shares = sum(percent_of(state, sym, player) * price_of(state, sym) // 10 for sym in state.companies)
    return state.players[player].cash + shares


def worth(state: State, player: str) -> int:
    """Cash, shares at their price and private companies at face value."""
    return cash_and_shares(state, player) + sum(state.rules.privates[sym].value for sym in privates_of(state, player))


def end_game(change: Change, reason: str, rule: str) -> None:
    """End the game now and count."""
    state = change.state
    scores = {player: state.rules.score(state, player) for player in state.players}
    best = max(scores.values())
    winners = tuple(player for player, score in scores.items() if score == best)
    change.set(ended=Ended(reason, scores, winners), frames=())
    change.emit(GameEnded(reason=reason, rule=rule))
