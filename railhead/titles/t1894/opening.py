"""The set-up and the private auction (3, 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs
from msgspec.structs import replace

from railhead import usual
from railhead.core.auction import BID, PASS_BID, Auction, advance_auction
from railhead.core.chance import draws
from railhead.core.change import Change
from railhead.core.floating import float_company
from railhead.core.kinds import Procedure, asks, in_turn
from railhead.core.moves import Bid
from railhead.core.pars import ParChoice, par_choice
from railhead.core.rules import Rules
from railhead.core.setup import opening
from railhead.core.shares import move_certificate, move_shares
from railhead.core.state import IPO, POOL, RESERVED, Round, State
from railhead.titles.t1894.extra import BELGE, NORD, Extra, extra_of, note

FRENCH = ("PLM", "OUEST", NORD, "EST", "CFOR")
STATION_PRIVATES = ("GLG", "SAC")
FIRST_PRIVATE, NORD_MINOR, FRENCH_MAJOR, BELGE_MAJOR = "LRC", "NMinorS", "FMS", "BMS"
SEATS_IN_ORDER = "seats-in-order"


def smallest(names: Sequence[str], numbers: Iterator[int]) -> str:
    """The name that draws the smallest number."""
    return min((next(numbers), name) for name in names)[1]


def set_up(rules: Rules, names: tuple[str, ...], seed: int) -> State:
    """Draw the French company, the station private that stays out and the number cards; deal shares."""
    numbers = draws(seed)
    french = smallest(FRENCH, numbers)
    removed = smallest(STATION_PRIVATES, numbers)
    state = opening(
        rules, names, seed, rules.facts.setup[len(names)].cash, [sym for sym in rules.privates if sym != removed]
    )
    order = state.order
    if not rules.on(SEATS_IN_ORDER):
        order = tuple(player for _, player in sorted((next(numbers), player) for player in order))
    change = Change(structs.replace(state, order=order, priority=order[0], extra=Extra(french)))
    for company in (french, BELGE):
        change.company(company, certificate=RESERVED)
        for player in order:
            move_shares(change, company, IPO, player, (10,))
        if len(names) == 3:
            move_shares(change, company, IPO, POOL, (10,))
    move_shares(change, NORD, IPO, RESERVED, (10,))
    change.set(round=Round("ISR", 1), frames=(Auction(at=order[0]),))
    return change.state


def private_sold(change: Change, private: str, player: str) -> None:
    """What comes with a private: the Nord share, or a company whose par price is to be set (5.3, 11.2.2.7)."""
    if private == NORD_MINOR:
        move_shares(change, NORD, RESERVED, player, (10,))
    elif private in (FRENCH_MAJOR, BELGE_MAJOR):
        note(change, to_par=(*extra_of(change.state).to_par, (player, shareholding(change.state, private))))


def shareholding(state: State, private: str) -> str:
    """The company whose president's certificate comes with a major shareholding."""
    return BELGE if private == BELGE_MAJOR else extra_of(state).french


def comes_with(state: State, private: str) -> tuple[str, ...]:
    """The certificate that the buyer of a major shareholding gets, in words."""
    if private not in (FRENCH_MAJOR, BELGE_MAJOR) or state.privates[private].owner:
        return ()
    return (f"the president's certificate of {shareholding(state, private)}",)


def advance(change: Change, frame: Auction) -> bool:
    """Ask for the par price of a shareholding as soon as it is sold (5.3), then continue."""
    waiting = extra_of(change.state).to_par
    if not waiting:
        return advance_auction(change, frame)
    note(change, to_par=())
    for player, company in reversed(waiting):
        change.push(ParChoice(player, company))
    return True


def starter_floats(change: Change, company: str, player: str) -> None:
    """The winner takes the president's certificate, and the company floats at once (11.3.2)."""
    move_certificate(change, company, player)
    float_company(change, company)


def _first_bids(state: State) -> Iterator[Bid]:
    """The cheapest private, and bids on others; raising one's own waiting bid is left to the price ranges.

    Players who put all their money into raises could carry on forever without selling anything.
    """
    for bid in BID.candidates(state):
        if all(name != bid.by for name, _ in state.top.bids.get(bid.private, ())):
            yield bid


OPEN_BID = BID.but(candidates=_first_bids)
AUCTION = replace(usual.waterfall(falls=FIRST_PRIVATE), multiples=True, lowest_first=True, sold=private_sold)


FRAMES: dict[type[Any], Procedure] = {
    Auction: asks(OPEN_BID, PASS_BID, who=in_turn, advance=advance),
    ParChoice: par_choice(
        "1894.par-of-shareholding",
        "A company that comes with a shareholding starts at one of four prices.",
        lambda state: state.rules.facts.special["par_start"],
        starter_floats,
    ),
}
"""The auction, and the par prices that are set in it."""
