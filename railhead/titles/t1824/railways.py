"""The kinds of railway in 1824, and what the title stores besides the shared records."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from railhead.core.change import Change
from railhead.core.extra import own_record
from railhead.core.memo import remembered
from railhead.core.rules import Rules
from railhead.core.state import State

COAL, PRE_STATE, REGIONAL, STATE = "coal", "pre_state", "regional", "state"
MINORS = (COAL, PRE_STATE)

CISLEITHANIA = "cisleithania"
GOODS_TIME = "goods-time"
GOODS_TIME_PLACING = "goods-time-placing"
VIENNA, BUDAPEST = "E12", "F17"
MINE = "mine"


class Extra(msgspec.Struct, frozen=True):
    """What only this title has to remember."""

    debts: Mapping[str, int] = {}  # of players
    orphans: tuple[str, ...] = ()  # regional railways whose coal railway nobody bought
    due: tuple[str, ...] = ()  # state railways that are founded at the end of this operating round
    prices: Mapping[str, int] = {}  # paid for coal railways
    two_bought: bool = False  # some company has bought a 2-train
    construction: tuple[str, ...] = ()  # railways that only lay track
    bond: str = ""  # the regional railway without a director
    bond_train: str = ""  # the buyer of the last train of this type places a marker of it


extra_of, note = own_record(Extra)


def kind_of(state: State, company: str) -> str:
    """Whether a company is a coal, pre-state, regional or state railway."""
    return state.rules.companies[company].kind


def of_kind(state: State, *kinds: str) -> tuple[str, ...]:
    """Railways of these kinds that have not left the game, in the order of the charters."""
    return tuple([sym for sym in _of_kind(state.rules, kinds) if not state.companies[sym].closed])


@remembered
def _of_kind(rules: Rules, kinds: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([sym for sym, facts in rules.companies.items() if facts.kind in kinds])


def successor_of(state: State, railway: str) -> str:
    """The regional or state railway that a coal or pre-state railway becomes part of."""
    successor: str = state.rules.companies[railway].special["becomes"]
    return successor


def forerunners(state: State, company: str) -> tuple[str, ...]:
    """The pre-state railways in this game that become part of a state railway, number one first."""
    named: list[str] = state.rules.companies[company].special["forerunners"]
    return tuple(sym for sym in named if sym in state.rules.companies)


def coal_of(state: State, regional: str) -> str:
    """The coal railway of a regional railway, or an empty string."""
    coal: str = state.rules.companies[regional].special.get("coal", "")
    return coal if coal in state.rules.companies else ""


def builds_only(state: State, company: str) -> bool:
    """Whether a railway is a construction railway."""
    return company in extra_of(state).construction


def is_bond(state: State, company: str) -> bool:
    """Whether a railway is the one without a director that pays its share price."""
    return bool(company) and company == extra_of(state).bond


def debt_of(state: State, player: str) -> int:
    """What a player owes the bank."""
    return extra_of(state).debts.get(player, 0)


def owe(change: Change, player: str, amount: int) -> None:
    """Set what a player owes."""
    debts = {**extra_of(change.state).debts, player: amount}
    note(change, debts={name: owed for name, owed in debts.items() if owed})
