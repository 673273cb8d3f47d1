"""The usual rules of 18xx. A title says what is different; this is what it gets where it says nothing.

    RULES = usual.rules(FACTS, RULEBOOK, options, seats)

is a whole game: private companies in a waterfall auction, stock rounds and operating rounds in turn, six steps in a
company's turn, the end when the bank breaks. Change a part with `msgspec.structs.replace`:

    track=replace(usual.TRACK, cost=terrain)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from railhead.core.auction import Auction, AuctionRules, auction_procedures, first_falls
from railhead.core.buying import BUY, START
from railhead.core.emergency import SALE
from railhead.core.facts import Facts, load_facts
from railhead.core.finish import worth
from railhead.core.forced import ForcedPurchase
from railhead.core.forced_sales import lose_everything, shares
from railhead.core.kinds import Kind, Procedure, Step, legal
from railhead.core.map import build_map
from railhead.core.market import by_price, parse_grid
from railhead.core.memo import remembered
from railhead.core.moves import BuyPrivate, BuyTrain, RaiseMoney
from railhead.core.offers import OFFER_PROCEDURE, Offer
from railhead.core.operating import (
    OperatingTurn,
    operating_company,
    operating_procedures,
    turn_frame,
)
from railhead.core.phases import DISCARD_PROCEDURE, Discard, phase_of
from railhead.core.policies import (
    SELL_OR_BUY_FIRST,
    SELL_THEN_BUY,
    OperatingRules,
    StockRules,
    TrackRules,
    TrainRules,
)
from railhead.core.privates import BUY_PRIVATE, PRIVATE_STEP, close_all_privates, complete_private, pay_privates
from railhead.core.proposals import Proposal, no_proposal
from railhead.core.raising import ForcedPurchases, begin_agreed
from railhead.core.reach import face_at, has_route
from railhead.core.revenue import DIVIDEND_STEP, HALF, PAY, RUN_STEP, WITHHOLD, usual_price_move
from railhead.core.rounds import alternate
from railhead.core.rules import Rules, nothing_else
from railhead.core.rulings import Rulebook, load_rulebook
from railhead.core.scoring import Scoring
from railhead.core.selling import SELL
from railhead.core.setup import opening
from railhead.core.shares import certificates_of
from railhead.core.state import IPO, POOL, Round, State
from railhead.core.stations import STATION, place_homes
from railhead.core.stock import PASS, StockRound, begin_stock_round, stock_procedure
from railhead.core.track import LAY
from railhead.core.trains import (
    BUY_TRAIN,
    SUPPLY,
    complete_purchase,
    must_buy,
    next_in_supply,
    train_owned,
)
from railhead.core.yaml_text import read_yaml
from railhead.routes import best_run, check_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from railhead.core.change import Change

Words = dict[str, str | tuple[str, ...]]
"""A title's own sentences (see `view/names.py`)."""


def read(folder: Path) -> tuple[Facts, Rulebook, Words]:
    """What a title's folder says: `facts.yaml`, `rulebook.yaml` and, where it has its own sentences, `words.yaml`."""
    words = folder / "words.yaml"
    own = read_yaml(words.read_text(encoding="utf-8")) if words.exists() else {}
    return load_facts(folder / "facts.yaml"), load_rulebook(folder / "rulebook.yaml"), msgspec.convert(own, Words)


# The auction of private companies


def first_stock_round(change: Change, following: str) -> None:
    """The player after the one whose turn sold the last private company begins the first stock round."""
    change.set(priority=following)
    begin_stock_round(change, 1, first=True)


def waterfall(falls: str, by: int = 5) -> AuctionRules:
    """The waterfall auction: buy the cheapest, or bid on another one; `falls` becomes cheaper when all pass."""
    return AuctionRules(
        all_passed=first_falls(falls, by),
        sold=lambda _change, _private, _player: None,
        finished=first_stock_round,
    )


def auction_first(rules: Rules, names: tuple[str, ...], seed: int) -> State:
    """The position before the auction."""
    state = opening(rules, names, seed, rules.facts.setup[len(names)].cash)
    return replace(state, round=Round("ISR", 1), frames=(Auction(at=state.order[0]),))


# Track


def one_lay_or_upgrade(state: State, turn: OperatingTurn) -> tuple[str, ...]:
    """One tile a turn, in a colour of the phase."""
    return () if turn.laid else phase_of(state).tiles


def printed_cost(state: State, _company: str, hex_id: str) -> int:
    """What is printed on the hex or the tile that is built over."""
    return face_at(state, hex_id).cost


def closed_by_private(state: State, _company: str, hex_id: str) -> str:
    """A private company keeps its hexes closed while a player owns it."""
    for sym, private in state.privates.items():
        if hex_id in state.rules.privates[sym].blocks and private.owner in state.players and not private.closed:
            return sym
    return ""


