"""Named positions from which golden games begin."""

from __future__ import annotations

from kit import with_private
from msgspec.structs import replace

from railhead.core.state import POOL, Round, State
from railhead.titles.t1843.ports import HAD_TRAIN
from railhead.titles.t1843.tests.helpers import certificates_left, floated, held, laid, later, operating, stations


def last_red_train_sold() -> State:
    """Red phase, only gray trains left. EST of p1 buys trains, OU of p2 comes next; both stand in Strasbourg."""
    state = floated(later(3, "red"), "EST", {"p1": 60}, trains=("8E",), cash=1500, cell=(5, 3), tokens=(40, 100, 100))
    state = floated(state, "OU", {"p2": 60}, trains=("8E", "5E"), cash=500, cell=(7, 4), tokens=(40, 100))
    state = stations(state, H25=(("EST", "OU"),))
    return operating(held(certificates_left(state, "red", 0)), "EST", "trains", waiting=("OU",))


def green_with_privates() -> State:
    """Green phase, first of two operating rounds: OU of p1 stands in Versailles with a 4+1 and 700 fr.

    p1 owns private 5, p2 owns 1 and 3, p3 owns 4 and 6; 10 % of OU lie in the pool, p2 has 10 %.
    """
    shares = {"p1": 60, "p2": 10, POOL: 10}
    state = floated(later(3, "green"), "OU", shares, trains=("4+1",), cash=700, cell=(9, 5), tokens=(40, 100))
    for private, owner in (("1", "p2"), ("3", "p2"), ("4", "p3"), ("5", "p1"), ("6", "p3")):
        state = with_private(state, private, owner=owner, closed=False)
    state = stations(laid(state, F15=("57", 1)), F15=(("OU",),))
    return replace(operating(held(state), "OU", "track", notes=(HAD_TRAIN,)), round=Round("OR", 2, 1, 2))
