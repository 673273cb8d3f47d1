"""1843 on the kernel: what is not as usual (`railhead/usual.py`), in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from railhead import usual
from railhead.core.buying import BUY
from railhead.core.change import Change
from railhead.core.facts import for_table
from railhead.core.finish import end_game
from railhead.core.kinds import Step, legal
from railhead.core.moves import BuyTrain
from railhead.core.operating import OperatingTurn
from railhead.core.phases import Discard, reached
from railhead.core.policies import SELL_BUY_SELL, StockRules
from railhead.core.privates import BUY_PRIVATE
from railhead.core.revenue import DIVIDEND_STEP, RUN_STEP, usual_price_move
from railhead.core.rounds import alternate
from railhead.core.rules import Rules
from railhead.core.state import State
from railhead.core.stock import PASS, StockRound
from railhead.core.trains import agreed_price, short_of_a_train
from railhead.titles.t1843 import loire, opening, ports, powers, purchase, stations, stock, track, trains
from railhead.titles.t1843.extra import Extra, extra_of, note

FACTS, RULEBOOK, WORDS = usual.read(Path(__file__).parent)


# Rounds, and the ends of the game (5, 7.7, 8.10)

GRAY_SETS = 2
"""The game ends with the second set of operating rounds in which a company owned a gray train."""


def round_begins(change: Change) -> None:
    """Income first; a gray train that a company owns makes this set count."""
    ports.income(change)
    if any(trains.ELECTRIC in charter.trains for charter in change.state.companies.values()):
        note(change, gray_now=True)


def price_moves(change: Change, company: str, paid: int) -> None:
    """Right for a dividend, left for none (7.7); a price of 500 will end the game."""
    usual_price_move(change, company, paid)
    stock.watch_for_end(change, company)


def round_ends(change: Change) -> None:
    """After the last operating round of a set: count gray sets, then let the foreigners buy (5, 8.10.1)."""
    here = change.state.round
    if change.state.ending or here.part < here.of:
        return
    extra = extra_of(change.state)
    if extra.gray_now:
        note(change, gray_now=False, gray_sets=extra.gray_sets + 1)
    if extra_of(change.state).gray_sets >= GRAY_SETS:
        change.set(ending="gray trains")
    else:
        trains.foreigners_buy(change)


def next_round(change: Change) -> None:
    """A stock round, then the operating rounds of the phase in which it ended."""
    if change.state.ending == "price":
        end_game(change, "price", "end.500")
    elif change.state.ending:
        end_game(change, "gray trains", "end.gray-trains")
    else:
        alternate(change)


# A company's turn (8.3 to 8.9)


def _track_open(state: State, turn: OperatingTurn) -> bool:
    return usual.tile_left_to_lay(state, turn) or legal(state, (powers.LAY_EXTRA, powers.BUILD_PORT))


TRAIN_STEP = usual.train_step(purchase.FORCED, loire.PRESERVE)


def _trains_open(state: State, turn: OperatingTurn) -> bool:
    return TRAIN_STEP.open(state, turn) or loire.card_in_question(state, turn.company)


ALWAYS = (BUY_PRIVATE, loire.BUY_LOIRE_TRAIN, powers.LAY_ST_GERMAIN)
"""Open in every step of a company's turn."""
ASKED = "asked about trains"
"""Noted when a director has passed in the train step: what is open in every step was open there."""


def _asked(change: Change, turn: OperatingTurn) -> None:
    change.frame(OperatingTurn, notes=(*turn.notes, ASKED))


def _last_chance(state: State, turn: OperatingTurn) -> bool:
    """Ports can be bought; or privates, where the turn would end without the director having been asked."""
    return legal(state, (ports.BUY_PORT,)) or (ASKED not in turn.notes and legal(state, ALWAYS))


