"""What a bot is shown, and what it may speak of. Where cash is secret, guesses stand in for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.play.hidden import is_secret

if TYPE_CHECKING:
    from railhead.core.state import State


def seat_view(state: State, seat: str) -> State:
    """The position as a seat may see it: complete, so that it can be played on, but without secrets.

    The money that is out of sight, the bank's and the other players', is known as a sum. A hidden player is
    guessed to have as much as oneself, and the bank the rest.
    """
    if not is_secret(state):
        return state
    hidden = [name for name in state.players if name != seat]
    unseen = state.bank + sum(state.players[name].cash for name in hidden)
    guess = max(min(state.players[seat].cash, unseen // (len(hidden) + 1)), 0)
    players = {
        name: replace(player, cash=guess) if name in hidden else player for name, player in state.players.items()
    }
    return replace(state, players=players, bank=unseen - guess * len(hidden))


def public_view(state: State) -> State:
    """The position as somebody without a seat may see it: the money out of sight, equally divided."""
    if not is_secret(state):
        return state
    unseen = state.bank + sum(player.cash for player in state.players.values())
    guess = max(unseen // (len(state.players) + 1), 0)
    players = {name: replace(player, cash=guess) for name, player in state.players.items()}
    return replace(state, players=players, bank=unseen - guess * len(players))
