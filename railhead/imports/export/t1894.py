"""How 18xx.games records 1894."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.market import price_of, zone_of
from railhead.core.moves import Bid, Pass, PlaceStation, StartCompany
from railhead.core.operating import OperatingTurn, operating_company
from railhead.core.phases import phase_of, reached
from railhead.core.reach import has_route
from railhead.core.shares import certificates_of, percent_of
from railhead.core.state import IPO, POOL, RESERVED, TREASURY, State
from railhead.core.trains import must_buy
from railhead.imports.export.moves import bid, place_station, start, write_tile, write_token
from railhead.imports.export.t1889 import (
    OUR_STEPS,
    STEP_OF,
    bankrupt_at_trains,
    dividend_open,
    privates_open,
    sell_open,
    token_open,
    trains_open,
)
from railhead.imports.export.writer import Exporter, SiteStep, Style
from railhead.titles.t1894 import homes, opening, powers, shares, track
from railhead.titles.t1894.extra import LATE, NORD, extra_of, in_final_set, starters
from railhead.titles.t1894.ferry import BuyFerry, reaches_london
from railhead.titles.t1894.finance import RedeemShares, ReissueShares

if TYPE_CHECKING:
    from railhead.core.stock import StockRound

FRENCH = {"PLM": "PLMMS", "OUEST": "OMMS", "NORD": "NMS", "EST": "EMS", "CFOR": "CMS"}


def first_shares(state: State, sym: str) -> dict[str, list[int]]:
    """Shares that are dealt: from the highest number down, one to every player; the Nord minor's is the next."""
    if sym not in starters(state):
        return {RESERVED: [8]} if sym == NORD else {}
    found = {player: [8 - number] for number, player in enumerate(state.order)}
    if len(state.order) == 3:
        found[POOL] = [5]
    if sym == NORD:
        found[RESERVED] = [4]
    return found


# Steps


def finance_open(state: State, turn: OperatingTurn) -> bool:
    """An own share in the pool that the treasury can pay, or more treasury shares than offered ones."""
    sym = turn.company
    if sym in starters(state):
        return False
    payable = percent_of(state, sym, POOL) >= 10 and state.companies[sym].cash >= price_of(state, sym)
    return payable or percent_of(state, sym, TREASURY) > percent_of(state, sym, IPO)


def for_sale(state: State, sym: str) -> bool:
    """A private that a company could buy from a player."""
    private = state.privates.get(sym)
    return (
        private is not None
        and not private.closed
        and private.owner in state.players
        and phase_of(state).name in ("Green", "Blue", "Brown")
    )


def track_open(state: State, turn: OperatingTurn) -> bool:
    """Two actions; and while there may be an extra tile."""
    if in_final_set(state):
        return False
    line = state.privates["LRC"]
    owned = line.owner == turn.company and not line.used and not line.closed
    buyable = for_sale(state, "LRC") and state.companies[turn.company].cash >= 10
    actions = [colour for _, colour in turn.laid if colour != track.EXTRA]
    return len(actions) < 2 or owned or buyable


def token_open_1894(state: State, turn: OperatingTurn) -> bool:
    """As usual, and without money while the shipping marker is unplaced; none in the final set."""
    shipping, charter = state.privates["LS"], state.companies[turn.company]
    if shipping.owner == turn.company and not shipping.used and not shipping.closed:
        rich = replace(charter, cash=charter.cash + 1000)
        state = replace(state, companies={**state.companies, turn.company: rich})
    return not in_final_set(state) and token_open(state, turn)


def routes_open(state: State, turn: OperatingTurn) -> bool:
    """A train and a second stop; London is one there, ferry or not."""
    if turn.revenue >= 0 or not state.companies[turn.company].trains:
        return False
    return has_route(state, turn.company) or reaches_london(state, turn.company)


def trains_open_1894(state: State, turn: OperatingTurn) -> bool:
    """As usual, with one upgrade a turn."""
    if must_buy(state, turn.company):
        return False
    return trains_open(state, turn)


def last_open(state: State, turn: OperatingTurn) -> bool:
    """A private to buy, or a prompt for the shipping marker."""
    shipping = state.privates["LS"]
    prompt = shipping.owner == turn.company and not shipping.used and not shipping.closed
    return privates_open(state, turn) or (prompt and bool(state.companies[turn.company].tokens))


def turn_open(state: State, frame: StockRound) -> bool:
    """Any sale, a purchase (or the second gray share), or a start."""
    return sell_open(state, frame, often=True) or buy_open(state, frame) or start_open(state, frame)


def buy_open(state: State, frame: StockRound) -> bool:
    """Within the limits, with money, nothing sold of it in this round."""
    player, cash = frame.at, state.players[frame.at].cash
    for sym, charter in state.companies.items():
        gray = "gray" in zone_of(state, sym) if charter.cell else False
        if frame.bought and not (frame.bought == (sym,) and shares.may_take_second(state, player, sym)):
            continue
        if sym in frame.sold.get(player, ()) or charter.cell is None:
            continue
        if certificates_of(state, player) >= state.rules.certificate_limit and not gray:
            continue
        if percent_of(state, sym, player) + 10 > 60 and not gray:
            continue
        if charter.shares.get(IPO) and cash >= charter.par:
            return True
        if charter.shares.get(POOL) and cash >= price_of(state, sym):
            return True
    return False


