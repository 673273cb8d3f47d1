"""Auto-actions: what a seat does automatically, and the sentence that says why it stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.engine import actors, legal_moves, refusal
from railhead.core.moves import Accept, BuyShare, Move, Pass, to_text
from railhead.core.offers import Offer
from railhead.core.state import IPO, State
from railhead.core.stock import StockRound
from railhead.core.text import codec_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railhead.play.records import Counter, Program

PASS, BUY, REPEAT = "pass", "buy", "repeat"


def next_of(state: State, seat: str, program: Program, since: Sequence[Move]) -> Move | str:
    """The move that a program makes now, or why it stops; `since` are the moves made since it was set."""
    if program.kind == PASS:
        return _pass(state, seat, since)
    if program.kind == BUY:
        return _buy(state, seat, program)
    return _repeat(state, seat, program)


def _pass(state: State, seat: str, since: Sequence[Move]) -> Move | str:
    if not isinstance(state.top, StockRound):
        return "the stock round is over"
    for move in since:
        if move.by != seat and not isinstance(move, Pass):
            return f"{state.players[move.by].name} did something: {to_text(move).partition(' ')[2]}"
    move = Pass(seat)
    return "passing is not legal here" if refusal(state, move) is not None else move


def _buy(state: State, seat: str, program: Program) -> Move | str:
    company = state.companies.get(program.company)
    if company is None or company.closed:
        return f"{program.company} is not in the game"
    if company.floated:
        return f"{program.company} has floated"
    if not isinstance(state.top, StockRound):
        return "the stock round is over"
    found = [
        move
        for move in legal_moves(state)
        if isinstance(move, BuyShare) and move.by == seat and move.company == program.company
    ]
    if found:
        return min(found, key=lambda move: move.source != IPO)
    done = Pass(seat)
    if state.top.bought and refusal(state, done) is None:
        return done
    return f"no share of {program.company} can be bought now"


def _repeat(state: State, seat: str, program: Program) -> Move | str:
    if type(state.top).__name__ != program.frame:
        return "the question has changed"
    move = codec_of(state.rules).from_json(program.move)
    return "it is no longer legal" if refusal(state, move) is not None or move.by != seat else move


def waits(state: State, program: Program) -> bool:
    """Whether a program that cannot act now may act later: a repeated answer waits for its question."""
    return program.kind == REPEAT and type(state.top).__name__ != program.frame


def automatic(
    state: State, programs: dict[str, Program], counter: Counter | None, moves: Mapping[str, Sequence[Move]]
) -> tuple[str, Move | str] | None:
    """The seat whose program acts or stops now; None when nobody's does."""
    if isinstance(state.top if state.frames else None, Offer) and counter is not None:
        offer: Offer = state.top
        if offer.to == counter.by and to_text(offer.deal) == counter.deal:
            return counter.by, Accept(counter.by)
    for seat in actors(state):
        program = programs.get(seat)
        if program is not None and not waits(state, program):
            return seat, next_of(state, seat, program, moves.get(seat, ()))
    return None
