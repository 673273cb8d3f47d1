"""1889 on the kernel: its rounds, its steps and what it decides about the shared mechanisms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from railhead.core.auction import (
    Auction,
    AuctionRules,
    auction_frame,
    auction_procedures,
    cut_price,
    price_now,
    sell_private,
    unsold,
)
from railhead.core.buying import BUY, START
from railhead.core.change import Change
from railhead.core.emergency import (
    BANKRUPT,
    FORCED_SALE,
)
from railhead.core.facts import Facts, PrivateFacts, TileFacts, load_facts
from railhead.core.finish import worth
from railhead.core.kinds import Kind, Step
from railhead.core.map import build_map
from railhead.core.market import by_price, parse_grid
from railhead.core.money import pay
from railhead.core.moves import BuyPrivate, BuyTrain
from railhead.core.offers import OFFER_PROCEDURE, Offer
from railhead.core.operating import OperatingTurn, operating_procedures
from railhead.core.phases import DISCARD_PROCEDURE, Discard, phase_of
from railhead.core.policies import SELL_OR_BUY_FIRST, OperatingRules, StockRules, TrackRules, TrainRules
from railhead.core.privates import BUY_PRIVATE, PRIVATE_STEP, close_private, complete_private, pay_privates
from railhead.core.reach import face_at, reach
from railhead.core.revenue import DIVIDEND_STEP, RUN_STEP, usual_price_move
from railhead.core.rounds import alternate
from railhead.core.rules import Rules
from railhead.core.rulings import load_rulebook
from railhead.core.scoring import Scoring
from railhead.core.selling import SELL
from railhead.core.setup import opening
from railhead.core.shares import certificates_of
from railhead.core.state import BANK, POOL, Round, State, president_of
from railhead.core.stations import STATION, place_homes, station_candidates
from railhead.core.stock import PASS, StockRound, begin_stock_round, stock_procedure
from railhead.core.track import LAY, LAY_CHECKS, lay_candidates, lay_tile
from railhead.core.trains import BUY_TRAIN, can_buy_something, complete_purchase, next_in_supply, train_owned
from railhead.routes import best_run, check_run
from railhead.titles.t1889 import powers
from railhead.titles.t1889.scoring import scoring
from railhead.titles.t1889.words import WORDS

HERE = Path(__file__).parent
FACTS = load_facts(HERE / "facts.yaml")
RULEBOOK = load_rulebook(HERE / "rulebook.yaml")

BEGINNER = "beginner"
FREE_RUNS = "free-runs"
FIRST_PRIVATE = "A"


# The auction (5.7)


def all_passed(change: Change) -> None:
    """An operating round of the privates alone; A becomes cheaper while it is unsold, and at last is free."""
    if FIRST_PRIVATE in unsold(change.state):
        cut_price(change, FIRST_PRIVATE, 5, "auction.falls")
        if price_now(change.state, FIRST_PRIVATE) <= 0:
            player = auction_frame(change.state).at
            change.frame(Auction, acted=True, done=True)
            sell_private(change, FIRST_PRIVATE, player, 0)
    else:
        pay_privates(change)


def auction_over(change: Change, following: str) -> None:
    """The player after the one whose turn sold the last private begins the first stock round."""
    change.set(priority=following)
    begin_stock_round(change, 1, first=True)


# Stock rounds (5)


def over_limit(state: State, player: str) -> bool:
    """Over the certificate limit (5.4)."""
    return certificates_of(state, player) > state.rules.certificate_limit


# Track (6)


def allowance(state: State, turn: OperatingTurn) -> tuple[str, ...]:
    """One lay or upgrade a turn (6)."""
    return () if turn.laid else phase_of(state).tiles


def terrain(state: State, company: str, hex_id: str, tile: str) -> int:
    """Printed on what is built over: hexes for the first tile, Kotohira's tiles for every upgrade (6.5)."""
    face = face_at(state, hex_id)
    mines = state.privates.get(powers.MINES)
    if mines is not None and mines.owner == company and not mines.closed and face.terrain == ("mountain",):
        return 0
    return face.cost


