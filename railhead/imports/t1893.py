"""1893 on 18xx.games: its dialect, and what only this title records."""

from __future__ import annotations

from typing import Any

from railhead.core.engine import open_kinds
from railhead.core.forced import ForcedPurchase
from railhead.core.kinds import any_legal
from railhead.core.moves import RaiseMoney, StartCompany
from railhead.core.operating import OperatingTurn, operating_company
from railhead.core.state import POOL, State, president_of
from railhead.core.stock import StockRound
from railhead.core.trains import SUPPLY, offered, train_price
from railhead.imports.actions import Action, Recording, chosen_rules
from railhead.imports.departures.t1893 import DEPARTURES
from railhead.imports.dialects import SITE, dialects
from railhead.imports.follower import Follower, Reader
from railhead.imports.handlers import bankrupt_when_buying, block_of, reach_step
from railhead.imports.handlers import sell_shares as usual_sale
from railhead.titles.t1893 import terms
from railhead.titles.t1893.bonds import BuyBond, SellBond
from railhead.titles.t1893.eva import TradeEva
from railhead.titles.t1893.fund import ExchangeFund, founds
from railhead.titles.t1893.merger import Oppose, Support, TakeOver, Vote
from railhead.titles.t1893.package import BuyCertificate, Leftovers, OfferCertificate, Opening, asked_price

PRICE = "1893.package-price"
DIALECTS = dialects(DEPARTURES, frozenset({PRICE}))

VARIANTS = {
    "optional_2_train": terms.EXTRA_TRAIN,
    "optional_grey_phase": terms.GREY,
    "optional_existing_track": terms.EXISTING,
}


VOTES = {"yes": Support, "no": Oppose}


def options(recording: Recording) -> tuple[str, ...]:
    """The dialect and the variants of a recorded game."""
    return (SITE, terms.SEATS_IN_ORDER, *(VARIANTS[name] for name in chosen_rules(recording, VARIANTS)))


def powers_of(follower: Follower, action: Action) -> str | None:
    """The fund is exchanged in its owner's turn."""
    private = follower.state.privates.get(str(action["entity"]))
    return private.owner or None if private is not None else None


LARGE = "2"
"""The number of the ordinary 20 % certificate of AGV and HGK there; of the others it is a small one."""
FUND_ASKED = "fund asked"
"""Note: this player founded Rheinbahn and is asked there whether the fund pays; a pass says no."""


def in_turn(follower: Follower, action: Action) -> bool:
    """Giving the fund belongs to the founding before it, and EVA may be bought in the turn of one's company."""
    return action["type"] != "assign" and not meets(follower, action)


def meets(follower: Follower, action: Action) -> bool:
    """EVA is bought by a player also in the turn of a company that he runs."""
    top = follower.state.top if follower.state.frames else None
    if action.get("company") != terms.EVA or action["type"] != "buy_company" or not isinstance(top, OperatingTurn):
        return False
    return president_of(follower.state, top.company) == follower.entity(action)


def has_a_turn(state: State) -> bool:
    """Whether that site asks the player in a stock round: EVA alone gives nobody a turn there."""
    kinds = (kind for kind in open_kinds(state) if kind.move is not TradeEva and not kind.out_of_band)
    return any_legal(state, kinds)


def belongs(follower: Follower, action: Action) -> bool:
    """That site does not ask a player who cannot pay: his next action may be for a lower price or a later round.

    Of leftovers it asks those who have the price, and a vote comes after the stock round.
    """
    top = follower.state.top
    if isinstance(top, StockRound) and action["type"] == "buy_company" and action.get("company") == terms.EVA:
        return has_a_turn(follower.state)
    if isinstance(top, Leftovers) and top.certificate:
        can_pay = follower.state.players[top.at].cash >= top.price
        return can_pay and int(action.get("price") or top.price) == top.price
    return action["type"] != "special_buy" or not isinstance(top, StockRound)


def waits_for(follower: Follower) -> str | None:
    """Trains of merged companies and forced purchases are decided for a company."""
    top = follower.state.top
    if isinstance(top, TakeOver):
        return top.company
    return operating_company(follower.state) if isinstance(top, ForcedPurchase) else None


def bid(follower: Follower, action: Action) -> bool:
    """A purchase of the starting package; of leftovers the first bid names what is offered."""
    player = follower.player(action["entity"])
    certificate = str(action.get("company") or action["minor"])
    follower.wait_for(player)
    top = follower.state.top
    if isinstance(top, Leftovers) and not top.certificate:
        follower.make(OfferCertificate(player, certificate))
    else:
        buy_certificate(follower, player, certificate, int(action["price"]))
    return True


def buy_certificate(follower: Follower, player: str, certificate: str, price: int) -> None:
    """A certificate of the package at its recorded price, reported if an earlier edition had another."""
    asked = asked_price(follower.state, certificate)
    why = f"{certificate} was sold for {price}; its price is {asked}"
    waivable = (PRICE,) if isinstance(follower.state.top, Opening) else ()
    follower.make(BuyCertificate(player, certificate, price), dict.fromkeys(waivable, why))


