"""What several commands share: consoles, options, progress, and the state of a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console

from railhead.core.rules import Rules
from railhead.titles import TITLES, title

out = Console()
err = Console(stderr=True)


def titles_like(incomplete: str) -> list[str]:
    """The titles that begin like this, for the completion of shells."""
    return [name for name in TITLES if name.startswith(incomplete)]


TitleName = Annotated[str, typer.Argument(metavar="TITLE", help="A title, such as 1889.", autocompletion=titles_like)]
LAST_SEED = 2**31 - 1
"""As on the site, so that every game can be played there with the same cards."""
Seed = Annotated[int, typer.Option(help="Fixes everything random.", min=0, max=LAST_SEED)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="A variant or house rule, by name.")]
Database = Annotated[str, typer.Option(help="PostgreSQL URL; without it the built-in database.")]
Games = Annotated[int, typer.Option(help="How many games to play.", min=1)]


def rules_for(name: str, seats: int | None, options: list[str] | None) -> Rules:
    """The rules that a command line asks for."""
    it = title(name)
    return it.rules(seats or it.seats[0], options or ())


def bot_names(text: str) -> list[str]:
    """Comma-separated names of bots; an unknown one is a `ValueError`."""
    from railhead.bots.player import bot

    return [bot(word.strip()).name for word in text.split(",") if word.strip()]


def needs(package: str, what: str, extra: str) -> None:
    """Say what to install before work begins that would be lost without a package."""
    from importlib.util import find_spec

    if find_spec(package) is None:
        raise ValueError(f"{what} needs {package}; run: pip install 'railhead[{extra}]'")


@contextmanager
def progress(what: str, total: int) -> Iterator[Any]:
    """A progress bar on a terminal, silence elsewhere."""
    from rich.progress import Progress

    with Progress(console=err, disable=not err.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