def nothing_closed(_state: State, _company: str, _hex_id: str) -> str:
    """No hex is ever closed."""
    return ""


TRACK = TrackRules(must_add=True, allowance=one_lay_or_upgrade, cost=printed_cost, blocked=closed_by_private)


# Trains and phases


def limit_of_phase(state: State, company: str) -> int:
    """The train limit that the phase sets for companies of this kind."""
    return phase_of(state).limit[state.rules.companies[company].kind]


def all_trains(state: State, company: str) -> int:
    """Every train counts against the limit."""
    return len(state.companies[company].trains)


def train_for_a_route(state: State, company: str) -> bool:
    """A company with a route and no train must buy one."""
    return not state.companies[company].trains and has_route(state, company)


def help_with_new_trains(state: State, move: BuyTrain) -> bool:
    """The president helps once a turn with a train of supply or pool that the company must own, no trade-in."""
    if move.trade or move.source not in (SUPPLY, POOL):
        return False
    return must_buy(state, operating_company(state)) and not turn_frame(state).helped


def trade_by_table(state: State, _company: str, old: str, new: str) -> int | None:
    """What a train is worth in part payment, as its card says."""
    return state.rules.trains[new].trade_in.get(old)


def any_company(_state: State, _buyer: str, _seller: str) -> bool:
    """Companies may sell each other trains."""
    return True


def privates_close(*phases: str) -> Callable[[Change, str], None]:
    """All private companies close when one of these phases begins."""

    def phase_begins(change: Change, _buyer: str) -> None:
        if phase_of(change.state).name in phases:
            close_all_privates(change)

    return phase_begins


TRAINS = TrainRules(
    limit=limit_of_phase,
    counted=all_trains,
    on_sale=next_in_supply,
    must_own=train_for_a_route,
    helped=help_with_new_trains,
    trade=trade_by_table,
    from_companies=any_company,
)


# Operating rounds


def floated_by_price(state: State) -> tuple[str, ...]:
    """Companies that have floated, dearest first."""
    return by_price(state, [sym for sym, it in state.companies.items() if it.floated])


def halved_by(*kinds: str) -> Callable[[State, str], tuple[str, ...]]:
    """Companies of these kinds always halve their revenue, the others pay or withhold it."""
    return lambda state, company: (HALF,) if state.rules.companies[company].kind in kinds else (PAY, WITHHOLD)


