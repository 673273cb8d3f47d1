"""The kinds of railway in 1824, and what the title stores besides the shared records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from railhead.core.change import Change
from railhead.core.extra import own_practice, own_record
from railhead.core.mergers import close_company
from railhead.core.money import pay
from railhead.core.state import BANK, State

COAL, PRE_STATE, REGIONAL, STATE = "coal", "pre_state", "regional", "state"
MINORS = (COAL, PRE_STATE)

CISLEITHANIA = "cisleithania"
GOODS_TIME = "goods-time"
GOODS_TIME_PLACING = "goods-time-placing"
VIENNA = "E12"
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


@dataclass(frozen=True)
class Practice:
    """Points that tables play differently; the defaults are the rulebook's answers."""

    coal_opens_at_once: bool = False  # a compulsory exchange opens the regional railway (IV.2: after the round)
    mountains_may_lapse: bool = False  # a compulsory exchange may be passed, the mountain railway is lost (IV.1)
    bukowina: tuple[int, ...] = (2,)  # numbers of players with whom the small map has the Bukowina bonus (X.4)
    second_player_drafts: bool = False  # and each railway is taken by its own move (X.5: the first player begins)
    bond_rounds_down: bool = False  # the railway without director (X.4: up)
    bond_opens_later: bool = False  # with its coal railway, the home marker in its first turn (X.4: at once)
    bond_half_in_pool: bool = False  # at most half of it lies in the pool after a sale (X.4: all may)
    construction_marker_lost: bool = False  # state railways have a marker less for each (VII.8: five in all)


extra_of, note = own_record(Extra)
practice = own_practice(Practice)


def kind_of(state: State, company: str) -> str:
    """Whether a company is a coal, pre-state, regional or state railway."""
    return state.rules.companies[company].kind


def of_kind(state: State, *kinds: str) -> tuple[str, ...]:
    """Railways of these kinds that have not left the game, in the order of the charters."""
    return tuple(
        sym for sym, facts in state.rules.companies.items() if facts.kind in kinds and not state.companies[sym].closed
    )


def is_minor(state: State, company: str) -> bool:
    """Whether a railway belongs to one player alone."""
    return kind_of(state, company) in MINORS


def regional_of(state: State, coal: str) -> str:
    """The regional railway that a coal railway becomes part of."""
    regional: str = state.rules.companies[coal].special["becomes"]
    return regional


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


def close_railway(change: Change, company: str, rule: str) -> None:
    """A railway leaves the game; what is left of its money goes to the bank."""
    pay(change, company, BANK, change.state.companies[company].cash, "closed")
    close_company(change, company, rule)
