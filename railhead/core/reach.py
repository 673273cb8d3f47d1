"""What rules need to know about track and stations, all read from the board's network (`railhead/network`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.memo import remembered
from railhead.network import Network, Reach, network_of
from railhead.network.parts import Spot, is_terminal
from railhead.network.reach import stations_by_owner

if TYPE_CHECKING:
    from railhead.core.state import Board, State
    from railhead.core.tiles import Face

__all__ = ["Reach", "Spot", "face_at", "free_slots", "has_route", "has_station", "is_open", "is_terminal", "reach"]


def network(state: State) -> Network:
    """The network of the board."""
    return network_of(state.rules.map, state.board)


def face_at(state: State, hex_id: str) -> Face:
    """What lies on a hex now."""
    return state.rules.map.face(hex_id, state.board.laid.get(hex_id))


def free_slots(state: State, hex_id: str, city: int) -> int:
    """Slots of a city without a marker."""
    slots = face_at(state, hex_id).nodes[city].slots
    stations = state.board.stations.get(hex_id, ())
    taken = len(stations[city]) - stations[city].count("") if city < len(stations) else 0
    return max(slots - taken, 0)


def has_station(board: Board, hex_id: str, city: int, company: str) -> bool:
    """Whether a company has a marker in a city."""
    stations = board.stations.get(hex_id, ())
    return 0 <= city < len(stations) and company in stations[city]


def is_open(state: State, hex_id: str, index: int, company: str) -> bool:
    """Whether a company's track may run through a centre and not only to it."""
    return network(state).part(hex_id).lets_through(state.board.stations.get(hex_id, ()), index, company)


@remembered
def reach(state: State, company: str) -> Reach:
    """What a company can reach; also cached with the network."""
    return network(state).reach(company, state.rules.track.closed_to(state, company))


@remembered
def has_route(state: State, company: str) -> bool:
    """Whether track joins a station of the company to another stop: somewhere to run a train."""
    return network(state).has_route(company, state.rules.track.closed_to(state, company))


def stations_of(board: Board, company: str) -> list[Spot]:
    """The cities with a marker of a company."""
    return list(stations_by_owner(board.stations).get(company, ()))
