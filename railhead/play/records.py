"""Small records of a game at a table: its set-up, its log of entries, and where it stands."""

from __future__ import annotations

import msgspec

MOVE, UNDO, REDO, PIN = "move", "undo", "redo", "pin"


class Pin(msgspec.Struct, frozen=True):
    """Where a game went over to other rules: from its kept position on they hold; moves before stand as they were."""

    number: int  # moves made before it
    entry: int  # of the log, with the position
    rules: int  # their version
    says: str = ""  # what changed, in words


class RulesNote(msgspec.Struct, frozen=True):
    """Which rules a game is played by, and whether the program's rules still read it as it was played."""

    version: int = 1
    differs: int = 0  # the first move that today's rules read otherwise; 0: none
    pins: tuple[Pin, ...] = ()
    checked: str = ""  # the program that compared last, by its digest

    @property
    def first(self) -> int:
        """Moves that were made before the rules that hold now."""
        return self.pins[-1].number if self.pins else 0

    def is_history(self, number: int) -> bool:
        """Whether the position after so many moves comes from other rules than today's."""
        return number < self.first or bool(self.differs and number >= self.differs)


class Setup(msgspec.Struct, frozen=True):
    """What a game is begun from; with the moves it gives every position of it."""

    title: str
    names: tuple[str, ...]
    options: tuple[str, ...] = ()
    seed: int = 0
    note: RulesNote = RulesNote()
    summary: str = ""  # what a reader should know of the game as a whole


class Head(msgspec.Struct, frozen=True):
    """Where a game stands: its version grows with every entry, `entry` is the last move that counts."""

    version: int = 0
    entry: int = 0
    count: int = 0
    epoch: int = 0  # another one after the game was restored: what was remembered of it is void


class Entry(msgspec.Struct, frozen=True):
    """One line of a game's log: a move, an undo or a redo."""

    seq: int  # the version of the game after it
    kind: str
    number: int  # of a move: its place in the line; otherwise how many moves count after it
    by: str  # the seat
    move: str = ""  # as JSON
    events: str = "[]"  # as JSON
    key: str = ""
    auto: bool = False  # made by a program or a bot for its seat
    at: float = 0.0
    figures: str = ""  # at the turn of a round: what charts need, as JSON
    why: str = ""  # what a bot said about its move
    check_sum: str = ""  # of the position after it


class Snapshot(msgspec.Struct, frozen=True):
    """A position kept so that nobody need replay from the start: the one after the entry."""

    entry: int
    number: int
    data: bytes


class Program(msgspec.Struct, frozen=True):
    """Something a seat does by itself until there is a reason to stop."""

    kind: str  # pass, buy, repeat
    company: str = ""
    move: str = ""  # of `repeat`: the move as JSON
    frame: str = ""  # of `repeat`: where it is repeated
    since: int = 0  # moves made when it was set


class Request(msgspec.Struct, frozen=True):
    """Somebody asks the table for an undo or a redo."""

    by: str
    to: int  # moves that are left
    agreed: tuple[str, ...] = ()
    voters: tuple[str, ...] = ()  # those whose consent is needed
    redo: bool = False  # it is about the move that was undone last


class Newcomer(msgspec.Struct, frozen=True):
    """Somebody asks for a seat whose owner has left the game."""

    seat: str
    name: str
    user: int = 0
    visitor: str = ""
    agreed: tuple[str, ...] = ()


class Counter(msgspec.Struct, frozen=True):
    """A counter-offer: the deal that its maker will accept if it is put."""

    by: str
    to: str
    deal: str  # the move as text
    frame: str = ""  # the company's turn in which it holds


class Upgrade(msgspec.Struct, frozen=True):
    """The rules have changed under a game; it goes on when its players agree."""

    rules: int  # the version it would go on with
    says: str = ""  # what changed, in words
    agreed: tuple[str, ...] = ()
    possible: bool = True  # the kept position can be played on


class PendingState(msgspec.Struct, frozen=True):
    """What hangs over a game beside its moves."""

    programs: dict[str, Program] = {}
    request: Request | None = None
    counter: Counter | None = None
    notes: dict[str, str] = {}  # why a program stopped, by seat
    redo: tuple[int, ...] = ()  # undone entries that can be made again, the next one last
    upgrade: Upgrade | None = None
    newcomer: Newcomer | None = None


class Figures(msgspec.Struct, frozen=True):
    """What charts show of one moment."""

    number: int
    round: str
    phase: str
    worth: dict[str, int]
    cash: dict[str, int]
    price: dict[str, int]
    treasury: dict[str, int]
    bank: int
    floated: tuple[str, ...] = ()
    ended: str = ""