STEPS = (
    usual.track_step(track.LAY, powers.LAY_EXTRA, powers.BUILD_PORT, open=_track_open),
    usual.station_step(stations.STATION, stations.MOVE, ports.CLAIM),
    RUN_STEP,
    DIVIDEND_STEP,
    Step("obsolete", (), lambda _state, _turn: False, closed=trains.drop_obsolete),
    replace(TRAIN_STEP, open=_trains_open, leave=_asked),
    Step("ports", (ports.BUY_PORT,), _last_chance),
)
"""A company's turn (8.3)."""


# Private companies (10.1)


def sale_to_company(state: State, _company: str, private: str) -> tuple[int, int] | None:
    """From green phase on between 1 and twice the face value (8.3, 10.1)."""
    return (1, 2 * state.rules.privates[private].value) if reached(state, "green") else None


# Anything else that a company holds (8.9, 10.2)


def markers_of(state: State, owner: str) -> tuple[str, ...]:
    """A company's port markers, and the train that carries the engineers' card."""
    extra = extra_of(state)
    hexes = state.rules.map.hexes
    held = [f"port of {hexes[port].facts.name or port}" for port, company in extra.ports.items() if company == owner]
    return (*held, f"engineers on its {extra.preserved}") if owner and extra.engineers == owner else tuple(held)


# The whole


def build(options: Mapping[str, bool], seats: int) -> Rules:
    """The rules of 1843."""
    found = usual.rules(
        for_table(FACTS, options, seats),
        RULEBOOK,
        options,
        seats,
        version=3,
        # set-up and private auction (4, 6)
        set_up=opening.set_up,
        auction=opening.AUCTION_RULES,
        next_round=next_round,
        # stock rounds (7)
        stock=StockRules(
            shape=SELL_BUY_SELL,
            over_limit=stock.must_sell_first,
            uncounted_zones=frozenset({"yellow", "orange", "brown"}),
            unlimited_zones=frozenset({"orange", "brown"}),
            may_buy_more=stock.may_buy_more,
            par_prices=stock.phase_pars,
            round_ends=stock.round_ends,
            next_order=stock.cards_by_cash,
        ),
        # operating rounds (8)
        operating=replace(
            usual.OPERATING,
            income=round_begins,
            home=stations.place_home,
            turn_begins=ports.turn_begins,
            steps=STEPS,
            price_moves=price_moves,
            round_ends=round_ends,
            may_buy_private=sale_to_company,
        ),
        always=ALWAYS,
        # track (8.4)
        track=replace(
            usual.TRACK,
            must_add=False,
            allowance=track.allowance,
            cost=track.cost,
            fits=track.fits,
            upgrades=track.upgrades,
            laid=stations.home_built,
        ),
        # trains (8.8, 13)
        train=replace(
            usual.TRAINS,
            limit=trains.limit_of,
            counted=trains.counted,
            on_sale=trains.on_sale,
            must_own=trains.must_own,
            helped=purchase.helped,
            companies_price=agreed_price(short_of_a_train),
            trade=lambda state, _company, old, new: 0 if purchase.larger(state, old, new) else None,
            traded_to_pool=False,
            bought=trains.train_bought,
            phase_begins=trains.phase_begins,
        ),
        forced=purchase.FORCED,
        frames={
            **opening.FRAMES,
            StockRound: stock.stock_turns((stock.SELL, BUY, stock.START, loire.EXCHANGE_IN_TURN, PASS)),
            stations.MidiHome: stations.HOME_PROCEDURE,
            Discard: trains.LIMIT_PROCEDURE,
        },
        # private companies (10.2)
        anytime=(loire.EXCHANGE,),
        deals={
            BuyTrain: purchase.complete_purchase,
            ports.BuyPort: ports.complete_port,
            loire.BuyLoireTrain: loire.complete_loire_train,
        },
        also_holds=markers_of,
        extra=Extra,
        words=WORDS,
        unused={"route.closed"},
    )
    return replace(found, running_trains=trains.running_trains)  # two sides of a certificate (8.6.1)
