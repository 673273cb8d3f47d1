"""`railhead admin`: people and tables of a site, from the shell, even before the site is first started."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer
from rich.table import Table

from railhead.cli.common import Database, out
from railhead.cli.server import needs_site

app = typer.Typer(
    help="Make an admin; list and lock tables and people. Also works before the site is first started.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
LONGEST_LIST = 50
Name = Annotated[str, typer.Argument(help="The name of an account.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table, as in its address.")]


def _ready(database: str) -> None:
    needs_site()
    if database:
        os.environ["RAILHEAD_DATABASE"] = database
    from railhead.site.serve import bring_up_to_date

    bring_up_to_date()


def _person(name: str) -> Any:
    from django.contrib.auth import get_user_model

    found = get_user_model().objects.filter(username=name).first()
    if found is None:
        raise ValueError(f"there is no account {name!r}; 'railhead admin people' lists them")
    return found


@app.command()
def create(
    name: Name,
    mail: Annotated[str, typer.Option("--mail", help="An e-mail address, for notices.")] = "",
    password: Annotated[
        str, typer.Option(envvar="RAILHEAD_PASSWORD", help="Prompted for if not in $RAILHEAD_PASSWORD.")
    ] = "",
    database: Database = "",
) -> None:
    """Make an admin, who may use /admin/ on the site; an existing account of that name becomes one."""
    if not name.strip():
        raise ValueError("an admin needs a name, as in: railhead admin create ann")
    _ready(database)
    from django.contrib.auth import get_user_model
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    people = get_user_model()
    found = people.objects.filter(username=name).first()
    person = found or people(username=name, email=mail)
    try:
        person.full_clean(exclude=["password"])
        password = password or _asked_password()
        validate_password(password, person)
    except ValidationError as error:
        raise ValueError(" ".join(error.messages)) from None
    person.set_password(password)
    person.is_staff = person.is_superuser = person.is_active = True
    person.save()
    print(f"{name} {'is now' if found else 'was made'} an admin.")


def _asked_password() -> str:
    """A password typed twice; where nobody can type, a sentence says where else it can come from."""
    if not sys.stdin.isatty():
        raise ValueError("there is no terminal to ask for a password; set RAILHEAD_PASSWORD")
    asked: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    return asked


@app.command()
def people(database: Database = "") -> None:
    """List the accounts, most recent sign-in first."""
    _ready(database)
    from django.contrib.auth import get_user_model

    table = Table("account", "joined", "last seen", "")
    for person in get_user_model().objects.order_by("-last_login")[:LONGEST_LIST]:
        seen = f"{person.last_login:%Y-%m-%d}" if person.last_login else "never"
        marks = [word for word, on in (("admin", person.is_staff), ("locked", not person.is_active)) if on]
        table.add_row(person.username, f"{person.date_joined:%Y-%m-%d}", seen, ", ".join(marks))
    out.print(table if table.row_count else "Nobody has an account yet.")


@app.command()
def tables(database: Database = "") -> None:
    """List the tables, most recent move first."""
    _ready(database)
    from railhead.site.models import Game

    table = Table("table", "title", "kind", "status", "moves", "last move", "seats", "")
    for game in Game.objects.order_by("-moved").prefetch_related("seats")[:LONGEST_LIST]:
        seats = ", ".join(seat.name for seat in game.seats.all())
        row = (game.id, game.title, game.kind, game.status, str(game.count), f"{game.moved:%Y-%m-%d %H:%M}", seats)
        table.add_row(*row, "locked" if game.locked else "")
    out.print(table if table.row_count else "There are no tables yet.")


@app.command()
def lock(name: Name, database: Database = "") -> None:
    """Lock an account: its owner is signed out and cannot sign in, and its tokens stop working."""
    _set_active(name, False, database)
    print(f"{name} is locked.")


@app.command()
def unlock(name: Name, database: Database = "") -> None:
    """Unlock an account: its owner can sign in again."""
    _set_active(name, True, database)
    print(f"{name} can sign in again.")


@app.command("lock-table")
def lock_table(table: TableId, database: Database = "") -> None:
    """Lock a table: everybody may look at it, nobody can move, join or chat there."""
    _set_locked(table, True, database)
    print(f"Table {table} is locked.")


@app.command("unlock-table")
def unlock_table(table: TableId, database: Database = "") -> None:
    """Unlock a table: play can continue."""
    _set_locked(table, False, database)
    print(f"Table {table} can continue.")


def _set_locked(table: str, locked: bool, database: str) -> None:
    _ready(database)
    from railhead.site.models import Game

    if not Game.objects.filter(pk=table).update(locked=locked):
        raise ValueError(f"there is no table {table!r}; 'railhead admin tables' lists them")


def _set_active(name: str, active: bool, database: str) -> None:
    _ready(database)
    person = _person(name)
    person.is_active = active
    person.save(update_fields=["is_active"])
