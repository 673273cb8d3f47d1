"""`railhead serve`, `railhead backup` and `railhead restore`: the site and its data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railhead.cli.common import Database, out


def needs_site() -> None:
    """Say what to install where the site's packages are missing."""
    from importlib.util import find_spec

    if find_spec("django") is None or find_spec("uvicorn") is None:
        raise ValueError("the site is not installed; run: pip install 'railhead[site]'")


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8000,
    database: Database = "",
    workers: Annotated[int, typer.Option(help="Server processes.", min=1, max=64)] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Serve the site: tables for all titles, at one screen, on-line, against bots."""
    needs_site()
    from railhead.site.serve import serve as run

    run(host, port, database, workers, open_browser)


def backup(file: Annotated[Path, typer.Argument(help="Where to write the copy.")], database: Database = "") -> None:
    """Copy all games and accounts into a file, also while the site is serving."""
    needs_site()
    from railhead.site.backup import backup as run

    _copied(file, run(file, database))


def restore(
    file: Annotated[Path, typer.Argument(help="A file that backup wrote.")],
    database: Database = "",
    replace: Annotated[bool, typer.Option("--replace", help="In place of all that the database holds.")] = False,
) -> None:
    """Bring games and accounts back from a file, also while the site is serving."""
    needs_site()
    from railhead.site.backup import restore as run

    _copied(file, run(file, database, replace))


def _copied(file: Path, rows: dict[str, int]) -> None:
    from railhead.site.backup import counted

    told = ", ".join(counted(name, number) for name, number in rows.items() if number) or "nothing"
    out.print(f"{file}: {told}", highlight=False, soft_wrap=True)
