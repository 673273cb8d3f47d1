"""The position: small frozen records. Everything that changes in a game is here and nowhere else.

Mappings in it are never changed in place; a change makes a new record (see `change.py`).
Players are called p1, p2 ... in the order of their seats; companies and privates go by their symbols.

Small records say `gc=False`, here and in moves, events and scoring: none of them can lead back to itself, so that the
garbage collector has nothing to look for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from railhead.core.rules import Rules

BANK = "bank"
"""Payer and payee of everything that is not between players and companies."""
IPO = "ipo"
"""Holder of certificates never sold yet (or, where there is one stock of shares, of all the bank's)."""
POOL = "pool"
"""Holder of certificates that players sold, where these are kept apart."""
RESERVED = "reserved"
"""Holder of certificates set aside for somebody."""
TREASURY = "treasury"
"""Holder of a company's own certificates."""
BLOCKED = "blocked"
"""Stands in a city slot that nobody can use."""

Cell = tuple[int, int]
"""Row and column on the stock market."""
Laid = tuple[str, int]
"""A tile and its rotation."""
Stations = tuple[tuple[str, ...], ...]
"""For each node of a hex its slots: a company's symbol, or an empty string."""


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player: a name and cash. Certificates are kept with the companies."""

    name: str
    cash: int


class Company(msgspec.Struct, frozen=True, gc=False):
    """A company's charter. A minor is a company whose only certificate is the president's."""

    certificate: str  # who holds the president's certificate: a player or a place such as IPO
    shares: Mapping[str, tuple[int, ...]]  # ordinary certificates by holder, in percent
    tokens: tuple[int, ...]  # prices of the station markers left on the charter, next one first
    cash: int = 0
    par: int = 0
    cell: Cell | None = None
    floated: bool = False
    operated: bool = False
    closed: bool = False
    trains: tuple[str, ...] = ()
    revenue: int = 0  # of its last run


class Private(msgspec.Struct, frozen=True, gc=False):
    """A private company in play."""

    owner: str = ""  # a player or a company; empty while it is for sale
    closed: bool = False
    used: int = 0  # how often its power has been used
    revenue: int = 0


class Depot(msgspec.Struct, frozen=True, gc=False):
    """Where trains are that no company owns."""

    supply: Mapping[str, int]  # left by type; -1 for unlimited
    pool: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()  # rusted, exported or discarded for good
    sold: tuple[str, ...] = ()  # types of which one has left the supply


class Board(msgspec.Struct, frozen=True, dict=True):
    """Tiles and stations. What is computed from it is cached with it (see `memo.py`)."""

    laid: Mapping[str, Laid]
    stations: Mapping[str, Stations]
    supply: Mapping[str, int]  # tiles left by number; -1 for unlimited
    markers: Mapping[str, tuple[str, ...]] = {}  # other markers on hexes, as the title names them


class Frame(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag=lambda name: name.lower()):
    """Something that waits for decisions. The top one of the stack says who acts and what is open."""


class Round(msgspec.Struct, frozen=True, gc=False):
    """Where the game is: which kind of round, its number, and which of how many in its set."""

    kind: str = ""
    number: int = 0
    part: int = 0
    of: int = 0


class Ended(msgspec.Struct, frozen=True, gc=False):
    """How the game ended."""

    reason: str
    scores: Mapping[str, int]
    winners: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True, dict=True):
    """A position of a game. What is computed from it is cached with it (see `memo.py`)."""

    if TYPE_CHECKING:
        rules: Rules  # the title with its options; written as its name
    else:
        rules: Any
    seed: int
    players: Mapping[str, Player]
    order: tuple[str, ...]  # playing order, clockwise
    priority: str
    companies: Mapping[str, Company]
    privates: Mapping[str, Private]
    board: Board
    depot: Depot
    bank: int
    phase: int = 0  # index into the title's phases
    market: Mapping[str, tuple[str, ...]] = {}  # "row:column" -> companies, top of the stack first
    round: Round = Round()
    frames: tuple[Any, ...] = ()  # of `Frame`, the top one last
    broken: bool = False  # the bank has run out of money
    ending: str = ""  # why the game will end, once that is known
    ended: Ended | None = None
    count: int = 0  # moves made so far
    extra: Any = None  # one record of the title's own, which the core never opens

    @property
    def top(self) -> Any:
        """The frame that waits for a decision."""
        return self.frames[-1]


def is_player(holder: str) -> bool:
    """Whether a holder is a player, and not a company or a place."""
    return len(holder) > 1 and holder[0] == "p" and holder[1:].isdigit()


def president_of(state: State, company: str) -> str:
    """The player who runs a company, or an empty string."""
    return state.rules.stock.president(state, company)


def next_player(state: State, player: str) -> str:
    """The player to the left."""
    at = state.order.index(player)
    return state.order[(at + 1) % len(state.order)]


def players_from(state: State, player: str) -> tuple[str, ...]:
    """All players in playing order, beginning with this one."""
    at = state.order.index(player)
    return state.order[at:] + state.order[:at]
