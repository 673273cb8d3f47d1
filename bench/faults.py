"""Games over HTTP while the server is killed again and again: is every answered move there, once, in order?

Several clients play many games at once. The server is killed with SIGKILL at random moments and started again;
the clients send what was not answered once more, under the same key. Sometimes two tabs send at the same moment,
and exactly one may win. At the end every game's log must be what was answered, replay to the position that is
shown, and keep money, certificates, trains and tiles together. Runs on SQLite and on PostgreSQL.

    python bench/faults.py [--games 50] [--kills 20] [--clients 8] [--database both] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from players import Table, Wrong
from rig import Caller, Postgres, Server, folder

TITLES = (("1889", 3), ("1889", 4), ("1894", 3), ("1893", 3), ("1824", 3), ("1843", 3))
RACES = 0.08
"""The share of moves that two tabs send at once."""
MOST_SECONDS = 900


@dataclass
class Outcome:
    """What came of a run."""

    database: str
    games: int = 0
    kills: int = 0
    moves: int = 0
    retried: int = 0
    first_answers: int = 0
    races: int = 0
    seconds: float = 0.0

    def line(self) -> str:
        """The outcome in one line."""
        return (
            f"{self.database}: {self.games} games, {self.kills} kills, {self.moves} answered moves, all there once "
            f"and in order; {self.retried} requests sent again, {self.first_answers} got their first answer; "
            f"{self.races} races with one winner; {self.seconds:.0f} s"
        )


class Clients:
    """Threads that play their share of the games until told to stop."""

    def __init__(self, port: int, tables: int, clients: int, seed: int, titles: tuple[tuple[str, int], ...]) -> None:
        self.stop = threading.Event()
        self.error: BaseException | None = None
        self.tables: list[Table] = []
        for at in range(tables):
            name, seats = titles[at % len(titles)]
            self.tables.append(Table(Caller(port), name, seats, seed + at))
        self.threads = [
            threading.Thread(
                target=self._play, args=(self.tables[at::clients], random.Random(seed + at)), daemon=True
            )
            for at in range(clients)
        ]

    def _play(self, mine: list[Table], rng: random.Random) -> None:
        try:
            for table in mine:
                table.begin()
            while not self.stop.is_set():
                table = rng.choice(mine)
                if rng.random() < RACES:
                    table.race()
                else:
                    table.step()
        except BaseException as error:
            self.error = error
            self.stop.set()

    def start(self) -> None:
        """Let them play."""
        for thread in self.threads:
            thread.start()

    def finish(self) -> None:
        """Let every client finish its last move."""
        self.stop.set()
        for thread in self.threads:
            thread.join(180)
        if self.error is not None:
            raise self.error

    @property
    def moves(self) -> int:
        """Answered moves."""
        return sum(len(table.made) for table in self.tables)


def run(
    data: Path,
    database: str = "",
    *,
    games: int = 50,
    kills: int = 20,
    clients: int = 8,
    workers: int = 1,
    seed: int = 1,
    titles: tuple[tuple[str, int], ...] = TITLES,
    between: tuple[float, float] = (0.2, 2.5),
    quiet: bool = True,
) -> Outcome:
    """One run on one database; raises `Wrong` at the first thing that is not as it must be."""
    rng = random.Random(seed)
    outcome = Outcome("PostgreSQL" if database else "SQLite", games)
    began = time.monotonic()
    server = Server(data, database, workers).start()
    crowd = Clients(server.port, games, clients, seed, titles)
    crowd.start()
    try:
        while outcome.kills < kills and not crowd.stop.is_set():
            before = crowd.moves
            crowd.stop.wait(rng.uniform(*between))
            while crowd.moves == before and not crowd.stop.wait(0.05):
                if time.monotonic() - began > MOST_SECONDS:
                    raise Wrong("nobody gets on any more")
            server.kill()
            outcome.kills += 1
            if not quiet:
                print(f"  kill {outcome.kills} after {crowd.moves} moves", file=sys.stderr)
            server.start()
        crowd.finish()
        for table in crowd.tables:
            table.verify(table.caller.twin())
    finally:
        crowd.stop.set()
        server.kill()
    outcome.moves = crowd.moves
    outcome.retried = sum(table.retried for table in crowd.tables)
    outcome.first_answers = sum(table.first_answers for table in crowd.tables)
    outcome.races = sum(table.refused_rivals for table in crowd.tables)
    outcome.seconds = time.monotonic() - began
    return outcome


def main() -> int:
    """Run on one or both databases."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2, help="on PostgreSQL; SQLite has one")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    counts = {"games": wanted.games, "kills": wanted.kills, "clients": wanted.clients, "seed": wanted.seed}
    if wanted.database != "postgresql":
        with folder() as data:
            print(run(data, **counts, quiet=False).line())
    if wanted.database != "sqlite":
        with Postgres() as postgres, folder() as data:
            print(run(data, postgres.database("faults"), workers=wanted.workers, **counts, quiet=False).line())
    return 0


if __name__ == "__main__":
    sys.exit(main())
