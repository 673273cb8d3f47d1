"""The optimiser against exhaustive search, and the two searches against each other."""

from __future__ import annotations

import gc
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_networks import exhaustive, problem_from

from railhead.core.facts import RangeFacts
from railhead.core.scoring import Centre, Fault, Run, Scoring
from railhead.network import Network, Segment, Stop
from railhead.routes.check import check
from railhead.routes.lists.arms import Arms
from railhead.routes.lists.search import Limits, ListSearch
from railhead.routes.problem import Problem
from railhead.routes.run import AHEAD, REVENUE_FIRST, SUBSIDY_FIRST
from railhead.routes.solve import solve
from railhead.routes.upper_bound import upper_bound

slow = settings(deadline=None, derandomize=True)
seeds = st.integers(0, 2**32)


def agrees(problem: Problem, run: Run) -> None:
    total, revenue, mines = exhaustive(problem)
    assert run.proven
    assert (run.total, run.bound) == (total, total)
    assert max(other.revenue for other in (run, *run.others)) == revenue
    assert max(other.subsidy for other in (run, *run.others)) == mines
    for one in (run, *run.others):
        judged = check(problem, [route.route for route in one.routes])
        assert not isinstance(judged, Fault), judged
        assert (judged.revenue, judged.subsidy) == (one.revenue, one.subsidy)


@settings(slow, max_examples=2000)
@given(seeds)
def test_lists_equal_exhaustive_search(seed: int) -> None:
    problem = problem_from(seed)
    agrees(problem, solve(problem, 60, diagrams=False))


@settings(slow, max_examples=1500)
@given(seeds)
def test_diagrams_equal_exhaustive_search(seed: int) -> None:
    problem = problem_from(seed)
    agrees(problem, solve(problem, 60, diagrams=True))


@settings(slow, max_examples=150)
@given(seeds)
def test_both_searches_agree_on_larger_networks(seed: int) -> None:
    problem = problem_from(seed, most=13)
    one, two = solve(problem, 60, diagrams=False), solve(problem, 60, diagrams=True)
    assert one.proven
    assert two.proven
    assert one.total == two.total
    for best in (lambda run: run.revenue, lambda run: run.subsidy):
        assert max(map(best, (one, *one.others))) == max(map(best, (two, *two.others)))


@settings(slow, max_examples=400)
@given(seeds)
def test_no_run_is_above_the_roof(seed: int) -> None:
    """The bound that holds where there is no time for another one."""
    problem = problem_from(seed)
    assert exhaustive(problem)[0] <= max(upper_bound(problem, trains) for trains in problem.alternatives)


def test_the_roof_counts_the_room_at_stops() -> None:
    """Two trains without a limit on one line: the inner stops are passed once, and each train has two ends."""
    places = [("A", 10, 1), ("B", 40, 1), ("C", 30, 1), ("D", 20, 1)]
    stops = tuple(
        Stop(Centre(f"{name}.0", frozenset({name, f"{name}.0"}), "city", worth), ((name, 0, slots),), False)
        for name, worth, slots in places
    )
    segments = tuple(Segment(n, n + 1, 1 << n, (stops[n].nodes[0][0], stops[n + 1].nodes[0][0])) for n in range(3))
    network = Network.drawn(stops, segments, {"B": (("co",),)})
    problem = Problem(network, "co", Scoring(ranges={"D": RangeFacts()}), (("D", "D"),))
    # B and C are passed once each; the four ends bring the best visits that are left.
    assert upper_bound(problem, ("D", "D")) == (40 + 30) + (40 + 30 + 20 + 20)
    # B C D and A B.
    assert solve(problem, 60).total == (40 + 30 + 20) + (10 + 40)


@pytest.mark.parametrize("diagrams", [False, True])
def test_sets_of_trains_whose_values_have_different_divisors(diagrams: bool) -> None:
    """Diesels earn multiples of 10 here, 2-trains multiples of 20: the best run of one set is the other's floor."""
    values = {"A": (20, 10), "B": (40, 20), "C": (20, 30), "D": (20, 30)}
    stops = tuple(
        Stop(
            Centre(f"{name}.0", frozenset({name, f"{name}.0"}), "city", {"yellow": yellow, "diesel": diesel}),
            ((name, 0, 1),),
            False,
        )
        for name, (yellow, diesel) in values.items()
    )
    # A-B crosses two sides; A-C crosses one of them, A-D the other.
    segments = (Segment(0, 1, 3, ("A", "B")), Segment(0, 2, 1, ("A", "C")), Segment(0, 3, 2, ("A", "D")))
    network = Network.drawn(stops, segments, {"A": (("co",),)})
    scoring = Scoring(ranges={"D": RangeFacts(), "2": RangeFacts(total=2)}, columns={"D": "diesel"})
    run = solve(Problem(network, "co", scoring, (("D",), ("2", "2"))), 60, diagrams)
    # The diesel runs C-A-D for 30 + 10 + 30. Greedy 2-trains run A-B for 60; better are A-C and A-D.
    assert (run.total, run.bound, run.proven) == (40 + 40, 80, True)


@settings(slow, max_examples=200)
@given(seeds)
def test_bounds_without_all_routes(seed: int) -> None:
    """By every measure, no run is above the bound of a search that gave up."""
    problem = problem_from(seed)
    total, revenue, mines = exhaustive(problem)
    search = ListSearch(problem, inf, Limits(arms=2, joins=1000, steps=None, keep_partial=True))
    assert search.best((1, 1)).bound >= total
    assert search.best(REVENUE_FIRST).bound >= revenue * AHEAD
    assert search.best(SUBSIDY_FIRST).bound >= mines * AHEAD


def test_a_larger_subsidy_among_routes_not_listed() -> None:
    """The bound proves the best total, but not that no run has a larger subsidy."""
    places = [("A", "city", 60), ("B", "city", {"yellow": 40, "diesel": 100}), ("M", "mine", 30)]
    stops = tuple(
        Stop(Centre(f"{name}.0", frozenset({name, f"{name}.0"}), kind, worth), ((name, 0, 1),), kind == "mine")
        for name, kind, worth in places
    )
    network = Network.drawn(stops, (Segment(0, 1, 1, ("A", "B")), Segment(0, 2, 2, ("A", "M"))), {"A": (("co",),)})
    ranges = {"D": RangeFacts(), "g": RangeFacts(total=2, start="mine")}
    scoring = Scoring(ranges=ranges, columns={"D": "diesel"}, apart=frozenset({"mine"}))
    problem = Problem(network, "co", scoring, (("D",), ("g",)))
    assert exhaustive(problem) == (160, 160, 30)
    assert upper_bound(problem, ("D",)) == 160 > upper_bound(problem, ("g",))
    # One arm leads from A to B, which is all that the diesel needs. The one to the mine is not listed.
    search = ListSearch(problem, inf, Limits(arms=1, joins=1000, steps=None, keep_partial=True))
    assert SUBSIDY_FIRST in search.other_aims(search.best((1, 1)).run)


def test_what_a_search_works_out_is_freed_with_its_problem() -> None:
    """At once, and not when the garbage collector comes: thousands of arms and routes would wait for it."""
    gc.collect()
    gc.disable()
    try:
        before = arms_alive()
        problem = problem_from(3)
        solve(problem, 60, diagrams=False)
        assert arms_alive() > before
        del problem
        assert arms_alive() == before
    finally:
        gc.enable()


def arms_alive() -> int:
    """How many lists of arms are in memory."""
    return sum(type(thing) is Arms for thing in gc.get_objects())
