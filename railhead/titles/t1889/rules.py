"""1889 on the kernel: what is not as usual (`railhead/usual.py`), in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from railhead import usual
from railhead.core.buying import BUY, START
from railhead.core.change import Change
from railhead.core.facts import for_table
from railhead.core.operating import OperatingTurn
from railhead.core.phases import phase_of
from railhead.core.privates import PRIVATE_STEP, close_private, owner_of, pay_privates
from railhead.core.reach import face_at
from railhead.core.revenue import DIVIDEND_STEP, RUN_STEP
from railhead.core.rules import Rules
from railhead.core.secrecy import COMPANIES
from railhead.core.selling import SELL
from railhead.core.state import State, president_of
from railhead.core.stations import place_homes
from railhead.core.stock import PASS, StockRound
from railhead.core.track import LAY, known_hex
from railhead.titles.t1889 import beginners, powers
from railhead.titles.t1889.scoring import scoring

FACTS, RULEBOOK, WORDS = usual.read(Path(__file__).parent)
BEGINNER = "beginner"
FREE_RUNS = "free-runs"
SECRET_TREASURIES = "secret-treasuries"

# Rounds (4, 5): a price in the yellow and orange areas frees its shares from the certificate limit
STOCK = replace(usual.STOCK, uncounted_zones=frozenset({"yellow", "orange"}), unlimited_zones=frozenset({"orange"}))


def round_begins(change: Change) -> None:
    """Privates pay; every company that has floated since places its home station (4.1.2, 7.1)."""
    pay_privates(change)
    for company in usual.floated_by_price(change.state):
        place_homes(change, company)


def phase_begins(change: Change, _buyer: str) -> None:
    """Phase five closes the privates; a ferry in a player's hands stays and earns more (4.2.4, 15.2)."""
    if phase_of(change.state).name != "5":
        return
    for sym, private in change.state.privates.items():
        if sym == powers.FERRY and private.owner in change.state.players and powers.has_powers(change.state):
            change.private(sym, revenue=50)
        else:
            close_private(change, sym, "private.closes")


# A company's turn (4.1.2, 6)


def terrain(state: State, company: str, hex_id: str) -> int:
    """As printed on the hex or tile (6.5); the owner of the mines builds in mountains for nothing (15.2)."""
    if owner_of(state, powers.MINES) == company and face_at(state, hex_id).terrain == ("mountain",):
        return 0
    return usual.printed_cost(state, company, hex_id)


def tile_left_to_lay(state: State, turn: OperatingTurn) -> bool:
    """A lay is left, or the president can still place the port tile, which helps most before the run."""
    return usual.tile_left_to_lay(state, turn) or powers.port_waits(state, president_of(state, turn.company))


LAY_TRACK = LAY.but(instead={known_hex: (known_hex, powers.not_the_port_tile)})
STEPS = (
    usual.track_step(LAY_TRACK, open=tile_left_to_lay),
    usual.station_step(),
    RUN_STEP,
    DIVIDEND_STEP,
    usual.train_step(),
    PRIVATE_STEP,
)
"""Private companies may be bought at any point of the turn."""


def build(options: Mapping[str, bool], seats: int) -> Rules:
    """The rules of 1889 with these options."""
    beginner = options.get(BEGINNER, False)
    return usual.rules(
        beginners.facts_for(FACTS, seats) if beginner else for_table(FACTS, options, seats),
        RULEBOOK,
        options,
        seats,
        version=2,
        # set-up and auction (3, 5.7, 16)
        set_up=beginners.set_up if beginner else usual.auction_first,
        auction=usual.waterfall(falls="A"),
        # stock rounds (4.1.1, 5)
        stock=STOCK,
        # operating rounds (4.1.2, 6 to 10)
        operating=replace(
            usual.OPERATING,
            income=round_begins,
            home=None,
            steps=STEPS,
            demands_best=not options.get(FREE_RUNS, False),
            may_buy_private=usual.half_to_double() if beginner else usual.half_to_double("3", "4"),
            private_bought=powers.private_bought,
        ),
        track=replace(usual.TRACK, cost=terrain),
        scoring=usual.by_phase(scoring),
        train=replace(usual.TRAINS, phase_begins=phase_begins),
        # powers of private companies (15)
        frames={
            StockRound: powers.stock_turns((SELL, BUY, START, PASS)),
            powers.GreenTile: powers.GREEN_PROCEDURE,
        },
        anytime=(powers.LAY_PORT, powers.EXCHANGE_DOUGO),
        secret=(COMPANIES,) if options.get(SECRET_TREASURIES) else (),
        words=WORDS,
        # no place is closed to anybody, and every company sells trains
        unused={"route.closed", "train.from-companies"},
    )
