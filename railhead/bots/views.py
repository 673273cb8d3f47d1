"""What a bot is shown, and what it may mention. Where money is secret, guesses take its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.money import cash_of
from railhead.core.secrecy import with_money
from railhead.play.hidden import kept_from

if TYPE_CHECKING:
    from collections.abc import Collection

    from railhead.core.state import State

PARS = 5
"""A hidden treasury is guessed at this many times par, half the usual capital, if there is that much money."""


def seat_view(state: State, seat: str) -> State:
    """The position as a seat may see it: complete, so that it can be played on, but without secrets.

    The money that is out of sight, the bank's and that of others, is known as a sum. A hidden player is guessed to
    have as much as oneself, a hidden company half of its capital, and the bank the rest.
    """
    return _guessed(state, kept_from(state, (seat,)), state.players[seat].cash)


def public_view(state: State) -> State:
    """The position as somebody without a seat may see it: the money out of sight, equally divided."""
    return _guessed(state, kept_from(state, ()), None)


def _guessed(state: State, hidden: Collection[str], own: int | None) -> State:
    if not hidden:
        return state
    unseen = state.bank + sum(cash_of(state, name) for name in hidden)
    share = max(unseen // (len(hidden) + 1), 0)
    guesses = {}
    for name in hidden:
        most = share if own is None else own
        if name in state.companies:
            most = PARS * state.companies[name].par
        guesses[name] = max(min(share, most), 0)
    return with_money(state, guesses, unseen - sum(guesses.values()))
