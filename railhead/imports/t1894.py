"""1894 on 18xx.games: its dialect, and what only this title records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from railhead.core.moves import Bid, BuyShare, Pass, PlaceStation
from railhead.core.revenue import can_run
from railhead.core.shares import percent_of
from railhead.core.state import IPO, POOL, TREASURY, State, president_of
from railhead.imports.actions import Action, Recording, chosen_rules, first_digits
from railhead.imports.departures.t1894 import DEPARTURES
from railhead.imports.dialects import SITE, dialects
from railhead.imports.follower import Follower, Reader
from railhead.imports.handlers import bankrupt_when_buying, share_company, where_is_city
from railhead.titles.t1894 import opening, powers, rules, shares, track
from railhead.titles.t1894.extra import FACTS, NORD, SHIPPING, extra_of, starters
from railhead.titles.t1894.ferry import BuyFerry
from railhead.titles.t1894.finance import RedeemShares, ReissueShares
from railhead.titles.t1894.homes import HomeChoice

if TYPE_CHECKING:
    from collections.abc import Callable

DIALECTS = dialects(DEPARTURES)

FRENCH_MAJORS = {"PLM": "PLMMS", "OUEST": "OMMS", "NORD": "NMS", "EST": "EMS", "CFOR": "CMS"}
"""That site has a private company of its own for each French company."""

Frames = track.PutAside | HomeChoice | powers.FreeStation


def options(recording: Recording) -> tuple[str, ...]:
    """The dialect; there are no variants."""
    chosen_rules(recording)
    return (SITE, opening.SEATS_IN_ORDER, rules.FREE_RUNS)


def _operator(follower: Follower, action: Action) -> tuple[str, str]:
    company = follower.company(action["entity"])
    return company, president_of(follower.state, company)


def powers_of(follower: Follower, action: Action) -> str | None:
    """Powers are used in the turn of the company that owns the private."""
    private = follower.state.privates.get(str(action["entity"]))
    return private.owner if private is not None and private.owner in follower.state.companies else None


def waits_for(follower: Follower) -> str | None:
    """Markers to be placed are asked of their company."""
    top = follower.state.top
    return top.company if isinstance(top, Frames) else None


def bid(follower: Follower, action: Action) -> bool:
    """The French major shareholding goes by another symbol for every French company."""
    if str(action["company"]) not in FRENCH_MAJORS.values():
        return False
    player = follower.player(action["entity"])
    follower.wait_for(player)
    follower.make(Bid(player, opening.FRENCH_MAJOR, int(action["price"])))
    return True


def lay_tile(follower: Follower, action: Action) -> bool:
    """Tiles of private companies."""
    if not follower.by_private(action):
        return False
    company = powers_of(follower, action) or ""
    follower.wait_for(company)
    kind = powers.LayExtraTile if action["entity"] == powers.REIMS else powers.LayStationTile
    player = president_of(follower.state, company)
    follower.make(kind(player, str(action["hex"]), first_digits(action["tile"]), int(action["rotation"])))
    return True


def place_token(follower: Follower, action: Action) -> bool:
    """Markers of privates, markers put aside and homes with a choice."""
    state = follower.state
    if follower.by_private(action) and action["entity"] == SHIPPING:
        follower.make(powers.PlaceShippingMarker(president_of(state, powers_of(follower, action) or "")))
        return True
    if not follower.by_private(action):
        follower.wait_for(follower.company(action["entity"]))
    if not isinstance(follower.state.top, Frames):
        return False
    hex_id, city = where_is_city(follower, action)
    follower.make(PlaceStation(president_of(follower.state, follower.state.top.company), hex_id, city))
    return True


def pass_power(follower: Follower, action: Action) -> bool:
    """A free marker is declined."""
    if not follower.by_private(action):
        return False
    top = follower.state.top
    if isinstance(top, powers.FreeStation):
        follower.make(Pass(president_of(follower.state, top.company)))
    return True


def dealt(state: State, company: str) -> set[str]:
    """Shares that never were for sale: dealt from the highest number down, and the Nord minor's."""
    name = state.rules.companies[company].alias or company
    dealt = {f"{name}_{number}" for number in (8, 7, 6, 5)} if company in starters(state) else set()
    if company == NORD:
        dealt.add(f"{name}_4" if dealt else f"{name}_8")
    return dealt


