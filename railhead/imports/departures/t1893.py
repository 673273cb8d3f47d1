"""Where 18xx.games departs from the rulebook of 1893; see the title's DEPARTURES.md."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.core.buying import buy_share
from railhead.core.change import find_frame
from railhead.core.events import Passed
from railhead.core.floating import float_if_due
from railhead.core.forced_sales import lose_everything
from railhead.core.kinds import any_legal, asks, legal
from railhead.core.map import build_map
from railhead.core.operating import minors_first, operating_company, turn_frame
from railhead.core.privates import close_private
from railhead.core.rulings import Facts, check
from railhead.core.selling import sell_in_turn
from railhead.core.shares import percent_of, privates_of
from railhead.core.state import BANK, POOL, State, next_player, players_from, president_of
from railhead.core.stock import StockRound
from railhead.core.trains import SUPPLY, agreed_price, must_buy, short_of_a_train
from railhead.imports.departures import option_names as option
from railhead.imports.dialects import (
    any_discard_order,
    early_bankruptcy,
    names,
    with_check,
    with_effect,
    with_kinds,
    with_procedure,
    without_check,
)
from railhead.titles.t1893 import eva, forced, fund, merger, package, terms, trading, trains
from railhead.titles.t1893.directors import Split, asking
from railhead.titles.t1893.rounds import float_all, locomotive

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from railhead.core.change import Change
    from railhead.core.kinds import Kind, PriceRange
    from railhead.core.moves import BuyTrain
    from railhead.core.rules import Rules

# The starting package (3)


def locomotive_left_of_last_buyer(rules: Rules) -> Rules:
    """After a first round that sold the package, the player to the left of the last buyer begins."""

    def next_order(change: Change, frame: StockRound) -> None:
        opened = isinstance(frame, package.Opening) and len(package.unsold(change.state)) < 2
        if opened and frame.last:
            change.set(priority=next_player(change.state, frame.last))
        else:
            locomotive(change, frame)

    return replace(rules, stock=replace(rules.stock, next_order=next_order))


def skipped_players_stay_in(rules: Rules) -> Rules:
    """Once the package is sold, a player who can afford nothing is skipped and may act again."""
    usual = rules.procedures[package.Opening]

    def skipped(state: State, frame: package.Opening) -> bool:
        if len(state.order) in (len(frame.passed), frame.passes) or frame.at in frame.passed or frame.bought:
            return False
        kinds = state.rules.procedures[package.Opening].all_kinds
        asked = not frame.done and legal(state, kinds)
        return not asked and len(package.unsold(state)) < 2 and not any_legal(state, kinds)

    def advance(change: Change, frame: package.Opening) -> bool:
        if not skipped(change.state, frame):
            return usual.advance(change, frame)
        change.emit(Passed(player=frame.at, automatic=not frame.done))
        change.top(at=next_player(change.state, frame.at), passes=frame.passes + 1, done=False)
        return True

    return with_procedure(rules, package.Opening, replace(usual, advance=advance))


def leftovers(rules: Rules) -> Rules:
    """Leftovers fall in full tens, also below half; the left neighbour must buy if the offerer cannot."""

    def in_tens(state: State, certificate: str) -> int:
        price, half = package.printed_price(certificate), package.lowest_price(state, certificate)
        return next(low for low in range(price, -1, -package.CUT) if low <= half)

    sale = package.leftover_sale(
        lowest=in_tens if names(rules, option.TENS_ONLY) else package.lowest_price,
        liable=players_from if names(rules, option.LEFT_MUST_BUY) else package.to_the_right,
    )
    return with_procedure(rules, package.Leftovers, sale)


def package_at_recorded_price(rules: Rules) -> Rules:
    """The price of an earlier edition stands, for which the printed price is waived; but no price is made up."""

    @check("package.recorded-price")
    def near_the_printed_price(state: State, move: package.BuyCertificate) -> Facts | None:
        """Editions differ by a tenth; half to double the printed price is more than they ever will."""
        printed = package.asked_price(state, move.certificate)
        if not move.price or printed <= 2 * move.price <= 4 * printed:
            return None
        return {"certificate": move.certificate, "price": move.price, "printed price": printed}

    return with_check(rules, package.at_asked_price, near_the_printed_price, package.at_asked_price)


# The fund and EVA (4.1)


def fund_in_first_round(rules: Rules) -> Rules:
    """The fund may be exchanged in the first stock round."""
    return with_check(rules, fund.not_in_opening)


def fund_for_one_share(rules: Rules) -> Rules:
    """The fund may be exchanged for the last share."""

    @check("1893.fund-shares")
    def one_share(state: State, _move: fund.ExchangeFund) -> Facts | None:
        """A voluntary exchange needs one share."""
        return None if fund.founds(state) or fund.shares_left(state) or terms.fund_is_due(state) else {"left": 0}

    return with_check(rules, fund.enough_shares, one_share)


def fund_may_lapse(rules: Rules) -> Rules:
    """The exchange is not forced: a fund whose owner did not exchange it when it was due is lost."""
    usual = rules.procedures[StockRound]

    def advance(change: Change, frame: StockRound) -> bool:
        over = frame.passes >= len(change.state.order)
        if not usual.advance(change, frame):
            return False
        owner = change.state.privates[terms.FUND].owner
        if not over and owner == frame.at and terms.fund_is_due(change.state):
            close_private(change, terms.FUND, "1893.fund-leaves")
        return True

    rules = with_procedure(rules, StockRound, replace(usual, advance=advance))
    return without_check(rules, fund.fund_first.rule)


def eva_unasked(rules: Rules) -> Rules:
    """The player in turn takes EVA without asking; in a stock round the bank gets the money."""

    def take(change: Change, move: eva.TradeEva) -> None:
        trading_shares = find_frame(change.state, StockRound) is not None
        eva.complete_trade(change, move, BANK if trading_shares else "")

    def take_or_offer(change: Change, move: eva.TradeEva) -> None:
        effect = take if move.by == move.buyer else eva.propose_trade
        effect(change, move)

    def purchases(state: State) -> Iterator[eva.TradeEva]:
        return (move for move in eva.TRADE_EVA.candidates(state) if move.by == move.buyer)

    def prices(state: State) -> Iterator[PriceRange]:
        return (one for one in eva.prices(state) if one.move.by != eva.owner(state))

    def change(kind: Kind) -> Kind:
        if kind is not eva.TRADE_EVA:
            return kind
        return replace(kind, candidates=purchases, price_ranges=prices, effect=take_or_offer)

    return with_kinds(replace(rules, deals={**rules.deals, eva.TradeEva: take}), change)


# Shares and floating (5.1, 19)


def float_at_once(rules: Rules) -> Rules:
    """A corporation floats with the share that it needed, a merged one with the next share or round."""

    def exchange(change: Change, move: fund.ExchangeFund) -> None:
        fund.exchange_fund(change, move)
        float_if_due(change, terms.RHEINBAHN)

    pay_income = rules.operating.income

    def income(change: Change) -> None:
        float_all(change)
        pay_income(change)

    rules = replace(rules, operating=replace(rules.operating, income=income))
    rules = with_effect(rules, trading.BUY.effect, asking(buy_share))
    return mergers(with_effect(rules, fund.exchange_fund, exchange))


def mergers(rules: Rules) -> Rules:
    """A founding does not float the corporation; a tie for its first director goes by the merged companies."""

    def no_float(_change: Change, _merger: terms.Merger) -> None:
        """It floats later."""

    def by_company(state: State, company: str, owners: Mapping[str, str]) -> str:
        old, new = state.companies[company].certificate, merger.largest_holder(state, company, owners)
        most = percent_of(state, company, new)
        equals = (name for name in owners.values() if percent_of(state, company, name) == most)
        return new if new == old else next(equals, new)

    merge = partial(
        merger.merge,
        founded=no_float if names(rules, option.FLOAT_AT_ONCE) else merger.float_merged,
        director=by_company if names(rules, option.MERGED_IN_TURN) else merger.largest_holder,
    )
    return replace(rules, procedures={**rules.procedures, **merger.merger_procedures(merge)})


def row_for_every_sale(rules: Rules) -> Rules:
    """Each sale of a corporation in a turn costs a row."""
    return with_effect(rules, trading.SELL.effect, asking(sell_in_turn))


def fixed_split(rules: Rules) -> Rules:
    """A new director gives two small certificates if he has them; he is not asked."""

    def advance(change: Change, _frame: Split) -> bool:
        change.pop()
        return True

    return with_procedure(rules, Split, asks(advance=advance))


def face_value_counts(rules: Rules) -> Rules:
    """Privates and minors count at the end with their price."""

    def score(state: State, player: str) -> int:
        privates = [sym for sym in privates_of(state, player) if sym not in terms.BONDS]
        minors = [sym for sym in terms.MINORS if state.companies[sym].certificate == player]
        return rules.score(state, player) + sum(map(package.printed_price, (*privates, *minors)))

    return replace(rules, score=score)


# Track and operating rounds (7, 8)

TOWARDS_R5 = 1
"""The edge of Q6 whose bar that site does not have."""


def no_bar_at_r5(rules: Rules) -> Rules:
    """Track on R5 may point at the Rhine towards Q6."""
    facts = rules.facts
    hexes = dict(facts.hexes)
    hexes["R5"] = replace(hexes["R5"], borders=())
    bars = tuple(bar for bar in hexes["Q6"].borders if bar.edge != TOWARDS_R5)
    hexes["Q6"] = replace(hexes["Q6"], borders=bars)
    return replace(rules, map=build_map(facts.layout, facts.axes, hexes, facts.tiles))


def order_follows_prices(rules: Rules) -> Rules:
    """A price that moves in a round changes the order of the companies that are still to operate."""
    return replace(rules, operating=replace(rules.operating, order=minors_first("minor")))


# Trains (14, 15)


def help_with_others(rules: Rules) -> Rules:
    """A director's money buys from another company, too, up to the printed price."""
    own = rules.train.helped

    def helped(state: State, move: BuyTrain) -> bool:
        short = short_of_a_train(state, operating_company(state)) and not move.trade
        return short or own(state, move)

    def needs_help(state: State, company: str) -> bool:
        return trains.alone_without_train(state, company) or must_buy(state, company)

    return replace(rules, train=replace(rules.train, helped=helped, companies_price=agreed_price(needs_help)))


