"""The optimiser against exhaustive search, and the two searches against each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_networks import exhaustive, problem_from

from railhead.core.scoring import Fault, Run
from railhead.routes.check import check
from railhead.routes.problem import Problem
from railhead.routes.solve import can_compile, solve

slow = settings(deadline=None, derandomize=True)
seeds = st.integers(0, 2**32)


def agrees(problem: Problem, run: Run) -> None:
    total, revenue, mines = exhaustive(problem)
    assert run.proven
    assert (run.total, run.bound) == (total, total)
    assert max(other.revenue for other in (run, *run.others)) == revenue
    assert max(other.mine_income for other in (run, *run.others)) == mines
    for one in (run, *run.others):
        judged = check(problem, [route.route for route in one.routes])
        assert not isinstance(judged, Fault), judged
        assert (judged.revenue, judged.mine_income) == (one.revenue, one.mine_income)


@settings(slow, max_examples=2000)
@given(seeds)
def test_plain_search_equals_exhaustive_search(seed: int) -> None:
    problem = problem_from(seed)
    agrees(problem, solve(problem, 60, compiled=False))


@settings(slow, max_examples=800)
@given(seeds)
def test_compiled_search_equals_exhaustive_search(seed: int) -> None:
    problem = problem_from(seed)
    if not can_compile():
        pytest.skip("numba is not installed")
    agrees(problem, solve(problem, 60, compiled=True))


@settings(slow, max_examples=150)
@given(seeds)
def test_both_searches_agree_on_larger_networks(seed: int) -> None:
    if not can_compile():
        pytest.skip("numba is not installed")
    problem = problem_from(seed, most=13)
    one, two = solve(problem, 60, compiled=False), solve(problem, 60, compiled=True)
    assert one.proven
    assert two.proven
    assert one.total == two.total
    for best in (lambda run: run.revenue, lambda run: run.mine_income):
        assert max(map(best, (one, *one.others))) == max(map(best, (two, *two.others)))
