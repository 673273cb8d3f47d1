"""Secret money: what may happen by itself must not depend on it.

The rules skip a turn or a step in which nothing can be done. Where money is secret, skipping somebody for want of
money would tell everybody what they cannot pay. So they are asked, and pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.core.state import Player

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railhead.core.state import State

PLAYERS = "players"
COMPANIES = "companies"
"""Whose money may be secret; a company's is known to its president."""
PLENTY = 1_000_000
"""More money than anything costs."""


def with_money(state: State, amounts: Mapping[str, int], bank: int) -> State:
    """The position with different amounts of money held by these players and companies, and by the bank."""
    players = {name: replace(it, cash=amounts[name]) if name in amounts else it for name, it in state.players.items()}
    companies = {
        name: replace(it, cash=amounts[name]) if name in amounts else it for name, it in state.companies.items()
    }
    changed: State = replace(state, players=players, companies=companies, bank=bank)
    return changed


def as_everybody_knows(state: State) -> State:
    """The position with plenty of money wherever it is secret; the position itself where none is."""
    secret = state.rules.secret
    if not secret:
        return state
    rich = state
    if PLAYERS in secret:
        rich = replace(rich, players={sym: Player(player.name, PLENTY) for sym, player in state.players.items()})
    if COMPANIES in secret:
        companies = {sym: replace(charter, cash=PLENTY) for sym, charter in state.companies.items()}
        rich = replace(rich, companies=companies)
    return rich
