"""What a bot is shown. Where cash is secret, that of the others is replaced by a guess that any player can make."""

from __future__ import annotations

from msgspec.structs import replace

from railhead.core.state import State

SECRET = "secret_cash"


def blind(state: State, seat: str) -> State:
    """The position as a seat may see it: complete, so that it can be played on, but without secrets.

    The money that is out of sight, the bank's and the other players', is known as a sum. A hidden player is
    guessed to have as much as oneself, and the bank the rest.
    """
    if not state.law.facts.special.get(SECRET) or state.ended is not None:
        return state
    hidden = [name for name in state.players if name != seat]
    unseen = state.bank + sum(state.players[name].cash for name in hidden)
    guess = max(min(state.players[seat].cash, unseen // (len(hidden) + 1)), 0)
    players = {
        name: replace(player, cash=guess) if name in hidden else player for name, player in state.players.items()
    }
    return replace(state, players=players, bank=unseen - guess * len(hidden))
