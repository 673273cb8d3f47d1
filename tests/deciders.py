"""Players for games that are written down: random, but with a mind to build, run and buy."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from railhead.bots.player import ask, bot, next_seat
from railhead.core.engine import legal_moves, price_ranges, refusal
from railhead.core.moves import Bankrupt, Move, RunTrains, SellShares
from railhead.core.operating import OperatingTurn
from railhead.core.state import State

WEIGHTS = {
    "Pass": 4.0,
    "Bid": 3.0,
    "StartCompany": 4.0,
    "BuyShare": 12.0,
    "SellShares": 1.0,
    "LayTile": 20.0,
    "PlaceStation": 4.0,
    "RunTrains": 50.0,
    "Dividend": 50.0,
    "BuyTrain": 6.0,
    "BuyPrivate": 3.0,
    "Accept": 3.0,
    "Decline": 1.0,
    "Bankrupt": 3.0,
    "BuyRailway": 20.0,
    "ExchangeMountain": 4.0,
}


class Stuck(LookupError):
    """A position in which that site's game could not go on, as when only bonds would pay for a train."""


Allowed = Callable[[State, Move], bool]


def choose(state: State, rng: random.Random, allowed: Allowed, sense: float = 0.0) -> Move:
    """A legal move: so often a sensible one; else first a kind by its weight, then any move of that kind."""
    if sense and rng.random() < sense:
        sensible = ask(bot("clerk"), state, next_seat(state), 1.0, rng).move
        if allowed(state, sensible):
            return sensible
    if isinstance(state.top, OperatingTurn) and state.rules.operating.steps[state.top.step].name in (
        "track",
        "station",
    ):
        early = Bankrupt(next_seat(state))
        if rng.random() < 0.02 and refusal(state, early) is None and allowed(state, early):
            return early
    kinds: dict[str, list[Any]] = defaultdict(list)
    for move in legal_moves(state):
        if allowed(state, move):
            kinds[type(move).__name__].append(move)
    if not kinds:
        raise Stuck(f"nothing that could be recorded is legal at {state.top}")
    names = sorted(kinds)
    name = rng.choices(names, [WEIGHTS.get(each, 2.0) for each in names])[0]
    move = rng.choice(kinds[name])
    if isinstance(move, RunTrains) and rng.random() < 0.15:
        return fewer(state, move, rng)
    if isinstance(move, SellShares) and isinstance(state.top, OperatingTurn):
        return max(kinds[name], key=lambda each: each.percent)
    return any_price(state, move, rng, allowed)


def fewer(state: State, move: RunTrains, rng: random.Random) -> Move:
    """A run with a route less, if that is allowed."""
    routes = list(move.routes)
    if len(routes) > 1:
        routes.pop(rng.randrange(len(routes)))
    less = RunTrains(move.by, tuple(routes))
    return less if refusal(state, less) is None else move


def any_price(state: State, move: Move, rng: random.Random, allowed: Allowed) -> Move:
    """The move at some price, where the price is free."""
    for prices in price_ranges(state):
        if (
            type(prices.move) is type(move)
            and replace(prices.move, **{prices.field: getattr(move, prices.field)}) == move
        ):
            steps = (prices.high - prices.low) // prices.step
            price = prices.low + prices.step * min(int(rng.expovariate(0.3)), steps)
            other: Move = replace(move, **{prices.field: price})
            if refusal(state, other) is None and allowed(state, other):
                return other
    return move
