"""How 18xx.games records 1824 and its Cisleithania variants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.core.engine import open_kinds
from railhead.core.kinds import any_legal
from railhead.core.moves import Move, Pass, PlaceStation, SellLarge, SellShares
from railhead.core.operating import OperatingTurn, operating_company
from railhead.core.shares import percent_of
from railhead.core.state import POOL, RESERVED, State
from railhead.core.stations import STATION
from railhead.core.trains import must_buy, on_sale, room, train_price
from railhead.imports.export.moves import pick, place_station, write_token
from railhead.imports.export.t1889 import OUR_STEPS, STEP_OF, at_step, dividend_open, routes_open
from railhead.imports.export.writer import Exporter, SiteStep, Style
from railhead.titles.t1824 import cisleithania, draft, exchange, founding, railways, trains
from railhead.titles.t1824.debts import RepayDebt
from railhead.titles.t1824.first_round import BuyRailway

if TYPE_CHECKING:
    from railhead.core.stock import StockRound


def first_shares(state: State, sym: str) -> dict[str, list[int]]:
    """With two players: the shares that pre-state railways are exchanged for are numbered like these, from 0 on."""
    if not railways.extra_of(state).bond:
        return {}
    waiting = [
        name
        for name, facts in state.rules.companies.items()
        if facts.special.get("becomes") == sym and railways.kind_of(state, name) == railways.PRE_STATE
    ]
    numbers = [int(name[-1]) - 1 for name in waiting if not railways.builds_only(state, name)]
    return {RESERVED: [number for number in numbers if number]} if any(numbers) else {}


def track_open(state: State, turn: OperatingTurn) -> bool:
    """One lay, for everybody but a state railway without director."""
    return not turn.laid and not founding.lacks_director(state, turn.company)


def token_open(state: State, _turn: OperatingTurn) -> bool:
    """A marker left, money and a place for it."""
    there = at_step(state, "station")
    return any_legal(there, (STATION,))


def trains_open(state: State, turn: OperatingTurn) -> bool:
    """Room and money for the cheapest train of the bank, from phase 3 on 1 for those of others; or a trade-in.

    A coal railway for which there is a train is asked if it could pay for the cheapest of all.
    """
    company, cash = turn.company, state.companies[turn.company].cash
    if trains.buys_none(state, company) or founding.lacks_director(state, company) or must_buy(state, company):
        return False
    sale = on_sale(state, company)
    everybody = [sym for sym, it in state.companies.items() if not it.closed and sale]
    bank = {train for sym in everybody for train in on_sale(state, sym)}
    prices = [train_price(state, train) for train in bank]
    others = [sym for sym, it in state.companies.items() if it.trains and sym != company]
    if any(state.rules.train.from_companies(state, company, seller) for seller in others):
        prices.append(1)
    if room(state, company) > 0 and prices and cash >= min(prices):
        return True
    if turn.traded:
        return False
    swaps = [(old, new) for new in sale for old in state.companies[company].trains]
    worth = [(state.rules.train.trade(state, company, old, new), new) for old, new in swaps]
    return any(half is not None and cash >= train_price(state, new) - half for half, new in worth)


def turn_open(state: State, frame: StockRound) -> bool:
    """Something can be done."""
    there = replace(state, frames=(frame,))
    for kind in open_kinds(there):
        if kind.out_of_band:
            continue
        if kind.move is SellShares or kind.move is SellLarge:
            sales = (move for move in kind.candidates(there) if recordable(there, move))
            if any(kind.objection(there, move) is None for move in sales):
                return True
        elif any_legal(there, (kind,)):
            return True
    return False


def recordable(state: State, move: Move) -> bool:
    """There no more than half of the railway without director may lie in the pool after a sale."""
    if not isinstance(move, SellShares) or not railways.is_bond(state, move.company):
        return True
    return percent_of(state, move.company, POOL) + move.percent <= 50


def railway(exporter: Exporter, move: BuyRailway) -> None:
    """A mountain, coal or pre-state railway."""
    exporter.write(exporter.player(move.by), "buy_company", company=move.railway, price=move.price)


def mountain(exporter: Exporter, move: exchange.ExchangeMountain) -> None:
    """A purchase by the mountain railway, for nothing."""
    name = pick(exporter, move.company, move.source, 10)
    exporter.named = [name]
    who = {"entity": exporter.private(move.private), "entity_type": "company"}
    exporter.write(who, "buy_shares", shares=[name], percent=10, share_price=0)


def coal(exporter: Exporter, move: exchange.ExchangeCoal) -> None:
    """A coal railway becomes part of its regional railway."""
    exporter.write(exporter.player(move.by), "special_buy", description=move.railway, cost=0)


def give_back(exporter: Exporter, move: founding.ReturnStation) -> None:
    """One of two markers in Vienna."""
    cities = founding.marker_cities(exporter.state, exporter.state.top)
    choice = "Return one token" if move.city == cities[0] else "Return the other token"
    exporter.write(exporter.player(move.by), "choose", choice=choice)


def repay(exporter: Exporter, move: RepayDebt) -> None:
    """All of a debt, or a part of it."""
    if move.amount == railways.debt_of(exporter.state, move.by):
        exporter.write(exporter.player(move.by), "payoff_player_debt")
    else:
        exporter.write(exporter.player(move.by), "payoff_player_debt_partial", amount=move.amount)


def marker(exporter: Exporter, move: PlaceStation) -> None:
    """A marker of the railway without director is placed by the company whose turn it is."""
    if not isinstance(exporter.state.top, cisleithania.BondStation):
        place_station(exporter, move)
        return
    who = exporter.company(operating_company(exporter.state))
    write_token(exporter, who, railways.extra_of(exporter.state).bond, move)


def no_more(exporter: Exporter, move: Pass) -> None:
    """A pass, also in a compulsory exchange, after the draft and for a marker."""
    top = exporter.state.top
    if isinstance(top, exchange.MountainExchange | draft.MountainOffer):
        exporter.write(exporter.player(move.by), "pass")
    elif isinstance(top, cisleithania.BondStation):
        exporter.write(exporter.company(operating_company(exporter.state)), "pass")
    else:
        exporter._pass(exporter.state, move)


S1824 = Style(
    steps=(
        SiteStep("track", track_open),
        SiteStep("token", token_open),
        SiteStep("routes", routes_open),
        SiteStep("dividend", dividend_open),
        SiteStep("trains", trains_open),
    ),
    step_of=STEP_OF,
    our_steps=OUR_STEPS,
    turn_open=turn_open,
    first_shares=first_shares,
    recordable=recordable,
    asks_more=0.3,
    writers={
        BuyRailway: railway,
        exchange.ExchangeMountain: mountain,
        exchange.ExchangeCoal: coal,
        founding.ReturnStation: give_back,
        RepayDebt: repay,
        PlaceStation: marker,
        Pass: no_more,
    },
)
