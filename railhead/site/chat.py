"""Chat and private notes."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from django.db import transaction

from railhead.play.errors import NotPossible, NotYourSeat
from railhead.site.limits import TooOften
from railhead.site.live import announce
from railhead.site.models import Game, Message, Note
from railhead.site.people import Person, holds, is_host
from railhead.site.store import LOCKED

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 500
LONGEST_NOTE = 8000
MOST_MESSAGES, MOST_NOTES = 5000, 100
"""At one table; notes are kept for anybody who watches."""


def clean(text: str, longest: int, lines: bool = False) -> str:
    """Text without control and direction marks."""
    kept = "".join(
        char
        for char in text
        if (lines and char == "\n") or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co")
    )
    return kept.strip()[:longest]


def say(game: Game, who: Person, seats: Sequence[str], text: str) -> Message:
    """Say something at a table; spectators can only listen. Whoever is stood in for is no spectator."""
    seats = seats or [seat.player for seat in game.seats.all() if holds(seat, who)]
    if not seats and not is_host(game, who):
        raise NotYourSeat("Only players can chat at the table.")
    if game.locked:
        raise NotPossible(LOCKED)
    message = clean(text, LONGEST)
    if not message:
        raise NotPossible("The message is empty.")
    if game.messages.count() >= MOST_MESSAGES:
        raise TooOften(f"{MOST_MESSAGES} messages have been written at this table, the most it can keep.")
    seat = game.seats.filter(number=int(seats[0][1:])).first() if seats else None
    with transaction.atomic():
        message = Message.objects.create(
            game=game, name=seat.name if seat else "Host", seat=seats[0] if seats else "", text=message
        )
        announce(game.pk, "chat")
    return message


def note_of(game: Game, who: Person) -> str:
    """Somebody's notes on a game."""
    if not who.known:
        return ""
    return Note.objects.filter(game=game, owner=who.owner).values_list("text", flat=True).first() or ""


def keep_note(game: Game, who: Person, text: str) -> None:
    """Save somebody's notes."""
    if not who.known:
        raise NotYourSeat("Notes are kept for players and guests with a seat.")
    others = Note.objects.filter(game=game).exclude(owner=who.owner).count()
    if others >= MOST_NOTES:
        raise TooOften("Too many people are keeping notes on this table; yours were not saved.")
    Note.objects.update_or_create(
        game=game, owner=who.owner, defaults={"text": clean(text, LONGEST_NOTE, lines=True)}
    )
