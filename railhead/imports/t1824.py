"""1824 on 18xx.games: its dialect, and what only this title records."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as with_fields

from railhead.core.moves import Pass, PlaceStation
from railhead.core.operating import operating_company
from railhead.core.shares import percent_of, privates_of
from railhead.core.state import State, players_from, president_of
from railhead.imports.actions import Action, Recording, chosen_rules, plain_name
from railhead.imports.dialects import SITE, any_discard_order, dialects, with_practice, without_check
from railhead.imports.follower import Follower, Reader
from railhead.imports.handlers import run_routes, share_company, sources, where_is_city
from railhead.imports.handlers import sell_shares as usual_sale
from railhead.titles.t1824 import cisleithania, components, exchange, founding, railways, rules, trains
from railhead.titles.t1824.debts import RepayDebt
from railhead.titles.t1824.first_round import FIRST_TRAIN, BuyRailway

if TYPE_CHECKING:
    from railhead.core.change import Change
    from railhead.core.rules import Rules


def three_rounds_from_5(game_rules: Rules) -> Rules:
    """Three operating rounds from the first 5-train."""
    phases = tuple(with_fields(phase, rounds=3) if phase.name == "5" else phase for phase in game_rules.phases)
    return replace(game_rules, phases=phases)


def state_without_director_runs(game_rules: Rules) -> Rules:
    """A shareholder runs trains and places markers for a state railway without director."""

    class ShareholdersRun(rules.OneBank):
        def president(self, state: State, company: str) -> str:
            found = super().president(state, company)
            if found or not founding.lacks_director(state, company):
                return found
            order = players_from(state, state.priority)
            best = max(order, key=lambda player: percent_of(state, company, player))
            return best if percent_of(state, company, best) else ""

    options = {option.name: getattr(game_rules.stock, option.name) for option in fields(game_rules.stock)}
    return replace(game_rules, stock=ShareholdersRun(**options))


def _rounds_end(game_rules: Rules, always: bool, last_export: bool) -> Rules:
    """What happens at the end of an operating round, with other conditions of the export."""

    def round_ends(change: Change) -> None:
        here = change.state.round
        last = here.part == here.of
        if last and change.state.broken and not last_export:
            return
        founding.fall_without_director(change)
        if last and (always or railways.extra_of(change.state).two_bought):
            trains.export_train(change)
        founding.found_due_states(change)
        exchange.open_regional_railways(change)

    return replace(game_rules, operating=replace(game_rules.operating, round_ends=round_ends))


def export_always(game_rules: Rules) -> Rules:
    """A train is exported after every set, even before a 2-train is bought."""
    return _rounds_end(game_rules, always=True, last_export=not game_rules.on(ENDS_EARLY))


def ends_before_export(game_rules: Rules) -> Rules:
    """The last set of a game ends without an export and without founding a state railway."""
    whole = game_rules.on(SITE) or game_rules.on(EXPORTS)
    return _rounds_end(game_rules, always=whole, last_export=False)


def face_values(game_rules: Rules) -> Rules:
    """Railways that are left at the end count what was paid for them."""

    def score(state: State, player: str) -> int:
        prices = railways.extra_of(state).prices
        minors = railways.of_kind(state, railways.COAL, railways.PRE_STATE)
        values = sum(state.rules.privates[sym].value for sym in privates_of(state, player)) + sum(
            prices.get(sym) or state.rules.companies[sym].special.get("price", cisleithania.CONSTRUCTION_PRICE)
            for sym in minors
            if state.companies[sym].certificate == player
        )
        return game_rules.score(state, player) + values

    return replace(game_rules, score=score)


def order_follows_prices(game_rules: Rules) -> Rules:
    """A price that falls in a round changes the order of the companies that are still to operate."""
    return replace(game_rules, operating=replace(game_rules.operating, order=rules.by_number_and_price))


def construction_marker_lost(game_rules: Rules) -> Rules:
    """With two players a state railway has one marker less for each construction railway."""
    return with_practice(construction_marker_lost=True)(game_rules) if game_rules.seats == 2 else game_rules


def mountains_count(game_rules: Rules) -> Rules:
    """Mountain railways count against the certificate limit."""
    privates = {sym: with_fields(facts, counts=True) for sym, facts in game_rules.privates.items()}
    return replace(game_rules, privates=privates)


EXPORTS, ENDS_EARLY = "export-always", "ends-before-export"
DEPARTURES = {
    "three-rounds-from-5": three_rounds_from_5,
    "mountains-count": mountains_count,
    "coal-opens-at-once": with_practice(coal_opens_at_once=True),
    "mountain-may-lapse": with_practice(mountains_may_lapse=True),
    "state-without-director-runs": state_without_director_runs,
    EXPORTS: export_always,
    "face-values-at-the-end": face_values,
    ENDS_EARLY: ends_before_export,
    "order-follows-prices": order_follows_prices,
    "sales-in-parts": lambda game_rules: without_check(game_rules, "stock.one-block"),
    "any-discard-order": any_discard_order,
    "bukowina-for-three": with_practice(bukowina=(2, 3)),
    "draft-as-recorded": with_practice(second_player_drafts=True),
    "bond-rounds-down": with_practice(bond_rounds_down=True),
    "bond-opens-later": with_practice(bond_opens_later=True),
    "bond-half-in-pool": with_practice(bond_half_in_pool=True),
    "construction-marker-lost": construction_marker_lost,
}
"""Where that site departs from the rulebook; see DEPARTURES.md."""
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
        company = str(state.rules.companies[railway].special["becomes"])
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
        owner = follower.state.rules.companies[owner].special["becomes"]
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


def lapse(follower: Follower, _action: Action) -> bool:
    """A pass in a compulsory exchange gives the mountain railway up; so does one for a marker that may be placed."""
    top = follower.state.top if follower.state.frames else None
    if isinstance(top, exchange.MountainExchange):
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
