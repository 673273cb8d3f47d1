"""Golden playthroughs: make games, rewrite their text, show one decision in full.

python scripts/playthroughs.py write              every file, from the moves that it keeps
python scripts/playthroughs.py show 1889-4 120    a decision with every legal move and every probe
python scripts/playthroughs.py play [TITLE ...]   choose new games, which replaces the files of these titles
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from playthroughs.game import Table, last_phase, titles, variants, verbs_to_play
from playthroughs.policy import Played, Style, again, any_style, play
from playthroughs.render import FOLDER, REFUSED, read, render, written

WHIMS = (0.0, 0.05, 0.12, 0.25, 0.02, 0.5, 0.08, 1.0)
COMPLETE = 2
"""Games of a title that are played to the end; others are cut where they show nothing new."""
TOLD = 420
"""How many moves of a complete game are written out: its last ones."""
WHOLE = 1500
"""Moves of a game that is kept to the end, at most."""
MOST = 260
"""Moves of a game that is cut."""
STOPPED = "GameEnded stopped end.stopped"
"""A game that the players agreed to end is complete, but shows no late phases."""
SEATS = {
    "1889": {(): (4, 2, 3), ("beginner",): (4,)},
    "1894": {(): (3, 4, 4)},
    "1843": {(): (3, 5, 6)},
    "1893": {(): (3, 4, 2)},
    "1824": {(): (3, 4, 6), ("cisleithania",): (2, 3), ("goods-time",): (3,), ("goods-time-placing",): (4,)},
}
"""The tables of our own titles, by variant; a title that is not here gets its smallest and largest table."""

ALSO = {
    "1824": ("BankBroke bank.broken", "GameEnded bank end.bank"),
    "1843": ("GameEnded price end.500", "GameEnded gray trains end.gray-trains", "GameEnded bankrupt end.bankrupt"),
    "1889": ("GameEnded bank end.bank", "GameEnded bankrupt end.bankrupt"),
    "1893": ("GameEnded bank end.bank",),
    "1894": ("GameEnded final_phase end.final-set", "GameEnded stock_market end.price"),
}
"""What else must be met, such as the ways in which a game ends."""
NUDGES = {
    "1889": (Style(0.0, ("buy_train source=supply",)), Style(0.02, ("buy_train", "dividend how=withhold"))),
    "1894": (Style(0.05, ("buy_train",), ("dividend",)), Style(0.02, ("buy_train",), ("sell_shares",))),
    "1843": (
        Style(0.1, ("buy_train",), ("exchange_loire", "preserve_train", "sell_shares")),
        Style(0.0, ("buy_train source=supply", "dividend how=withhold"), ()),
        Style(0.15, ("buy_private",), ("exchange_loire", "buy_loire_train")),
        Style(0.1, ("buy_train",), ("buy_private", "exchange_loire", "preserve_train")),
    ),
    "1893": (
        Style(0.1, ("oppose", "buy_train"), ("support",)),
        Style(0.5, ("buy_train", "start_company"), ("raise_money",), gives_up=True),
        Style(1.0, ("start_company",), ("sell_bond",), gives_up=True),
    ),
    "1824": (
        Style(0.1, ("buy_train",), ("repay_debt",)),
        Style(0.05, ("place_station", "exchange_coal"), ()),
        Style(0.05, ("buy_share",), ("sell_shares",)),
    ),
}
"""Styles that lead to verbs which are rare otherwise."""


def tables(name: str) -> list[Table]:
    """The tables that a title's playthroughs sit at."""
    there = SEATS.get(name, {})
    found = []
    for options in variants(name):
        for seats in there.get(options, (3, 4) if not options else (3,)):
            found.append(Table(name, seats, options, seed=len(found) + 1))
    if name == "1893":
        found.append(Table(name, 4, tuple(option for options in variants(name) for option in options), seed=11))
    return found


def file_of(table: Table, taken: set[str]) -> Path:
    """The file of a playthrough, named after its table."""
    options = "all" if len(table.options) > 2 else "-".join(table.options)
    stem = "-".join(part for part in (table.title, str(table.seats), options) if part)
    for more in ("", "-b", "-c", "-d", "-e", "-f", "-g", "-h"):
        if stem + more not in taken:
            taken.add(stem + more)
            return FOLDER / f"{stem}{more}.txt"
    raise ValueError(f"too many playthroughs of {stem}")


