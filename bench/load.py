"""How much a server carries: games over HTTP at rising rates, with watchers, on SQLite and PostgreSQL.

First a number of games is played out by the kernel alone: recorded games where they lie beside the project, and
games of the stand-in. Their moves are then sent to a server of our own on the loopback, each at its appointed
moment (so that a slow answer delays nobody else's move), at rates that rise until it no longer keeps up. While
that goes on, watchers hold streams open and count the news. Prints moves a second, median and 99 % times, news
delivered, and memory a worker.

    python bench/load.py [--rates 5,10,20,40] [--seconds 6] [--watchers 20] [--workers 1,2,4] [--database both]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from rig import LOST, Caller, Postgres, Server, folder, percentile, wait_until

from railhead.core.engine import actors, apply, new_game
from railhead.core.moves import to_plain
from railhead.core.rulings import IllegalMove
from railhead.imports.actions import RecordingError, read_recording
from railhead.imports.reading import follow_all, title_of
from railhead.play.setup import LARGEST_SEED
from railhead.play.stand_in import choose
from railhead.titles import TITLES, title

SHARED = Path(__file__).resolve().parents[2] / "shared"
CLIENTS = 24
HELPER = 30_000
"""Kilobytes below which a child process is no worker."""
BEHIND = 0.85
"""A rate counts as carried when at least this share of it was answered in its time."""


@dataclass
class Script:
    """A game to be sent: its set-up and its moves."""

    title: str
    seats: int
    seed: int
    options: list[str]
    moves: list[Any]


LEAST = 40
"""A recorded game with fewer legal moves is left out."""


def scripts(moves: int) -> list[Script]:
    """Recorded games and games of the stand-in."""
    found = []
    for path in sorted(SHARED.glob("games/18*/*.game.json")):
        try:
            recording = read_recording(path.read_bytes(), path.name)
            follower = follow_all(recording, title_of(recording, TITLES, title))
        except RecordingError:
            continue
        played, seats = follower.state.rules, len(follower.state.players)
        offered = {option.name for option in title(played.title).options}
        options = sorted(offered & {name for name, on in played.options.items() if on})
        state = new_game(
            title(played.title).rules(seats, options),
            [f"P{n}" for n in range(seats)],
            follower.state.seed % LARGEST_SEED,
        )
        plain = []
        for move in follower.moves[:moves]:  # up to the first one that our tables would refuse
            try:
                state, _ = apply(state, move)
            except IllegalMove:
                break
            plain.append(to_plain(move))
        if len(plain) >= LEAST:
            found.append(Script(played.title, seats, state.seed, options, plain))
    for at, name in enumerate(TITLES):
        seats = max(3, TITLES[name].seats[0])
        state = new_game(title(name).rules(seats), [f"P{n}" for n in range(seats)], 100 + at)
        plain = []
        while state.ended is None and len(plain) < moves:
            move = choose(state, actors(state)[0])
            plain.append(to_plain(move))
            state, _ = apply(state, move)
        found.append(Script(name, seats, 100 + at, [], plain))
    return found


class Player:
    """A browser at one table, which makes the next move of its script when told to."""

    def __init__(self, port: int, script: Script) -> None:
        self.caller = Caller(port).enter()
        self.script = script
        self.at = 0
        self.busy = threading.Lock()
        self.game = ""
        self.begin()

    def begin(self) -> None:
        """A new table with the same game."""
        names = [{"name": f"P{at}"} for at in range(self.script.seats)]
        data = {"title": self.script.title, "seats": names, "seed": self.script.seed, "options": self.script.options}
        answer = self.caller.post("/api/games", data)
        if answer.status != 201:
            raise RuntimeError(f"{answer.status}: {answer.body[:300]!r}")
        self.game = answer.json["id"]
        self.at = 0

    def move(self) -> float:
        """Make the next move; the seconds until it was answered."""
        if self.at >= len(self.script.moves):
            self.begin()
        data = {"seq": self.at, "move": self.script.moves[self.at], "key": f"k{self.at}"}
        began = time.perf_counter()
        answer = self.caller.post(f"/api/games/{self.game}/moves", data)
        took = time.perf_counter() - began
        if answer.status != 200:
            raise RuntimeError(f"{self.script.title} move {self.at}: {answer.status}: {answer.body[:300]!r}")
        self.at += 1
        return took


class Watchers:
    """Streams held open; counts what they hear."""

    def __init__(self, players: list[Player], number: int) -> None:
        self.heard = 0
        self.open = 0
        self._lock = threading.Lock()
        for at in range(number):
            player = players[at % len(players)]
            threading.Thread(target=self._watch, args=(player,), daemon=True).start()

    def _watch(self, player: Player) -> None:
        first = True
        try:
            for line in player.caller.twin().lines(f"/t/{player.game}/stream/", 120):
                with self._lock:
                    self.open += first
                    self.heard += line == "event: moved"
                first = False
        except LOST:
            return


@dataclass
class Step:
    """What came of one rate."""

    rate: float
    answered: float = 0.0
    times: list[float] = field(default_factory=list)
    errors: int = 0
    server: float = 0.0  # processor seconds of the server
    client: float = 0.0  # and of this client, which shares the cores
    seconds: float = 0.0

    @property
    def carried(self) -> bool:
        """Whether the server kept up."""
        return not self.errors and self.answered >= BEHIND * self.rate


def at_rate(players: list[Player], rate: float, seconds: float, rng: random.Random) -> Step:
    """Moves at appointed moments for some seconds; the time of each counts from its appointment."""
    step = Step(rate)
    count = max(int(rate * seconds), 1)
    start = time.perf_counter() + 0.1
    todo = iter([(start + at / rate) for at in range(count)])
    lock = threading.Lock()
    last = [start]

    def work() -> None:
        while True:
            with lock:
                due = next(todo, None)
            if due is None:
                return
            wait = due - time.perf_counter()
            if wait > 0:
                time.sleep(wait)
            player = _free(players, rng)
            try:
                player.move()
                now = time.perf_counter()
                with lock:
                    step.times.append(now - due)
                    last[0] = max(last[0], now)
            except (RuntimeError, *LOST) as error:
                with lock:
                    step.errors += 1
                    if step.errors == 1:
                        print(f"    {error}", file=sys.stderr)
            finally:
                player.busy.release()

    threads = [threading.Thread(target=work) for _ in range(min(CLIENTS, len(players)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    step.answered = len(step.times) / max(last[0] - start, seconds)
    return step


def _free(players: list[Player], rng: random.Random) -> Player:
    while True:
        player = rng.choice(players)
        if player.busy.acquire(blocking=False):
            return player
        time.sleep(0.001)


def measure(
    data: Path,
    database: str,
    workers: int,
    found: list[Script],
    rates: list[float],
    seconds: float,
    watchers: int,
    tables: int,
) -> dict[str, Any]:
    """Rising rates against one server."""
    rng = random.Random(1)
    with Server(data, database, workers) as server:
        players = [Player(server.port, found[at % len(found)]) for at in range(tables)]
        crowd = Watchers(players, watchers)
        wait_until(lambda: crowd.open == watchers, 60, "all watchers at their places")
        rows = []
        for rate in rates:
            before, spent, began = crowd.heard, (server.processor(), time.process_time()), time.perf_counter()
            step = at_rate(players, rate, seconds, rng)
            step.server, step.client = server.processor() - spent[0], time.process_time() - spent[1]
            step.seconds = time.perf_counter() - began
            rows.append(_row(step, crowd.heard - before))
            _print(database, workers, rows[-1])
            if not step.carried:
                break
        memory = server.memory()
    serving = [kilobytes for kilobytes in memory[1:] if kilobytes > HELPER] if workers > 1 else memory
    whole = {
        "database": "PostgreSQL" if database else "SQLite",
        "workers": workers,
        "watchers": watchers,
        "steps": rows,
        "memory_mb": [round(kilobytes / 1024) for kilobytes in serving],
    }
    print(f"    memory a worker: {whole['memory_mb']} MB, {watchers} watchers", flush=True)
    return whole


def _row(step: Step, heard: int) -> dict[str, Any]:
    return {
        "rate": step.rate,
        "moves_per_second": round(step.answered, 1),
        "median_ms": round(percentile(step.times, 0.5) * 1000, 1),
        "p99_ms": round(percentile(step.times, 0.99) * 1000, 1),
        "server_ms_per_move": round(step.server / max(len(step.times), 1) * 1000, 1),
        "client_ms_per_move": round(step.client / max(len(step.times), 1) * 1000, 1),
        "cores": round((step.server + step.client) / max(step.seconds, 0.001), 2),
        "news": heard,
        "errors": step.errors,
        "carried": step.carried,
    }


def _print(database: str, workers: int, row: dict[str, Any]) -> None:
    name = "PostgreSQL" if database else "SQLite"
    print(
        f"{name:<11}{workers:>2} workers  asked {row['rate']:>6.1f}/s  made {row['moves_per_second']:>6.1f}/s  "
        f"median {row['median_ms']:>7.1f} ms  99 % {row['p99_ms']:>8.1f} ms  "
        f"processor a move: server {row['server_ms_per_move']:>5.1f} ms, "
        f"client {row['client_ms_per_move']:>4.1f} ms  news {row['news']:>5}  "
        f"{'carried' if row['carried'] else 'too much'}{', errors: ' + str(row['errors']) if row['errors'] else ''}",
        flush=True,
    )


def print_table(found: list[dict[str, Any]]) -> None:
    """The highest rate that each server carried, and what it made at the next, as a table for docs/scale.md."""
    print("| database | workers | carried | median | 99 % | server, client a move | at the limit | memory a worker |")
    print("|---|---|---|---|---|---|---|---|")
    for one in found:
        best = ([step for step in one["steps"] if step["carried"]] or one["steps"])[-1]
        print(
            f"| {one['database']} | {one['workers']} | {best['moves_per_second']:.0f}/s | {best['median_ms']:.0f} ms "
            f"| {best['p99_ms']:.0f} ms | {best['server_ms_per_move']:.1f}, {best['client_ms_per_move']:.1f} ms "
            f"| {one['steps'][-1]['moves_per_second']:.0f}/s | {max(one['memory_mb'], default=0)} MB |"
        )


def main() -> int:
    """All databases and numbers of workers that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rates", default="10,20,40,60,80,100")
    parser.add_argument("--seconds", type=float, default=6.0, help="for each rate")
    parser.add_argument("--watchers", type=int, default=20)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--moves", type=int, default=150, help="of each game at most")
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--json", type=Path, help="write the figures here")
    wanted = parser.parse_args()
    rates = [float(rate) for rate in wanted.rates.split(",")]
    shape = (scripts(wanted.moves), rates, wanted.seconds, wanted.watchers, wanted.tables)
    found = []
    for workers in (int(number) for number in wanted.workers.split(",")):
        if wanted.database != "postgresql":
            with folder() as data:
                found.append(measure(data, "", workers, *shape))
        if wanted.database != "sqlite":
            with Postgres() as postgres, folder() as data:
                found.append(measure(data, postgres.database("load"), workers, *shape))
    print_table(found)
    if wanted.json:
        wanted.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
