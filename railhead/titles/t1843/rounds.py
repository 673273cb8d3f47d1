"""The rhythm of rounds, the foreigners between them, and the ends of the game (5, 8.10)."""

from __future__ import annotations

from railhead.core.change import Change
from railhead.core.finish import end_game
from railhead.core.revenue import usual_price_move
from railhead.core.rounds import alternate
from railhead.titles.t1843.extra import extra_of, note
from railhead.titles.t1843.ports import income
from railhead.titles.t1843.stock import watch_for_end
from railhead.titles.t1843.trains import ELECTRIC, foreigners_buy

GRAY_SETS = 2
"""The game ends with the second set of operating rounds in which a company owned a gray train."""


def price_moves(change: Change, company: str, paid: int) -> None:
    """Right for a dividend, left for none (7.7); a price of 500 will end the game."""
    usual_price_move(change, company, paid)
    watch_for_end(change, company)


def round_begins(change: Change) -> None:
    """Income first; a gray train that a company owns counts this set."""
    income(change)
    if any(ELECTRIC in charter.trains for charter in change.state.companies.values()):
        note(change, gray_now=True)


def round_ends(change: Change) -> None:
    """After the last operating round of a set: count gray sets, then let the foreigners buy (5, 8.10.1)."""
    here = change.state.round
    if change.state.ending or here.part < here.of:
        return
    extra = extra_of(change.state)
    if extra.gray_now:
        note(change, gray_now=False, gray_sets=extra.gray_sets + 1)
    if extra_of(change.state).gray_sets >= GRAY_SETS:
        change.set(ending="gray trains")
    else:
        foreigners_buy(change)


def next_round(change: Change) -> None:
    """A stock round, then the operating rounds of the phase in which it ended."""
    if change.state.ending == "price":
        end_game(change, "price", "end.500")
    elif change.state.ending:
        end_game(change, "gray trains", "end.gray-trains")
    else:
        alternate(change)
