"""The figures charts need, recorded at the end of each round so that no chart needs a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.market import price_of
from railhead.play.records import Figures

if TYPE_CHECKING:
    from railhead.core.state import Round, State


def round_name(here: Round) -> str:
    """A round's short name, as OR 2.1 or SR 3."""
    part = f".{here.part}" if here.part else ""
    return f"{here.kind} {here.number}{part}"


def figures(state: State) -> Figures:
    """The figures of a position."""
    rules = state.rules
    shown = [sym for sym, company in state.companies.items() if company.par or company.floated]
    return Figures(
        number=state.count,
        round=round_name(state.round),
        phase=rules.phases[state.phase].name,
        worth={player: rules.score(state, player) for player in state.players},
        cash={player: here.cash for player, here in state.players.items()},
        price={sym: price_of(state, sym) for sym in shown},
        treasury={sym: state.companies[sym].cash for sym in shown},
        bank=state.bank,
        floated=tuple(sym for sym, company in state.companies.items() if company.floated),
        ended=state.ended.reason if state.ended else "",
    )


def turns(before: State, after: State) -> bool:
    """Whether the charts should have a point here."""
    return before.round != after.round or before.phase != after.phase or after.ended is not None