def buy_company(follower: Follower, action: Action) -> bool:
    """A bond, EVA from its owner, or the last certificate of the package."""
    buyer = str(action["entity"])
    if buyer in follower.companies:  # a company's turn, in which its director buys
        player = president_of(follower.state, follower.company(buyer))
    else:
        player = follower.player(buyer)
        if isinstance(follower.state.top, StockRound):
            follower.wait_for(player)
    name = str(action["company"])
    if name in terms.BONDS:
        at_bond_price(follower, action)
        follower.make(BuyBond(player, name))
    elif name == terms.EVA and follower.state.privates[terms.EVA].owner:
        follower.make(TradeEva(player, player, int(action["price"])))
    else:
        buy_certificate(follower, player, name, int(action["price"]))
    return True


def at_bond_price(follower: Follower, action: Action) -> None:
    """Bonds have one price."""
    if int(action["price"]) != terms.BOND_PRICE:
        raise follower.fault(f"a bond costs {terms.BOND_PRICE}, not {action['price']}")


def sell_company(follower: Follower, action: Action) -> bool:
    """A bond goes back to the bank."""
    player = follower.player(action["entity"])
    follower.wait_for(player)
    at_bond_price(follower, action)
    follower.make(SellBond(player, str(action["company"])))
    return True


def buy_shares(follower: Follower, action: Action) -> bool:
    """The fund takes its shares."""
    if str(action["entity"]) != terms.FUND:
        return False
    owner = follower.state.privates[terms.FUND].owner
    follower.wait_for(owner)
    follower.make(ExchangeFund(owner))
    follower.note_shares(action, terms.RHEINBAHN)
    return True


def par(follower: Follower, action: Action) -> bool:
    """The owner of the fund may give it for Rheinbahn's director's certificate: the next action says so."""
    player = follower.player(action["entity"])
    company = follower.company(action["corporation"])
    state = follower.state
    if company != terms.RHEINBAHN or state.privates[terms.FUND].owner != player or not founds(state):
        return False
    price = int(str(action["share_price"]).split(",")[0])
    follower.wait_for(player)
    given = follower.following is not None and follower.following["type"] == "assign"
    if given or not follower.can(StartCompany(player, company, price)):
        follower.make(ExchangeFund(player, price))
    else:
        follower.make(StartCompany(player, company, price))
        follower.notes[FUND_ASKED] = player
    return True


def pass_fund(follower: Follower, action: Action) -> bool:
    """The owner of the fund pays for Rheinbahn, which has been done already."""
    return follower.notes.pop(FUND_ASKED, "") == follower.entity(action)


def assign(_follower: Follower, _action: Action) -> bool:
    """The fund was given for the director's certificate, which has been done already."""
    return True


def vote(follower: Follower, action: Action) -> bool:
    """A vote on a merger; one that can change nothing any more is not asked for."""
    player = follower.player(action["entity"])
    word = action["description"]
    if word not in VOTES:
        raise follower.fault(f"{word!r} is no vote")
    if isinstance(follower.state.top, Vote):
        follower.make(VOTES[word](player))
    return True


def sell_shares(follower: Follower, action: Action) -> bool:
    """A sale; in a company's turn the director raises money for the cheapest train."""
    top = follower.state.top
    if not isinstance(top, OperatingTurn | ForcedPurchase):
        usual_sale(follower, action, LARGE)
        return True
    state = follower.state
    company = operating_company(state)
    player = president_of(state, company)
    if isinstance(top, OperatingTurn):
        reach_step(follower, {"type": "buy_train"}, company)
        train = min(offered(state, company), key=lambda name: train_price(state, name))
        source = SUPPLY if train in state.rules.train.on_sale(state, company) else POOL
        follower.make(RaiseMoney(player, train, source))
    follower.make(block_of(follower, action, player, LARGE))
    return True


def buy_train(follower: Follower, _action: Action) -> bool:
    """Trains of merged companies belong to their successor."""
    for name, owner in follower.trains.items():
        charter = follower.state.companies.get(owner)
        if charter is not None and charter.closed:
            follower.trains[name] = next(sym for sym, it in terms.MERGERS.items() if owner in it.parts)
    return False


def player_line(_state: State, _player: str, line: dict[str, Any]) -> None:
    """That site holds minors as private companies as well."""
    line["privates"] = [*line["privates"], *line["minors"]]


def whole_line(state: State, line: dict[str, Any]) -> None:
    """Merged companies stay in the list."""
    for sym in terms.MINORS:
        if state.companies[sym].closed:
            nothing: dict[str, Any] = {"trains": [], "tokens_placed": [], "token_at": [], "privates": []}
            line["companies"][sym] = {"cash": 0, "president": None, "floated": False, "closed": True, **nothing}


READER = Reader(
    names=("1893",),
    options=options,
    special={
        "bid": bid,
        "buy_company": buy_company,
        "sell_company": sell_company,
        "buy_shares": buy_shares,
        "par": par,
        "assign": assign,
        "pass": pass_fund,
        "special_buy": vote,
        "sell_shares": sell_shares,
        "buy_train": buy_train,
        "bankrupt": bankrupt_when_buying,
    },
    powers_of=powers_of,
    in_turn=in_turn,
    meets=meets,
    belongs=belongs,
    waits_for=waits_for,
    player_line=player_line,
    line=whole_line,
)
