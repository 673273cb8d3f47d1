"""How 18xx.games records 1893."""

from __future__ import annotations

from typing import Any

from railhead.core.forced import ForcedPurchase
from railhead.core.kinds import any_legal
from railhead.core.moves import Move, Pass, RaiseMoney, StartCompany
from railhead.core.operating import OperatingTurn, operating_company
from railhead.core.state import IPO, POOL, State, president_of
from railhead.core.stock import StockRound
from railhead.core.trains import SUPPLY, must_buy, offered, train_price
from railhead.imports.export.moves import start
from railhead.imports.export.t1889 import OUR_STEPS, STEP_OF, at_step, bankrupt_at_trains, dividend_open, routes_open
from railhead.imports.export.t1889 import trains_open as usual_trains_open
from railhead.imports.export.writer import Exporter, SiteStep, Style
from railhead.imports.t1893 import has_a_turn
from railhead.titles.t1893 import industry, merger, terms
from railhead.titles.t1893.bonds import BuyBond, SellBond, bonds_of
from railhead.titles.t1893.eva import TradeEva
from railhead.titles.t1893.fund import ExchangeFund, founds
from railhead.titles.t1893.package import (
    TAKE_LEFTOVER,
    BuyCertificate,
    Leftovers,
    OfferCertificate,
    printed_price,
    unsold,
)


def token_open(state: State, _turn: OperatingTurn) -> bool:
    """A marker left, money and a place for it."""
    there = at_step(state, "station")
    return any_legal(there, (industry.STATION, industry.PLACE))


def trains_open(state: State, turn: OperatingTurn) -> bool:
    """As usual."""
    return not must_buy(state, turn.company) and usual_trains_open(state, turn)


def turn_open(state: State, _frame: StockRound) -> bool:
    """Something can be done."""
    return has_a_turn(state)


def recordable(state: State, move: Move) -> bool:
    """What that site knows: buyers of EVA act in their turn; shares, not bonds, pay for the cheapest train."""
    if not bankrupt_at_trains(state, move):
        return False
    if isinstance(move, TradeEva):
        top = state.top
        if isinstance(top, ForcedPurchase):
            return False
        if isinstance(top, StockRound) and not has_a_turn(state):
            return False
        now = top.at if isinstance(top, StockRound) else president_of(state, operating_company(state))
        return move.by == move.buyer == now and move.price > 0
    if isinstance(move, RaiseMoney):
        company = operating_company(state)
        train = min(offered(state, company), key=lambda name: train_price(state, name))
        new = train in state.rules.train.on_sale(state, company)
        wanted = SUPPLY if new else POOL
        return move.train == train and move.source == wanted and not bonds_of(state, move.by)
    return not (isinstance(move, SellBond) and isinstance(state.top, ForcedPurchase))


def certificate(exporter: Exporter, move: BuyCertificate) -> None:
    """A bid; the last certificate of the package is bought like a bond."""
    state = exporter.state
    leftover = isinstance(state.top, Leftovers)
    price = state.top.price if leftover else printed_price(move.certificate)
    what = "bid" if leftover or len(unsold(state)) > 1 else "buy_company"
    exporter.write(exporter.player(move.by), what, company=move.certificate, price=price)


def offer(exporter: Exporter, move: OfferCertificate) -> None:
    """The first bid names what is offered."""
    price = printed_price(move.certificate)
    exporter.write(exporter.player(move.by), "bid", company=move.certificate, price=price)


def buy_bond(exporter: Exporter, move: BuyBond) -> None:
    """A bond of the city."""
    name = changed(exporter, move.by, gained=True)
    exporter.write(exporter.player(move.by), "buy_company", company=name, price=100)


def sell_bond(exporter: Exporter, move: SellBond) -> None:
    """A bond back to the bank."""
    name = changed(exporter, move.by, gained=False)
    exporter.write(exporter.player(move.by), "sell_company", company=name, price=100)


def changed(exporter: Exporter, player: str, gained: bool) -> str:
    """The bond that changes hands."""
    before, after = exporter.state.privates, exporter.mid.privates
    if gained:
        return next(b for b in terms.BONDS if after[b].owner == player != before[b].owner)
    return next(b for b in terms.BONDS if before[b].owner == player != after[b].owner)


def eva(exporter: Exporter, move: TradeEva) -> None:
    """EVA is bought by the player, or in a company's turn perhaps in its name; its owner cannot offer it there."""
    if move.buyer != move.by:
        raise NotImplementedError("the owner offered EVA")
    who = exporter.player(move.by)
    if isinstance(exporter.state.top, OperatingTurn) and exporter.rng.random() < 0.5:
        who = exporter.company(operating_company(exporter.state))
    exporter.write(who, "buy_company", company=terms.EVA, price=move.price)


def fund(exporter: Exporter, move: ExchangeFund) -> None:
    """For the director's certificate a par price, and the word that the fund pays; else one of the shares."""
    state = exporter.state
    if not founds(state):
        there = exporter.books.of(terms.RHEINBAHN, IPO)
        exporter.named = there[:1]
        who = {"entity": terms.FUND, "entity_type": "company"}
        exporter.write(who, "buy_shares", shares=there[:1], percent=10)
        return
    price = move.par
    start(exporter, StartCompany(move.by, terms.RHEINBAHN, price))
    if state.players[move.by].cash >= 2 * price:
        exporter.write(exporter.player(move.by), "assign", target=terms.FUND, target_type="company")


def start_1893(exporter: Exporter, move: StartCompany) -> None:
    """Who owns the fund and pays says so by a pass."""
    start(exporter, move)
    if move.company == terms.RHEINBAHN and exporter.state.privates[terms.FUND].owner == move.by:
        exporter.write(exporter.player(move.by), "pass")


def vote(exporter: Exporter, move: Any) -> None:
    """Yes or no."""
    word = "yes" if isinstance(move, merger.Support) else "no"
    exporter.write(exporter.player(move.by), "special_buy", description=word, cost=0)


def nothing(exporter: Exporter, move: RaiseMoney) -> None:
    """That a director begins to sell is not recorded."""


def no_more(exporter: Exporter, move: Pass) -> None:
    """A pass, also for trains of merged companies and for leftovers, of which that site asks those who can pay."""
    top = exporter.state.top
    if isinstance(top, Leftovers):
        if any_legal(exporter.state, (TAKE_LEFTOVER,)):
            exporter.write(exporter.player(move.by), "pass")
    elif isinstance(top, merger.TakeOver):
        exporter.write(exporter.company(top.company), "pass")
    else:
        exporter._pass(exporter.state, move)


S1893 = Style(
    steps=(
        SiteStep("track", lambda _state, turn: not turn.laid),
        SiteStep("token", token_open),
        SiteStep("routes", routes_open),
        SiteStep("dividend", dividend_open),
        SiteStep("trains", trains_open),
    ),
    step_of={**STEP_OF, RaiseMoney: "trains"},
    our_steps=OUR_STEPS,
    turn_open=turn_open,
    recordable=recordable,
    minors=frozenset(terms.MINORS),
    asks_more=0.3,
    writers={
        BuyCertificate: certificate,
        OfferCertificate: offer,
        BuyBond: buy_bond,
        SellBond: sell_bond,
        TradeEva: eva,
        ExchangeFund: fund,
        StartCompany: start_1893,
        merger.Support: vote,
        merger.Oppose: vote,
        RaiseMoney: nothing,
        Pass: no_more,
    },
)
