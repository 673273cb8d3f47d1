"""A par price that is set outside a stock round: by the winner of a private company that comes with a company."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.floating import set_par
from railhead.core.kinds import Kind, Procedure, asks
from railhead.core.moves import SetPar
from railhead.core.rulings import Facts, check
from railhead.core.state import Frame, State

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from railhead.core.change import Change


class ParChoice(Frame, frozen=True):
    """A player sets the par price of a company."""

    player: str
    company: str


def par_choice(
    rule: str,
    says: str,
    prices: Callable[[State], Collection[int]],
    after: Callable[[Change, str, str], None] = lambda _change, _company, _player: None,
) -> Procedure:
    """How the price is set: one of `prices`; `after` is what follows for the company and the player."""

    def one_of_them(state: State, move: SetPar) -> Facts | None:
        there = prices(state)
        if move.company == state.top.company and move.price in there:
            return None
        return {"company": state.top.company, "price": move.price, "prices": list(there)}

    def candidates(state: State) -> Iterator[SetPar]:
        for price in prices(state):
            yield SetPar(state.top.player, state.top.company, price)

    def effect(change: Change, move: SetPar) -> None:
        change.pop()
        set_par(change, move.company, move.price, move.by)
        after(change, move.company, move.by)

    one_of_them.__doc__ = says
    return asks(Kind(SetPar, candidates, (check(rule)(one_of_them),), effect))