def blocked(state: State, company: str, hex_id: str) -> str:
    """A and C close their hexes while players own them (15.1)."""
    if not powers.has_powers(state):
        return ""
    for sym, private in state.privates.items():
        if hex_id in state.rules.privates[sym].blocks and private.owner in state.players and not private.closed:
            return sym
    return ""


# Trains and phases (4.2, 10)


def phase_begins(change: Change, buyer: str) -> None:
    """Phase five closes the privates; a ferry in a player's hands stays and earns more (4.2.4, 15.2)."""
    if phase_of(change.state).name != "5":
        return
    for sym, private in change.state.privates.items():
        stays = sym == powers.FERRY and private.owner in change.state.players
        if stays and powers.has_powers(change.state):
            change.private(sym, revenue=50)
        else:
            close_private(change, sym, "private.closes")


def trade_in(state: State, company: str, old: str, new: str) -> int | None:
    """What a train is worth in part payment."""
    return state.rules.trains[new].trade_in.get(old)


def sale_to_company(state: State, company: str, private: str) -> tuple[int, int] | None:
    """Half to double the face value, in phases three and four (11.1)."""
    if phase_of(state).name not in ("3", "4") or not powers.has_powers(state):
        return None
    value = state.rules.privates[private].value
    return -(-value // 2), 2 * value


LAY_TRACK = Kind(LAY.move, lay_candidates, (*LAY_CHECKS[:1], powers.not_the_port_tile, *LAY_CHECKS[1:]), lay_tile)


def _track_open(state: State, turn: OperatingTurn) -> bool:
    """A lay is left, or the president still has the port tile, which belongs before the run if anywhere."""
    return bool(allowance(state, turn)) or powers.port_waits(state, president_of(state, turn.company))


def _can_place_station(state: State, turn: OperatingTurn) -> bool:
    return not turn.stations and any(STATION.objection(state, move) is None for move in station_candidates(state))


STEPS = (
    Step("track", (LAY_TRACK,), _track_open),
    Step("station", (STATION,), _can_place_station),
    RUN_STEP,
    DIVIDEND_STEP,
    Step("trains", (BUY_TRAIN, FORCED_SALE, BANKRUPT), can_buy_something, pass_checks=(train_owned,)),
    PRIVATE_STEP,
)
"""A company's turn (4.1.2); private companies may be bought at any point of it."""


def set_up(rules: Rules, names: tuple[str, ...], seed: int) -> State:
    """The position before the auction; in the beginner game the privates are dealt and paid (16.3)."""
    beginner = rules.on(BEGINNER)
    cash = rules.facts.setup[len(names)].cash
    state = opening(rules, names, seed, cash)
    if not beginner:
        return replace(state, round=Round("ISR", 1), frames=(Auction(at="p1"),))
    change = Change(state)
    for player, private in zip(state.players, dealt(tuple(rules.privates), seed), strict=True):
        pay(change, player, BANK, rules.privates[private].value, "private")
        change.private(private, owner=player)
    begin_stock_round(change, 1, first=True)
    return change.state


def dealt(privates: tuple[str, ...], seed: int) -> list[str]:
    """The privates in the order in which players get them: a shuffle that depends on the seed alone."""
    drawn = []
    number = seed % 2**31
    for private in privates:
        number = (1103515245 * number + 12345) % 2**31
        drawn.append((number, private))
    return [private for _, private in sorted(drawn)]


def privates_in_play(facts: Facts, options: Mapping[str, bool], seats: int) -> dict[str, PrivateFacts]:
    """The privates for so many players (18, tables 2 and 3)."""
    if not options.get(BEGINNER):
        return {
            sym: private
            for sym, private in facts.privates.items()
            if seats not in private.special.get("not_with_players", ())
        }
    return dealt_privates(facts, facts.special["beginner"]["privates_in_play"][seats])


def dealt_privates(facts: Facts, chosen: Iterable[str]) -> dict[str, PrivateFacts]:
    """These privates as the beginner game has them: without powers, at other values (16.3)."""
    table: dict[str, Any] = facts.special["beginner"]["privates"]
    return {sym: replace(facts.privates[sym], blocks=(), special={}, **table[sym]) for sym in chosen}


def tiles_for(facts: Facts, options: Mapping[str, bool]) -> dict[str, TileFacts]:
    """The tiles of the box; the beginner game adds some (18, table 4)."""
    extra: dict[str, int] = facts.special["beginner"]["tiles"] if options.get(BEGINNER) else {}
    return {
        name: replace(tile, count=(tile.count or 0) + extra.get(name, 0)) if tile.count is not None else tile
        for name, tile in facts.tiles.items()
    }


def score_sheet(state: State, company: str) -> Scoring:
    """How runs are paid in this phase (8.3)."""
    return scoring(state.rules.facts, phase_of(state).colour)


def build(options: Mapping[str, bool], seats: int) -> Rules:
    """The rules of 1889 with these options."""
    return Rules(
        title="1889",
        version=1,
        options=options,
        seats=seats,
        facts=FACTS,
        rulebook=RULEBOOK,
        map=build_map(FACTS.layout, FACTS.axes, FACTS.hexes, tiles_for(FACTS, options)),
        market=parse_grid(FACTS.market, FACTS.par),
        bank=FACTS.bank,
        certificate_limit=FACTS.setup[seats].certificates,
        companies=FACTS.companies,
        privates=privates_in_play(FACTS, options, seats),
        trains=FACTS.trains,
        phases=FACTS.phases,
        auction=AuctionRules(
            all_passed=all_passed,
            sold=lambda change, private, player: None,
            finished=auction_over,
        ),
        stock=StockRules(
            shape=SELL_OR_BUY_FIRST,
            uncounted_zones=frozenset({"yellow", "orange"}),
            unlimited_zones=frozenset({"orange"}),
            over_limit=over_limit,
        ),
        track=TrackRules(must_add=True, allowance=allowance, cost=terrain, blocked=blocked),
        train=TrainRules(
            limit=lambda state, company: phase_of(state).limit["public"],
            counted=lambda state, company: len(state.companies[company].trains),
            on_sale=next_in_supply,
            must_own=lambda state, company: not state.companies[company].trains and reach(state, company).route,
            trade=trade_in,
            from_companies=lambda state, buyer, seller: True,
            phase_begins=phase_begins,
        ),
        operating=OperatingRules(
            steps=STEPS,
            income=pay_privates,
            order=lambda state: by_price(state, [sym for sym, it in state.companies.items() if it.floated]),
            demands_best=not options.get(FREE_RUNS, False),
            treasury_collects=(POOL,),
            price_moves=usual_price_move,
            homes_at_round=True,
            home=place_homes,
            may_buy_private=sale_to_company,
            private_bought=powers.private_bought,
        ),
        set_up=set_up,
        next_round=alternate,
        procedures={
            **auction_procedures(),
            StockRound: stock_procedure((SELL, BUY, START, PASS)),
            **operating_procedures(STEPS, (BUY_PRIVATE,)),
            Discard: DISCARD_PROCEDURE,
            Offer: OFFER_PROCEDURE,
            powers.GreenTile: powers.GREEN_PROCEDURE,
        },
        anytime=(powers.LAY_PORT, powers.EXCHANGE_DOUGO),
        scoring=score_sheet,
        running_trains=lambda state, company: (state.companies[company].trains,),
        best_run=best_run,
        judge_run=check_run,
        score=worth,
        # no place is closed to anybody, no train must start somewhere, no tile has a fixed rotation, and every
        # company sells trains
        unused=frozenset({"route.closed", "route.start", "track.rotation", "train.from-companies"}),
        deals={BuyTrain: complete_purchase, BuyPrivate: complete_private},
        words=WORDS,
    )
