"""What Clerk reads from the board: what companies will earn, and what they have to buy."""

from __future__ import annotations

import pytest
from kit import with_company
from msgspec.structs import replace

from railhead.bots.clerk import rated
from railhead.bots.clerk.desk import Desk, Habits
from railhead.bots.outlook import Outlook
from railhead.bots.weights import CLERK
from railhead.core.moves import BuyTrain
from railhead.core.state import State
from railhead.titles.t1889.tests.helpers import floated, laid, operating, sold_out_auction, stations


def _matsuyama(trains: tuple[str, ...], cash: int = 500) -> State:
    """IR in Matsuyama (20), joined to Imabari (30); it has operated, but the trains that it has now have not run."""
    state = floated(sold_out_auction(), "IR", {"p1": 60}, cash=cash, trains=trains, operated=True, revenue=0)
    return stations(laid(state, E2=("6", 4)), E2=("IR",))


LOOKS = Habits(replace(CLERK, run_phases=99.0))


def test_a_train_that_has_not_run_earns_what_the_board_allows() -> None:
    """The two places are worth 50; without a look at the board it would be half the price of a 2-train."""
    state = _matsuyama(("2",))
    assert Desk(state, "p1", LOOKS).income("IR") == 50
    assert Desk(state, "p1", Habits(replace(CLERK, run_phases=0.0))).income("IR") == 40
    assert Outlook(state).income("IR") == 40, "a search has no time to look"


def test_a_company_without_a_train_earns_what_the_train_will_that_it_must_buy() -> None:
    """It buys in the coming round and runs from the next one on, even if its president has to pay."""
    poor = Desk(_matsuyama((), cash=0), "p1", LOOKS)
    assert poor.income("IR") == 50
    with_train = Desk(_matsuyama(("2",), cash=0), "p1", LOOKS)
    assert with_train.future("IR") - poor.future("IR") == pytest.approx(poor.income("IR"))
    assert poor.need("IR") == 80


def test_a_company_without_track_has_no_run_to_look_at() -> None:
    """Then the money for a train counts, as before."""
    state = with_company(_matsuyama((), cash=0), "IR", cash=0)
    bare = replace(state, board=replace(state.board, laid={}))
    assert Desk(bare, "p1", LOOKS).run("IR") == 0
    assert Desk(bare, "p1", LOOKS).income("IR") == 0


@pytest.mark.parametrize(("phase", "looks"), [(-2, False), (-1, True)])
def test_the_board_is_looked_at_when_the_last_train_must_be_bought(phase: int, looks: bool) -> None:
    """Before, a company without a train counts as one whose price will fall: it is sold before the bill comes."""
    state = _matsuyama((), cash=0)
    last = replace(state, phase=len(state.rules.phases) + phase)
    assert (Desk(last, "p1").income("IR") > 0) == looks


def test_the_treasury_is_not_spent_on_a_train_that_rusts_with_the_others() -> None:
    """The pool's 2-train costs 80 of 100, and the president will have to pay these 80 for a 4-train."""
    state = floated(sold_out_auction(), "IR", {"p1": 60}, cash=100, trains=("2",), operated=True, revenue=50)
    supply = {**state.depot.supply, "2": 0, "3": 1}
    state = replace(state, phase=1, depot=replace(state.depot, supply=supply, pool=("2",)))
    desk = Desk(state, "p1")
    assert desk.bill("IR", ("2", "2"), 20) - desk.need("IR") == 80
    assert desk.bill("IR", ("2", "5"), 20) == 0, "a train that lasts ends the need"
    scores = []
    for bill in (0.5, 0.0):
        turn = operating(state, "IR", "trains", phase=1, revenue=0)
        found = rated(turn, "p1", Habits(replace(CLERK, train_bill=bill)))
        scores.append(next(it.score for it in found if isinstance(it.move, BuyTrain) and it.move.train == "2"))
    assert scores[1] - scores[0] == pytest.approx(0.5 * 80)