def half_to_double(*phases: str) -> Callable[[State, str, str], tuple[int, int] | None]:
    """A company buys a private company for half to double its face value, in these phases."""

    def price(state: State, _company: str, private: str) -> tuple[int, int] | None:
        if phase_of(state).name not in phases:
            return None
        value = state.rules.privates[private].value
        return -(-value // 2), 2 * value

    return price


def tile_left_to_lay(state: State, turn: OperatingTurn) -> bool:
    """Whether the company may still lay a tile."""
    return bool(state.rules.track.allowance(state, turn))


def track_step(*kinds: Kind, open: Callable[[State, OperatingTurn], bool] = tile_left_to_lay) -> Step:
    """Laying track."""
    return Step("track", kinds or (LAY,), open)


def something_to_do(state: State, turn: OperatingTurn) -> bool:
    """Whether a move of the step is legal."""
    return legal(state, state.rules.steps[turn.step].kinds)


def station_step(*kinds: Kind) -> Step:
    """Placing a station, where the company has one and a place for it."""
    return Step("station", kinds or (STATION,), something_to_do)


FORCED = ForcedPurchases(
    buy=BUY_TRAIN, complete=complete_purchase, assets=(shares(SALE),), bankruptcy=lose_everything(SALE)
)
"""A train that must be bought and cannot be paid for: the president sells shares for it, or goes bankrupt."""


def train_step(forced: ForcedPurchases = FORCED, *more: Kind) -> Step:
    """Buying trains; a company that must own one does not leave the step without."""
    return Step(
        "trains",
        (forced.buy, *more, *forced.step_kinds),
        lambda state, turn: must_buy(state, turn.company) or something_to_do(state, turn),
        pass_checks=(train_owned,),
    )


STEPS = (track_step(), station_step(), RUN_STEP, DIVIDEND_STEP, train_step(), PRIVATE_STEP)
"""A company's turn: track, station, run, dividend, trains, and the last chance to buy a private company."""

OPERATING = OperatingRules(
    steps=STEPS,
    income=pay_privates,
    order=floated_by_price,
    treasury_collects=(POOL,),
    price_moves=usual_price_move,
    home=place_homes,
)

# Stock rounds


def too_many_certificates(state: State, player: str) -> bool:
    """A player over the certificate limit sells first."""
    return certificates_of(state, player) > state.rules.certificate_limit


STOCK = StockRules(shape=SELL_OR_BUY_FIRST, over_limit=too_many_certificates)
STOCK_WITHOUT_POOL = StockRules(
    shape=SELL_THEN_BUY, sold_to=IPO, drop_per_share=False, priced_by_market=True, over_limit=too_many_certificates
)
"""Shares that are sold go back to the bank, which sells all at the share price; a sale costs one step."""


# What runs pay


def scoring(facts: Facts, colour: str, **more: Any) -> Scoring:
    """The printed values of a phase's colour, for trains as their cards say."""
    return Scoring(ranges={name: train.range for name, train in facts.trains.items()}, colour=colour, **more)


def by_phase(sheet: Callable[[Facts, str], Scoring]) -> Callable[[State, str], Scoring]:
    """How runs are paid in a phase, where that depends on its colour alone."""

    @remembered
    def printed(rules: Rules, colour: str) -> Scoring:
        return sheet(rules.facts, colour)

    return lambda state, _company: printed(state.rules, phase_of(state).colour)


PRINTED_VALUES = by_phase(scoring)


# All together


DEALS: Mapping[type[Any], Callable[[Change, Any], None]] = {
    BuyTrain: complete_purchase,
    RaiseMoney: begin_agreed,
    BuyPrivate: complete_private,
}
"""What happens when another player agrees to a deal."""


def rules(
    facts: Facts,
    rulebook: Rulebook,
    options: Mapping[str, bool],
    seats: int,
    *,
    version: int = 1,
    auction: AuctionRules | None = None,
    stock: StockRules = STOCK,
    track: TrackRules = TRACK,
    train: TrainRules = TRAINS,
    operating: OperatingRules = OPERATING,
    forced: ForcedPurchases = FORCED,
    trading: tuple[Kind, ...] = (SELL, BUY, START, PASS),
    always: tuple[Kind, ...] = (BUY_PRIVATE,),
    frames: Mapping[type[Any], Procedure] | None = None,
    anytime: tuple[Kind, ...] = (),
    set_up: Callable[[Rules, tuple[str, ...], int], State] = auction_first,
    next_round: Callable[[Change], None] = alternate,
    scoring: Callable[[State, str], Scoring] = PRINTED_VALUES,
    score: Callable[[State, str], int] = worth,
    deals: Mapping[type[Any], Callable[[Change, Any], None]] | None = None,
    also_holds: Callable[[State, str], tuple[str, ...]] = nothing_else,
    proposal: Callable[[State], Proposal | None] = no_proposal,
    extra: type[Any] | None = None,
    unused: Iterable[str] = (),
    secret: Iterable[str] = (),
    words: Words | None = None,
) -> Rules:
    """A title's rules with these options for this many players; whatever is not given is as usual.

    `facts` are those of this table: a variant that changes the map or the trains replaces them there.
    `trading` are the kinds of move of a stock round, `always` those open in every step of a company's turn,
    `frames` the procedures of what interrupts play, `anytime` the kinds open whenever the title's checks allow.
    """
    return Rules(
        title=facts.title,
        version=version,
        options=options,
        seats=seats,
        facts=facts,
        rulebook=rulebook,
        map=build_map(facts.layout, facts.axes, facts.hexes, facts.tiles),
        market=parse_grid(facts.market, facts.par),
        bank=facts.bank,
        certificate_limit=facts.setup[seats].certificates,
        companies=facts.companies,
        privates=facts.privates,
        trains=facts.trains,
        phases=facts.phases,
        auction=auction,
        stock=stock,
        track=track,
        train=train,
        operating=operating,
        set_up=set_up,
        next_round=next_round,
        procedures={
            **(auction_procedures() if auction is not None else {}),
            StockRound: stock_procedure(trading),
            **operating_procedures(operating.steps, always),
            Discard: DISCARD_PROCEDURE,
            ForcedPurchase: forced.procedure,
            Offer: OFFER_PROCEDURE,
            **(frames or {}),
        },
        anytime=anytime,
        scoring=scoring,
        best_run=best_run,
        judge_run=check_run,
        score=score,
        deals={**DEALS, **(deals or {})},
        also_holds=also_holds,
        proposal=proposal,
        extra=extra,
        unused=frozenset(unused) | _never_asked(facts, operating),
        secret=frozenset(secret),
        words=words or {},
    )


def _never_asked(facts: Facts, operating: OperatingRules) -> frozenset[str]:
    """Shared checks that the facts leave nothing to object to."""
    found = set()
    if not any(train.range.start for train in facts.trains.values()):
        found.add("route.start")
    if all(len(tile.rotations) == 6 for tile in facts.tiles.values()):
        found.add("track.rotation")
    if not operating.demands_best:
        found.add("run.best-total")
    return frozenset(found)
