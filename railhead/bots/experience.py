"""What games of a title have shown: how long phases last, what trains add to runs, which weights suit it better.

A title's file of numbers is in `bots/experiences/`; `bench/experience.py` makes it from Clerk's games against itself.
Only its weights are chosen by hand; docs/bots-measured.md says what each gained.
A title without a file, or a phase that was never seen, is reckoned by Clerk's weights alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from railhead.bots.weights import CLERK, Weights

if TYPE_CHECKING:
    from railhead.core.state import State


class Experience(msgspec.Struct, frozen=True, kw_only=True):
    """A file of numbers, and where they come from."""

    title: str
    games: int
    phases: Mapping[str, float]  # operating rounds that a phase lasts, by its name
    trains: tuple[tuple[float, ...], ...] = ()
    """What a train adds to the run, as a part of its price: by the trains that the company had already, and by the
    operating rounds since it was bought."""
    weights: Mapping[str, float] = {}  # those that are not as in all titles, by name


@cache
def experience_of(title: str) -> Experience | None:
    """The experience that comes with the package; None for a title without any."""
    from importlib import resources  # the archives that it can read from take longer to load than the file

    file = resources.files("railhead.bots") / "experiences" / f"{title}.json"
    return msgspec.json.decode(file.read_bytes(), type=Experience) if file.is_file() else None


@cache
def suited(weights: Weights, title: str) -> Weights:
    """These weights with those that suit the title better, if they count experience.

    A weight that differs from Clerk's is on trial and stays.
    """
    known = experience_of(title) if weights.experience else None
    better = known.weights if known is not None else {}
    return replace(weights, **{it: better[it] for it in better if getattr(weights, it) == getattr(CLERK, it)})


def rounds_until(state: State, phase: int, usual: float) -> float:
    """Operating rounds until a phase begins, or the game ends if there is no such phase."""
    known = experience_of(state.rules.title)
    phases = state.rules.phases
    rounds = 0.0
    for at in range(state.phase, min(phase, len(phases))):
        lasts = known.phases.get(phases[at].name, usual) if known is not None else usual
        rounds += lasts * (_part_left(state) if at == state.phase else 1.0)
    return rounds


def grown_by(state: State, owned: int, rounds: float) -> float:
    """What a train adds in so many rounds beyond what it adds on the day it is bought, as a part of its price."""
    known = experience_of(state.rules.title)
    if known is None or not known.trains:
        return 0.0
    adds = known.trains[min(owned, len(known.trains) - 1)]
    total, age = 0.0, 1
    while rounds > 0:
        total += max(adds[min(age, len(adds) - 1)] - adds[0], 0.0) * min(rounds, 1.0)
        age, rounds = age + 1, rounds - 1
    return total


def _part_left(state: State) -> float:
    """The part of this phase that is still to come, by the trains left before the next one; of the last one, half."""
    phases, trains, supply = state.rules.phases, state.rules.trains, state.depot.supply
    coming = {train for phase in phases[state.phase + 1 :] for train in phase.on}
    now = [name for name in supply if name not in coming and name in trains]
    if not coming:
        first = set(phases[state.phase].on)
        return 0.5 if any(first & set(it.trains) for it in state.companies.values()) else 1.0
    first = set(phases[state.phase].on)
    of_phase = [name for name in now if name in first] or now
    count = sum(trains[name].count or 0 for name in of_phase)
    left = sum(max(supply[name], 0) for name in now)
    return min(max(left / count, 0.1), 1.0) if count else 0.5
