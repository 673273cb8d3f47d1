"""`railhead serve`, `bots`, `import`, `backup`, `restore` and `check-games`: the site and its data."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from railhead.cli.common import Database, out


def needs_site() -> None:
    """Say what to install where the site's packages are missing."""
    from importlib.util import find_spec

    if find_spec("django") is None or find_spec("uvicorn") is None:
        raise ValueError("the site is not installed; run: pip install 'railhead[site]'")


def import_files(
    files: Annotated[list[Path], typer.Argument(help="Railhead records, or games exported from 18xx.games.")],
    user: Annotated[str, typer.Option(help="The account that the tables belong to.")] = "",
    database: Database = "",
) -> None:
    """Import games into the site's database; prints one line about each file."""
    needs_site()
    if database:
        os.environ["RAILHEAD_DATABASE"] = database
    from railhead.site.import_command import run

    if run(files, user):
        raise typer.Exit(1)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8000,
    database: Database = "",
    workers: Annotated[int, typer.Option(help="Server processes.", min=1, max=64)] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Serve the site: tables for all titles, at one screen, online, against bots."""
    needs_site()
    from railhead.site.serve import serve as run

    run(host, port, database, workers, open_browser)


def bots(
    database: Database = "",
    places: Annotated[int, typer.Option(help="Processes that think at once.", min=1, max=64)] = 1,
) -> None:
    """Let bots think here, for servers with RAILHEAD_BOTS=queue on the same PostgreSQL; start as many as you like."""
    needs_site()
    from railhead.site.serve import think

    think(database, places)


def backup(file: Annotated[Path, typer.Argument(help="Where to write the copy.")], database: Database = "") -> None:
    """Copy all games and accounts into a file, even while the site is running."""
    needs_site()
    from railhead.site.backup import backup as run

    _copied(file, run(file, database))


def restore(
    file: Annotated[Path, typer.Argument(help="A file that backup wrote.")],
    database: Database = "",
    replace: Annotated[bool, typer.Option("--replace", help="Replace everything in the database.")] = False,
) -> None:
    """Restore games and accounts from a file, even while the site is running."""
    needs_site()
    from railhead.site.backup import restore as run

    _copied(file, run(file, database, replace))


def check_games(
    database: Database = "",
    finished: Annotated[bool, typer.Option("--finished", help="Finished games too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")] = False,
) -> None:
    """Say what an upgrade to this program would do to every stored game; nothing is changed.

    Run the new program against the database of the old one before you serve with it. The exit status is 1 if a game
    would wait for its players or could only be read.
    """
    needs_site()
    from railhead.site.backup import must_exist
    from railhead.site.serve import set_up

    must_exist(database)
    set_up(database)
    from railhead.site.upgrades import reports

    found = list(reports(finished))
    for one in found:
        if as_json:
            facts = {"game": one.game, "title": one.title, "status": one.status, "moves": one.moves}
            print(json.dumps({**facts, "same": one.finding.same, "says": one.text}, ensure_ascii=False))
        else:
            out.print(f"{one.game} {one.title}, {one.moves} moves: {one.text}", highlight=False, soft_wrap=True)
    differ = sum(not one.finding.same for one in found)
    if not as_json:
        out.print(f"{len(found) - differ} of {len(found)} games continue unchanged.", highlight=False)
    if differ:
        raise typer.Exit(1)


def _copied(file: Path, rows: dict[str, int]) -> None:
    from railhead.site.backup import counted

    told = ", ".join(counted(name, number) for name, number in rows.items() if number) or "nothing"
    out.print(f"{file}: {told}", highlight=False, soft_wrap=True)
