"""The optimiser and the check on runs of recorded games."""

from __future__ import annotations

from random import Random

from recorded import played, positions_file, recorded
from small_networks import segments_of

from railhead.core.scoring import Fault, Route
from railhead.routes.check import check
from railhead.routes.positions import solve_file
from railhead.routes.problem import Problem
from railhead.routes.solve import solve
from railhead.titles import POSITION_TITLES


def test_no_recorded_run_is_better_than_the_best() -> None:
    for raw, problem in recorded():
        run = solve(problem, 60)
        assert run.proven, raw["id"]
        assert run.bound == run.total
        if raw["played_legal"]:
            assert run.total >= raw["played"], raw["id"]


def test_recorded_runs_are_legal_and_worth_what_was_paid() -> None:
    for raw, problem in recorded():
        judged = check(problem, played(raw, problem))
        if not raw["played_legal"]:
            assert isinstance(judged, Fault)
            assert judged.rule == "route.blocked"
            continue
        assert not isinstance(judged, Fault), (raw["id"], judged)
        assert judged.total == raw["played"], raw["id"]
        if "played_mine_income" in raw:
            assert judged.subsidy == raw["played_mine_income"], raw["id"]


def test_searches_agree_on_recorded_positions() -> None:
    for raw, problem in recorded()[::13]:
        one, two = solve(problem, 60, diagrams=False), solve(problem, 60, diagrams=True)
        assert two.proven, raw["id"]
        assert one.total == two.total, raw["id"]


def random_run(problem: Problem, dice: Random) -> list[Route]:
    """Routes by walking at random from own stations; not all of them are legal."""
    network = problem.network
    segments = segments_of(network)
    routes = []
    for train in problem.alternatives[0]:
        stops, legs = [dice.choice(problem.own)], []
        for _ in range(dice.randint(1, 8)):
            ways = [s for s in segments if stops[-1] in (s.a, s.b)]
            if not ways:
                break
            segment = dice.choice(ways)
            forward = segment.a == stops[-1]
            stops.append(segment.b if forward else segment.a)
            legs.append(segment.hexes if forward else segment.hexes[::-1])
        routes.append(Route(train, tuple(network.stops[s].centre.id for s in stops), tuple(legs)))
    return routes


def test_no_random_walk_is_better_than_the_best() -> None:
    dice = Random(1)
    legal = 0
    for raw, problem in recorded()[::5]:
        best = solve(problem, 60).total
        for _ in range(30):
            judged = check(problem, random_run(problem, dice))
            if not isinstance(judged, Fault):
                legal += 1
                assert judged.total <= best, raw["id"]
    assert legal > 100


def test_a_time_budget_gives_a_run_and_a_true_bound() -> None:
    best = {r["id"]: r for r in solve_file(positions_file("positions-hard.jsonl"), POSITION_TITLES, 0.05)}
    assert best["hard-1889-DD"]["best"] <= 1190 <= best["hard-1889-DD"]["bound"]
    assert all(r["best"] <= r["bound"] and r["routes"] for r in best.values())
    assert all(r["seconds"] < 3 for r in best.values() if not r["id"].endswith("extreme"))
