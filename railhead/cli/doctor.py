"""`railhead doctor`: checks everything that an installation needs, and says how to fix what is missing."""

from __future__ import annotations

import os
import platform
import shutil
import socket
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.markup import escape

from railhead.cli.common import Database, err, out
from railhead.folders import DATABASE, data_path, old_folder_note
from railhead.variables import mail_port

GOOD, NOTE, BAD = "ok", "note", "wrong"
LOW_SPACE = 200 * 1024 * 1024


class Finding(NamedTuple):
    """One thing that was checked."""

    state: str
    what: str
    says: str


def doctor(
    database: Database = "",
    port: Annotated[int, typer.Option(help="The port that the site would use.", min=1, max=65535)] = 8000,
) -> None:
    """Check this installation: versions, data folder, database, migrations, port and mail."""
    if database:
        os.environ["RAILHEAD_DATABASE"] = database
    found = list(_all(port))
    for finding in found:
        colour = {GOOD: "green", NOTE: "yellow", BAD: "bold red"}[finding.state]
        out.print(f"[{colour}]{finding.state:>5}[/]  {escape(finding.what)}: ", end="", highlight=False)
        out.print(finding.says, markup=False, highlight=False, soft_wrap=True)
    bad = [finding.what for finding in found if finding.state == BAD]
    if bad:
        err.print(f"Needs attention: {', '.join(bad)}.", highlight=False)
        raise typer.Exit(1)


def _all(port: int) -> Iterator[Finding]:
    looks: tuple[Callable[[], Iterator[Finding]], ...] = (
        _versions, _data, _site, lambda: _port(port), _mail,
    )  # fmt: skip
    for look in looks:
        try:
            yield from look()
        except Exception as error:  # a check that fails is itself a finding
            said = f"{error}" if isinstance(error, ValueError | OSError) else f"{type(error).__name__}: {error}"
            yield Finding(BAD, getattr(look, "__name__", "look").strip("_"), said)


EXTRAS = {
    "site": "django-ninja",
    "postgres": "psycopg",
    "env": "pettingzoo",
    "train": "distributed",
    "data": "pyarrow",
}
"""What can be installed besides, and a package by which each is known: one that no other brings along."""


def _versions() -> Iterator[Finding]:
    machine = f"Python {platform.python_version()}, {platform.platform()}"
    yield Finding(GOOD, "Railhead", f"{version('railhead')}, {machine}")
    for extra, package in EXTRAS.items():
        try:
            yield Finding(GOOD, f"railhead[{extra}]", f"{package} {version(package)}")
        except PackageNotFoundError:
            yield Finding(NOTE, f"railhead[{extra}]", f"not installed; if wanted: pip install 'railhead[{extra}]'")


def _data() -> Iterator[Finding]:
    folder = data_path()
    if note := old_folder_note():
        yield Finding(NOTE, "old data folder", note)
    place = folder
    while not place.exists():
        place = place.parent
    if not place.is_dir():
        yield Finding(BAD, "data folder", f"{place} is a file; set RAILHEAD_DATA to a folder")
        return
    if not os.access(place, os.W_OK):
        yield Finding(BAD, "data folder", f"{folder} cannot be written; set RAILHEAD_DATA to a folder that can")
        return
    free = shutil.disk_usage(place).free
    here = "" if folder.exists() else ", created at the first start"
    enough = free > LOW_SPACE
    more = "" if enough else "; make room, or set RAILHEAD_DATA to a folder on another disk"
    yield Finding(GOOD if enough else BAD, "data folder", f"{folder}{here}, {free // 1024**2:,} MB free{more}")


def _site() -> Iterator[Finding]:
    if find_spec("ninja") is None:
        return
    address = os.environ.get("RAILHEAD_DATABASE", "")
    if not address and not (data_path() / DATABASE).exists():
        yield Finding(NOTE, "database", f"{data_path() / DATABASE} will be created at the first start")
        return
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    from railhead.site.serve import NotReady, set_up

    try:
        set_up()
    except NotReady as error:
        yield Finding(BAD, "database", str(error))
        return
    try:
        executor = MigrationExecutor(connection)
        todo = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        yield Finding(BAD, "database", f"cannot be used: {str(error).strip().splitlines()[0]}")
        return
    name = connection.settings_dict["NAME"]
    size = f", {Path(name).stat().st_size // 1024:,} kB" if Path(str(name)).exists() else ""
    yield Finding(GOOD, "database", f"{connection.vendor}, {name}{size}")
    if todo:
        yield Finding(NOTE, "migrations", f"{len(todo)} to do; 'railhead serve' does them when it starts")
    else:
        yield Finding(GOOD, "migrations", "all done")


def _port(port: int) -> Iterator[Finding]:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            says = f"in use ({error.strerror}): Railhead may already be running; if not, choose another with --port"
            yield Finding(NOTE, f"port {port}", says)
            return
    yield Finding(GOOD, f"port {port}", "free")


def _mail() -> Iterator[Finding]:
    host = os.environ.get("RAILHEAD_SMTP", "")
    if not host:
        yield Finding(NOTE, "mail", "not set up; with RAILHEAD_SMTP the site e-mails people when it is their turn")
        return
    port = mail_port()
    try:
        with socket.create_connection((host, port), timeout=5):
            yield Finding(GOOD, "mail", f"{host}, port {port} answers")
    except OSError as error:
        yield Finding(BAD, "mail", f"{host}, port {port} does not answer: {error}")
