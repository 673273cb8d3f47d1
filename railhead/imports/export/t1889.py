"""How 18xx.games records each title: which steps it asks about, and what only that title records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.core.market import price_of, zone_of
from railhead.core.moves import (
    Bankrupt,
    BuyTrain,
    Dividend,
    LayTile,
    Move,
    Pass,
    PlaceStation,
    RunTrains,
    SellLarge,
    SellShares,
)
from railhead.core.operating import OperatingTurn, operating_company
from railhead.core.privates import sale_range
from railhead.core.reach import has_route
from railhead.core.shares import certificates_of, percent_of
from railhead.core.state import IPO, POOL, State, president_of
from railhead.core.stations import STATION, station_candidates
from railhead.core.trains import cheapest, must_buy, room
from railhead.imports.export.moves import write_tile
from railhead.imports.export.writer import Exporter, SiteStep, Style
from railhead.titles.t1889 import powers as powers_1889

if TYPE_CHECKING:
    from railhead.core.stock import StockRound

OUR_STEPS = {"station": "token", "run": "routes"}
STEP_OF: dict[type, str] = {
    LayTile: "track",
    PlaceStation: "token",
    RunTrains: "routes",
    Dividend: "dividend",
    BuyTrain: "trains",
    SellShares: "trains",
    SellLarge: "trains",
    Bankrupt: "trains",
}


def at_step(state: State, name: str) -> State:
    """The position with the company's turn in some step of ours."""
    names = [step.name for step in state.rules.operating.steps]
    frames = tuple(
        replace(frame, step=names.index(name)) if isinstance(frame, OperatingTurn) else frame
        for frame in state.frames
    )
    while not isinstance(frames[-1], OperatingTurn):
        frames = frames[:-1]
    return replace(state, frames=frames)


def bankrupt_at_trains(state: State, move: Move) -> bool:
    """Today that site offers a bankruptcy only where a train is to be bought."""
    if not isinstance(move, Bankrupt) or not isinstance(state.top, OperatingTurn):
        return True
    return state.rules.operating.steps[state.top.step].name == "trains"


def token_open(state: State, turn: OperatingTurn) -> bool:
    """A marker left, money for it, and a place for it."""
    if turn.stations:
        return False
    there = at_step(state, "station")
    return any(STATION.objection(there, move) is None for move in station_candidates(there))


def routes_open(state: State, turn: OperatingTurn) -> bool:
    """A train and a second stop."""
    return turn.revenue < 0 and bool(state.companies[turn.company].trains) and has_route(state, turn.company)


def dividend_open(_state: State, _turn: OperatingTurn) -> bool:
    """Never left by a pass."""
    return False


def trains_open(state: State, turn: OperatingTurn) -> bool:
    """Room and money for the cheapest train, any train of another company counting 1; or a trade-in."""
    company, cash = turn.company, state.companies[turn.company].cash
    assert not must_buy(state, company) or not cheapest(state, company), "nobody passes who must buy"
    elsewhere = any(it.trains for sym, it in state.companies.items() if sym != company)
    prices = [cheapest(state, company)] if cheapest(state, company) else []
    if elsewhere:
        prices.append(1)
    if room(state, company) > 0 and prices and cash >= min(prices):
        return True
    for new in state.rules.train.on_sale(state, company):
        for old in state.companies[company].trains:
            worth = state.rules.train.trade(state, company, old, new)
            if worth is not None and cash >= state.rules.trains[new].price - worth:
                return True
    return False


def privates_open(state: State, turn: OperatingTurn) -> bool:
    """Money for the lowest price of a private that some player owns, while they are for sale."""
    price_ranges = [
        sale_range(state, turn.company, sym)
        for sym, private in state.privates.items()
        if private.owner in state.players and not private.closed
    ]
    lows = [span[0] for span in price_ranges if span is not None]
    return bool(lows) and state.companies[turn.company].cash >= min(lows)


# 1889


def track_open_1889(state: State, turn: OperatingTurn) -> bool:
    """One lay; and while the president owns the ferry with its port tile."""
    ferry = state.privates.get("B")
    port = ferry is not None and not ferry.closed and not ferry.used and not state.rules.on("beginner")
    return not turn.laid or (port and ferry is not None and ferry.owner == president_of(state, turn.company))


