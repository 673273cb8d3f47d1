"""What a company can reach along track from its stations, without crossing a hex side twice.

Two searches over arrivals (entering a hex over a side) settle almost every board: one that remembers the
sides used on the way proves what can be reached, one that forgets them bounds it. Where the two differ,
which takes a loop that meets itself, each doubtful arrival is traced back to a station, with a look ahead
at every step whether one can still be reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from railhead.core.facts import NodeFacts
from railhead.core.hexes import opposite
from railhead.core.state import Board, State
from railhead.core.tiles import NODE, Face

Spot = tuple[str, int]
"""A hex with an edge, or a hex with the index of a node."""


@dataclass(frozen=True)
class Reach:
    """What a company can reach."""

    sides: dict[str, frozenset[int]]  # hex -> edges over which the company's track arrives at it
    nodes: frozenset[Spot]  # revenue centres, own stations included
    homes: frozenset[str]  # hexes with a station of its own
    route: bool  # some station is joined to another revenue centre


def face_at(state: State, hex_id: str) -> Face:
    """What lies on a hex now."""
    return state.rules.map.face(hex_id, state.board.laid.get(hex_id))


def is_terminal(node: NodeFacts) -> bool:
    """Whether routes may only begin or end at a centre."""
    if node.terminal is not None:
        return node.terminal
    return node.type in ("offboard", "mine")


def free_slots(state: State, hex_id: str, city: int) -> int:
    """Slots of a city without a marker."""
    slots = face_at(state, hex_id).nodes[city].slots
    stations = state.board.stations.get(hex_id, ())
    taken = sum(1 for name in stations[city] if name) if city < len(stations) else 0
    return max(slots - taken, 0)


def has_station(board: Board, hex_id: str, city: int, company: str) -> bool:
    """Whether a company has a marker in a city."""
    stations = board.stations.get(hex_id, ())
    return city < len(stations) and company in stations[city]


def is_open(state: State, hex_id: str, index: int, company: str) -> bool:
    """Whether a company's track may run through a centre and not only to it."""
    node = face_at(state, hex_id).nodes[index]
    if is_terminal(node):
        return False
    if not node.slots:
        return True
    return has_station(state.board, hex_id, index, company) or free_slots(state, hex_id, index) > 0


def reach(state: State, company: str) -> Reach:
    """What a company can reach; remembered with the board."""
    closed = state.rules.track.closed_to(state, company)
    memo = state.board.__dict__.setdefault("reach", {})
    key = (company, closed)
    if key not in memo:
        memo[key] = _Search(state, company, closed).result()
    found: Reach = memo[key]
    return found


def stations_of(board: Board, company: str) -> list[Spot]:
    """The cities with a marker of a company."""
    return [
        (hex_id, city)
        for hex_id, cities in board.stations.items()
        for city, slots in enumerate(cities)
        if company in slots
    ]


