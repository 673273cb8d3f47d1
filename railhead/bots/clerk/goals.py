"""Where track should lead: the centres that a company does not reach yet, and how many lays away they are."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.clerk.homes import printed
from railhead.bots.outlook import unit_of
from railhead.core.memo import Memo
from railhead.core.reach import Reach, face_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from railhead.core.map import Hex
    from railhead.core.moves import LayTile
    from railhead.core.rules import Rules
    from railhead.core.state import State

MOST = 3
"""Centres that a lay is given credit for, the best ones: no train stops everywhere."""
AGAIN = 1.0
"""What it takes more, in lays, to go on from a hex with track: that is an upgrade."""
_GOALS = Memo[float, "tuple[Goal, ...]"]()


class Goal(NamedTuple):
    """A revenue centre on the map."""

    hex: str
    node: int
    worth: float  # what it will be worth, about
    near: Mapping[str, float]  # how near it is if track arrives at a hex: 1 if it is there, less with every lay


class Goals:
    """How near a company is to the centres that it does not reach."""

    def __init__(self, state: State, found: Reach, nearness: float) -> None:
        self.state = state
        everywhere = _GOALS.of(state.rules, nearness, lambda: tuple(_goals(state.rules, nearness)))
        starts = [(at, nearness**more) for at, more in _starts(state, found)]
        self.open = [
            (goal, max((goal.near.get(at, 0.0) * part for at, part in starts), default=0.0))
            for goal in everywhere
            if (goal.hex, goal.node) not in found.nodes
        ]

    def gain(self, move: LayTile, fresh: frozenset[int]) -> float:
        """What a lay is worth because it leads nearer to some of them, by the edges over which it leads on."""
        beyond = self._beyond(move, fresh)
        if not beyond:
            return 0.0
        gains = [goal.worth * (max([goal.near.get(at, 0.0) for at in beyond]) - before) for goal, before in self.open]
        return sum(it for it in heapq.nlargest(MOST, gains) if it > 0)

    def best(self, move: LayTile, fresh: frozenset[int]) -> tuple[str, bool]:
        """The hex of the centre that a lay brings nearest, for what it is worth, and whether it leads into it."""
        beyond = self._beyond(move, fresh)
        best, where, there = 0.0, "", False
        for goal, before in self.open:
            near = max((goal.near.get(at, 0.0) for at in beyond), default=0.0)
            if goal.worth * (near - before) > best:
                best, where, there = goal.worth * (near - before), goal.hex, goal.hex in beyond
        return where, there

    def _beyond(self, move: LayTile, fresh: frozenset[int]) -> list[str]:
        """The hexes over whose border a lay leads."""
        sides = self.state.rules.map.hexes[move.hex].sides
        return [other for edge in fresh if (other := sides[edge]) is not None]


def _starts(state: State, found: Reach) -> Iterator[tuple[str, float]]:
    """The hexes from which a company can build on, and what that takes more than a new tile."""
    for at in found.homes:
        yield at, 0.0 if not face_at(state, at).exits else AGAIN
    for at, sides in found.sides.items():
        if at not in found.homes:
            yield at, AGAIN if sides <= face_at(state, at).exits else 0.0


def _goals(rules: Rules, nearness: float) -> Iterator[Goal]:
    for at, there in rules.map.hexes.items():
        if there.face.nodes:
            near = {name: nearness**lays for name, lays in _lays_to(rules, at).items()}
            yield from (Goal(at, number, printed(node), near) for number, node in enumerate(there.face.nodes))


def _lays_to(rules: Rules, goal: str) -> dict[str, float]:
    """How many lays it takes from each hex to a centre; terrain that costs a train counts as one more."""
    hexes, unit = rules.map.hexes, unit_of(rules)
    lays = {goal: 0.0}
    todo = [(0.0, goal)]
    while todo:
        so_far, here = heapq.heappop(todo)
        if so_far > lays[here]:
            continue
        for edge, name in enumerate(hexes[here].sides):
            if name is None or not (_leads(hexes[here], edge) and _leads(hexes[name], (edge + 3) % 6)):
                continue
            there = hexes[name]
            step = so_far + (1.0 + there.face.cost / unit if _is_built(there) else 0.0)
            if step < lays.get(name, 99.0) and there.face.colour != "red":
                lays[name] = step
                heapq.heappush(todo, (step, name))
    return lays


def _is_built(there: Hex) -> bool:
    """Whether track has to be laid in a hex, or is printed there for good."""
    return there.face.colour not in ("gray", "red")


def _leads(there: Hex, edge: int) -> bool:
    """Whether track can cross an edge of a hex."""
    return edge not in there.closed and (_is_built(there) or edge in there.face.exits)
