"""How much a person, an address and the site may have: tables in play, tables with bots, and room in the database.

A new session is free, an address is not; and all of them together share one disk. Anybody over a cap gets 429 and
a sentence. Room is counted with every entry of a log, in the row that is written anyway.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from railhead.site.limits import TooOften
from railhead.site.models import Game, Import, Seat
from railhead.site.people import Person
from railhead.variables import whole_number

MEGABYTE = 2**20


class Cap(NamedTuple):
    """How much one person, one address and the whole site may have."""

    person: int
    address: int
    site: int


TABLES = Cap(200, 800, whole_number("RAILHEAD_TABLES", 20000))
"""Unfinished tables; for the whole site, those with a move within the last month."""
WITH_BOTS = Cap(25, 100, 2000)
"""Those with bots: each may have one thought waiting."""
ROOM = Cap(256 * MEGABYTE, 1024 * MEGABYTE, whole_number("RAILHEAD_ROOM", 50000) * MEGABYTE)
"""Bytes that logs take."""
IMPORTS = Cap(5, 20, 200)
"""Files that wait to be read, or are being read."""
ROOM_OF_TABLE = 16 * MEGABYTE
"""A game of 600 moves takes less than one."""
LOOKED_AT_EVERY = 200
"""The total space of somebody's tables is checked after this many entries at one of them."""
ABANDONED = timedelta(days=30)
REMEMBERED = 60.0
"""Seconds for which the site-wide total is cached."""


class Usage(NamedTuple):
    """What somebody has."""

    tables: int
    with_bots: int
    room: int


class _Site:
    """What the whole site has; counted again only after a while, since that looks at every table."""

    def __init__(self) -> None:
        self._at = 0.0
        self._known = Usage(0, 0, 0)

    def usage(self) -> Usage:
        """What there is, or was a moment ago."""
        now = time.monotonic()
        if not self._at or now - self._at > REMEMBERED:
            running = ~Q(status=Game.OVER) & Q(moved__gt=datetime.now(UTC) - ABANDONED)
            self._at, self._known = now, _usage(Game.objects.all(), running)
        return self._known

    def forget(self) -> None:
        """Count again the next time."""
        self._at = 0.0


site = _Site()


def check_new_table(who: Person, bots: bool) -> None:
    """Whether there is room for one more table of this person."""
    for scope, used in _scopes(who):
        if used.tables >= getattr(TABLES, scope):
            raise TooOften(MANY_TABLES[scope].format(getattr(TABLES, scope)))
        if bots and used.with_bots >= getattr(WITH_BOTS, scope):
            raise TooOften(MANY_BOTS[scope].format(getattr(WITH_BOTS, scope)))
        if used.room >= getattr(ROOM, scope):
            raise TooOften(NO_ROOM[scope])


def check_new_import(who: Person) -> None:
    """Whether one more file of this person may wait to be read."""
    waiting = Import.objects.filter(status__in=Import.UNDER_WAY)
    found = waiting.aggregate(
        person=Count("pk", filter=who.mine("host_user_id", "host_visitor")),
        address=Count("pk", filter=Q(host_address=who.address) & ~Q(host_address="")),
        site=Count("pk"),
    )
    for scope, most in IMPORTS._asdict().items():
        if found[scope] >= most:
            raise TooOften(MANY_IMPORTS[scope].format(most))


def check_room(game_id: str, room: int, entries: int) -> None:
    """Whether a table, and the person who set it up, may write more."""
    if room > ROOM_OF_TABLE:
        raise TooOften(TABLE_FULL)
    if entries % LOOKED_AT_EVERY:
        return
    row = Game.objects.filter(pk=game_id).values_list("host_user_id", "host_visitor", "host_address").first()
    if row is not None:
        for scope, used in _scopes(Person(row[0], row[1], address=row[2])):
            if used.room >= getattr(ROOM, scope):
                raise TooOften(NO_ROOM[scope])


TABLE_FULL = (
    f"The log of this table has {ROOM_OF_TABLE // MEGABYTE} MB, the most allowed. Copy the game and continue there."
)
MANY_TABLES = {
    "person": "You have {} unfinished tables. Finish or delete some before you set up another.",
    "address": "{} tables from your address are unfinished. Finish or delete some before you set up another.",
    "site": "There are {} tables in play here, as many as this site can take. Try again later.",
}
MANY_BOTS = {
    "person": "You have {} tables with bots in play. Finish or delete some first.",
    "address": "{} tables with bots from your address are in play. Finish or delete some first.",
    "site": "There are {} tables with bots in play here, as many as this site can take. Try again later.",
}
MANY_IMPORTS = {
    "person": "{} of your imports are still in progress. Wait for one of them to finish.",
    "address": "{} imports from your address are still in progress. Wait for one of them to finish.",
    "site": "{} imports are in progress here, as many as this site can take. Try again later.",
}
NO_ROOM = {
    "person": "Your tables take up all the space one person may have. Delete some first.",
    "address": "The tables from your address take up all the space one address may have. Delete some first.",
    "site": "This site has no space for more moves. Its administrator must free some.",
}


def _scopes(who: Person) -> list[tuple[str, Usage]]:
    found = [("person", _usage(Game.objects.filter(who.mine("host_user_id", "host_visitor"))))] if who.known else []
    if who.address:
        found.append(("address", _usage(Game.objects.filter(host_address=who.address))))
    return [*found, ("site", site.usage())]


def _usage(rows: QuerySet[Game], running: Q | None = None) -> Usage:
    now = ~Q(status=Game.OVER) if running is None else running
    bots = Exists(Seat.objects.filter(game=OuterRef("pk"), bot__gt=""))
    found = rows.annotate(has_bots=bots).aggregate(
        tables=Count("pk", filter=now), with_bots=Count("pk", filter=now & Q(has_bots=True)), room=Sum("room")
    )
    return Usage(found["tables"], found["with_bots"], found["room"] or 0)
