"""A change in progress: the new position and the events so far. Only effects write here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.network import hand_on_network

if TYPE_CHECKING:
    from railhead.core.events import Event
    from railhead.core.state import Board, Company, Depot, State

_fields: Any = replace


class Change:
    """Collects what an effect does; the original position is left unchanged."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def set(self, **fields: Any) -> None:
        """Replace fields of the position."""
        self.state = _fields(self.state, **fields)

    def emit(self, event: Event) -> None:
        """Note an event."""
        self.events.append(event)

    def company(self, sym: str, **fields: Any) -> Company:
        """Replace fields of a company's charter."""
        companies = dict(self.state.companies)
        new: Company = _fields(companies[sym], **fields)
        companies[sym] = new
        self.state = _fields(self.state, companies=companies)
        return new

    def private(self, sym: str, **fields: Any) -> None:
        """Replace fields of a private company."""
        privates = dict(self.state.privates)
        privates[sym] = _fields(privates[sym], **fields)
        self.state = _fields(self.state, privates=privates)

    def board(self, at: str = "", **fields: Any) -> Board:
        """Replace fields of the board; its network is derived from the previous board's when it is first needed.

        `at` is the hex, if only what lies on that one changes: then nobody has to compare the boards.
        """
        board: Board = _fields(self.state.board, **fields)
        hand_on_network(self.state.board, board, at)
        self.state = _fields(self.state, board=board)
        return board

    def depot(self, **fields: Any) -> Depot:
        """Replace fields of the depot."""
        depot: Depot = _fields(self.state.depot, **fields)
        self.state = _fields(self.state, depot=depot)
        return depot

    def push(self, frame: Any) -> None:
        """Push a frame: it must be settled before the frames below continue."""
        self.state = _fields(self.state, frames=(*self.state.frames, frame))

    def pop(self) -> None:
        """Pop the top frame."""
        self.state = _fields(self.state, frames=self.state.frames[:-1])

    def top(self, **fields: Any) -> Any:
        """Replace fields of the top frame."""
        frame = _fields(self.state.frames[-1], **fields)
        self.state = _fields(self.state, frames=(*self.state.frames[:-1], frame))
        return frame

    def frame(self, kind: type[Any], **fields: Any) -> Any:
        """Replace fields of the uppermost frame of this kind, which need not be on top."""
        frames = list(self.state.frames)
        for at in range(len(frames) - 1, -1, -1):
            if isinstance(frames[at], kind):
                frames[at] = _fields(frames[at], **fields)
                self.state = _fields(self.state, frames=tuple(frames))
                return frames[at]
        raise LookupError(f"no {kind.__name__} on the stack")


def find_frame(state: State, kind: type[Any]) -> Any | None:
    """The uppermost frame of a kind, if there is one."""
    for frame in reversed(state.frames):
        if isinstance(frame, kind):
            return frame
    return None
