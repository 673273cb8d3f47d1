"""Track: every tile is measured by what it adds to the next run, and to that of a longer train."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.bots.clerk.goals import Goals
from railhead.bots.protocol import Rated
from railhead.core.facts import NodeFacts, revenue_at
from railhead.core.memo import Memo
from railhead.core.reach import Reach, face_at, reach
from railhead.core.scoring import Scoring
from railhead.routes import value_of_lay
from railhead.view.names import place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from railhead.bots.clerk.desk import Desk
    from railhead.core.moves import LayTile
    from railhead.core.state import State

_GAINS = Memo[tuple[str, tuple[str, ...]], tuple[Scoring, dict[tuple[str, str, int], int]]]()


def rate_lays(desk: Desk, moves: Sequence[LayTile]) -> Iterator[Rated]:
    """Lays by what they add to the runs, less what they cost."""
    company = desk.company
    if not company:
        for move in moves:
            yield Rated(desk.unit * 0.1, move, "The tile costs nothing.")
        return
    found = reach(desk.state, company)
    weights = desk.weights
    goals = Goals(desk.state, found, weights.lay_nearness) if weights.lay_goal else None
    now, later = _fleets(desk.state, company)
    gains = zip(
        moves, _gains(desk.state, company, now, moves), _gains(desk.state, company, later, moves), strict=True
    )
    for move, soon, far in gains:
        cost = desk.state.rules.track.cost(desk.state, company, move.hex)
        worth = weights.lay_now * soon + weights.lay_later * far
        worth += weights.lay_promise * _promise(desk, found, move)
        fresh = _fresh(desk, found, move)
        if goals is not None:
            worth += weights.lay_goal * goals.gain(move, fresh)
        why = ""
        if desk.habits.lists:
            does = f"adds {soon} to the next run" if soon > 0 else _for_later(desk, goals, move, fresh, far)
            why = f"The tile on {move.hex} {does}."
        against = f"A tile on {move.hex} would bring too little for {cost}." if cost else ""
        yield Rated(worth - _price_of_cost(desk, company, cost), move, why, against)


def _for_later(desk: Desk, goals: Goals | None, move: LayTile, fresh: frozenset[int], far: int) -> str:
    """What a tile does that adds nothing to the next run."""
    if far > 0:
        return f"adds {far} to the run of a longer train"
    goal, there = goals.best(move, fresh) if goals is not None else ("", False)
    if goal:
        return f"leads {'to' if there else 'towards'} {place(desk.state, goal)}"
    old = face_at(desk.state, move.hex)
    new = desk.state.rules.map.tiles[move.tile].faces[move.rotation]
    if len(new.nodes) > len(old.nodes):
        return "brings another stop"
    if _revenue(desk, new.nodes) > _revenue(desk, old.nodes):
        return "will be worth more to longer trains"
    if sum(node.slots for node in new.nodes) > sum(node.slots for node in old.nodes):
        return "makes room for another station"
    return "opens a new way" if fresh else "may be of use later"


def _revenue(desk: Desk, nodes: Iterable[NodeFacts]) -> int:
    colour = desk.state.rules.phases[desk.state.phase].colour
    return sum(_value(node, colour) for node in nodes)


def _gains(state: State, company: str, trains: tuple[str, ...], moves: Sequence[LayTile]) -> list[int]:
    """What each lay adds to the best run with these trains; cached with the board."""
    charter = replace(state.companies[company], trains=trains)
    changed: State = replace(state, companies={**state.companies, company: charter})
    scoring = state.rules.scoring(changed, company)
    kept = _GAINS.kept(state.board)
    if (company, trains) not in kept or kept[company, trains][0] != scoring:
        kept[company, trains] = (scoring, {})
    memo = kept[company, trains][1]
    keys = [(move.hex, move.tile, move.rotation) for move in moves]
    new = [move for move, key in zip(moves, keys, strict=True) if key not in memo]
    if new:
        try:
            gains = value_of_lay(changed, company, new)
        except (LookupError, ValueError):  # a title may not know what to do with trains that could not be
            gains = (0,) * len(new)
        for move, gain in zip(new, gains, strict=True):
            memo[move.hex, move.tile, move.rotation] = gain
    return [memo[key] for key in keys]


def _price_of_cost(desk: Desk, company: str, cost: int) -> float:
    """How much terrain costs hurt: little where there is plenty of money."""
    if not cost:
        return 0.0
    cash = desk.state.companies[company].cash
    weights = desk.weights
    rich = cash - cost > weights.lay_rich * desk.unit
    return cost * (weights.lay_cost_rich if rich else weights.lay_cost_poor)


def _promise(desk: Desk, found: Reach, move: LayTile) -> float:
    """A guess before the trial: new stops and better ones, near what the company already reaches."""
    old = face_at(desk.state, move.hex)
    new = desk.state.rules.map.tiles[move.tile].faces[move.rotation]
    colour = desk.state.rules.phases[desk.state.phase].colour
    worth = _revenue(desk, new.nodes) - _revenue(desk, old.nodes)
    score = worth + 4.0 * (len(new.exits) - len(old.exits))
    if move.hex in found.homes:
        score += 8.0
    hexes = desk.state.rules.map.hexes
    for edge in _fresh(desk, found, move):
        other = hexes[move.hex].sides[edge]
        if other is None:
            continue
        beyond = face_at(desk.state, other)
        score += sum(6.0 + 0.2 * _value(node, colour) for node in beyond.nodes)
        score += 5.0 if (edge + 3) % 6 in beyond.exits else 0.0
    return score


def _fresh(desk: Desk, found: Reach, move: LayTile) -> frozenset[int]:
    """The edges over which a lay leads on."""
    old = face_at(desk.state, move.hex)
    new = desk.state.rules.map.tiles[move.tile].faces[move.rotation]
    return new.exits - old.exits - found.sides.get(move.hex, frozenset())


def _value(node: NodeFacts, colour: str) -> int:
    return revenue_at(node.revenue, colour)


def _fleets(state: State, company: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The trains of the next run, and one longer train for the runs after it."""
    supply = [name for name, left in state.depot.supply.items() if left] or list(state.rules.trains)
    trains = state.companies[company].trains
    now = trains or (supply[0],)
    at = list(state.rules.trains).index(supply[0])
    names = list(state.rules.trains)
    return now, (names[min(at + 2, len(names) - 1)],)
