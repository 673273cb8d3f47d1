"""1824 on 18xx.games: how its recordings are read, and what only this title records."""

from __future__ import annotations

from typing import Any

from railhead.core.moves import Pass, PlaceStation
from railhead.core.operating import operating_company
from railhead.core.state import State, president_of
from railhead.imports.actions import Action, Recording, chosen_rules, plain_name
from railhead.imports.departures.t1824 import DEPARTURES
from railhead.imports.dialects import SITE, dialects
from railhead.imports.follower import Follower, Reader
from railhead.imports.handlers import run_routes, share_company, sources, where_is_city
from railhead.imports.handlers import sell_shares as usual_sale
from railhead.titles.t1824 import cisleithania, components, exchange, founding, railways
from railhead.titles.t1824.debts import RepayDebt
from railhead.titles.t1824.first_round import FIRST_TRAIN, BuyRailway

DIALECTS = dialects(DEPARTURES, frozenset({"track.home-first"}))
SMALL_MAP = ("1824 Cisleithania",)
LARGE = "0"
"""The number of a director's certificate there."""


def options(recording: Recording) -> tuple[str, ...]:
    """The dialect and the variant of a recorded game."""
    if plain_name(recording.title) in map(plain_name, SMALL_MAP):
        chosen_rules(recording)
        more = (components.CASH_700,) if len(recording.players) == 3 else ()
        return (SITE, railways.CISLEITHANIA, *more)
    return (SITE, railways.GOODS_TIME) if chosen_rules(recording, ("goods_time",)) else (SITE,)


def buy_railway(follower: Follower, action: Action) -> bool:
    """A player buys a mountain, coal or pre-state railway."""
    player = follower.player(action["entity"])
    follower.wait_for(player)
    name = str(action["company"])
    railway = follower.companies.get(name) or follower.private(name)
    first = f"{FIRST_TRAIN}-{_sold(follower.state)}"
    follower.make(BuyRailway(player, railway, int(action["price"])))
    if follower.state.companies.get(railway) and follower.state.companies[railway].trains:
        follower.trains[first] = railway
    note_reserved(follower, railway)
    return True


def note_reserved(follower: Follower, railway: str) -> None:
    """The share that a pre-state railway is exchanged for never is in the offering; SD2's is number 1 of SD."""
    state = follower.state
    if railway not in state.companies or railways.kind_of(state, railway) != railways.PRE_STATE:
        return
    if not railways.builds_only(state, railway):
        company = railways.successor_of(state, railway)
        name = state.rules.companies[company].alias or company
        follower.known_shares(company).add(f"{name}_{int(railway[-1]) - 1}")


def _sold(state: State) -> int:
    """How many of the first g-trains have left the bank: they are numbered in this order."""
    return (state.rules.trains[FIRST_TRAIN].count or 0) - state.depot.supply[FIRST_TRAIN]


def inherited_train(follower: Follower, action: Action) -> bool:
    """Trains of a railway that has become part of another belong to that one; the purchase itself is as usual."""
    name = str(action["train"])
    owner = follower.trains.get(name, "")
    while owner in follower.state.companies and follower.state.companies[owner].closed:
        owner = railways.successor_of(follower.state, owner)
    if owner:
        follower.trains[name] = owner
    return False


def exchange_mountain(follower: Follower, action: Action) -> bool:
    """A mountain railway takes a share of a regional railway."""
    if not follower.by_private(action):
        return False
    private = follower.private(action["entity"])
    owner = follower.state.privates[private].owner
    follower.wait_for(owner)
    company = share_company(follower, action)
    places = sources(follower, {**action, "share_price": None}, company)
    moves = [exchange.ExchangeMountain(owner, private, company, source) for source in places]
    follower.make(next((move for move in moves if follower.can(move)), moves[0]))
    follower.note_shares(action, company)
    return True


def sell_shares(follower: Follower, action: Action) -> bool:
    """The railway without director has a large certificate, which is sold whole when it is named."""
    bond = railways.is_bond(follower.state, share_company(follower, action))
    usual_sale(follower, action, LARGE if bond else "")
    return True


def exchange_coal(follower: Follower, action: Action) -> bool:
    """A coal railway becomes part of its regional railway."""
    player = follower.player(action["entity"])
    follower.wait_for(player)
    follower.make(exchange.ExchangeCoal(player, follower.company(action["description"])))
    return True


