"""Small records of a game at a table: its set-up, its log of entries, and where it stands."""

from __future__ import annotations

import msgspec

MOVE, UNDO, REDO, PIN = "move", "undo", "redo", "pin"


class Pin(msgspec.Struct, frozen=True):
    """Where a game switched to other rules: they apply from the stored position on; earlier moves stand."""

    number: int  # moves made before it
    entry: int  # in the log, with the position
    rules: int  # their version
    says: str = ""  # what changed, in words
    stated: bool = False  # the position came from a file: nobody checked the moves before it


class RulesNote(msgspec.Struct, frozen=True):
    """Which rules a game is played by, and whether the program's rules still replay it as it was played."""

    version: int = 1
    differs: int = 0  # the first move that today's rules read differently; 0: none
    pins: tuple[Pin, ...] = ()
    checked: str = ""  # the digest of the program that last compared

    @property
    def first(self) -> int:
        """The number of moves made before the current rules took effect."""
        return self.pins[-1].number if self.pins else 0

    def is_history(self, number: int) -> bool:
        """Whether the position after this many moves comes from rules other than today's."""
        return number < self.first or bool(self.differs and number >= self.differs)


class Setup(msgspec.Struct, frozen=True):
    """What a game starts from; together with the moves it yields every position."""

    title: str
    names: tuple[str, ...]
    options: tuple[str, ...] = ()
    seed: int = 0
    note: RulesNote = RulesNote()
    summary: str = ""  # what a reader should know about the game as a whole


class Head(msgspec.Struct, frozen=True):
    """Where a game stands: its version grows with every entry, `entry` is the last move that counts."""

    version: int = 0
    entry: int = 0
    count: int = 0
    epoch: int = 0  # changes when the game is restored: anything cached about it is then void


class Entry(msgspec.Struct, frozen=True):
    """One line of a game's log: a move, an undo or a redo."""

    seq: int  # the version of the game after it
    kind: str
    number: int  # for a move: its number; otherwise how many moves count after it
    by: str  # the seat
    move: str = ""  # as JSON
    events: str = "[]"  # as JSON
    key: str = ""
    auto: bool = False  # made by a program or a bot for its seat
    at: float = 0.0
    figures: str = ""  # at the end of a round: what charts need, as JSON
    why: str = ""  # what a bot said about its move
    check_sum: str = ""  # for the position after it


class Snapshot(msgspec.Struct, frozen=True):
    """A position stored so that nobody has to replay from the start: the one after the entry."""

    entry: int
    number: int
    data: bytes


class Program(msgspec.Struct, frozen=True):
    """Something a seat does automatically until there is a reason to stop."""

    kind: str  # pass, buy, repeat
    company: str = ""
    move: str = ""  # for `repeat`: the move as JSON
    frame: str = ""  # for `repeat`: where it is repeated
    since: int = 0  # moves made when it was set


class Request(msgspec.Struct, frozen=True):
    """Somebody asks the table for an undo or a redo."""

    by: str
    to: int  # moves that would be left
    agreed: tuple[str, ...] = ()
    voters: tuple[str, ...] = ()  # those whose consent is needed
    redo: bool = False  # it is about the last undone move


class Newcomer(msgspec.Struct, frozen=True):
    """Somebody asks for a seat whose owner has left the game."""

    seat: str
    name: str
    user: int = 0
    visitor: str = ""
    agreed: tuple[str, ...] = ()


class Counter(msgspec.Struct, frozen=True):
    """A counter-offer: the deal that its maker will accept if it is offered."""

    by: str
    to: str
    deal: str  # the move as text
    frame: str = ""  # the company's turn in which it is valid


class Upgrade(msgspec.Struct, frozen=True):
    """The rules have changed during a game; it continues once its players agree."""

    rules: int  # the version it would continue under
    says: str = ""  # what changed, in words
    agreed: tuple[str, ...] = ()
    possible: bool = True  # play can continue from the stored position


class PendingState(msgspec.Struct, frozen=True):
    """What is pending in a game besides its moves."""

    programs: dict[str, Program] = {}
    request: Request | None = None
    counter: Counter | None = None
    notes: dict[str, str] = {}  # why a program stopped, by seat
    redo: tuple[int, ...] = ()  # undone entries that can be redone, the next one last
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
