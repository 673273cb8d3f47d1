"""The choices that titles make about shared mechanisms.

An option here serves at least two titles; a rule of one title is a function in its folder and comes in through
one of the callables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from railhead.core.state import POOL, State

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from railhead.core.change import Change
    from railhead.core.kinds import Step

SELL_OR_BUY_FIRST = "sell or buy first"
"""Sell any number, then buy one; or buy one, then sell any number."""
SELL_BUY_SELL = "sell, buy, sell"
SELL_THEN_BUY = "sell, then buy"


def always(_state: State, _what: str) -> bool:
    """The answer yes."""
    return True


def never(_state: State, _player: str, _company: str) -> bool:
    """The answer no."""
    return False


def ten_times_par(state: State, company: str) -> int:
    """The usual starting capital."""
    return 10 * state.companies[company].par


def all_par_prices(state: State) -> tuple[int, ...]:
    """Every par price that is marked on the market."""
    return tuple(sorted(state.rules.market.par))


def printed_homes(state: State, company: str) -> tuple[str, ...]:
    """The home hexes on a company's charter."""
    return state.rules.companies[company].home


def nothing(change: Change) -> None:
    """Nothing happens."""


def nothing_about(change: Change, what: str) -> None:
    """Nothing happens."""


class StockRules(Struct, frozen=True, eq=False, kw_only=True):
    """How shares are traded."""

    shape: str
    sold_to: str = POOL  # where sold shares go
    drop_per_share: bool = True  # the price falls for each share sold, not once for each sale
    priced_by_market: bool = False  # the initial offering sells at the share price, not at par
    uncounted_zones: frozenset[str] = frozenset()
    unlimited_zones: frozenset[str] = frozenset()
    over_limit: Callable[[State, str], bool] | None = None  # must sell first; None: certificates over the limit
    may_buy_more: Callable[[State, str, str], bool] = never  # a further certificate of a company in one turn
    may_float: Callable[[State, str], bool] = always
    capital: Callable[[State, str], int] = ten_times_par
    par_prices: Callable[[State], tuple[int, ...]] = all_par_prices  # at which companies may start now
    round_ends: Callable[[Change, str], None] | None = None  # for each company in play; None: a sold-out one rises
    next_order: Callable[[Change, Any], None] | None = None  # None: priority left of the last to act

    def president(self, state: State, company: str) -> str:
        """The player who runs a company, or an empty string: who holds the president's certificate."""
        holder = state.companies[company].certificate
        return holder if holder in state.players else ""


class TrackRules(Struct, frozen=True, eq=False, kw_only=True):
    """How track is laid."""

    must_add: bool  # an upgrade must give the company new track or a better stop, not only touch its track
    allowance: Callable[[State, Any], tuple[str, ...]]  # colours of lays still open in the turn
    cost: Callable[[State, str, str], int]  # company, hex -> price of a lay there
    blocked: Callable[[State, str, str], str]  # company, hex -> what forbids building there, or ""
    fits: Callable[[State, str, str, int], tuple[str, dict[str, Any]] | None] | None = None  # a title's objection
    upgrades: Callable[[State, str], Mapping[str, bool]] | None = None  # hex -> tiles that may or may not replace it
    laid: Callable[[Change, str, str], None] = field(default=lambda _change, _company, _hex_id: None)
    closed_to: Callable[[State, str], frozenset[str]] = field(default=lambda _state, _company: frozenset())  # hexes


class TrainRules(Struct, frozen=True, eq=False, kw_only=True):
    """How trains are bought and kept."""

    limit: Callable[[State, str], int]
    counted: Callable[[State, str], int]  # trains of a company that count against its limit
    on_sale: Callable[[State, str], tuple[str, ...]]  # company -> types it may buy from the supply now
    must_own: Callable[[State, str], bool]
    helped: Callable[[State, Any], bool]  # whether the president adds what the treasury lacks for this purchase
    trade: Callable[[State, str, str, str], int | None]  # company, old, new -> allowance; None: no such trade
    traded_to_pool: bool = True
    discard_to_pool: bool = True
    from_companies: Callable[[State, str, str], bool] = never  # buyer, seller
    companies_price: Callable[[State, str, str, str], tuple[int, int]] | None = None  # low, high; None: 1 to cash
    bought: Callable[[Change, str, str], None] = field(default=lambda _change, _company, _train: None)
    phase_begins: Callable[[Change, str], None] = nothing_about


class OperatingRules(Struct, frozen=True, eq=False, kw_only=True):
    """How companies operate."""

    steps: tuple[Step, ...]
    income: Callable[[Change], None]
    order: Callable[[State], tuple[str, ...]]
    demands_best: bool = True  # a run below the proven best is refused
    dividend_choices: Callable[[State, str], tuple[str, ...]] = field(
        default=lambda _state, _company: ("pay", "withhold")
    )
    treasury_collects: tuple[str, ...] = ()  # holders whose dividends go to the company's treasury
    price_moves: Callable[[Change, str, int], None]
    home: Callable[[Change, str], None] | None = None  # places the home markers when a turn begins
    homes: Callable[[State, str], tuple[str, ...]] = printed_homes  # hexes for a company's home markers
    turn_begins: Callable[[Change, str], None] = nothing_about
    round_ends: Callable[[Change], None] = nothing
    may_buy_private: Callable[[State, str, str], tuple[int, int] | None] = field(
        default=lambda _state, _company, _private: None
    )
    private_bought: Callable[[Change, str, str, str], None] = field(
        default=lambda _change, _company, _private, _seller: None
    )
