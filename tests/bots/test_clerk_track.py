"""Where Clerk's track leads."""

from __future__ import annotations

from msgspec.structs import replace

from railhead.bots.clerk import rated
from railhead.bots.clerk.desk import Habits
from railhead.bots.clerk.goals import Goals
from railhead.bots.weights import CLERK
from railhead.core.moves import LayTile
from railhead.core.reach import reach
from railhead.core.state import State
from railhead.titles.t1889.tests.helpers import floated, laid, operating, sold_out_auction, stations


def _matsuyama() -> State:
    """IR in Matsuyama (20), joined to Imabari (30), lays track; it owns a 2-train."""
    state = floated(sold_out_auction(), "IR", {"p1": 60}, cash=500, trains=("2",), operated=True)
    return operating(stations(laid(state, E2=("6", 4)), E2=("IR",)), "IR", "track")


def test_track_leads_to_where_there_is_something_to_reach() -> None:
    """IR's track ends in front of E4. Of all ways on, the one to F3 gains most: Saijou is there, and G4 beyond it."""
    state = _matsuyama()
    goals, sides = Goals(state, reach(state, "IR"), 0.6), state.rules.map.hexes["E4"].sides
    lay = LayTile("p1", "E4", "8", 1)
    gains = {name: goals.gain(lay, frozenset({edge})) for edge, name in enumerate(sides) if name not in (None, "E2")}
    assert max(gains, key=lambda name: gains[name]) == "F3"
    assert goals.gain(lay, frozenset()) == 0, "no edge leads on, so no centre comes nearer"


def test_a_centre_comes_nearer_with_every_lay() -> None:
    """Saijou (20) is a lay away when track arrives at E4, which costs 80, a train; at F3 it is reached."""
    state = _matsuyama()
    found = reach(state, "IR")
    near = {goal.hex: before for goal, before in Goals(state, found, 0.5).open}
    assert near["F3"] == 0.5**2
    assert "F1" not in near, "Imabari is reached already"


def test_clerk_counts_what_a_lay_leads_to() -> None:
    """The weight makes a difference to tiles that lead on, and a greater one to those that lead to a city."""
    state = _matsuyama()
    with_goals, without = (
        {it.move: it.score for it in rated(state, "p1", Habits(replace(CLERK, lay_goal=weight)))}
        for weight in (1.0, 0.0)
    )
    sides = state.rules.map.hexes["E4"].sides
    more: dict[bool, list[float]] = {True: [], False: []}
    for move, score in with_goals.items():
        if isinstance(move, LayTile):
            exits = state.rules.map.tiles[move.tile].faces[move.rotation].exits
            more["F3" in {sides[edge] for edge in exits}].append(score - without[move])
    assert min(more[True]) > max(more[False]) > 0
