"""Track: the tiles that promise most are tried out, and the one that raises the coming runs most is laid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from railhead.bots.boards import shared
from railhead.bots.clerk.desk import Desk
from railhead.bots.clerk.trains import earnings
from railhead.bots.protocol import Rated
from railhead.core.change import Change
from railhead.core.facts import NodeFacts, revenue_at
from railhead.core.moves import LayTile
from railhead.core.reach import Reach, face_at, reach
from railhead.core.state import State
from railhead.core.track import put_tile
from railhead.routes.problem import problem_of

SOON, LATER, PLACES, PROMISE = 1.0, 0.45, 0.12, 0.12
"""Weights of the next run, of a longer train's run, of places that come within reach, and of open ways."""


class Trial(NamedTuple):
    """What a lay does for a company: to its next run, to a later one, and to what it reaches."""

    soon: int
    later: int
    places: float


def rate_lays(desk: Desk, moves: Sequence[LayTile]) -> Iterator[Rated]:
    """Lays by what they add to the runs, less what they cost."""
    company = desk.company
    if not company:
        for move in moves:
            yield Rated(desk.unit * 0.1, move, "A tile for nothing.")
        return
    found = reach(desk.state, company)
    likely = sorted(((_promise(desk, found, move), move) for move in moves), key=lambda it: -it[0])
    for rank, (promise, move) in enumerate(likely):
        if rank >= desk.habits.lays:
            yield Rated(-1.0 - rank * 0.01, move, "It adds little.")
            continue
        trial = _trial(desk, company, move)
        cost = desk.state.law.track.cost(desk.state, company, move.hex, move.tile)
        gain = SOON * trial.soon + LATER * trial.later + PLACES * trial.places + PROMISE * promise
        score = gain - _price_of_cost(desk, company, cost)
        why = f"{move.hex} adds {trial.soon} to the next run." if trial.soon > 0 else f"{move.hex} opens new ground."
        yield Rated(score, move, why)


def _price_of_cost(desk: Desk, company: str, cost: int) -> float:
    """What terrain money hurts: little where there is plenty."""
    if not cost:
        return 0.0
    cash = desk.state.companies[company].cash
    return cost * (0.25 if cash - cost > 2 * desk.unit else 0.6)


def _promise(desk: Desk, found: Reach, move: LayTile) -> float:
    """A guess before the trial: new stops and better ones, near what the company already reaches."""
    old = face_at(desk.state, move.hex)
    new = desk.state.law.map.tiles[move.tile].faces[move.rotation]
    colour = desk.state.law.phases[desk.state.phase].colour
    worth = sum(_value(node, colour) for node in new.nodes) - sum(_value(node, colour) for node in old.nodes)
    score = worth + 4.0 * (len(new.exits) - len(old.exits))
    if move.hex in found.homes:
        score += 8.0
    hexes = desk.state.law.map.hexes
    fresh = new.exits - old.exits - found.sides.get(move.hex, frozenset())
    for edge in fresh:
        other = hexes[move.hex].sides[edge]
        if other is None:
            continue
        beyond = face_at(desk.state, other)
        score += sum(6.0 + 0.2 * _value(node, colour) for node in beyond.nodes)
        score += 5.0 if (edge + 3) % 6 in beyond.exits else 0.0
    return score


def _value(node: NodeFacts, colour: str) -> int:
    return revenue_at(node.revenue, colour)


def _trial(desk: Desk, company: str, move: LayTile) -> Trial:
    """Put the tile down and look; remembered with the board."""
    state = desk.state
    now, later = _fleets(state, company)
    memo = state.board.__dict__.setdefault("bots.trials", {})
    key = (company, now, later, state.phase, move.hex, move.tile, move.rotation)
    if key not in memo:
        after = _with_tile(state, company, move)
        memo[key] = Trial(
            earnings(after, company, now) - earnings(state, company, now),
            earnings(after, company, later) - earnings(state, company, later),
            _ground(after, company) - _ground(state, company),
        )
    trial: Trial = memo[key]
    return trial


def _with_tile(state: State, company: str, move: LayTile) -> State:
    """The position with the tile on the map and nothing else changed."""
    change = Change(state)
    put_tile(change, move.hex, move.tile, move.rotation, company)
    return shared(change.state)


def _fleets(state: State, company: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The trains of the next run, and one longer train for the runs after it."""
    supply = [name for name, left in state.depot.supply.items() if left] or list(state.law.trains)
    trains = state.companies[company].trains
    now = trains or (supply[0],)
    at = list(state.law.trains).index(supply[0])
    names = list(state.law.trains)
    return now, (names[min(at + 2, len(names) - 1)],)


def _ground(state: State, company: str) -> float:
    """The value of the stops that a company's track leads to; remembered with the board."""
    memo = state.board.__dict__.setdefault("bots.ground", {})
    key = (company, state.phase)
    if key not in memo:
        problem = problem_of(state, company)
        colour = state.law.phases[state.phase].colour
        stops = problem.network.stops
        memo[key] = sum(10.0 + revenue_at(stops[i].centre.revenue, colour) for i in problem.reach)
    found: float = memo[key]
    return found
