"""Where 18xx.games departs from the rulebook of 1894; see the title's DEPARTURES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.core.auction import Auction, advance_auction, unsold
from railhead.core.buying import buy_share
from railhead.core.kinds import asks
from railhead.core.operating import turn_frame
from railhead.core.policies import all_par_prices
from railhead.core.reach import has_route
from railhead.core.rulings import Facts, check
from railhead.core.selling import sell_in_turn
from railhead.core.state import State, president_of
from railhead.core.stock import stock_frame
from railhead.imports.departures import option_names as option
from railhead.imports.dialects import (
    any_discard_order,
    early_bankruptcy,
    with_check,
    with_effect,
    with_procedure,
)
from railhead.titles.t1894 import powers, shares, track, trains
from railhead.titles.t1894.extra import LATE, extra_of, note
from railhead.titles.t1894.ferry import reaches_london
from railhead.titles.t1894.homes import free_locations, rivals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railhead.core.change import Change
    from railhead.core.moves import BuyShare, LayTile, StartCompany
    from railhead.core.rules import Rules


def par_after_auctions(rules: Rules) -> Rules:
    """Par prices of the shareholdings wait until all bids are settled."""
    usual = rules.procedures[Auction]

    def advance(change: Change, frame: Auction) -> bool:
        left = unsold(change.state)
        bids_wait = bool(left) and bool(frame.bids.get(left[0]))
        return advance_auction(change, frame) if bids_wait else usual.advance(change, frame)

    return with_procedure(rules, Auction, replace(usual, advance=advance))


def loose_second_share(rules: Rules) -> Rules:
    """A sale may come before the second gray share, and the first share may make the buyer president."""

    def may_take_second(state: State, player: str, company: str) -> bool:
        bought_a_share = len(stock_frame(state).bought) == 1 and extra_of(state).double != ""
        return bought_a_share and shares.is_gray(state, company) and president_of(state, company) == player

    def buy(change: Change, move: BuyShare) -> None:
        buy_share(change, move)
        note(change, double=move.company)

    rules = replace(rules, stock=replace(rules.stock, may_buy_more=may_take_second))
    return with_effect(with_effect(rules, shares.buy, buy), shares.sell, sell_in_turn)


def par_100_for_all(rules: Rules) -> Rules:
    """Any company may start at 100, too."""
    return replace(rules, stock=replace(rules.stock, par_prices=all_par_prices))


def late_home_free_slot(rules: Rules) -> Rules:
    """The home of a late company needs a location that is not kept for another one, and no more."""

    def homes(state: State, company: str) -> tuple[str, ...]:
        there: list[str] = state.rules.facts.special["late_home_hexes"][company]
        return shares.bare_first(
            state,
            (one for one in there if len(free_locations(state, company, one)) > len(rivals(state, company, one))),
        )

    @check("1894.late-no-home")
    def has_home(state: State, move: StartCompany) -> Facts | None:
        """A late company needs a hex that can be its home."""
        return {"company": move.company} if move.company in LATE and not homes(state, move.company) else None

    @check("1894.late-home")
    def home_allowed(state: State, move: shares.ChooseHome) -> Facts | None:
        """In its country, with an empty location, and without track if possible."""
        company = state.top.company
        there = homes(state, company)
        return None if move.company == company and move.hex in there else {"company": company, "homes": list(there)}

    def candidates(state: State) -> Iterator[shares.ChooseHome]:
        for hex_id in homes(state, state.top.company):
            yield shares.ChooseHome(state.top.player, state.top.company, hex_id)

    def only_home(change: Change, frame: shares.LateHome) -> bool:
        there = homes(change.state, frame.company)
        if len(there) == 1:
            shares.choose_home(change, shares.ChooseHome(frame.player, frame.company, there[0]))
        return len(there) == 1

    choose = shares.CHOOSE_HOME.but(candidates=candidates, instead={shares.home_allowed: home_allowed})
    rules = with_procedure(rules, shares.LateHome, asks(choose, advance=only_home))
    return with_check(rules, shares.late_has_home, has_home)


def station_power_once(rules: Rules) -> Rules:
    """A station private lays one tile in the game."""

    @check("1894.station-tile")
    def unused(state: State, move: powers.LayStationTile) -> Facts | None:
        """The private has not laid a tile yet."""
        used = state.privates[powers.STATIONS[move.hex]].used
        return {"used": used} if used else None

    return with_check(rules, powers.station_tile_owner, powers.station_tile_owner, unused)


def extra_tile_upgrade(rules: Rules) -> Rules:
    """The additional tile of the Reims-Charleville line may be upgraded in the same round."""

    @check("1894.upgrade-same-turn")
    def no_track_action_yet(state: State, move: LayTile) -> Facts | None:
        """A company does not upgrade what one of its track actions laid in the same turn."""
        laid = (hex_id for hex_id, colour in turn_frame(state).laid if colour != track.EXTRA)
        return {"hex": move.hex} if move.hex in laid else None

    return with_check(rules, track.not_laid_this_turn, no_track_action_yet)


def london_is_a_route(rules: Rules) -> Rules:
    """Track to London obliges to own a train even without a ferry."""

    def must_own(state: State, company: str) -> bool:
        if state.companies[company].trains:
            return False
        return has_route(state, company) or reaches_london(state, company)

    return replace(rules, train=replace(rules.train, must_own=must_own))


def many_upgrades(rules: Rules) -> Rules:
    """A company may upgrade more than one train in a turn."""
    return with_check(rules, trains.one_upgrade)


DEPARTURES = {
    option.PAR_AFTER_AUCTIONS: par_after_auctions,
    option.LOOSE_DOUBLE: loose_second_share,
    option.PAR_100: par_100_for_all,
    option.LATE_HOME_FREE_SLOT: late_home_free_slot,
    option.STATION_POWER_ONCE: station_power_once,
    option.EXTRA_TILE_UPGRADE: extra_tile_upgrade,
    option.LONDON_DUTY: london_is_a_route,
    option.MANY_UPGRADES: many_upgrades,
    option.ANY_DISCARD_ORDER: any_discard_order,
    option.EARLY_BANKRUPTCY: early_bankruptcy,
}
