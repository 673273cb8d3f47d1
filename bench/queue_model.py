"""The queueing side of the plan in docs/scale.md, checked by simulation.

Moves arrive at random; each is served by one of a number of cores, and makes every watcher of its game fetch the
changed parts of the page, which is work of the same cores. Service times scatter (lognormal). The database
commits on a few lanes of its own. The simulation is first held against the formula of Erlang where that holds
(one stage, exponential times), and must agree; then it says how many cores keep the 99 % time under its limit.

    python bench/queue_model.py [--moves-per-minute 10000] [--watchers 3] [--move-ms 25] [--fragments-ms 30]
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import random
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from rig import percentile


def erlang_wait(rate: float, service: float, lanes: int) -> float:
    """The mean wait before service begins: random arrivals, exponential service, some lanes (Erlang C)."""
    load = rate * service
    if load >= lanes:
        return math.inf
    term, total = 1.0, 1.0
    for number in range(1, lanes):
        term *= load / number
        total += term
    term *= load / lanes
    last = term * lanes / (lanes - load)
    return last / (total + last) * service / (lanes - load)


class Lanes:
    """Servers that take the waiting in their order."""

    def __init__(self, number: int) -> None:
        self.free = [0.0] * number
        self.busy = 0.0

    def serve(self, now: float, service: float) -> float:
        """When a job that comes now is done."""
        start = max(now, heapq.heappop(self.free))
        heapq.heappush(self.free, start + service)
        self.busy += service
        return start + service


def simulate_one_stage(rate: float, service: float, lanes: int, jobs: int, seed: int = 1) -> float:
    """The mean wait in the case that has a formula."""
    rng = random.Random(seed)
    stage = Lanes(lanes)
    now = waited = 0.0
    for number in range(jobs):
        now += rng.expovariate(rate)
        took = rng.expovariate(1 / service)
        done = stage.serve(now, took)
        if number > jobs // 10:
            waited += done - took - now
    return waited / (jobs - jobs // 10)


@dataclass
class Load:
    """What comes, and what it costs."""

    rate: float  # moves a second
    watchers: float  # of a game, besides the mover
    move: float  # seconds of a core
    fragments: float  # seconds of a core for each watcher
    commit: float  # seconds of a lane of the database
    spread: float = 0.6  # of the logarithm of service times


@dataclass
class Outcome:
    """What came of it."""

    cores: int
    busy: float
    median: float
    p99: float
    seen99: float  # until the last watcher has the new parts

    def line(self) -> str:
        """One line of the table."""
        return (
            f"{self.cores:>4} cores  busy {self.busy:>5.1%}  answer: median {self.median * 1000:>6.1f} ms, "
            f"99 % {self.p99 * 1000:>7.1f} ms  all watchers: 99 % {self.seen99 * 1000:>7.1f} ms"
        )


def simulate(load: Load, cores: int, lanes: int, moves: int, seed: int = 1) -> Outcome:
    """Moves, commits and fetches on shared cores, in the order in which they come."""
    rng = random.Random(seed)
    workers, database = Lanes(cores), Lanes(lanes)
    jobs: list[tuple[float, int, int, float]] = []  # when, serial, kind, when the move was sent
    serial, now = 0, 0.0
    answers: list[float] = []
    seen: list[float] = []

    def took(mean: float) -> float:
        return mean * rng.lognormvariate(-(load.spread**2) / 2, load.spread)

    sent = 0
    heapq.heappush(jobs, (rng.expovariate(load.rate), 0, 0, 0.0))
    while jobs:
        now, _, kind, since = heapq.heappop(jobs)
        serial += 1
        if kind == 0:
            sent += 1
            if sent < moves:
                heapq.heappush(jobs, (now + rng.expovariate(load.rate), serial, 0, 0.0))
            done = database.serve(workers.serve(now, took(load.move)), took(load.commit))
            answers.append(done - now)
            for watcher in range(_whole(load.watchers, rng)):
                serial += 1
                heapq.heappush(jobs, (done + 0.002, serial, 1 + watcher, now))
        else:
            seen.append(workers.serve(now, took(load.fragments)) - since)
    skip = len(answers) // 10
    busy = workers.busy / (now * cores) if now else 0.0
    return Outcome(
        cores, busy, percentile(answers[skip:], 0.5), percentile(answers[skip:], 0.99), percentile(seen, 0.99)
    )


def _whole(mean: float, rng: random.Random) -> int:
    low = int(mean)
    return low + (rng.random() < mean - low)


def check() -> float:
    """The largest difference from the formula, as a share of it."""
    worst = 0.0
    for lanes, use in ((1, 0.5), (2, 0.7), (8, 0.8), (32, 0.8)):
        service = 0.02
        rate = use * lanes / service
        want = erlang_wait(rate, service, lanes)
        got = simulate_one_stage(rate, service, lanes, 400_000)
        worst = max(worst, abs(got - want) / want)
    return worst


def cores_for(load: Load, lanes: int, limit: float, moves: int = 20_000) -> Outcome:
    """The fewest cores that keep the 99 % time of an answer under the limit."""
    demand = load.rate * (load.move + load.watchers * load.fragments)
    cores = max(1, math.ceil(demand / 0.95))
    while True:
        found = simulate(load, cores, lanes, moves)
        if found.p99 <= limit and found.busy < 0.9:
            return found
        cores += max(1, cores // 20)


def main() -> int:
    """Check the simulation, then answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves-per-minute", type=float, default=10_000)
    parser.add_argument("--peak", type=float, default=1.0, help="times that rate at the busiest hour")
    parser.add_argument("--watchers", type=float, default=3.0)
    parser.add_argument("--move-ms", type=float, default=25.0)
    parser.add_argument("--fragments-ms", type=float, default=30.0)
    parser.add_argument("--commit-ms", type=float, default=3.0)
    parser.add_argument("--lanes", type=int, default=16, help="of the database")
    parser.add_argument("--limit-ms", type=float, default=250.0, help="for 99 of 100 answers")
    parser.add_argument("--costs", type=Path, help="figures of bench/costs.py, taken instead")
    wanted = parser.parse_args()
    if wanted.costs:
        figures = json.loads(wanted.costs.read_text(encoding="utf-8"))[-1]
        wanted.move_ms, wanted.fragments_ms = figures["page_move_ms"], figures["first_watcher_ms"]
    difference = check()
    print(f"against Erlang's formula the simulation is off by at most {difference:.1%}")
    rate = wanted.moves_per_minute * wanted.peak / 60
    load = Load(rate, wanted.watchers, wanted.move_ms / 1000, wanted.fragments_ms / 1000, wanted.commit_ms / 1000)
    found = cores_for(load, wanted.lanes, wanted.limit_ms / 1000)
    costs = f"{wanted.move_ms:.0f} ms a move, {wanted.fragments_ms:.0f} ms a watcher"
    print(f"{rate:.0f} moves a second, {wanted.watchers:g} watchers a game, {costs}:")
    for cores in sorted({max(1, round(found.cores * share)) for share in (0.9, 1.0, 1.1, 1.25, 1.5)}):
        print(simulate(load, cores, wanted.lanes, 20_000).line())
    print(f"enough: {found.cores} cores")
    return 0 if difference < 0.1 else 1


if __name__ == "__main__":
    sys.exit(main())
