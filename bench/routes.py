"""How long best runs take, in seconds and in units of work: `make bench-routes`.

Positions come from beside the project (`../shared/bench`); full maps of titles that have none there are made
here. Every figure is the best of several runs, in a process that has loaded the compiled search.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import statistics
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from railhead.core.map import Map, build_map
from railhead.core.scoring import Run
from railhead.core.tiles import Face, keeps_track
from railhead.routes.lays import values_of_lays
from railhead.routes.network import build_network
from railhead.routes.positions import Reader
from railhead.routes.problem import Problem
from railhead.routes.solve import can_compile, solve
from railhead.titles.positions import POSITION_TITLES

SHARED = Path(__file__).resolve().parents[2] / "shared" / "bench"
OPEN = ("white", "yellow", "green")


def unit_seconds() -> float:
    """Seconds of one unit of work on this machine; 0 without the yardstick."""
    path = SHARED / "unit.py"
    spec = importlib.util.spec_from_file_location("unit", path)
    if not path.exists() or spec is None or spec.loader is None:
        return 0.0
    module = importlib.util.module_from_spec(spec)
    sys.modules["unit"] = module  # its dataclasses look their module up
    spec.loader.exec_module(module)
    return float(module.measure())


def timed(reader: Reader, line: str, repeat: int, budget: float) -> tuple[str, Run, float]:
    """A position solved: its id, the run, the best time with the building of the network."""
    best, name, run = 1e9, "", Run()
    for _ in range(repeat):
        position, problem = reader.problem(line, "bench")
        run = solve(problem, budget)
        best = min(best, run.seconds + reader.seconds)
        name = position.id
    return name, run, best


def report(title: str, rows: list[tuple[str, Run, float]], unit: float, every: bool) -> None:
    """Print one table."""
    times = [seconds for _, _, seconds in rows]
    proven = sum(run.proven for _, run, _ in rows)

    def both(seconds: float) -> str:
        return f"{seconds:.4f} s" + (f" = {seconds / unit:.2f} units" if unit else "")

    print(f"\n{title}: {len(rows)} positions, {proven} proven")
    print(f"  median {both(statistics.median(times))}, worst {both(max(times))}")
    if every:
        for name, run, seconds in rows:
            state = "proven" if run.proven else f"bound {run.bound}"
            print(f"  {name:58s} {run.total:6d} {state:12s} {both(seconds)}")


def sides_joined(board: Map, faces: dict[str, Face], name: str) -> int:
    """How many sides of a hex have track on both sides of them."""
    count = 0
    for edge in faces[name].exits:
        other = board.hexes[name].sides[edge]
        count += other is not None and (edge + 3) % 6 in faces[other].exits
    return count


def fitting(board: Map, name: str) -> list[tuple[str, int]]:
    """The tiles that can lie on a hex at the end of a game."""
    printed = board.hexes[name].face
    return [
        (tile.id, turn)
        for tile in board.tiles.values()
        if tile.facts.label == printed.label and tile.faces[0].kinds == printed.kinds
        for turn in tile.facts.rotations
        if keeps_track(printed, tile.faces[turn]) and not board.dead_ends(name, tile.faces[turn])
    ]


def full_map(title: str, seed: int, moves: int = 20_000) -> str:
    """A position with a tile on every hex, changed step by step so that more and more sides are joined."""
    dice = Random(seed)
    facts = POSITION_TITLES[title].facts()
    board = build_map(facts.layout, facts.axes, facts.hexes, facts.tiles)
    faces = {name: here.face for name, here in board.hexes.items()}
    left = {name: 99 if tile.facts.count is None else tile.facts.count for name, tile in board.tiles.items()}
    laid: dict[str, tuple[str, int]] = {}
    fit = {name: fitting(board, name) for name, here in board.hexes.items() if here.face.colour in OPEN}
    open_hexes = [name for name, options in fit.items() if options]
    for _ in range(moves):
        name = dice.choice(open_hexes)
        tile, turn = dice.choice(fit[name])
        if not left[tile]:
            continue
        before = sides_joined(board, faces, name)
        old, faces[name] = faces[name], board.tiles[tile].faces[turn]
        if sides_joined(board, faces, name) < before:
            faces[name] = old
            continue
        if name in laid:
            left[laid[name][0]] += 1
        laid[name] = (tile, turn)
        left[tile] -= 1
    company = sorted(facts.companies)[0]
    stations = {
        name: [[0, 0, company]]
        for name in sorted(laid, key=lambda n: -sides_joined(board, faces, n))
        if faces[name].cities
    }
    position = {
        "id": f"full-{title}-{seed}",
        "title": title,
        "phase": facts.phases[-1].name,
        "company": company,
        "trains": [],
        "hexes": laid,
        "stations": dict(list(stations.items())[:4]),
    }
    return json.dumps(position)


def full_maps(title: str, sets: Iterable[tuple[str, ...]], seeds: Iterable[int]) -> list[str]:
    """Full maps with each of these sets of trains."""
    lines = []
    for seed in seeds:
        position: dict[str, Any] = json.loads(full_map(title, seed))
        for trains in sets:
            name = f"{position['id']}-{'-'.join(trains)}"
            lines.append(json.dumps(position | {"id": name, "trains": list(trains)}))
    return lines


class Lay:
    """A tile on a hex."""

    def __init__(self, hex_id: str, tile: str, rotation: int) -> None:
        self.hex, self.tile, self.rotation = hex_id, tile, rotation


def lays_around(problem: Problem) -> list[Lay]:
    """Lays on and beside the company's track that keep what lies there."""
    board = problem.network.map
    near: set[str] = set()
    for stretch in problem.network.stretches:
        if stretch.a in problem.reach:
            for name in stretch.hexes:
                near.update(other for other in (name, *board.hexes[name].sides) if other is not None)
    order = ("white", "yellow", "green", "brown", "gray")
    found = []
    for name in sorted(near):
        old = board.face(name, problem.network.laid.get(name))
        for tile in board.tiles.values():
            if old.colour not in order or tile.colour != (*order, "")[order.index(old.colour) + 1]:
                continue
            if tile.facts.label == old.label:
                for turn in tile.facts.rotations:
                    if keeps_track(old, tile.faces[turn]) and not board.dead_ends(name, tile.faces[turn]):
                        found.append(Lay(name, tile.id, turn))
    return found


