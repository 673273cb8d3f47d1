"""Routes built by clicks: every click gives unbroken track, and stops come and go as they are clicked."""

from __future__ import annotations

from functools import lru_cache

import pytest

from railhead.core.engine import actors, apply, legal_moves, new_game, refusal
from railhead.core.moves import RunTrains
from railhead.core.operating import operating_company
from railhead.core.revenue import judged
from railhead.core.scoring import Fault, Route
from railhead.core.state import State
from railhead.play.run_draft import best_draft, judge
from railhead.play.stand_in import choose
from railhead.play.tracing import click, legs_from, other_way, stops_on, toggle_stop
from railhead.titles import TITLES, title

MOST = 330
"""So many moves are played."""


@lru_cache
def runs(name: str) -> tuple[tuple[State, RunTrains], ...]:
    """Positions of a played game in which trains run, with the best run."""
    state = new_game(title(name).rules(3), ["Ann", "Bob", "Cid"], 5)
    found = []
    while state.count < MOST and state.ended is None:
        run = next((move for move in legal_moves(state) if isinstance(move, RunTrains) and move.routes), None)
        if run is not None:
            found.append((state, run))
        state, _ = apply(state, choose(state, actors(state)[0]))
    return tuple(found)


def unbroken(state: State, route: Route) -> bool:
    """Whether every leg is track from one stop to the next; the rules look at the rest."""
    if len(route.stops) < 2:
        return not route.legs
    known = [{(leg.end, leg.hexes) for leg in legs_from(state, stop)} for stop in route.stops]
    return len(route.legs) == len(route.stops) - 1 and all(
        (end, leg) in known[at] for at, (end, leg) in enumerate(zip(route.stops[1:], route.legs, strict=True))
    )


@pytest.mark.parametrize("name", sorted(TITLES))
def test_the_best_run_can_be_built_from_nothing(name: str) -> None:
    """Clicking the stops of a proven route in order gives a route over those stops that no rule calls broken."""
    seen = 0
    for state, run in runs(name)[::3]:
        company = operating_company(state)
        for best in run.routes:
            assert unbroken(state, best), best
            route: Route | None = Route(best.train, (), ())
            for stop in best.stops:
                assert route is not None
                if stop not in route.stops:  # the way to an earlier click may have passed it
                    route = toggle_stop(state, company, route, stop)
            assert route is not None
            assert set(best.stops) <= set(route.stops)
            assert unbroken(state, route), route
            found = judged(state, RunTrains(run.by, (route,)))
            assert not (isinstance(found, Fault) and found.rule in ("route.gap", "route.stop-twice")), found
            seen += 1
    assert seen > 3


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_stop_is_taken_out_and_put_back(name: str) -> None:
    seen = 0
    for state, run in runs(name)[::4]:
        company = operating_company(state)
        for route in run.routes:
            for stop in route.stops:
                less = toggle_stop(state, company, route, stop)
                assert less is not None
                assert stop not in less.stops
                assert unbroken(state, less)
                more = toggle_stop(state, company, less, stop)
                if more is not None:
                    assert stop in more.stops
                    assert unbroken(state, more)
                seen += 1
    assert seen > 6


def test_a_click_between_stops_goes_through_all_ways() -> None:
    seen = 0
    for name in ("1889", "1894", "1824"):
        for state, run in runs(name):
            for route in run.routes:
                for at in range(len(route.legs)):
                    other = other_way(state, route, at)
                    if other is None:
                        continue
                    assert other.stops == route.stops
                    assert other.legs[at] != route.legs[at]
                    assert unbroken(state, other)
                    ways = {route.legs[at]}
                    while other is not None and other.legs[at] != route.legs[at]:
                        assert other.legs[at] not in ways
                        ways.add(other.legs[at])
                        other = other_way(state, other, at)
                    seen += 1
    assert seen > 0


def test_clicks_on_hexes() -> None:
    state, run = runs("1889")[-1]
    company, route = operating_company(state), run.routes[0]
    first = route.stops[0].partition(".")[0]
    assert first in state.rules.map.hexes
    without = click(state, company, route, first, route.stops[0])
    assert without is not None
    assert route.stops[0] not in without.stops
    assert click(state, company, without, first) is not None
    lonely = next(
        name for name in state.rules.map.hexes if stops_on(state, name) and not legs_from(state, f"{name}.0")
    )
    assert click(state, company, route, lonely) is None
    assert legs_from(state, "nowhere.0") == ()


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_draft_is_offered_exactly_when_it_is_legal(name: str) -> None:
    """The page never offers a run that the table refuses, and the best is the best."""
    for state, run in runs(name)[::5]:
        company = operating_company(state)
        best = best_draft(state)
        found = judge(state, best)
        assert found.move is not None
        assert found.short == 0
        assert refusal(state, found.move) is None
        for at, route in enumerate(best):
            for stop in route.stops[:1]:
                changed = list(best)
                less = toggle_stop(state, company, route, stop)
                assert less is not None
                changed[at] = less
                draft = judge(state, changed)
                assert (draft.move is None) == (draft.fault is not None)
                if draft.move is not None:
                    assert refusal(state, draft.move) is None
                    assert draft.revenue + draft.subsidy + draft.short == draft.best.total
        assert run.by == found.move.by
