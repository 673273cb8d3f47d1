"""The set-up and the private auction (4, 6)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from railhead.core import auction as usual
from railhead.core.auction import Auction, AuctionRules
from railhead.core.chance import draws
from railhead.core.change import Change
from railhead.core.events import RoundBegan
from railhead.core.finish import end_game
from railhead.core.kinds import Procedure, asks, in_turn
from railhead.core.moves import Bid
from railhead.core.pars import ParChoice, par_choice
from railhead.core.privates import pay_privates
from railhead.core.rules import Rules
from railhead.core.rulings import Facts, check
from railhead.core.shares import move_certificate, move_shares
from railhead.core.state import IPO, State, next_player
from railhead.titles.t1843.extra import BOULOGNE, ETA, LYON, PLM, PORT, Extra, extra_of, note
from railhead.titles.t1843.trains import lose_certificate
from railhead.usual import auction_first, first_stock_round


def set_up(rules: Rules, names: tuple[str, ...], seed: int) -> State:
    """Deal the player cards by the seed, lay out the port markers and open the auction (4)."""
    state = auction_first(rules, names, seed)
    order = dealt(state.order, seed)
    ports: list[str] = rules.facts.special["ports"]
    return replace(
        state,
        order=order,
        priority=order[0],
        board=replace(state.board, markers=dict.fromkeys(ports, (PORT,))),
        frames=(Auction(at=order[0]),),
        extra=Extra(),
    )


def dealt(players: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """The players in the order of the cards they draw."""
    cards = (number >> 16 for number in draws(seed))
    return tuple(player for _, player in sorted(zip(cards, players, strict=False)))


def all_passed(change: Change) -> None:
    """A brief operating round: privates pay, a yellow train leaves, the cheapest private falls (6.2)."""
    change.emit(RoundBegan(kind="OR", number=0, rule="auction.all-pass"))
    pay_privates(change)
    lose_certificate(change, "yellow", "auction", "1843.auction-train")
    if not change.state.depot.supply["2+1"]:
        end_game(change, "auction", "end.auction")
        return
    usual.cut_price(change, usual.unsold(change.state)[0], 5, "auction.falls")
    buyer = extra_of(change.state).buyer
    change.frame(Auction, at=next_player(change.state, buyer) if buyer else change.state.order[0])


def private_sold(change: Change, private: str, player: str) -> None:
    """Remember whose purchase it was, and hand out the shares that come with privates 6 and 7 (10.2)."""
    note(change, buyer=usual.auction_frame(change.state).at)
    if private == BOULOGNE:
        move_shares(change, ETA, IPO, player, (10,))
    elif private == LYON:
        move_certificate(change, PLM, player)
        change.push(ParChoice(player, PLM))


AUCTION_RULES = AuctionRules(
    multiples=True, lowest_first=True, all_passed=all_passed, sold=private_sold, finished=first_stock_round
)


@check("auction.must-take")
def free_one_first(state: State, move: Bid) -> Facts | None:
    """A private that costs nothing must be taken: no bid on another one instead."""
    cheapest = usual.unsold(state)[0]
    if usual.price_now(state, cheapest) <= 0 and move.private != cheapest:
        return {"private": cheapest}
    return None


def par_prices(state: State, colours: tuple[str, ...]) -> tuple[int, ...]:
    """The par prices of these colours, highest first."""
    market = state.rules.market
    wanted = {f"par_{colour}" for colour in colours}
    return tuple(sorted((price for price, cell in market.par.items() if market.zone(cell) & wanted), reverse=True))


BUY_OR_BID = usual.BID.but(first=(free_one_first,))
FRAMES: dict[type[Any], Procedure] = {
    Auction: asks(BUY_OR_BID, usual.PASS_BID, who=in_turn, advance=usual.advance_auction),
    ParChoice: par_choice(
        "1843.plm-par",
        "PLM begins at a yellow or green par price, although the phase is yellow.",
        lambda state: par_prices(state, ("yellow", "green")),
    ),
}
"""The auction, and the par price of PLM that is set in it."""
