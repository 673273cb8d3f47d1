"""Which section of the rulebook a refusal quotes.

Some rules have one slug and many places in the book: whose turn it is, what is allowed now, what a treasury pays.
The clause of such a rule names a section for each case (`Clause.at`). Words identify the case: the verb of the
refused move first, then what the game is doing, from the innermost frame outwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.agreement import EndCall
from railhead.core.moves import verb_of
from railhead.core.offers import Offer
from railhead.core.operating import OperatingTurn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railhead.core.rulings import Refusal
    from railhead.core.state import State

_OF_THE_TABLE = ("turn.whose", "turn.not-now")


def context(state: State, verb: str = "") -> Iterator[str]:
    """The words that identify a case: the verb, then every frame; for an offer its deal too, for a turn its step."""
    if verb:
        yield verb
    for frame in reversed(state.frames):
        name = type(frame).__name__
        if isinstance(frame, Offer):
            yield f"{name}.{verb_of(type(frame.deal))}"
        if isinstance(frame, OperatingTurn) and frame.step < len(state.rules.steps):
            yield state.rules.steps[frame.step].name
        yield name


def citation(state: State, refusal: Refusal) -> str:
    """The section that a refusal quotes here, with the title's name before it."""
    book = state.rules.rulebook
    if refusal.rule in _OF_THE_TABLE:
        if state.frames and isinstance(state.top, EndCall):
            return book.cite("end.stopped")
        return book.cite(refusal.rule, context(state))
    return book.cite(refusal.rule, context(state, refusal.verb))
