"""The commands for those who write a title: `railhead new-title` and `railhead check-title`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

QUICK = 7
"""How many checks of the suite take seconds at most."""


def new_title(
    name: Annotated[str, typer.Argument(help="The new title's name, such as 1799.")],
    into: Annotated[Path, typer.Option(help="The folder to write its folder in.")] = Path(),
) -> None:
    """Write the folder of a new title, with a small game that you can play right away."""
    from railhead.new_title import write_title
    from railhead.titles import TITLES

    if name in TITLES:
        raise ValueError(f"{name} is already installed; choose another name for the new title")
    folder = write_title(name, into)
    typer.echo(f"Wrote {folder}, a title that you can play.")
    typer.echo(f"Next: pip install -e {folder}, then railhead check-title {name}")


def check_title(
    name: Annotated[str, typer.Argument(help="A title that is installed, such as 1889.")],
    quick: Annotated[bool, typer.Option("--quick", help="Only the checks that take seconds.")] = False,
) -> None:
    """Run the suite that every title must pass."""
    from railhead.conformance import CHECKS, check_title
    from railhead.titles import title

    failed = 0
    for says, problem in check_title(title(name), CHECKS[:QUICK] if quick else CHECKS):
        failed += bool(problem)
        typer.echo(f"{'FAILED' if problem else 'ok':8}{says}")
        if problem:
            typer.echo(f"        {problem}")
    if failed:
        raise typer.Exit(1)
