"""`railhead play`: which game, new or saved, and which of the two tables it is played at."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console

from railhead.record.games import Record, RecordError, load
from railhead.record.session import Session
from railhead.terminal.game import TerminalGame, resume
from railhead.terminal.kept import Kept, kept_games, new_path
from railhead.terminal.seats import person, with_bots
from railhead.titles import TITLES, title

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class Wishes(NamedTuple):
    """The table asked for; empty fields were not given."""

    title: str = ""
    people: Sequence[str] = ()
    bots: Sequence[str] = ()
    options: tuple[str, ...] = ()
    seed: int | None = None
    pause: float = 0.0
    file: Path | None = None
    plain: bool = False


def play(wishes: Wishes) -> None:
    """Play a game at one screen: a new one, one from a file, or a saved one."""
    full = not wishes.plain and sys.stdin.isatty() and sys.stdout.isatty()
    game = game_for(wishes) if wishes.title or wishes.file else None
    if full:
        from railhead.terminal.app import RailheadApp

        app = RailheadApp(game, wishes.pause)
        app.run()
        if app.game is not None:
            print(app.game.where_kept())
        return
    console = Console()
    if game is None:
        game = _choose(console)
    from railhead.terminal.plain import PlainTable

    PlainTable(console, game, wishes.pause).run()


def game_for(wishes: Wishes) -> TerminalGame:
    """The game in a file, or a new one; a file with a different game from the one asked for is refused."""
    if wishes.file is not None and wishes.file.exists():
        _same_game(load(wishes.file), wishes)
        return resume(wishes.file)
    if not wishes.title:
        raise ValueError(f"{wishes.file}: there is no such game. Name a title to start one: railhead play 1889")
    people = wishes.people or [person(seat) for seat in ((1,) if wishes.bots else (1, 2))]
    names = with_bots(people, wishes.bots)
    try:
        rules = title(wishes.title).rules(len(names), wishes.options)
    except ValueError as error:
        more = ": name more people with -p, or add bots with --bots clerk,clerk" if len(names) == 1 else ""
        raise ValueError(f"{error}{more}") from None
    seed = wishes.seed if wishes.seed is not None else any_seed()
    return TerminalGame(Session.begin(rules, names, seed), wishes.file or new_path(wishes.title))


def any_seed() -> int:
    """A seed left to chance."""
    import random

    return random.randrange(2**31)


def _same_game(record: Record, wishes: Wishes) -> None:
    """Refuse a record of another title, or of other players or options, than asked for."""
    asked: list[tuple[str, object, object]] = []
    if wishes.title:
        asked.append(("title", record.title, wishes.title))
    if wishes.people or wishes.bots:
        people = wishes.people or [person(1)]
        asked.append(("players", ", ".join(record.seats), ", ".join(with_bots(people, wishes.bots))))
    if wishes.options:
        asked.append(("options", ", ".join(sorted(record.options)), ", ".join(sorted(wishes.options))))
    if wishes.seed is not None:
        asked.append(("seed", record.seed, wishes.seed))
    for what, there, wanted in asked:
        if there != wanted:
            raise RecordError(
                f"{wishes.file} holds a different game: its {what} {_is(what)} {there or 'none'}, not {wanted}. "
                "Leave that out to continue it, or name another file for a new game."
            )


def _is(what: str) -> str:
    return "are" if what.endswith("s") else "is"


def _choose(console: Console) -> TerminalGame:
    """Offer the saved games, line by line."""
    kept = kept_games()
    for number, one in enumerate(kept, 1):
        console.print(f"{number:>3}  {one}", highlight=False, markup=False)
    if not kept:
        there = ", ".join(TITLES)
        raise ValueError(f"there is no saved game yet; start one with railhead play TITLE; TITLE is one of {there}")
    while True:
        try:
            answer = console.input("The number of a game to continue, or the name of a title (q leaves): ").strip()
        except EOFError:
            raise ValueError("no game was chosen") from None
        if answer == "q":
            raise ValueError("no game was chosen")
        found = _chosen(kept, answer)
        if found is not None:
            return found
        console.print(f"Please answer with a number from 1 to {len(kept)}, or with one of {', '.join(TITLES)}.")


def _chosen(kept: Sequence[Kept], answer: str) -> TerminalGame | None:
    if answer in TITLES:
        return game_for(Wishes(answer, bots=("clerk", "clerk")))
    if answer.isdecimal() and 1 <= int(answer) <= len(kept):
        return resume(kept[int(answer) - 1].path)
    return None
