"""Stock rounds: the gray area, late companies, the order of passing, sold-out rises (6, 10, 11.3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from railhead.core import buying, selling
from railhead.core.change import Change
from railhead.core.events import Noted
from railhead.core.kinds import Kind, asks
from railhead.core.market import move_marker, zone_of
from railhead.core.moves import BuyShare, Move, SellShares, StartCompany
from railhead.core.phases import reached
from railhead.core.policies import SELL_BUY_SELL, StockRules
from railhead.core.reach import face_at
from railhead.core.rulings import Facts, check
from railhead.core.shares import percent_of
from railhead.core.state import IPO, POOL, TREASURY, Frame, State, president_of
from railhead.core.stations import pending_homes
from railhead.core.stock import PASS, StockRound, stock_frame
from railhead.titles.t1894.extra import LATE, extra_of, note
from railhead.titles.t1894.homes import free_locations

GRAY = "gray"
PARS = (67, 80, 95)
"""At which companies are started (6.5); 100 is for the two that start floated."""


class ChooseHome(Move, frozen=True):
    """The president of a late company selects its home."""

    company: str
    hex: str


class LateHome(Frame, frozen=True):
    """A late company was parred and needs a home."""

    player: str
    company: str


def is_gray(state: State, company: str) -> bool:
    """Whether a company's price is in the gray area."""
    return GRAY in zone_of(state, company)


# Buying and selling (6.3, 6.4)


def may_take_second(state: State, _player: str, company: str) -> bool:
    """A gray company's president may take two shares at a time (10.1)."""
    return len(stock_frame(state).bought) == 1 and is_gray(state, company) and extra_of(state).double == company


def buy(change: Change, move: BuyShare) -> None:
    """Buy; a player who was president before may then take a second gray share."""
    presided = president_of(change.state, move.company) == move.by
    buying.buy_share(change, move)
    note(change, double=move.company if presided else "")


def sell(change: Change, move: SellShares) -> None:
    """Sell; after that no second share is bought."""
    selling.sell_in_turn(change, move)
    note(change, double="")


# Starting companies (6.5, 11.3.3)


@check("1894.late-phase")
def late_from_brown(state: State, move: StartCompany) -> Facts | None:
    """Late companies wait for the brown phase."""
    if move.company in LATE and not reached(state, "Brown"):
        return {"company": move.company, "phase": state.rules.phases[state.phase].name}
    return None


@check("1894.late-no-home")
def late_has_home(state: State, move: StartCompany) -> Facts | None:
    """A late company needs a hex that can be its home."""
    if move.company in LATE and next(_empty_homes(state, move.company), None) is None:
        return {"company": move.company}
    return None


def late_homes(state: State, company: str) -> tuple[str, ...]:
    """The hexes that a late company may choose: bare ones, and if there are none those with track."""
    return bare_first(state, _empty_homes(state, company))


def _empty_homes(state: State, company: str) -> Iterator[str]:
    """The hexes of its country with an empty location that is not kept for another company's home."""
    for hex_id in state.rules.facts.special["late_home_hexes"][company]:
        if free_locations(state, company, hex_id) and not pending_homes(state, hex_id):
            yield hex_id


def bare_first(state: State, hexes: Iterable[str]) -> tuple[str, ...]:
    """Those of the hexes that have no track; all of them if each one has."""
    fit = tuple(hexes)
    return tuple(hex_id for hex_id in fit if not face_at(state, hex_id).paths) or fit


def start(change: Change, move: StartCompany) -> None:
    """Start a company; the president of a late one then selects its home."""
    buying.start_company(change, move)
    note(change, double="")
    if move.company in LATE:
        change.push(LateHome(move.by, move.company))


@check("1894.late-home")
def home_allowed(state: State, move: ChooseHome) -> Facts | None:
    """In its country, with an empty location, no one's waiting home, and without track if possible."""
    there = late_homes(state, state.top.company)
    if move.company != state.top.company or move.hex not in there:
        return {"company": state.top.company, "homes": list(there)}
    return None


def choose_home(change: Change, move: ChooseHome) -> None:
    """Note the home; the marker is placed when the company first operates."""
    change.pop()
    note(change, homes={**extra_of(change.state).homes, move.company: move.hex})
    change.emit(Noted(what="home", who=move.company, about=move.hex, rule="1894.late-home"))


def _only_home(change: Change, frame: LateHome) -> bool:
    """A single possible home needs no choice."""
    there = late_homes(change.state, frame.company)
    if len(there) != 1:
        return False
    choose_home(change, ChooseHome(frame.player, frame.company, there[0]))
    return True


def _home_candidates(state: State) -> Iterator[ChooseHome]:
    for hex_id in late_homes(state, state.top.company):
        yield ChooseHome(state.top.player, state.top.company, hex_id)


# The end of the round (6.2, 10.2)


def round_ends(change: Change, company: str) -> None:
    """A company rises when the bank holds none of its shares."""
    if not percent_of(change.state, company, IPO) and not percent_of(change.state, company, POOL):
        rise(change, company)


def rise(change: Change, company: str) -> None:
    """One row, one more from the gray area, one more when president and treasury hold eight shares."""
    state = change.state
    firm = percent_of(state, company, president_of(state, company)) + percent_of(state, company, TREASURY)
    steps = 1 + (firm >= 80) + is_gray(state, company)
    move_marker(change, company, "up", steps, "sold out", "market.sold-out")


def order_of_passing(change: Change, frame: StockRound) -> None:
    """Who passed first begins the next stock round, and so on (6.1)."""
    change.set(order=frame.passed, priority=frame.passed[0])


SELL = selling.SELL.but(without=(selling.in_order, selling.one_block), effect=sell)
BUY = buying.BUY.but(effect=buy)
START = buying.START.but(
    instead={buying.par_price: (buying.par_price, late_from_brown, late_has_home)},
    effect=start,
)
CHOOSE_HOME = Kind(ChooseHome, _home_candidates, (home_allowed,), choose_home)

STOCK = StockRules(
    shape=SELL_BUY_SELL,
    uncounted_zones=frozenset({GRAY}),
    unlimited_zones=frozenset({GRAY}),
    may_buy_more=may_take_second,
    par_prices=lambda _state: PARS,
    round_ends=round_ends,
    next_order=order_of_passing,
)


TRADING = (SELL, BUY, START, PASS)
"""What is open in a stock round."""
LATE_HOME_PROCEDURE = asks(CHOOSE_HOME, advance=_only_home)
