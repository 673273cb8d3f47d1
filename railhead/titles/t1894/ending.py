"""The four endings: agreement, bankruptcy, a price of 450, the final set (8.1, 15.7)."""

from __future__ import annotations

from itertools import product

from railhead.core.agreement import AGREE, END_PROCEDURE, REFUSE, agreement
from railhead.core.change import Change
from railhead.core.events import Noted, OfferAnswered
from railhead.core.finish import end_game
from railhead.core.kinds import Kind, asks
from railhead.core.market import zone_of
from railhead.core.moves import Accept, Decline, Move
from railhead.core.phases import phase_of
from railhead.core.proposals import Proposal
from railhead.core.revenue import usual_price_move
from railhead.core.rounds import alternate
from railhead.core.rulings import Facts, check
from railhead.core.state import Ended, Frame, State
from railhead.titles.t1894 import powers
from railhead.titles.t1894.extra import extra_of, in_final_set, note

END = "end"


class AgreeWinner(Move, frozen=True):
    """Call on all players to agree that one of them has won."""

    winner: str


class Agreement(Frame, frozen=True):
    """A call to agree on the winner; everyone else answers, in any order."""

    by: str
    winner: str
    waiting: tuple[str, ...]


# A price of 450, and the final set


def at_the_top(state: State) -> bool:
    """Whether a share price has reached 450."""
    return any(END in zone_of(state, company) for company in state.companies)


def price_moves(change: Change, company: str, paid: int) -> None:
    """Right for a dividend, left for none; the shareholding of a company that operated closes."""
    usual_price_move(change, company, paid)
    powers.close_shareholding(change, company)
    if at_the_top(change.state):
        end_game(change, "stock_market", "end.price")


def phase_begins(change: Change, buyer: str) -> None:
    """Privates close; the first diesel makes the next set of operating rounds the last."""
    powers.phase_begins(change, buyer)
    if phase_of(change.state).name == "Purple":
        note(change, final_set=change.state.round.number + 1)
        change.set(ending="final_phase")


def next_round(change: Change) -> None:
    """A stock round, then a set of operating rounds, unless the game is over."""
    here = change.state.round
    if here.kind == "SR" and at_the_top(change.state):
        end_game(change, "stock_market", "end.price")
    elif here.kind == "OR" and here.part == here.of and in_final_set(change.state):
        end_game(change, "final_phase", "end.final-set")
    else:
        alternate(change)


# Agreement


def _moment(state: State) -> str:
    here = state.round
    return f"{here.kind} {here.number}.{here.part}"


@check("1894.agree-call")
def may_call(state: State, move: AgreeWinner) -> Facts | None:
    """One call at a time, for one of the players; refused calls are repeated in the next round at the earliest."""
    if isinstance(state.top, Agreement) or move.winner not in state.players:
        return {"winner": move.winner}
    if extra_of(state).refused.get(move.by) == _moment(state):
        return {"refused": _moment(state)}
    return None


def call(change: Change, move: AgreeWinner) -> None:
    """Ask everybody else."""
    others = tuple(player for player in change.state.order if player != move.by)
    change.emit(Noted(what="agreement", who=move.by, about=move.winner))
    change.push(Agreement(move.by, move.winner, others))


def agree(change: Change, move: Accept) -> None:
    """The last to agree ends the game: the player agreed on has won."""
    frame: Agreement = change.state.top
    change.emit(OfferAnswered(by=move.by, accepted=True))
    left = tuple(player for player in frame.waiting if player != move.by)
    if left:
        change.top(waiting=left)
        return
    end_game(change, "agreement", "end.agreement")
    ended = change.state.ended
    assert ended is not None, "the game has just ended"
    change.set(ended=Ended(ended.reason, ended.scores, (frame.winner,)))


def refuse(change: Change, move: Decline) -> None:
    """One refusal is enough: the game continues."""
    frame: Agreement = change.state.top
    change.pop()
    change.emit(OfferAnswered(by=move.by, accepted=False))
    note(change, refused={**extra_of(change.state).refused, frame.by: _moment(change.state)})


def proposal(state: State) -> Proposal | None:
    """The call to agree on the winner, while it is being answered."""
    frame = state.top
    return agreement(frame.by, state, frame.waiting) if isinstance(frame, Agreement) else None


CALL = Kind(
    AgreeWinner,
    lambda state: [AgreeWinner(*pair) for pair in product(state.players, repeat=2)],
    (may_call,),
    call,
    out_of_turn=True,
    out_of_band=True,
)
AGREEMENT_PROCEDURE = asks(AGREE.but(effect=agree), REFUSE.but(effect=refuse), who=END_PROCEDURE.actors)
