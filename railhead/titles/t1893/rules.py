"""1893 on the kernel: what is not as usual (`railhead/usual.py`), in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from railhead import usual
from railhead.core.chance import draws
from railhead.core.change import Change
from railhead.core.facts import for_table
from railhead.core.finish import cash_and_shares
from railhead.core.floating import set_par
from railhead.core.offers import Offer
from railhead.core.phases import phase_of
from railhead.core.policies import ten_times_par
from railhead.core.privates import close_private
from railhead.core.revenue import DIVIDEND_STEP, RUN_STEP
from railhead.core.rules import Rules
from railhead.core.secrecy import PLAYERS
from railhead.core.setup import opening
from railhead.core.state import BLOCKED, IPO, RESERVED, TREASURY, Round, State
from railhead.core.stations import put_station
from railhead.core.stock import StockRound
from railhead.core.trains import agreed_price
from railhead.titles.t1893 import forced, industry, merger, rounds, terms, track, trains
from railhead.titles.t1893.bonds import bonds_of
from railhead.titles.t1893.directors import SPLIT, Split
from railhead.titles.t1893.eva import OFFER, TRADE_EVA, TradeEva, complete_trade
from railhead.titles.t1893.package import LEFTOVERS, Leftovers, Opening
from railhead.titles.t1893.trading import over_limit

NEUTRAL_HEX = "H5"
"""A grey city where nobody ever has a station."""

# Set-up (2), with the variants that change it (21)


def set_up(rules: Rules, names: tuple[str, ...], seed: int) -> State:
    """The position before the first stock round: markers of minors and harbour lie on the map (2.1)."""
    change = Change(opening(rules, names, seed, terms.FACTS.setup[len(names)].cash))
    for sym in terms.MINORS:
        change.company(sym, certificate=RESERVED, tokens=())
        put_station(change, sym, rules.companies[sym].home[0], 0)
    for sym, it in terms.MERGERS.items():
        kept = tuple(percent for part, percent in it.parts.items() if part != it.director)
        free = rules.companies[sym].shares[1 + len(kept) :]
        paid = tuple(price for price in rules.companies[sym].tokens if price)
        change.company(sym, certificate=RESERVED, shares={RESERVED: kept, IPO: free}, tokens=paid)
    put_station(change, BLOCKED if rules.on(terms.DELAYED) else "HGK", merger.HARBOUR_HEX, 0)
    put_station(change, BLOCKED, NEUTRAL_HEX, 0)
    order = change.state.order if rules.on(terms.SEATS_IN_ORDER) else seated(change.state.order, seed)
    frames = (Opening(at=order[0], first=True),)
    change.set(order=order, priority=order[0], round=Round("SR", 1), frames=frames, extra=terms.Extra())
    return change.state


def seated(players: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """The players by the numbers of the minors' charters that they draw; the lowest begins (2.2)."""
    left = list(terms.MINORS)
    drawn = []
    for player, number in zip(players, draws(seed), strict=False):
        drawn.append((terms.MINORS.index(left.pop((number >> 16) % len(left))), player))
    return tuple(player for _, player in sorted(drawn))


# Companies (4, 16, 17, 19)


def phase_begins(change: Change, _buyer: str) -> None:
    """Free certificates of merged corporations come on sale (4.3); the first 6-train closes EVA (4.1 B)."""
    phase = phase_of(change.state).name
    for sym, it in terms.MERGERS.items():
        if it.may == phase:
            row, column = terms.FACTS.companies[sym].special["start_cell"]
            set_par(change, sym, it.price, "", (row, column))
    if phase == "6":
        close_private(change, terms.EVA, "private.closes")


def may_float(state: State, company: str) -> bool:
    """Corporations by merger float with their founding, whatever shares have been sold before (19.5)."""
    return company not in terms.MERGERS or merger.is_founded(state, terms.MERGERS[company])


def capital(state: State, company: str) -> int:
    """Ten times the starting price (19.5); a merger has brought its capital already (17.2.2)."""
    return 0 if company in terms.MERGERS else ten_times_par(state, company)


# A company's turn (7)

STEPS = (
    usual.track_step(track.LAY),
    usual.station_step(industry.STATION, industry.PLACE),
    RUN_STEP,
    DIVIDEND_STEP,
    usual.train_step(forced.FORCED),
)
"""A company's turn (7.3); a trade-in is part of a purchase (14)."""


# The end (20)


def score(state: State, player: str) -> int:
    """Cash, shares at their price and bonds at a hundred; privates and minors have no stock value (20)."""
    return cash_and_shares(state, player) + terms.BOND_PRICE * len(bonds_of(state, player))


# The whole


def build(options: Mapping[str, bool], seats: int) -> Rules:
    """The rules of 1893 with these options."""
    return usual.rules(
        for_table(terms.FACTS, options, seats),
        terms.RULEBOOK,
        options,
        seats,
        version=3,
        # set-up (2), rounds (1, 3, 17, 18)
        set_up=set_up,
        next_round=rounds.next_round,
        # operating rounds (7, 12, 13)
        operating=replace(
            usual.OPERATING,
            order=rounds.operating_order,
            turn_begins=lambda change, _company: terms.forget_turn(change),
            steps=STEPS,
            demands_best=False,
            dividend_choices=usual.halved_by("minor"),
            treasury_collects=(TREASURY,),
        ),
        always=(),
        # track (8, 9)
        track=replace(
            usual.TRACK,
            blocked=usual.nothing_closed,
            fits=track.fits,
            upgrades=track.upgrades,
        ),
        scoring=industry.score_sheet,
        # trains (14 to 16)
        train=replace(
            usual.TRAINS,
            must_own=trains.must_own,
            trade=trains.trade_in,
            from_companies=trains.from_companies,
            helped=trains.helped,
            companies_price=agreed_price(trains.alone_without_train),
            phase_begins=phase_begins,
        ),
        forced=forced.FORCED,
        # stock rounds (18, 19)
        stock=replace(
            usual.STOCK_WITHOUT_POOL,
            over_limit=over_limit,
            may_float=may_float,
            capital=capital,
            next_order=rounds.locomotive,
        ),
        frames={
            Opening: rounds.OPENING,
            Leftovers: LEFTOVERS,
            Split: SPLIT,
            **merger.merger_procedures(),
            StockRound: rounds.TRADING,
            Offer: OFFER,
        },
        proposal=merger.proposal,
        # EVA changes hands at any time (4.1 B)
        anytime=(TRADE_EVA,),
        deals={TradeEva: complete_trade},
        # the end (20); players keep their cash secret
        score=score,
        secret=(PLAYERS,),
        extra=terms.Extra,
        words=terms.WORDS,
        unused={"route.closed"},
    )
