"""Ending by agreement: somebody proposes to stop, and once everybody else agrees the game is scored as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.change import Change, find_frame
from railhead.core.events import EndProposed, OfferAnswered
from railhead.core.finish import end_game
from railhead.core.kinds import Kind, Procedure
from railhead.core.moves import Accept, Decline, Move
from railhead.core.proposals import Proposal, Voice
from railhead.core.rulings import Facts, check
from railhead.core.state import Frame, Round, State

if TYPE_CHECKING:
    from collections.abc import Iterator

STOPPED = "stopped"
"""Why such a game ended."""
LONGEST_REASON = 200


class ProposeEnd(Move, frozen=True):
    """Propose to end the game now, and say why."""

    why: str = ""


class EndCall(Frame, frozen=True):
    """A proposal to end the game; everybody else answers, in any order."""

    by: str
    waiting: tuple[str, ...]


class EndDeclined(Frame, frozen=True):
    """Whose proposals were declined in a round. It lies below the frames of the round and is removed with them."""

    during: Round
    by: tuple[str, ...]


def _declined(state: State) -> tuple[str, ...]:
    """Whose proposals were declined in the round under way."""
    frame = find_frame(state, EndDeclined)
    return frame.by if frame is not None and frame.during == state.round else ()


@check("end.again")
def not_declined_in_this_round(state: State, move: ProposeEnd) -> Facts | None:
    """A player whose proposal was declined proposes again in the next round at the earliest."""
    return {"by": move.by} if move.by in _declined(state) else None


@check("end.one-proposal")
def one_at_a_time(state: State, _move: ProposeEnd) -> Facts | None:
    """One proposal at a time, and none while another question waits for an answer."""
    return {"waiting": list(state.top.waiting)} if isinstance(state.top, EndCall) else None


@check("end.reason")
def short_reason(_state: State, move: ProposeEnd) -> Facts | None:
    """A reason is one short printable line."""
    short = len(move.why) <= LONGEST_REASON and (move.why.isprintable() or not move.why)
    return None if short else {"longest": LONGEST_REASON}


def propose_end(change: Change, move: ProposeEnd) -> None:
    """Ask everybody else; a single player need not ask."""
    others = tuple(player for player in change.state.order if player != move.by)
    change.emit(EndProposed(by=move.by, why=move.why))
    change.push(EndCall(move.by, others))


def agree(change: Change, move: Accept) -> None:
    """The last to agree ends the game."""
    left = tuple(player for player in change.state.top.waiting if player != move.by)
    change.emit(OfferAnswered(by=move.by, accepted=True))
    change.top(waiting=left)
    if not left:
        end_game(change, STOPPED, "end.stopped")


def refuse(change: Change, move: Decline) -> None:
    """One refusal is enough: the game continues where it was."""
    call: EndCall = change.state.top
    change.pop()
    change.emit(OfferAnswered(by=move.by, accepted=False))
    declined = EndDeclined(change.state.round, (*_declined(change.state), call.by))
    others = tuple(frame for frame in change.state.frames if not isinstance(frame, EndDeclined))
    change.set(frames=(declined, *others))


def agreement(by: str, state: State, waiting: tuple[str, ...]) -> Proposal:
    """What somebody has proposed, and everybody else must agree to."""
    others = (player for player in state.order if player != by)
    return Proposal(yes=Accept, voices=tuple(Voice(player, player not in waiting) for player in others))


def end_proposal(state: State) -> Proposal | None:
    """The proposal to end the game, while it is being answered."""
    frame = state.frames[-1] if state.frames else None
    return agreement(frame.by, state, frame.waiting) if isinstance(frame, EndCall) else None


def _round_is_over(change: Change, _frame: EndDeclined) -> bool:
    change.pop()
    return True


def _proposals(state: State) -> Iterator[ProposeEnd]:
    for player in state.players:
        yield ProposeEnd(player)


CALL_END = Kind(
    ProposeEnd,
    _proposals,
    (one_at_a_time, not_declined_in_this_round, short_reason),
    propose_end,
    complete=False,
    out_of_turn=True,
    out_of_band=True,
)
AGREE = Kind(Accept, lambda state: [Accept(player) for player in state.top.waiting], (), agree)
REFUSE = Kind(Decline, lambda state: [Decline(player) for player in state.top.waiting], (), refuse)
END_PROCEDURE = Procedure(
    actors=lambda _state, frame: frame.waiting,
    kinds=lambda _state, _frame: (AGREE, REFUSE),
    advance=lambda _change, _frame: False,
    all_kinds=(AGREE, REFUSE),
)
DECLINED_PROCEDURE = Procedure(
    actors=lambda _state, _frame: (), kinds=lambda _state, _frame: (), advance=_round_is_over
)
