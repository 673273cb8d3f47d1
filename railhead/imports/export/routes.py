"""Routes in the three forms that exports of 18xx.games have had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.reach import face_at

if TYPE_CHECKING:
    import random

    from railhead.core.scoring import Route
    from railhead.core.state import State


def write_route(
    state: State, route: Route, train: str, revenue: int, form: int, rng: random.Random
) -> dict[str, Any]:
    """One route: every hex, or the stretches in either direction, or these with stops and value."""
    if form == 0:
        hexes = [route.legs[0][0], *(name for leg in route.legs for name in leg[1:])]
        return {"train": train, "hexes": hexes, "revenue": revenue}
    legs = [list(leg) if rng.random() < 0.7 else list(leg)[::-1] for leg in route.legs]
    if rng.random() < 0.5:
        legs.reverse()
    if form == 1:
        return {"train": train, "connections": legs}
    stops = [route.legs[0][0], *(leg[-1] for leg in route.legs)]
    nodes = [f"{name}-{node_number(state, stop)}" for name, stop in zip(stops, route.stops, strict=True)]
    text = "-".join(stops)
    return {
        "train": train,
        "connections": legs,
        "hexes": stops,
        "revenue": revenue,
        "revenue_str": text,
        "nodes": nodes,
    }


def node_number(state: State, stop: str) -> int:
    """Which centre of its hex a stop is."""
    hex_id, _, number = stop.partition(".")
    return int(number) if number.isdigit() and hex_id in state.rules.map.hexes and face_at(state, hex_id).nodes else 0
