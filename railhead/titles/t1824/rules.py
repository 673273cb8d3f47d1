"""1824 on the kernel: what is not as usual (`railhead/usual.py`), in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs
from msgspec.structs import replace

from railhead import usual
from railhead.core.change import Change
from railhead.core.finish import cash_and_shares
from railhead.core.kinds import asks, in_turn
from railhead.core.market import place_marker
from railhead.core.moves import BuyTrain, RunTrains
from railhead.core.operating import minors_first, operating_company, settled_at_first
from railhead.core.policies import SELL_THEN_BUY, StockRules
from railhead.core.revenue import DIVIDEND_STEP, ROUTE_CHECKS, RUN, RUN_STEP, best_of
from railhead.core.rounds import alternate
from railhead.core.rules import Rules
from railhead.core.rulings import Facts, check
from railhead.core.setup import opening
from railhead.core.state import IPO, POOL, RESERVED, State, president_of
from railhead.core.stock import PASS
from railhead.titles.t1824 import (
    cisleithania,
    components,
    debts,
    draft,
    exchange,
    first_round,
    founding,
    goods,
    railways,
    scoring,
    stock,
    track,
    trains,
)

# Set-up (III)


def set_up(rules: Rules, names: tuple[str, ...], seed: int) -> State:
    """The position before the first stock round; the railway without a director opens at once (X.4)."""
    change = prepared(rules, names, seed)
    if bond := railways.extra_of(change.state).bond:
        cisleithania.open_bond(change, bond)
        cisleithania.place_bond_home(change, bond)
    return change.state


def prepared(rules: Rules, names: tuple[str, ...], seed: int) -> Change:
    """Shares reserved for owners, prices of the state railways, and what variants begin with."""
    cash = rules.facts.setup[len(names)].cash
    change = Change(structs.replace(opening(rules, names, seed, cash), extra=railways.Extra()))
    for company in railways.of_kind(change.state, railways.REGIONAL):
        if railways.coal_of(change.state, company):
            change.company(company, certificate=RESERVED)
    for company in railways.of_kind(change.state, railways.STATE):
        kept = len(railways.forerunners(change.state, company)) - 1
        tens = rules.companies[company].shares[1:]
        change.company(
            company,
            certificate=RESERVED,
            shares={RESERVED: tens[:kept], IPO: tens[kept:]} if kept else {IPO: tens},
            par=rules.facts.special["state_price"],
        )
        row, column = rules.facts.special["state_cell"]
        place_marker(change, company, (row, column), "par", "state.price")
    if rules.on(railways.GOODS_TIME_PLACING):
        change.push(goods.TownPlacing())
    if rules.on(railways.CISLEITHANIA) and len(names) == 2:
        draft.set_stacks(change)
    return change


def debt_words(state: State, owner: str) -> tuple[str, ...]:
    """What a player owes: everything that players have is open (III.2)."""
    debt = railways.debt_of(state, owner)
    return (f"owes {debt:,}G",) if debt else ()


# Companies (IV)


def capital(state: State, company: str) -> int:
    """Ten times the price; eight times with a coal railway, which brings its own money (IV.4.2, IV.4.3)."""
    with_coal = railways.coal_of(state, company) and company not in railways.extra_of(state).orphans
    return (8 if with_coal else 10) * state.companies[company].par


# Rounds (V)


def next_round(change: Change) -> None:
    """After a stock round: interest, and after the first one unsold railways go. Then the usual rhythm."""
    here = change.state.round
    if not here.kind:
        first_round.begin_first_round(change)
        return
    if here.kind == "SR":
        debts.charge_interest(change)
        if here.number == 1:
            first_round.remove_unsold(change)
    alternate(change)


# Stock rounds (VI)

FIRST_ROUND = (first_round.BUY_RAILWAY, stock.SELL, stock.BUY, stock.START, PASS)
LATER_ROUNDS = (
    stock.SELL,
    stock.SELL_LARGE,
    stock.BUY,
    stock.START,
    exchange.MOUNTAIN,
    exchange.EXCHANGE_COAL,
    debts.REPAY,
    PASS,
)


def may_float(state: State, company: str) -> bool:
    """A regional railway needs a director; state railways have none before they are founded (VI.5)."""
    return state.companies[company].certificate in state.players


class OneBank(StockRules, frozen=True):
    """Shares that are sold go back to the bank, which sells all at the share price; a sale costs one step."""

    def president(self, state: State, company: str) -> str:
        """Nobody runs the railway without a director, regardless of who holds its large certificate (X.4)."""
        holder = state.companies[company].certificate  # not by `super`: lists of trains ask this most
        return holder if holder in state.players and company != railways.extra_of(state).bond else ""


# Operating rounds (VII)


def by_number_and_price(state: State) -> tuple[str, ...]:
    """Coal and pre-state railways by number, then by price those that somebody runs or that pay by themselves."""
    in_order = minors_first(*railways.MINORS)(state)
    return tuple([sym for sym in in_order if president_of(state, sym) or railways.is_bond(state, sym)])


operating_order = settled_at_first(by_number_and_price)
"""VII.4."""


@check("run.duty")
def runs_something(state: State, move: RunTrains) -> Facts | None:
    """A company that can earn something must run (VII.5)."""
    company = operating_company(state)
    idle = not move.routes and best_of(state, company).routes
    return {"company": company} if idle else None


RUN_TRAINS = replace(RUN, checks=(*ROUTE_CHECKS, runs_something))

STEPS = (
    usual.track_step(track.LAY_TRACK),
    usual.station_step(),
    replace(RUN_STEP, kinds=(RUN_TRAINS,)),
    DIVIDEND_STEP,
    usual.train_step(trains.FORCED),
)
"""A company's turn (VII.5)."""


