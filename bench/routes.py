"""How long best runs take, in seconds and in units of work: `make bench-routes`.

Positions come from beside the project (`../shared/bench`); full maps of titles that have none there are made
here. Every figure is processor time, the best of several runs.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import statistics
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from unit import seconds_a_unit, work

from railhead.bots.player import BOTS
from railhead.core.change import find_frame
from railhead.core.engine import actors, apply, legal_moves, new_game
from railhead.core.map import Map, build_map
from railhead.core.moves import LayTile
from railhead.core.operating import OperatingTurn
from railhead.core.scoring import Run
from railhead.core.state import State
from railhead.core.tiles import Face, keeps_track
from railhead.imports.reading import follow_all, load_recording, title_of
from railhead.network.network import NETWORKS
from railhead.record.entries import Entry, remake
from railhead.routes.lays.values import values_of_lays
from railhead.routes.positions import Reader
from railhead.routes.problem import Problem
from railhead.routes.solve import solve
from railhead.titles import POSITION_TITLES, TITLES, title

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHARED = Path(__file__).resolve().parents[2] / "shared" / "bench"
PARTS = ("positions", "lays", "1843")
OPEN = ("white", "yellow", "green")


def unit_seconds() -> tuple[float, float]:
    """Seconds of one unit of work on this machine, by the clock and of the processor."""
    used = 1e9
    for _ in range(5):
        started = time.process_time()
        work()
        used = min(used, time.process_time() - started)
    return seconds_a_unit(), used


def timed(reader: Reader, line: str, repeat: int, budget: float) -> tuple[str, Run, float]:
    """A position solved: its id, the run, the least processor time with the building of the network."""
    best, name, run = 1e9, "", Run()
    for _ in range(repeat):
        position, problem = reader.problem(line, "bench")
        started = time.process_time()
        run = solve(problem, budget)
        best = min(best, time.process_time() - started + reader.seconds)
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


Late = tuple[str, State, str, list[LayTile]]
"""A late board: its name, the position, the company, and all its legal lays."""


def late_boards(path: Path, most: int) -> list[Late]:
    """Positions of the last two fifths of a recorded game in which a company with trains may lay track."""
    recording = load_recording(path)
    title_here = title_of(recording, TITLES, title)
    follower = follow_all(recording, title_here)
    names = [player.name for player in follower.state.players.values()]
    return boards_of(f"{title_here.name}/{path.stem}", new_game(follower.state.rules, names, follower.state.seed),
                     follower.session.entries, most)  # fmt: skip


def boards_of(name: str, state: State, entries: Sequence[Entry], most: int) -> list[Late]:
    """At most this many late boards of a game, the first one of each turn."""
    found: list[Late] = []
    last = ""
    for n, entry in enumerate(entries):
        turn = find_frame(state, OperatingTurn)
        company = turn.company if turn is not None else ""
        if 5 * n > 3 * len(entries) and company and company != last and state.companies[company].trains:
            lays = [lay for lay in legal_moves(state) if isinstance(lay, LayTile)]
            if lays:
                found.append((f"{name}@{n}", state, company, lays))
                last = company
        state, _ = remake(state, entry)
    return found[::-1][:: max(1, len(found) // most)][:most]


def clerk_game(name: str, seed: int) -> list[Late]:
    """Late boards of a game among three Clerks, for titles without enough recorded ones."""
    rules = title(name).rules(3)
    first = state = new_game(rules, ["A", "B", "C"], seed)
    dice, moves, clerk = Random(seed), list[Any](), BOTS["clerk"]
    while state.ended is None and len(moves) < 1500:
        move = clerk.choose(state, actors(state)[0], 1, dice).move
        moves.append(move)
        state, _ = apply(state, move)
    return boards_of(f"{name}/clerk {seed}", first, [Entry(move) for move in moves], 4)


def lay_ratio(board: Late, repeat: int, fresh: bool) -> tuple[float, float]:
    """Processor seconds of one solve and of all lays together, the best of several.

    Fresh: each makes the network of the board; otherwise it is remembered, as it is after the first question.
    """
    _, state, company, lays = board
    one = every = 1e9
    for _ in range(repeat):
        if fresh:
            NETWORKS.kept(state.board).clear()
        started = time.process_time()
        solve(Problem.of(state, company))
        one = min(one, time.process_time() - started)
        if fresh:
            NETWORKS.kept(state.board).clear()
        started = time.process_time()
        # With the best run as it is: `value_of_lay` may remember that.
        values_of_lays(Problem.of(state, company), lays)
        every = min(every, time.process_time() - started)
    return one, every


def report_lays(boards: Iterable[Late], unit: float, repeat: int) -> None:
    """Print what all legal lays of late boards cost, in solves."""
    boards = list(boards)
    gc.collect()
    gc.freeze()  # the games that were followed to find the boards are not part of the work
    for fresh in (True, False):
        rows = [(board, *lay_ratio(board, repeat, fresh)) for board in boards]
        if not rows:
            return
        ratios = sorted(every / one for _, one, every in rows)
        memory = "fresh memory" if fresh else "the network remembered"
        print(f"\nall legal lays of {len(rows)} late boards, processor time, {memory}, in solves of the same board:")
        below = sum(ratio < 5 for ratio in ratios)
        print(f"  median {statistics.median(ratios):.1f}, worst {ratios[-1]:.1f}; below five: {below}")
        for (name, state, company, lays), one, every in sorted(rows, key=lambda row: -row[2] / row[1])[:8]:
            trains = " ".join(state.companies[company].trains)
            units = f" = {every / unit:.2f} units" if unit else ""
            print(
                f"  {name:42s} {company:6s} {trains:12s} {len(lays):4d} lays {every / one:5.1f} {every:.4f} s{units}"
            )


def peak() -> float:
    """The most memory that this process has used so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=float, default=20.0, help="seconds for one position")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--maps", type=int, default=3, help="full maps of 1843, four sets of trains each")
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=PARTS, help="which tables")
    chosen = parser.parse_args()
    unit, used = unit_seconds()
    print(f"one unit: {unit:.4f} s, of the processor {used:.4f} s")
    reader = Reader(POSITION_TITLES)

    def solved(lines: Iterable[str]) -> list[tuple[str, Run, float]]:
        return [timed(reader, line, chosen.repeat, chosen.budget) for line in lines]

    recorded = SHARED / "positions-recorded.jsonl"
    if recorded.exists() and "positions" in chosen.parts:
        lines = recorded.read_text(encoding="utf-8").splitlines()
        report("recorded runs", solved(lines), used, every=False)
        hard = (SHARED / "positions-hard.jsonl").read_text(encoding="utf-8").splitlines()
        report("final boards", solved(line for line in hard if '"stress-' in line), used, every=True)
        report("full maps", solved(line for line in hard if '"hard-' in line), used, every=True)
    if "1843" in chosen.parts:
        sets = (("Electric", "Electric"), ("8E", "Electric"), ("5/7x2", "4/6x2"), ("5+2", "5E"))
        report("full maps of 1843", solved(full_maps("1843", sets, range(chosen.maps))), used, every=True)
    print(f"\npeak memory without lays: {peak():.0f} MB")
    if "lays" in chosen.parts:
        games = sorted(SHARED.parent.glob("games/*/*.game.json"))
        boards = [board for path in games for board in late_boards(path, 6)]
        boards += [board for name in sorted(TITLES) for seed in (1, 2) for board in clerk_game(name, seed)]
        report_lays(boards, used, 2 * chosen.repeat)
        print(f"\npeak memory: {peak():.0f} MB")


if __name__ == "__main__":
    main()