def minor_above_face(rules: Rules) -> Rules:
    """An owner helps a minor to pay more than the printed price."""
    own = rules.train.companies_price
    assert own is not None, "companies of 1893 agree on prices"

    def prices(state: State, buyer: str, seller: str, train: str) -> tuple[int, int]:
        if not trains.alone_without_train(state, buyer):
            return own(state, buyer, seller, train)
        return 1, state.companies[buyer].cash + state.players[president_of(state, buyer)].cash

    return replace(rules, train=replace(rules.train, companies_price=prices))


def trade_at_any_time(rules: Rules) -> Rules:
    """A train is traded in after others were bought, too."""

    def trade(state: State, _company: str, old: str, new: str) -> int | None:
        return None if turn_frame(state).traded else trains.allowance(state, old, new)

    return replace(rules, train=replace(rules.train, trade=trade))


def trade_for_pool_trains(rules: Rules) -> Rules:
    """Trains are traded in for trains of the pool, too."""

    @check("train.trade-in")
    def trade_allowed(state: State, move: BuyTrain) -> Facts | None:
        """An own train for one of the bank or the pool."""
        as_new = replace(move, source=SUPPLY) if move.source == POOL else move
        return trains.trade_allowed.objects(state, as_new)

    return with_check(rules, trains.trade_allowed, trade_allowed)