def buy_shares(follower: Follower, action: Action) -> bool:
    """A player's purchase, from the pool if the share has left the offering before, or a redemption."""
    if str(action["entity"]) in follower.companies:
        return redeem(follower, action)
    player = follower.player(action["entity"])
    company = share_company(follower, action)
    known = follower.known_shares(company)
    follower.wait_for(player)
    for share in action["shares"]:
        follower.make(BuyShare(player, company, POOL if share in known else IPO))
    follower.note_shares(action, company)
    return True


def sell_shares(follower: Follower, action: Action) -> bool:
    """A player's sale as usual, or a company that reissues."""
    return str(action["entity"]) in follower.companies and reissue(follower, action)


def redeem(follower: Follower, action: Action) -> bool:
    """A company buys its own shares."""
    company, player = _operator(follower, action)
    follower.wait_for(company)
    follower.make(RedeemShares(player, int(action.get("percent") or 10 * len(action["shares"]))))
    return True


def reissue(follower: Follower, action: Action) -> bool:
    """A company puts its own shares back into the offering."""
    company, player = _operator(follower, action)
    follower.wait_for(company)
    follower.make(ReissueShares(player))
    follower.known_shares(company).difference_update(action["shares"])
    return True


def ferry(follower: Follower, action: Action) -> bool:
    """A ferry marker is the only thing bought in this way."""
    company, player = _operator(follower, action)
    follower.wait_for(company)
    follower.make(BuyFerry(player))
    return True


def run_routes(follower: Follower, action: Action) -> bool:
    """There a company is asked to run to London without a ferry, and earns nothing; here it has no route."""
    earned = sum(int(route.get("revenue") or 0) for route in action["routes"])
    return not earned and not can_run(follower.state, follower.company(action["entity"]))


def choose(follower: Follower, action: Action) -> bool:
    """The home of a late company, as in 'Paris (G6)'."""
    found = re.search(r"\((\w+)\)\s*$", str(action["choice"]))
    if found is None:
        raise follower.fault(f"{action['choice']!r} is no home of a late company")
    if not isinstance(follower.state.top, shares.LateHome):
        if found.group(1) not in extra_of(follower.state).homes.values():  # the only hex there was
            raise follower.fault("no late company waits for a home")
        return True
    follower.make(shares.ChooseHome(follower.player(action["entity"]), follower.state.top.company, found.group(1)))
    return True


def player_line(state: State, _player: str, line: dict[str, Any]) -> None:
    """The French major shareholding under its symbol of that site."""
    name = FRENCH_MAJORS[extra_of(state).french]
    line["privates"] = [name if sym == opening.FRENCH_MAJOR else sym for sym in line["privates"]]


def company_line(state: State, sym: str, line: dict[str, Any]) -> None:
    """Shares that lie with privates count as offered there, the treasury's as reserved, markers put aside as left."""
    line["ipo"] += line["reserved"]
    line["reserved"] = percent_of(state, sym, TREASURY)
    aside = [0 for markers in extra_of(state).aside.values() if sym in markers]
    line["tokens_left"] = [*aside, *line["tokens_left"]]


def _steps() -> dict[str, str]:
    table = {"place_token LS": "", "place_token GLG": "", "place_token SAC": ""}
    for sym, facts in FACTS.companies.items():
        table |= {f"{kind} {facts.alias or sym}": "financial operations" for kind in ("buy_shares", "sell_shares")}
    return table


SPECIAL: dict[str, Callable[[Follower, Action], bool]] = {
    "bid": bid,
    "lay_tile": lay_tile,
    "place_token": place_token,
    "pass": pass_power,
    "buy_shares": buy_shares,
    "sell_shares": sell_shares,
    "special_buy": ferry,
    "run_routes": run_routes,
    "choose": choose,
    "bankrupt": bankrupt_when_buying,
}
READER = Reader(
    names=("1894",),
    options=options,
    special=SPECIAL,
    steps=_steps(),
    powers_of=powers_of,
    waits_for=waits_for,
    dealt=dealt,
    player_line=player_line,
    company_line=company_line,
)