class _Search:
    """One computation of a reach."""

    def __init__(self, state: State, company: str, closed: frozenset[str]) -> None:
        self.state = state
        self.company = company
        self.closed = closed
        self.map = state.rules.map
        self.faces: dict[str, Face] = {}
        self.bits: dict[Spot, int] = {}
        self.groups = _groups(state)
        self.starts = [spot for spot in stations_of(state.board, company) if spot[0] in self.map.hexes]
        self.nodes: set[Spot] = set()
        self.route = False
        self.own: frozenset[Spot] = frozenset()
        self.onwards: dict[Spot, list[tuple[Spot, int]]] = {}
        self.goals: dict[Spot, bool] = {}
        self.failed: dict[Spot, list[int]] = {}  # from where no way back leads over sides other than these
        self.turned_back = False  # some way was cut short because it met itself

    def result(self) -> Reach:
        for start in self.starts:
            self.nodes.update(self.members(start))
        self.own = frozenset(self.nodes)
        sure = self.walk(exact=True)
        bound = self.walk(exact=False) if self.turned_back else sure
        for arrival in sorted(bound - sure):
            if arrival not in sure:
                sure |= self.traced(arrival)
        sides: dict[str, set[int]] = {}
        for hex_id, edge in sure:
            sides.setdefault(hex_id, set()).add(edge)
        for hex_id, edge in sure:
            for lead in self.face(hex_id).leads(edge):
                if lead >= NODE and hex_id not in self.closed:
                    self.nodes.update(self.members((hex_id, lead - NODE)))
        return Reach(
            {hex_id: frozenset(edges) for hex_id, edges in sides.items()},
            frozenset(self.nodes),
            frozenset(hex_id for hex_id, _ in self.starts),
            self.route,
        )

    def face(self, hex_id: str) -> Face:
        face = self.faces.get(hex_id)
        if face is None:
            face = self.faces[hex_id] = face_at(self.state, hex_id)
        return face

    def members(self, spot: Spot) -> tuple[Spot, ...]:
        """All the drawings of one place."""
        group = self.face(spot[0]).nodes[spot[1]].group
        return self.groups.get(group, (spot,)) if group else (spot,)

    def bit(self, hex_id: str, edge: int) -> int:
        """A number for a hex side, the same from both hexes."""
        spot = (hex_id, edge)
        bit = self.bits.get(spot)
        if bit is None:
            bit = 1 << len(self.bits)
            self.bits[spot] = bit
            other = self.map.hexes[hex_id].sides[edge]
            if other is not None:
                self.bits[(other, opposite(edge))] = bit
        return bit

    def leave(self, spot: Spot) -> Iterator[Spot]:
        """The sides over which track leaves a centre: (hex, edge) of the hex that is left."""
        for hex_id, index in self.members(spot):
            for lead in self.face(hex_id).leads(NODE + index):
                if lead < NODE:
                    yield (hex_id, lead)

    def onward(self, hex_id: str, edge: int) -> Iterator[Spot]:
        """From an arrival, the sides over which the track leaves again."""
        if hex_id in self.closed:
            return
        for lead in self.face(hex_id).leads(edge):
            if lead < NODE:
                yield (hex_id, lead)
            elif is_open(self.state, hex_id, lead - NODE, self.company):
                for other in self.leave((hex_id, lead - NODE)):
                    if other != (hex_id, edge):
                        yield other

    def walk(self, exact: bool) -> set[Spot]:
        """Arrivals found breadth first; `exact` refuses to cross a side that lies on the way already."""
        found: set[Spot] = set()
        refused: set[Spot] = set()
        todo: list[tuple[Spot, int, int, Spot]] = [
            (arrival, bit, 0, start) for start in self.starts for arrival, bit in self.over(self.leave(start))
        ]
        for arrival, bit, used, start in todo:
            if arrival in found:
                continue
            if exact and used & bit:
                refused.add(arrival)
                continue
            found.add(arrival)
            if not self.route:
                self.route = self.meets(arrival, start)
            now = used | bit
            for following, crossed in self.steps(arrival):
                todo.append((following, crossed, now, start))
        self.turned_back = not refused <= found
        return found

    def meets(self, arrival: Spot, start: Spot) -> bool:
        """Whether an arrival leads to a centre that is not the one where the way began."""
        hex_id, edge = arrival
        if hex_id in self.closed:
            return False
        own = self.members(start)
        return any(lead >= NODE and (hex_id, lead - NODE) not in own for lead in self.face(hex_id).leads(edge))

    def traced(self, arrival: Spot) -> set[Spot]:
        """The arrivals on a way to this one from a station that crosses no side twice; none if there is no way."""
        way = self.way_back(self.mirrored(arrival), self.bit(*arrival))
        return {self.mirrored(spot) for spot in way}

    def mirrored(self, arrival: Spot) -> Spot:
        """The arrival of whoever crosses the same side the other way."""
        other = self.map.hexes[arrival[0]].sides[arrival[1]]
        assert other is not None, "an arrival comes from somewhere"
        return other, opposite(arrival[1])

    def way_back(self, here: Spot, used: int) -> list[Spot]:
        """A way back to a station that leaves out the sides used, last step first; empty if there is none."""
        if any(sides & used == sides for sides in self.failed.get(here, ())):
            return []
        if self.is_goal(here):
            return [here]
        if self.hope(here, used):
            for arrival, bit in self.steps(here):
                if not used & bit and (way := self.way_back(arrival, used | bit)):
                    return [*way, here]
        self.failed.setdefault(here, []).append(used)
        return []

    def hope(self, here: Spot, used: int) -> bool:
        """Whether a station can be reached over sides that are not used, if some were crossed twice."""
        found = {here}
        todo = [here]
        for spot in todo:
            if self.is_goal(spot):
                return True
            for arrival, bit in self.steps(spot):
                if not used & bit and arrival not in found:
                    found.add(arrival)
                    todo.append(arrival)
        return False

    def is_goal(self, here: Spot) -> bool:
        """Whether an arrival leads to a station of the company."""
        known = self.goals.get(here)
        if known is None:
            hex_id, edge = here
            leads = self.face(hex_id).leads(edge)
            known = any(lead >= NODE and (hex_id, lead - NODE) in self.own for lead in leads)
            self.goals[here] = known
        return known

    def steps(self, here: Spot) -> list[tuple[Spot, int]]:
        """The arrivals that follow on one, with the sides crossed."""
        known = self.onwards.get(here)
        if known is None:
            known = self.onwards[here] = list(self.over(self.onward(*here)))
        return known

    def over(self, sides: Iterable[Spot]) -> Iterator[tuple[Spot, int]]:
        """The arrivals beyond these sides."""
        for hex_id, edge in sides:
            other = self.map.hexes[hex_id].sides[edge]
            if other is not None:
                yield (other, opposite(edge)), self.bit(hex_id, edge)


def _groups(state: State) -> dict[str, tuple[Spot, ...]]:
    """Places that are drawn over several hexes; printed, so they never change."""
    memo = state.rules.memo
    if "groups" not in memo:
        groups: dict[str, tuple[Spot, ...]] = {}
        for hex_id, here in state.rules.map.hexes.items():
            for index, node in enumerate(here.face.nodes):
                if node.group:
                    groups[node.group] = (*groups.get(node.group, ()), (hex_id, index))
        memo["groups"] = groups
    found: dict[str, tuple[Spot, ...]] = memo["groups"]
    return found