def play_title(name: str, seconds: float, seed: int, more: bool, seats: int) -> None:
    """Choose games for every table of a title, then look for what is still missing.

    With `more` the files stay, and only what they lack is chosen: variants without a game, complete games.
    """
    rng = random.Random(seed)
    known: Counter[str] = Counter()
    taken: set[str] = set()
    every = tables(name)
    kept = 0
    there: set[tuple[str, ...]] = set()
    for path in sorted(FOLDER.glob(f"{name}-*.txt")):
        if more:
            taken.add(path.stem)
            game = again(*read(path))
            kept += game.over
            there.add(game.table.options)
            for met in game.met:
                known.update(met)
        else:
            path.unlink()
    for table in every:
        lacking = table.options not in there or kept < COMPLETE
        if more and not (lacking and seats in (0, table.seats)):
            continue
        most = 0 if kept < COMPLETE else MOST
        best, at = _best(table, seconds, most, known, rng)
        if at == len(best.moves) and best.over:
            kept += 1
            best.table = replace(best.table, told_from=max(0, at - TOLD))
        _keep(best, at, known, file_of(table, taken))
    look_for([table for table in every if seats in (0, table.seats)], seconds * 8, known, taken, rng)


def look_for(every: list[Table], seconds: float, known: Counter[str], taken: set[str], rng: random.Random) -> None:
    """Play odd games until everything that a title must show has come up; keep the moves around it."""
    name = every[0].title
    verbs = sorted(verbs_to_play(every))
    wanted = {f"verb {verb}" for verb in verbs} | {
        f"PhaseChanged {last_phase(table)} phase.begins" for table in every
    }
    wanted |= set(ALSO.get(name, ()))
    until = time.monotonic() + seconds
    while (missing := {thing for thing in wanted if not known[thing]}) and time.monotonic() < until:
        game = play(rng.choice(every), rng, _odd_style(name, rng, verbs), known)
        met = []
        for number, here in enumerate(game.met, 1):
            if here & missing:
                met.append(number)
                missing -= here
        if met:
            at, end = met[-1], min(met[-1] + 10, len(game.moves))
            game.table = replace(game.table, told_from=max(0, min(met[0], at - 20) - 40))
            _keep(game, end, known, file_of(game.table, taken))
    print(f"{name}: never met: {', '.join(sorted(missing)) or 'none'}", flush=True)


def _odd_style(name: str, rng: random.Random, verbs: list[str]) -> Style:
    nudges = NUDGES.get(name, ())
    return rng.choice(nudges) if nudges and rng.random() < 0.6 else any_style(rng, verbs)


def _best(table: Table, seconds: float, most: int, known: Counter[str], rng: random.Random) -> tuple[Played, int]:
    """Of several games, the one that shows the most that is new, and where to cut it."""
    until = time.monotonic() + seconds
    found: list[tuple[float, int, Played]] = []
    for number in range(40):
        seat = Table(table.title, table.seats, table.options, rng.randrange(1, 1000))
        game = play(seat, rng, Style(WHIMS[number % len(WHIMS)]), known, WHOLE)
        if (game.over and STOPPED not in game.met[-1]) or most:
            gain, at = game.gain(known, most)
            found.append((gain, at, game))
        if found and time.monotonic() > until:
            break
    _, at, game = max(found, key=lambda it: it[0])
    return game, at


def _keep(game: Played, at: int, known: Counter[str], path: Path) -> None:
    for met in game.met[:at]:
        known.update(met)
    path.write_text(render(game.table, game.moves[:at]), encoding="utf-8")
    print(f"{path.name}: {at} of {len(game.moves)} moves, {path.stat().st_size // 1000} kB", flush=True)


def write() -> None:
    """Rewrite every file from the moves that it keeps."""
    for path in sorted(FOLDER.glob("*.txt")):
        text = render(*read(path))
        if REFUSED in text:
            print(f"{path.name} is left as it was: {text.splitlines()[-2]} {text.splitlines()[-1]}")
            continue
        changed = text != path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        if changed:
            print(f"{path.name} changed")


def show(name: str, number: int) -> None:
    """Print one decision in full."""
    table, moves = read(FOLDER / f"{name}.txt")
    inside = False
    for line in written(table, moves[: number + 1], in_full=number, every=moves):
        inside = line.startswith(f"#{number} ") or (inside and line.startswith(" "))
        if inside:
            print(line)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("write")
    one = commands.add_parser("show")
    one.add_argument("name")
    one.add_argument("number", type=int)
    new = commands.add_parser("play")
    new.add_argument("titles", nargs="*")
    new.add_argument("--seconds", type=float, default=10.0, help="time for each table")
    new.add_argument("--seed", type=int, default=1)
    new.add_argument("--seats", type=int, default=0, help="with --more: look only at tables of this size")
    new.add_argument("--more", action="store_true", help="keep the files, look only for what is missing")
    given = parser.parse_args()
    if given.command == "write":
        write()
    elif given.command == "show":
        show(given.name, given.number)
    else:
        for name in given.titles or titles():
            play_title(name, given.seconds, given.seed, given.more, given.seats)


if __name__ == "__main__":
    main()