def round_ends(change: Change) -> None:
    """Without a director a price falls; after a set a train is exported; then state railways are founded."""
    here = change.state.round
    founding.fall_without_director(change)
    if here.part == here.of:
        trains.export(change)
    founding.found_due_states(change)
    exchange.open_regional_railways(change)


# The end (IX)


def worth(state: State, player: str) -> int:
    """Cash and shares less debts (IX.2)."""
    return cash_and_shares(state, player) - railways.debt_of(state, player)


# The whole


def build(options: Mapping[str, bool], seats: int) -> Rules:
    """The rules of 1824 with these options; two players always play on the small map."""
    if seats == 2:
        options = {**options, railways.CISLEITHANIA: True}
    goods_time = options.get(railways.GOODS_TIME) or options.get(railways.GOODS_TIME_PLACING)
    if goods_time and options.get(railways.CISLEITHANIA):
        raise ValueError("1824: Goods Time is played on the large map, not with Cisleithania")
    return usual.rules(
        components.facts_for(options, seats),
        components.RULEBOOK,
        options,
        seats,
        version=2,
        set_up=set_up,
        also_holds=debt_words,
        next_round=next_round,
        # stock rounds (VI)
        stock=OneBank(
            shape=SELL_THEN_BUY,
            sold_to=POOL if options.get(railways.CISLEITHANIA) and seats == 2 else IPO,
            drop_per_share=False,
            priced_by_market=True,
            may_float=may_float,
            capital=capital,
        ),
        trading=LATER_ROUNDS,
        # operating rounds (VII.1 to VII.5)
        operating=replace(
            usual.OPERATING,
            order=operating_order,
            homes=founding.homes,
            turn_begins=cisleithania.only_pays,
            steps=STEPS,
            demands_best=False,
            dividend_choices=usual.halved_by(*railways.MINORS),
            round_ends=round_ends,
        ),
        always=(),
        # track (VII.6, VII.7)
        track=replace(
            usual.TRACK,
            must_add=False,
            cost=track.terrain,
            blocked=usual.nothing_closed,
            fits=track.big_city_kept,
            upgrades=track.big_city_grows,
            laid=cisleithania.vienna_upgraded,
            closed_to=track.closed_to,
        ),
        scoring=scoring.sheet(bukowina=options.get(railways.CISLEITHANIA, False) and seats == 2),
        # trains (VII.11 to VII.15)
        train=replace(
            usual.TRAINS,
            limit=trains.limit,
            on_sale=trains.on_sale,
            must_own=trains.must_own,
            helped=trains.helped,
            traded_to_pool=False,
            discard_to_pool=False,
            from_companies=trains.sells_to,
            companies_price=trains.price_between,
            bought=trains.bought,
            phase_begins=trains.phase_begins,
        ),
        forced=trains.FORCED,
        deals={BuyTrain: debts.complete},
        score=worth,
        frames={
            first_round.FirstRound: asks(*FIRST_ROUND, who=in_turn, advance=first_round.advance_first_round),
            exchange.MountainExchange: exchange.MOUNTAIN_PROCEDURE,
            founding.TwoMarkers: founding.RETURN_PROCEDURE,
            # variants (X to XII)
            draft.Draft: draft.DRAFT_PROCEDURE,
            draft.DraftPrices: draft.PRICES_PROCEDURE,
            draft.MountainOffer: draft.OFFER_PROCEDURE,
            cisleithania.BondStation: cisleithania.STATION_PROCEDURE,
            goods.TownPlacing: goods.PLACING_PROCEDURE,
        },
        extra=railways.Extra,
        words=components.WORDS,
    )