def turn_open_1889(state: State, frame: StockRound) -> bool:
    """A sale, a purchase or a start is possible."""
    return sell_open(state, frame) or buy_open(state, frame) or start_open(state, frame, 130)


def sell_open(state: State, frame: StockRound, often: bool = False) -> bool:
    """Not in the first round; one block of a company in a turn; no sale after a sale and a purchase.

    Where it may be done often, neither of the last two holds.
    """
    player = frame.at
    if frame.first or (frame.bought and frame.sold_first and not often):
        return False
    for sym, charter in state.companies.items():
        if charter.cell is None or percent_of(state, sym, POOL) + 10 > 50 or (sym in frame.sold_now and not often):
            continue
        if charter.shares.get(player):
            return True
        others = [percent_of(state, sym, other) for other in state.players if other != player]
        if charter.certificate == player and max(others) >= 20:
            return True
    return False


def buy_open(state: State, frame: StockRound) -> bool:
    """Within the limits, with money, and nothing sold of it in this round."""
    player, cash = frame.at, state.players[frame.at].cash
    if frame.bought:
        return False
    for sym, charter in state.companies.items():
        if sym in frame.sold.get(player, ()) or charter.cell is None:
            continue
        zones = zone_of(state, sym)
        if certificates_of(state, player) >= state.rules.certificate_limit and not zones & {"yellow", "orange"}:
            continue
        if percent_of(state, sym, player) + 10 > 60 and "orange" not in zones:
            continue
        if charter.shares.get(IPO) and cash >= charter.par:
            return True
        if charter.shares.get(POOL) and cash >= price_of(state, sym):
            return True
    return False


def start_open(state: State, frame: StockRound, least: int) -> bool:
    """Money for the lowest par price and a company that nobody has started."""
    player = frame.at
    fresh = any(it.cell is None for it in state.companies.values())
    room_left = certificates_of(state, player) < state.rules.certificate_limit
    return not frame.bought and room_left and state.players[player].cash >= least and fresh


def port(exporter: Exporter, move: powers_1889.LayPort) -> None:
    """The port tile is laid by its private company."""
    who = {"entity": "MF", "entity_type": "company"}
    write_tile(exporter, who, move.hex, move.tile, move.rotation)


def dougo(exporter: Exporter, _move: powers_1889.ExchangeDougo) -> None:
    """The exchange is a purchase by the private company."""
    name = exporter.rng.choice(exporter.books.of("IR", IPO)[-3:])
    if name == "IR_0":
        name = exporter.books.of("IR", IPO)[-1]
    exporter.named = [name]
    who = {"entity": "DR", "entity_type": "company"}
    exporter.write(who, "buy_shares", shares=[name], percent=10)


def green_or_usual(exporter: Exporter, move: LayTile) -> None:
    """The green tile on Ohzu is laid by the private company."""
    if isinstance(exporter.state.top, powers_1889.GreenTile):
        who = {"entity": "ER", "entity_type": "company"}
    else:
        who = exporter.company(operating_company(exporter.state))
    write_tile(exporter, who, move.hex, move.tile, move.rotation)


def decline_or_pass(exporter: Exporter, move: Pass) -> None:
    """The green tile is declined by the private company."""
    if isinstance(exporter.state.top, powers_1889.GreenTile):
        exporter.write({"entity": "ER", "entity_type": "company"}, "pass")
    else:
        exporter._pass(exporter.state, move)


S1889 = Style(
    steps=(
        SiteStep("track", track_open_1889),
        SiteStep("token", token_open),
        SiteStep("routes", routes_open),
        SiteStep("dividend", dividend_open),
        SiteStep("trains", trains_open),
        SiteStep("privates", privates_open),
    ),
    step_of=STEP_OF,
    our_steps=OUR_STEPS,
    turn_open=turn_open_1889,
    writers={
        powers_1889.LayPort: port,
        powers_1889.ExchangeDougo: dougo,
        LayTile: green_or_usual,
        Pass: decline_or_pass,
    },
    old_routes=True,
)
