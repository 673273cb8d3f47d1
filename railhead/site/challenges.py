"""What is waiting for an account: public tables that it could join, and its own tables where it is its turn.

A program that plays for an account listens to one stream instead of asking again and again. The hub looks at the
database once for all accounts that listen (`live.py`), so that it does not matter which process made a move, nor on
which database.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

KINDS = ("challenge", "turn", "over")
MOST_OPEN = 50
"""The most waiting tables that are reported."""
NOT_NOW = -1
"""Stands for the version of a game that waits for somebody else."""


class Waiting(msgspec.Struct):
    """What waits for an account: tables to join with their titles, and tables it plays at."""

    open: dict[str, str] = {}
    playing: dict[str, int] = {}  # the version at which it is this account's turn, or NOT_NOW

    def told(self, newer: Waiting) -> Iterator[tuple[str, dict[str, Any]]]:
        """The events to send when this has become `newer`."""
        for table, title in newer.open.items():
            if table not in self.open:
                yield "challenge", {"game": table, "title": title}
        for table, version in newer.playing.items():
            if version != NOT_NOW and version != self.playing.get(table):
                yield "turn", {"game": table, "version": version}
        for table in self.playing.keys() - newer.playing.keys():
            yield "over", {"game": table}


def topic(user_id: int) -> str:
    """What the hub calls the stream of an account; no table has such an id."""
    return f"@{user_id}"


def users_of(topics: Collection[str]) -> list[int]:
    """The accounts among the topics that are watched."""
    return [int(one[1:]) for one in topics if one.startswith("@")]


def look(users: Collection[int]) -> dict[int, Waiting]:
    """What waits for each of these accounts, in two statements for all of them."""
    from railhead.site.models import Game, Seat

    waiting = Game.objects.filter(public=True, kind=Game.ONLINE, status=Game.OPEN).order_by("-moved")
    titles = dict(waiting.values_list("pk", "title")[:MOST_OPEN])
    found: dict[int, Waiting] = defaultdict(lambda: Waiting(open=dict(titles)))
    seats = Seat.objects.filter(user_id__in=users, game__status__in=(Game.OPEN, Game.PLAYING), bot="")
    fields = ("user_id", "game_id", "number", "game__status", "game__version", "game__awaited")
    for user, table, number, status, version, awaited in seats.values_list(*fields):
        found[user].open.pop(table, None)
        if status == Game.PLAYING:
            mine = f"p{number}" in awaited.split(",")
            known = found[user].playing.get(table, NOT_NOW)
            found[user].playing[table] = version if mine else known
    return {user: found[user] for user in users}
