"""A run typed by hand: `run 3 C2 D1, 2 E8 F7` names each train and the hexes where it stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.change import find_frame
from railhead.core.moves import RunTrains
from railhead.core.operating import OperatingTurn
from railhead.core.rulings import MalformedMove
from railhead.core.scoring import Route
from railhead.play.tracing import click, stops_on
from railhead.view.names import train_name

if TYPE_CHECKING:
    from railhead.core.state import State

VERB = "run"
EXAMPLE = "run 3 C2 D1, 2 E8 F7"


def is_run(text: str) -> bool:
    """Whether somebody typed a run."""
    return text.lower().split(maxsplit=1)[:1] == [VERB]


def read_run(state: State, by: str, text: str) -> RunTrains:
    """The run that was typed; `MalformedMove` says what cannot be read, or where no track leads."""
    turn = find_frame(state, OperatingTurn)
    if turn is None:
        raise MalformedMove("no company operates now")
    routes = text.strip()[len(VERB) :].split(",")
    return RunTrains(by, tuple(_route(state, turn.company, words.split()) for words in routes))


def _route(state: State, company: str, words: list[str]) -> Route:
    trains = {name.lower(): name for together in state.rules.running_trains(state, company) for name in together}
    train = trains.get(words[0].lower().removesuffix("-train")) if words else None
    if train is None:
        named = ", ".join(train_name(name) for name in trains.values()) or "no train"
        raise MalformedMove(f"{company} can run: {named}. Name each train and where it stops, as in: {EXAMPLE}")
    hexes = {name.lower(): name for name in state.rules.map.hexes}
    route = Route(train, (), ())
    for word in words[1:]:
        where, _, _ = word.lower().partition(".")
        if where not in hexes:
            raise MalformedMove(f"{word!r} is not a hex of this map")
        stop = f"{hexes[where]}{word[len(where) :]}"
        there = (stop,) if "." in word else stops_on(state, hexes[where])
        if set(there) & set(route.stops):
            continue  # the way to an earlier one leads through it
        longer = click(state, company, route, hexes[where], stop)
        if longer is None:
            raise MalformedMove(f"no track leads the {train_name(train)} to {word.upper()}")
        route = longer
    if len(route.stops) < 2:
        raise MalformedMove(f"the {train_name(train)} needs at least two stops, as in: {EXAMPLE}")
    return route
