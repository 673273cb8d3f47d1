"""Trains: upgrades once a round, the duty to own one, and how a president helps (7.3.7)."""

from __future__ import annotations

from msgspec.structs import replace

from railhead import usual
from railhead.core import trains as core
from railhead.core.emergency import SALE_OF_OTHERS
from railhead.core.forced_sales import lose_everything, shares
from railhead.core.moves import BuyTrain
from railhead.core.offers import not_declined
from railhead.core.operating import operating_company, turn_frame
from railhead.core.raising import ForcedPurchases
from railhead.core.reach import has_route, reach
from railhead.core.revenue import best_with
from railhead.core.rulings import Facts, check
from railhead.core.state import State
from railhead.titles.t1894 import ending
from railhead.titles.t1894.extra import PARIS


def must_own(state: State, company: str) -> bool:
    """A company with a route must own a train; London without a ferry is not a route (12.3.3)."""
    if state.companies[company].trains or not has_route(state, company):
        return False
    if PARIS not in reach(state, company).homes:
        return True
    smallest = next(iter(state.rules.trains))  # the two cities of Paris alone do not make a route (13.3)
    return bool(best_with(state, company, (smallest,)).routes)


@check("1894.upgrade-once")
def one_upgrade(state: State, move: BuyTrain) -> Facts | None:
    """One train upgrade in an operating round."""
    traded = turn_frame(state).traded
    return {"upgraded": list(traded)} if move.trade and traded else None


def helped(state: State, move: BuyTrain) -> bool:
    """The president helps only towards a train that the company must own, no upgrade (7.3.7.3)."""
    return core.short_of_a_train(state, operating_company(state)) and not move.trade


BUY_TRAIN = replace(
    core.BUY_TRAIN,
    checks=(
        core.train_there,
        core.trade_allowed,
        one_upgrade,
        core.room_left,
        core.train_affordable,
        core.face_value_with_help("1894.help-face-value"),
        core.president_can_help,
        core.right_price,
        not_declined,
    ),
)
FORCED = ForcedPurchases(
    buy=BUY_TRAIN,
    complete=core.complete_purchase,
    assets=(shares(SALE_OF_OTHERS),),
    bankruptcy=lose_everything(SALE_OF_OTHERS),
    own_trains_count=True,
)


TRAINS = replace(
    usual.TRAINS,
    must_own=must_own,
    traded_to_pool=False,
    discard_to_pool=False,
    helped=helped,
    companies_price=core.agreed_price(core.short_of_a_train),
    phase_begins=ending.phase_begins,
)
