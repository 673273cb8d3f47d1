"""Who somebody is to a table: a person with an account, or a guest known by their browser's session."""

from __future__ import annotations

import functools
import hashlib
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.utils.crypto import salted_hmac

from railhead.site.bounds import network_of
from railhead.site.models import Game, Note, Seat, Token

if TYPE_CHECKING:
    from django.http import HttpRequest

VISITOR = "visitor"
LONGEST_TOKEN = 200


@dataclass(frozen=True)
class Person:
    """An account, a guest, or both empty for somebody who only looks."""

    user_id: int | None = None
    visitor: str = ""
    staff: bool = False
    address: str = ""  # a digest: used to count tables, and identifies nobody

    @property
    def owner(self) -> str:
        """The key of their notes."""
        return f"u{self.user_id}" if self.user_id else f"v{self.visitor}"

    @property
    def share(self) -> str:
        """Whose turn it is when people take turns (see `turns.py`)."""
        return f"{self.address}/{self.owner}"

    @property
    def known(self) -> bool:
        """Whether they can be recognised when they come back."""
        return bool(self.user_id or self.visitor)

    def mine(self, user: str = "user_id", visitor: str = "visitor") -> Q:
        """Rows that belong to this person."""
        found = Q(pk__in=[])
        if self.user_id:
            found |= Q(**{user: self.user_id})
        if self.visitor:
            found |= Q(**{visitor: self.visitor})
        return found


def person(request: HttpRequest) -> Person:
    """Who makes a request; a guest stays nobody until they do something that must be remembered."""
    user: Any = getattr(request, "user", None)
    known = user is not None and user.is_authenticated
    return Person(
        user_id=user.pk if known else None,
        visitor=str(request.session.get(VISITOR, "")),
        staff=bool(known and user.is_staff),
        address=address_digest(str(request.META.get("REMOTE_ADDR", ""))),
    )


@functools.lru_cache(maxsize=4096)
def address_digest(address: str) -> str:
    """What is kept of an address; the same for a household."""
    return salted_hmac("railhead.address", network_of(address)).hexdigest()[:20]


def remembered(request: HttpRequest) -> Person:
    """Who makes a request, recognisable from now on."""
    if not request.session.get(VISITOR) and not request.user.is_authenticated:
        request.session[VISITOR] = secrets.token_urlsafe(18)
    return person(request)


def is_host(game: Game, who: Person) -> bool:
    """Whether somebody set this table up."""
    if who.user_id and game.host_user_id == who.user_id:
        return True
    return bool(who.visitor and game.host_visitor == who.visitor)


def holds(seat: Seat, who: Person) -> bool:
    """Whether somebody holds a seat."""
    if who.user_id and seat.user_id == who.user_id:
        return True
    return bool(who.visitor and seat.visitor == who.visitor)


def seats_of(game: Game, who: Person, seats: list[Seat] | None = None) -> tuple[str, ...]:
    """The seats that somebody may act for: on one machine the host acts for everybody at it."""
    there = list(game.seats.all()) if seats is None else seats
    if game.kind == Game.HOTSEAT:
        return tuple(seat.player for seat in there if not seat.bot) if is_host(game, who) else ()
    return tuple(seat.player for seat in there if not seat.bot and holds(seat, who))


def adopt(user_id: int, visitor: str) -> None:
    """A guest's games pass to the account they log in to."""
    if not visitor:
        return
    Seat.objects.filter(visitor=visitor).update(user_id=user_id, visitor="")
    Game.objects.filter(host_visitor=visitor).update(host_user_id=user_id, host_visitor="")
    for note in Note.objects.filter(owner=f"v{visitor}"):
        if not Note.objects.filter(game=note.game, owner=f"u{user_id}").exists():
            Note.objects.filter(pk=note.pk).update(owner=f"u{user_id}")


def digest(secret: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(secret.encode()).hexdigest()


def by_token(secret: str) -> Any:
    """The person whose token this is, or None; None too for anything that is not a token."""
    if not (secret.isascii() and len(secret) <= LONGEST_TOKEN):
        return None
    token = Token.objects.select_related("user").filter(digest=digest(secret)).first()
    return token.user if token is not None and token.user.is_active else None
