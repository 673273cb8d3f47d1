"""1894 on the kernel: what is not as usual (`railhead/usual.py`), in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from railhead import usual
from railhead.core.kinds import Step, legal
from railhead.core.memo import Memo
from railhead.core.operating import OperatingTurn
from railhead.core.phases import phase_of
from railhead.core.privates import BUY_PRIVATE
from railhead.core.revenue import DIVIDEND_STEP, RUN_STEP
from railhead.core.rules import Rules
from railhead.core.scoring import Scoring
from railhead.core.state import IPO, TREASURY, State
from railhead.core.stations import is_there
from railhead.titles.t1894 import ending, ferry, homes, opening, powers, shares, track, trains
from railhead.titles.t1894.extra import FACTS, RULEBOOK, SHIPPING_BERTH, WORDS, Extra, homes_of, in_final_set
from railhead.titles.t1894.finance import FINANCE_STEP
from railhead.titles.t1894.scoring import scoring
from railhead.titles.t1894.stations import STATION_STEP

FREE_RUNS = "free-runs"

# A company's turn (7.3)

ANY_TIME = (BUY_PRIVATE, ferry.FERRY, powers.PLACE_SHIPPING)


def _track_open(state: State, turn: OperatingTurn) -> bool:
    if in_final_set(state):
        return False
    return bool(track.allowance(state, turn)) or powers.extra_tile_possible(state, turn.company)


STEPS = (
    FINANCE_STEP,
    Step("track", (track.LAY, powers.LAY_STATION_TILE, powers.LAY_EXTRA), _track_open),
    ferry.unless_a_ferry_opens(STATION_STEP),
    ferry.unless_a_ferry_opens(RUN_STEP),
    DIVIDEND_STEP,
    usual.train_step(trains.FORCED),
    Step("last purchases", (), lambda state, _turn: legal(state, ANY_TIME)),
    track.UPDATE_STEP,
)
"""Privates, ferry and shipping marker may be bought or placed at any point of it."""

OPERATING = replace(
    usual.OPERATING,
    steps=STEPS,
    treasury_collects=(IPO, TREASURY),
    price_moves=ending.price_moves,
    home=homes.place_homes,
    homes=homes_of,
    may_buy_private=usual.half_to_double("Green", "Blue", "Brown"),
    private_bought=powers.private_bought,
)

# Track (7.3.3, 12.3)

TRACK = replace(
    usual.TRACK,
    must_add=False,
    allowance=track.allowance,
    fits=track.fits,
    upgrades=track.upgrades,
    laid=track.laid,
    closed_to=ferry.closed_to,
)

# What runs pay (13)

_SHEETS = Memo[tuple[str, bool, bool], Scoring]()


def score_sheet(state: State, company: str) -> Scoring:
    """How a company's runs are paid now (13)."""
    bonus = is_there(state, SHIPPING_BERTH, company)
    key = (phase_of(state).colour, company in ferry.ferries(state), bonus)
    return _SHEETS.of(state.rules, key, lambda: scoring(state.rules.facts, *key))


def also_holds(state: State, owner: str) -> tuple[str, ...]:
    """A company's ferry marker and its berth in London; the certificate that comes with a private company."""
    if owner in state.privates:
        return opening.comes_with(state, owner)
    held = ("ferry marker",) if owner in ferry.ferries(state) else ()
    return (*held, "London shipping bonus") if is_there(state, SHIPPING_BERTH, owner) else held


# The whole


def build(options: Mapping[str, bool], seats: int) -> Rules:
    """The rules of 1894 with these options."""
    return usual.rules(
        FACTS,
        RULEBOOK,
        options,
        seats,
        version=2,
        # set-up and private auction (3, 5)
        set_up=opening.set_up,
        auction=opening.AUCTION,
        # stock rounds (6)
        stock=shares.STOCK,
        trading=shares.TRADING,
        # operating rounds (7)
        operating=replace(OPERATING, demands_best=not options.get(FREE_RUNS, False)),
        always=ANY_TIME,
        track=TRACK,
        scoring=score_sheet,
        train=trains.TRAINS,
        forced=trains.FORCED,
        frames={
            **opening.FRAMES,
            shares.LateHome: shares.LATE_HOME_PROCEDURE,
            homes.HomeChoice: homes.HOME_PROCEDURE,
            powers.FreeStation: powers.FREE_STATION_PROCEDURE,
            track.PutAside: track.ASIDE_PROCEDURE,
            ending.Agreement: ending.AGREEMENT_PROCEDURE,
        },
        # the end (8)
        next_round=ending.next_round,
        anytime=(ending.CALL,),
        proposal=ending.proposal,
        also_holds=also_holds,
        extra=Extra,
        words=WORDS,
    )