def lay_ratios(reader: Reader, lines: list[str]) -> list[float]:
    """For late boards: the time for all lays together over the time of one solve."""
    ratios = []
    for line in lines:
        _, problem = reader.problem(line, "bench")
        lays = lays_around(problem)
        one = min(_clock(solve, problem) for _ in range(3))
        every = min(_clock(lambda again, all_lays=lays: values_of_lays(again, all_lays), problem) for _ in range(3))
        ratios.append(every / one)
    return ratios


def _clock(action: Any, problem: Problem) -> float:
    """Seconds of something done with a problem that nobody has looked at, its network included."""
    old = problem.network
    started = time.perf_counter()
    network = build_network(old.map, old.laid)
    action(Problem(network, problem.stations, problem.company, problem.scoring, problem.alternatives))
    return time.perf_counter() - started


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=float, default=20.0, help="seconds for one position")
    parser.add_argument("--repeat", type=int, default=3)
    chosen = parser.parse_args()
    unit = unit_seconds()
    started = time.perf_counter()
    print(
        f"one unit: {unit:.4f} s; compiled search: {can_compile()}, loaded in {time.perf_counter() - started:.2f} s"
    )
    reader = Reader(POSITION_TITLES)

    def solved(lines: Iterable[str]) -> list[tuple[str, Run, float]]:
        return [timed(reader, line, chosen.repeat, chosen.budget) for line in lines]

    recorded = SHARED / "positions-recorded.jsonl"
    if recorded.exists():
        lines = recorded.read_text(encoding="utf-8").splitlines()
        report("recorded runs", solved(lines), unit, every=False)
        ratios = lay_ratios(reader, lines[30::40])
        print(f"  all lays over one solve: median {statistics.median(ratios):.1f}, worst {max(ratios):.1f}")
        hard = (SHARED / "positions-hard.jsonl").read_text(encoding="utf-8").splitlines()
        report("final boards", solved(line for line in hard if '"stress-' in line), unit, every=True)
        report("full maps", solved(line for line in hard if '"hard-' in line), unit, every=True)
    sets = (("Electric", "Electric"), ("8E", "Electric"), ("5/7x2", "4/6x2"), ("5+2", "5E"))
    report("full maps of 1843", solved(full_maps("1843", sets, range(3))), unit, every=True)
    print(f"\npeak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