def lapse(follower: Follower, action: Action) -> bool:
    """A pass in a compulsory exchange gives the mountain railway up; so does one for a marker that may be placed.

    A company's pass does not answer for its director: it belongs to a turn that is over here already.
    """
    top = follower.state.top if follower.state.frames else None
    if isinstance(top, exchange.MountainExchange):
        if follower.entity(action) in follower.state.companies:
            return True
        follower.make(Pass(follower.state.privates[top.private].owner))
        return True
    if isinstance(top, cisleithania.BondStation):
        follower.make(Pass(top.player))
        return True
    return False


def return_marker(follower: Follower, action: Action) -> bool:
    """One of two markers in Vienna goes back: the first, or the other one."""
    frame = follower.state.top
    if not isinstance(frame, founding.TwoMarkers):
        raise follower.fault("no railway has two markers in one hex to choose from")
    cities = founding.marker_cities(follower.state, frame)
    city = cities[1 if "other" in str(action["choice"]) else 0]
    director = president_of(follower.state, frame.company)
    follower.make(founding.ReturnStation(director, frame.company, frame.hex, city))
    return True


def repay(follower: Follower, action: Action) -> bool:
    """A debt is paid back, wholly or in part."""
    player = follower.player(action["entity"])
    follower.wait_for(player)
    most = min(railways.debt_of(follower.state, player), follower.state.players[player].cash)
    follower.make(RepayDebt(player, int(action.get("amount") or most)))
    return True


def bond_marker(follower: Follower, action: Action) -> bool:
    """A marker of the railway without director."""
    if not isinstance(follower.state.top, cisleithania.BondStation):
        return False
    hex_id, city = where_is_city(follower, action)
    follower.make(PlaceStation(follower.state.top.player, hex_id, city))
    return True


def run(follower: Follower, action: Action) -> bool:
    """A run; that site draws track between the hexes of one place, which is no track to us."""
    hexes = follower.state.rules.map.hexes

    def group(name: str) -> str:
        nodes = hexes[name].face.nodes if name in hexes else ()
        return nodes[0].group if nodes else ""

    def trimmed(stretch: list[str]) -> list[str]:
        while len(stretch) > 2 and group(stretch[0]) and group(stretch[0]) == group(stretch[1]):
            stretch = stretch[1:]
        return stretch

    routes = [
        {**route, "connections": [trimmed(trimmed(list(part))[::-1])[::-1] for part in route["connections"]]}
        if route.get("connections")
        else route
        for route in action["routes"]
    ]
    run_routes(follower, {**action, "routes": routes})
    return True


def owner_of(follower: Follower, action: Action) -> str | None:
    """Whose turn a mountain railway's exchange belongs in."""
    private = follower.privates.get(str(action.get("entity")))
    return follower.state.privates[private].owner if private else None


def waits_for(follower: Follower) -> str | None:
    """A marker of the railway without director is placed by the company whose turn it is."""
    if isinstance(follower.state.top, cisleithania.BondStation):
        return operating_company(follower.state)
    return None


def player_line(state: State, player: str, line: dict[str, Any]) -> None:
    """That site lists minor railways among the shares."""
    for sym in line["minors"]:
        line["shares"][sym] = 100
    line["value"] = state.rules.score(state, player)


def company_line(state: State, sym: str, line: dict[str, Any]) -> None:
    """A railway that a mere shareholder runs has no director."""
    if founding.lacks_director(state, sym):
        line["president"] = None


def whole_cast(state: State, line: dict[str, Any]) -> None:
    """That site also lists the companies of the box that are not in the game."""
    for sym in components.FACTS.companies:
        if sym not in state.rules.companies:
            line["companies"][sym] = {
                "cash": 0,
                "price": None,
                "trains": [],
                "tokens_placed": [],
                "president": None,
                "floated": False,
            }


READER = Reader(
    names=("1824", *SMALL_MAP),
    options=options,
    special={
        "buy_company": buy_railway,
        "buy_shares": exchange_mountain,
        "sell_shares": sell_shares,
        "special_buy": exchange_coal,
        "pass": lapse,
        "choose": return_marker,
        "payoff_player_debt": repay,
        "payoff_player_debt_partial": repay,
        "place_token": bond_marker,
        "buy_train": inherited_train,
        "run_routes": run,
    },
    powers_of=owner_of,
    waits_for=waits_for,
    player_line=player_line,
    company_line=company_line,
    line=whole_cast,
)
