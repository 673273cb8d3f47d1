"""1893 on 18xx.games: its dialect, and what only this title records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as with_fields

from railhead.core.forced import ForcedPurchase
from railhead.core.map import build_map
from railhead.core.moves import BuyTrain, RaiseMoney, StartCompany
from railhead.core.operating import OperatingTurn, minors_first, operating_company, turn_frame
from railhead.core.shares import privates_of
from railhead.core.state import POOL, State, next_player, president_of
from railhead.core.stock import StockRound
from railhead.core.trains import SUPPLY, agreed_price, must_buy, offered, short_of_a_train, train_price
from railhead.imports.actions import Action, Recording, chosen_rules
from railhead.imports.dialects import (
    SITE,
    any_discard_order,
    dialects,
    early_bankruptcy,
    with_practice,
)
from railhead.imports.follower import Follower, Reader
from railhead.imports.handlers import bankrupt_when_buying, block_of, reach_step
from railhead.imports.handlers import sell_shares as usual_sale
from railhead.titles.t1893 import terms, trains
from railhead.titles.t1893.bonds import BuyBond, SellBond
from railhead.titles.t1893.eva import TradeEva
from railhead.titles.t1893.fund import ExchangeFund, founds
from railhead.titles.t1893.merger import Oppose, Support, TakeOver, Vote
from railhead.titles.t1893.package import BuyCertificate, Leftovers, OfferCertificate, Opening, asked_price, unsold
from railhead.titles.t1893.rounds import locomotive

if TYPE_CHECKING:
    from railhead.core.change import Change
    from railhead.core.rules import Rules

TOWARDS_R5 = 1
"""The edge of Q6 whose bar that site does not have."""
PRICE = "1893.package-price"


def face_value_counts(game_rules: Rules) -> Rules:
    """Privates and minors count at the end with their price."""

    def score(state: State, player: str) -> int:
        privates = [sym for sym in privates_of(state, player) if sym not in terms.BONDS]
        minors = [sym for sym in terms.MINORS if state.companies[sym].certificate == player]
        printed = sum(int(terms.FACTS.companies[sym].special["price"]) for sym in minors)
        return game_rules.score(state, player) + sum(state.rules.privates[sym].value for sym in privates) + printed

    return replace(game_rules, score=score)


def no_bar_at_r5(game_rules: Rules) -> Rules:
    """Track on R5 may point at the Rhine towards Q6."""
    facts = game_rules.facts
    hexes = dict(facts.hexes)
    hexes["R5"] = with_fields(hexes["R5"], borders=())
    bars = tuple(bar for bar in hexes["Q6"].borders if bar.edge != TOWARDS_R5)
    hexes["Q6"] = with_fields(hexes["Q6"], borders=bars)
    return replace(game_rules, map=build_map(facts.layout, facts.axes, hexes, facts.tiles))


def locomotive_left_of_last_buyer(game_rules: Rules) -> Rules:
    """After a first round that sold the package, the player to the left of the last buyer begins."""

    def next_order(change: Change, frame: StockRound) -> None:
        opened = isinstance(frame, Opening) and len(unsold(change.state)) < 2
        if opened and frame.last:
            change.set(priority=next_player(change.state, frame.last))
        else:
            locomotive(change, frame)

    return replace(game_rules, stock=replace(game_rules.stock, next_order=next_order))


def order_follows_prices(game_rules: Rules) -> Rules:
    """A price that moves in a round changes the order of the companies that are still to operate."""
    return replace(game_rules, operating=replace(game_rules.operating, order=minors_first("minor")))


def help_with_others(game_rules: Rules) -> Rules:
    """A director's money buys from another company, too, up to the printed price."""
    own = game_rules.train.helped

    def helped(state: State, move: BuyTrain) -> bool:
        forced = short_of_a_train(state, operating_company(state)) and not move.trade
        return forced or own(state, move)

    def needs_help(state: State, company: str) -> bool:
        return trains.alone_without_train(state, company) or must_buy(state, company)

    prices = agreed_price(needs_help)
    return replace(game_rules, train=replace(game_rules.train, helped=helped, companies_price=prices))


def minor_above_face(game_rules: Rules) -> Rules:
    """An owner helps a minor to pay more than the printed price."""
    own = game_rules.train.companies_price
    assert own is not None, "companies of 1893 agree on prices"

    def prices(state: State, buyer: str, seller: str, train: str) -> tuple[int, int]:
        if not trains.alone_without_train(state, buyer):
            return own(state, buyer, seller, train)
        return 1, state.companies[buyer].cash + state.players[president_of(state, buyer)].cash

    return replace(game_rules, train=replace(game_rules.train, companies_price=prices))


def trade_at_any_time(game_rules: Rules) -> Rules:
    """A train is traded in after others were bought, too."""

    def trade(state: State, _company: str, old: str, new: str) -> int | None:
        return None if turn_frame(state).traded else trains.allowance(state, old, new)

    return replace(game_rules, train=replace(game_rules.train, trade=trade))


DEPARTURES = {
    "locomotive-left-of-last-buyer": locomotive_left_of_last_buyer,
    "skipped-players-stay-in": with_practice(skipped_stay_in=True),
    "leftovers-in-full-tens": with_practice(leftovers_in_tens=True),
    "leftovers-forced-to-the-left": with_practice(leftovers_to_the_left=True),
    "fund-in-first-round": with_practice(fund_early=True),
    "fund-for-one-share": with_practice(fund_least=1),
    "fund-may-lapse": with_practice(fund_lapses=True),
    "eva-unasked": with_practice(eva_unasked=True),
    "float-at-once": with_practice(float_at_once=True),
    "row-for-every-sale": with_practice(row_for_every_sale=True),
    "fixed-split": with_practice(split_decided=False),
    "operating-order-resorted": order_follows_prices,
    "help-with-trains-of-others": help_with_others,
    "minor-help-above-face": minor_above_face,
    "trade-in-after-purchases": trade_at_any_time,
    "trade-in-for-pool-trains": with_practice(trade_for_pool=True),
    "merger-tie-by-company": with_practice(merger_tie_by_company=True),
    "bankrupt-loses-cash": with_practice(bankrupt_loses_cash=True),
    "face-value-counts": face_value_counts,
    "no-bar-at-r5": no_bar_at_r5,
    "any-discard-order": any_discard_order,
    "early-bankruptcy": early_bankruptcy,
    "package-at-recorded-price": lambda game_rules: game_rules,
}
"""Where that site departs from the rulebook; see DEPARTURES.md."""
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


def belongs(follower: Follower, action: Action) -> bool:
    """That site does not ask a player who cannot pay: his next action may be for a lower price or a later round.

    Of leftovers it asks those who have the price, and a vote comes after the stock round.
    """
    top = follower.state.top
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
