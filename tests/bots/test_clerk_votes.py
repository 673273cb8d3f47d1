"""Private companies that the score leaves out, new companies, and votes."""

from __future__ import annotations

from kit import with_company
from msgspec.structs import replace

from railhead.bots.clerk import rated
from railhead.bots.clerk.desk import Habits
from railhead.bots.outlook import Outlook, in_score, standing
from railhead.bots.weights import CLERK
from railhead.core.state import State
from railhead.titles.t1889.tests.helpers import floated, laid, sold_out_auction, stations
from railhead.titles.t1893.merger import Oppose, Support, Vote
from railhead.titles.t1893.tests.helpers import stock_round, trains
from railhead.titles.t1893.tests.test_merger import after_round


def _vote() -> State:
    """1893 with three players: p3 is asked first whether AGV is founded, then p2; the minors have 3-trains."""
    state = trains(stock_round(phase=2), EKB=("3",), BKB=("3",), KFBE=("3",))
    for minor in ("EKB", "BKB", "KFBE"):
        state = with_company(state, minor, operated=True, revenue=60)
    state, _ = after_round(state)
    assert isinstance(state.top, Vote)
    return state


def test_a_private_company_that_the_score_leaves_out_counts_for_its_owner() -> None:
    """1893 counts no face values at the end; 1889 does."""
    assert not in_score(stock_round(), "FdSD")
    assert in_score(sold_out_auction(), "A")
    state = stock_round()
    owner = state.privates["FdSD"].owner
    with_face, without = (standing(state, replace(CLERK, private_face=part))[owner] for part in (1.0, 0.0))
    faces = sum(state.rules.privates[sym].value for sym, it in state.privates.items() if it.owner == owner)
    assert with_face - without == faces > 0


def test_a_new_company_earns_what_the_board_allows() -> None:
    """IR has never run. Matsuyama (20) and Imabari (30) are joined; half the price of a 2-train is 40."""
    state = floated(sold_out_auction(), "IR", {"p1": 60}, cash=0, trains=("2",), operated=False, revenue=0)
    state = stations(laid(state, E2=("6", 4)), E2=("IR",))
    assert Outlook(state, replace(CLERK, run_new=1.0)).income("IR") == 50
    assert Outlook(state, replace(CLERK, run_new=0.0)).income("IR") == 40
    bare = replace(state, board=replace(state.board, laid={}))
    assert Outlook(bare, replace(CLERK, run_new=1.0)).income("IR") == 40, "track will come"


def test_a_vote_is_judged_by_its_result() -> None:
    """The first vote alone decides nothing: what follows a yes of everybody counts, and a no is worth nothing."""
    state = _vote()
    seat = "p3"
    found = {type(it.move): it for it in rated(state, seat, Habits(replace(CLERK, try_vote=1.0)))}
    alone = {type(it.move): it for it in rated(state, seat, Habits(replace(CLERK, try_vote=0.0)))}
    assert found[Oppose].score == 0
    assert found[Support].score != alone[Support].score
    poor = state
    for minor in ("EKB", "BKB", "KFBE"):
        poor = with_company(poor, minor, revenue=0, trains=())
    worthless = {type(it.move): it for it in rated(poor, seat, Habits(replace(CLERK, try_vote=1.0)))}
    assert worthless[Support].score > found[Support].score, "minors that earn nothing are given up more readily"
