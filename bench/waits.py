"""How long a person waits between two decisions of their own at a table with three hard bots: `waits.py 1889`.

A server is started, a person sets up a table over HTTP and plays as Clerk would, and the time from the answer to each
move until the next turn is taken. Unlike most figures this one is by the clock: it is what the person feels, and it
depends on how busy the machine is.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from statistics import median
from typing import Any

from rig import Caller, Server, folder, percentile, wait_until

from railhead.bots.player import ask, bot
from railhead.core.moves import to_plain
from railhead.core.text import from_json
from railhead.titles import title

LONGEST = 120.0
"""Seconds after which a bot counts as stuck."""


def set_up(caller: Caller, name: str, level: str) -> str:
    """A table with the person in the first seat and three bots."""
    seats = {f"bot{seat}": level for seat in (2, 3, 4)}
    answer = caller.enter().form(f"/new/{name}/", players=4, kind="bots", seed=7, **seats)
    return str(answer.headers["Location"]).strip("/").split("/")[1]


def table_of(caller: Caller, game: str) -> Any:
    """The table as the person sees it."""
    return caller.get(f"/api/games/{game}").json


def my_turn(caller: Caller, game: str) -> Any:
    """The table, once the person is awaited or the game is over."""

    def look() -> Any:
        table = table_of(caller, game)
        return table if table["result"] or "p1" in table["awaited"] else None

    return wait_until(look, LONGEST, "the person's next turn")


def move(caller: Caller, game: str, rng: random.Random) -> None:
    """What Clerk would do in the person's seat."""
    seen = caller.get(f"/api/games/{game}/position").json
    rules = lambda name, seats, options: title(name).rules_of_game(seats, options)  # noqa: E731
    state = from_json(json.dumps(seen["state"]).encode(), rules)
    choice = ask(bot("clerk"), state, "p1", 1.0, rng)
    answer = caller.post(f"/api/games/{game}/moves", {"seq": seen["version"], "move": to_plain(choice.move)})
    if answer.status >= 400:
        raise RuntimeError(f"{answer.status}: {answer.body[:300]!r}")


def main() -> None:
    """Play for some decisions and print what the waits were."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("title")
    words.add_argument("--bot", default="chairman")
    words.add_argument("--decisions", type=int, default=60)
    given = words.parse_args()
    waits: list[float] = []
    rng = random.Random(1)
    with folder() as data, Server(data) as server:
        caller = Caller(server.port)
        game = set_up(caller, given.title, given.bot)
        while len(waits) < given.decisions and not my_turn(caller, game)["result"]:
            move(caller, game, rng)
            begun = time.perf_counter()
            my_turn(caller, game)
            waits.append(time.perf_counter() - begun)
    there = [wait for wait in waits if wait > 0.1]  # the rest are moves of the same turn: nobody else acted
    print(f"{given.title}, three of {given.bot}, load of the machine {os.getloadavg()[0]:.1f}")
    print(f"{len(waits)} decisions, {len(there)} of them after bots had moved")
    print(f"waits: median {median(there):.1f} s, 90 % {percentile(there, 0.9):.1f} s, longest {max(there):.1f} s")


if __name__ == "__main__":
    main()