def start_open(state: State, frame: StockRound) -> bool:
    """Money for twice 67 and a company that can be started."""
    fresh = any(
        it.cell is None and (sym not in LATE or reached(state, "Brown")) for sym, it in state.companies.items()
    )
    room = certificates_of(state, frame.at) < state.rules.certificate_limit
    return not frame.bought and room and state.players[frame.at].cash >= 134 and fresh


# What is recorded


def bid_1894(exporter: Exporter, move: Bid) -> None:
    """The French major shareholding has a name for every company."""
    if move.private != opening.FRENCH_MAJOR:
        bid(exporter, move)
        return
    name = FRENCH[extra_of(exporter.state).french]
    exporter.write(exporter.player(move.by), "bid", company=name, price=move.price)


def by_private(private: str) -> dict[str, Any]:
    """A private company that acts."""
    return {"entity": private, "entity_type": "company"}


def extra_tile(exporter: Exporter, move: powers.LayExtraTile) -> None:
    """The line's tile."""
    write_tile(exporter, by_private("LRC"), move.hex, move.tile, move.rotation)


def station_tile(exporter: Exporter, move: powers.LayStationTile) -> None:
    """A station private's tile."""
    write_tile(exporter, by_private(powers.STATIONS[move.hex]), move.hex, move.tile, move.rotation)


def marker(exporter: Exporter, move: PlaceStation) -> None:
    """By a private, of a split city, a home with a choice, or the usual one."""
    top = exporter.state.top
    if isinstance(top, powers.FreeStation):
        tokener = exporter.company(top.company)["entity"]
        write_token(exporter, by_private(powers.STATIONS[top.hex]), tokener, move)
    elif isinstance(top, track.PutAside | homes.HomeChoice):
        who = exporter.company(top.company)
        write_token(exporter, who, who["entity"], move)
    else:
        place_station(exporter, move)


def shipping(exporter: Exporter, _move: powers.PlaceShippingMarker) -> None:
    """The marker beside London."""
    tokener = exporter.company(operating_company(exporter.state))["entity"]
    exporter.write(by_private("LS"), "place_token", city="A12-0-0", slot=0, tokener=tokener)


def no_more(exporter: Exporter, move: Pass) -> None:
    """A pass, also of a station private."""
    top = exporter.state.top
    if isinstance(top, powers.FreeStation):
        exporter.write(by_private(powers.STATIONS[top.hex]), "pass")
    else:
        exporter._pass(exporter.state, move)


def redeem(exporter: Exporter, move: RedeemShares) -> None:
    """A company buys its own shares."""
    company = operating_company(exporter.state)
    names = exporter.books.of(company, POOL)[: move.percent // 10]
    exporter.named = list(names)
    exporter.write(exporter.company(company), "buy_shares", shares=names, percent=move.percent)


def reissue(exporter: Exporter, _move: ReissueShares) -> None:
    """A company sells its own shares."""
    company = operating_company(exporter.state)
    names = list(exporter.books.of(company, TREASURY))
    exporter.named = names
    exporter.write(exporter.company(company), "sell_shares", shares=names, percent=10 * len(names), share_price=100)


def ferry(exporter: Exporter, _move: BuyFerry) -> None:
    """A ferry marker."""
    company = operating_company(exporter.state)
    line = exporter.state.privates["LS"]
    cost = 40 if line.owner == company and not line.closed else 80
    exporter.write(exporter.company(company), "special_buy", description="Ferry marker", cost=cost)


def home(exporter: Exporter, move: shares.ChooseHome) -> None:
    """The home of a late company."""
    write_home(exporter, move.by, move.hex)


def write_home(exporter: Exporter, player: str, hex_id: str) -> None:
    """A choice such as 'Paris (G6)'."""
    name = exporter.state.rules.facts.hexes[hex_id].name if hex_id in exporter.state.rules.facts.hexes else ""
    exporter.write(exporter.player(player), "choose", choice=f"{name or 'There'} ({hex_id})")


def start_1894(exporter: Exporter, move: StartCompany) -> None:
    """A company; the only home that a late one can have may be chosen as well."""
    start(exporter, move)
    there = shares.late_homes(exporter.mid, move.company) if move.company in LATE else ()
    if len(there) == 1 and exporter.rng.random() < 0.5:
        write_home(exporter, move.by, there[0])


S1894 = Style(
    steps=(
        SiteStep("finance", finance_open),
        SiteStep("track", track_open),
        SiteStep("token", token_open_1894),
        SiteStep("routes", routes_open, "run_routes"),
        SiteStep("dividend", dividend_open),
        SiteStep("trains", trains_open_1894),
        SiteStep("last", last_open),
    ),
    step_of={
        **STEP_OF,
        RedeemShares: "finance",
        ReissueShares: "finance",
        powers.LayExtraTile: "track",
        powers.LayStationTile: "track",
    },
    our_steps={**OUR_STEPS, "financial operations": "finance", "last purchases": "last"},
    closes=(RedeemShares, ReissueShares),
    turn_open=turn_open,
    first_shares=first_shares,
    recordable=bankrupt_at_trains,
    writers={
        Bid: bid_1894,
        StartCompany: start_1894,
        powers.LayExtraTile: extra_tile,
        powers.LayStationTile: station_tile,
        PlaceStation: marker,
        powers.PlaceShippingMarker: shipping,
        Pass: no_more,
        RedeemShares: redeem,
        ReissueShares: reissue,
        BuyFerry: ferry,
        shares.ChooseHome: home,
    },
)
