"""After an upgrade: every stored game is compared with the new rules, running ones in the background.

A game is compared once for every program, before anybody sees it: by the first request for it, or by the thread that
goes through the running ones after a start. `railhead check-games` says beforehand what would be found.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import DatabaseError, connection

from railhead.play import upgrades
from railhead.play.errors import PlayError
from railhead.play.records import MOVE, Entry, Pin, RulesNote, Setup, Snapshot
from railhead.play.upgrades import Finding, compare, program_digest
from railhead.site.live import announce
from railhead.site.models import Game
from railhead.site.people import Person, seats_of
from railhead.site.store import games
from railhead.titles import TITLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railhead.play.games import Done

log = logging.getLogger("railhead.upgrades")


def is_due(game: Game) -> bool:
    """Whether this program has not read the game yet."""
    return game.status != Game.OPEN and game.title in TITLES and game.checked != program_digest(game.title)


def check(game: Game) -> None:
    """Compare a game with today's rules, if that is due; those watching are told when the players are asked."""
    if not is_due(game):
        return
    found = upgrades.check(games, game.pk, running=game.status == Game.PLAYING)
    if not found.same:
        facts = {"game": game.pk, "move": found.differs}
        log.warning("played by other rules: %s", found.why, extra={"railhead": facts})
        announce(game.pk, "asked")


def check_running() -> None:
    """Go through the running games one by one, releasing the database in between."""
    try:
        for pk in list(Game.objects.filter(status=Game.PLAYING).order_by("-moved").values_list("pk", flat=True)):
            try:
                game = Game.objects.filter(pk=pk).first()
                if game is not None:
                    check(game)
            except PlayError as error:
                log.warning("not compared: %s", error, extra={"railhead": {"game": pk}})
            finally:
                connection.close()
    except DatabaseError as error:
        log.warning("games were not compared: %s", error)


def begin() -> None:
    """Compare in the background; the server serves meanwhile."""
    threading.Thread(target=check_running, name="upgrades", daemon=True).start()


def agree(game: Game, who: Person) -> Done | None:
    """Somebody at the table agrees to the new rules; at one machine the host does so for all."""
    from railhead.site import seating

    seats = list(game.seats.all())
    mine = seats_of(game, who, seats)
    asked = seating.voters(seats) if game.kind == Game.ONLINE else mine
    return seating.act(game.pk, lambda: upgrades.agree(games, game.pk, mine, asked))


@dataclass(frozen=True)
class Report:
    """What an upgrade to this program would do to one stored game."""

    game: str
    title: str
    status: str
    moves: int
    finding: Finding

    @property
    def text(self) -> str:
        """In words."""
        if self.finding.same:
            return f"continues under rules {self.finding.rules}"
        if self.status != Game.PLAYING:
            return f"stays readable; {self.finding.why}"
        if self.finding.possible:
            return f"waits until its players agree to rules {self.finding.rules}; {self.finding.why}"
        return f"stays readable and cannot continue; {self.finding.why}"


def reports(finished: bool = False) -> Iterator[Report]:
    """What this program would find, without changing anything: also for a database of an earlier version."""
    there = _columns("railhead_game")
    wanted = ("id", "title", "status", "options", "seed", "count", *(name for name in NEW if name in there))
    rows = Game.objects.exclude(status=Game.OPEN).order_by("pk")
    for row in (rows if finished else rows.filter(status=Game.PLAYING)).values(*wanted):
        yield Report(row["id"], row["title"], row["status"], row["count"], _finding(row))


NEW = ("rules_version", "pins", "position")
"""Columns that a database of an earlier version lacks."""


def _columns(table: str) -> set[str]:
    with connection.cursor() as cursor:
        return {one.name for one in connection.introspection.get_table_description(cursor, table)}


def _finding(row: dict[str, Any]) -> Finding:
    from railhead.site import models

    if row["title"] not in TITLES:
        return Finding(0, 1, f"this program does not know {row['title']}", possible=False)
    game = row["id"]
    names = tuple(models.Seat.objects.filter(game_id=game).order_by("number").values_list("name", flat=True))
    pins = msgspec.json.decode(row.get("pins") or "[]", type=tuple[Pin, ...])
    note = RulesNote(row.get("rules_version", 1), 0, pins)
    setup = Setup(row["title"], names, tuple(row["options"]), int(row["seed"]), note)
    fields = ["seq", "number", "by", "move"]
    if "check_sum" in _columns("railhead_entry"):
        fields.append("check_sum")
    live = models.Entry.objects.filter(game_id=game, kind=MOVE, live=True).order_by("number").values(*fields)
    entries = [Entry(kind=MOVE, **one) for one in live]
    kept = models.Snapshot.objects.filter(game_id=game).values_list("entry", "number", "data")
    snapshots = [Snapshot(entry, number, bytes(data)) for entry, number, data in kept]
    try:
        return compare(setup, entries, snapshots, bytes(row.get("position") or b""))
    except ValueError as error:
        return Finding(0, 1, str(error), possible=False)