def bankrupt_loses_cash(rules: Rules) -> Rules:
    """A bankrupt player's cash is lost, and his bonds are not sold."""
    return with_effect(rules, forced.go_bankrupt, lose_everything(forced.LAST_SALE))


DEPARTURES = {
    option.LEFT_OF_LAST: locomotive_left_of_last_buyer,
    option.SKIPPED_STAY: skipped_players_stay_in,
    option.TENS_ONLY: leftovers,
    option.LEFT_MUST_BUY: leftovers,
    option.FUND_EARLY: fund_in_first_round,
    option.FUND_FOR_ONE: fund_for_one_share,
    option.FUND_LAPSES: fund_may_lapse,
    option.EVA_UNASKED: eva_unasked,
    option.FLOAT_AT_ONCE: float_at_once,
    option.ROW_PER_SALE: row_for_every_sale,
    option.FIXED_SPLIT: fixed_split,
    option.RESORTED: order_follows_prices,
    option.HELP_WITH_OTHERS: help_with_others,
    option.MINOR_ABOVE_FACE: minor_above_face,
    option.TRADE_AFTER_PURCHASES: trade_at_any_time,
    option.TRADE_FOR_POOL: trade_for_pool_trains,
    option.MERGED_IN_TURN: mergers,
    option.BANKRUPT_PAYS: bankrupt_loses_cash,
    option.FACE_COUNTS: face_value_counts,
    option.OPEN_BANK: no_bar_at_r5,
    option.ANY_DISCARD_ORDER: any_discard_order,
    option.EARLY_BANKRUPTCY: early_bankruptcy,
    option.OLD_PRICES: package_at_recorded_price,
}
