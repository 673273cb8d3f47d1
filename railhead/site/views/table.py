"""The table: its page, its parts, and what is done at it."""

from __future__ import annotations

import functools
import hashlib
import secrets
from typing import TYPE_CHECKING, Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from railhead.core.engine import actors
from railhead.play.errors import Malformed, NotPossible, NotYourSeat, Stale
from railhead.play.offers import counter, offer_to
from railhead.play.records import Program
from railhead.site import bots, seating, undoing
from railhead.site.log_part import whole_log as log_from_the_first
from railhead.site.models import Game, Seat
from railhead.site.page import fragments, page_facts
from railhead.site.people import Person, person, seats_of
from railhead.site.store import games
from railhead.site.table_view import extend_branch, table_view
from railhead.site.views.common import after_change, message_of, table_of, with_error_responses

if TYPE_CHECKING:
    from collections.abc import Callable


def catching_up(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose refusals bring an outdated page up to date: the game has moved on, or the seat is taken."""

    @functools.wraps(view)
    def answered(request: HttpRequest, game: str) -> HttpResponse:
        try:
            return view(request, game)
        except (Stale, NotYourSeat) as error:
            if not getattr(request, "htmx", False):
                raise
            fresh = table_view(request, game)
            return fragments(request, fresh, error.status, notice=message_of(error), notice_kind="stale")

    return answered


def _my_seats(row: Game, who: Person) -> tuple[str, ...]:
    """The seats that somebody may act for, at least one."""
    mine = seats_of(row, who)
    if mine:
        return mine
    if any(seating.may_come_back(row, seat, who) for seat in row.seats.all()):
        raise NotYourSeat("A bot plays your seat. Take the seat back, then make your move.")
    raise NotYourSeat("You are only watching this table; only its players can move.")


@require_safe
@with_error_responses
def table(request: HttpRequest, game: str) -> HttpResponse:
    """The page of a table."""
    row = table_of(request, game)
    if row.status == Game.OPEN:
        return redirect("waiting", game=game)
    now = table_view(request, game, row=row)
    if now.state.ended is not None and "tab" not in request.GET:
        now.tab = "charts"
    bots.wake(row)
    if now.mine:
        bots.expect_hints(row)
    facts = page_facts(request, now) | {"key": secrets.token_urlsafe(12)}
    return render(request, "railhead/table.html", facts)


@with_error_responses
def live(request: HttpRequest, game: str) -> HttpResponse:
    """The parts of the page that have changed; 204 if nothing has."""
    now = table_view(request, game, row=table_of(request, game))
    bots.wake(now.game)
    asked = request.POST if request.method == "POST" else request.GET
    if asked.get("version") == str(now.head.version) and asked.get("always") is None:
        return HttpResponse(status=204)
    return fragments(request, now)


def number(request: HttpRequest, name: str) -> int:
    """A number that a form sends."""
    text = request.POST.get(name, "")
    if not text:
        raise Malformed("Enter a number first, then press the button beside it.")
    if not text.isdecimal() or len(text) > 9:
        raise Malformed(f"{name} must be a number")
    return int(text)


def _wanted(request: HttpRequest) -> Any:
    """The move that a button asks for; `named` says which of its fields is in which input of the form."""
    named = request.POST.get("named", "")
    text = request.POST.get("move", "")
    if len(text) > 100_000 or len(named) > 100_000:
        raise Malformed("the move is too long")
    if not named:
        return text
    name, _, rest = named.partition(":")
    source, _, text = rest.partition(":")
    try:
        plain = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Malformed("the move is not readable") from None
    if not isinstance(plain, dict) or name not in plain:
        raise Malformed("the move has no such field")
    return {**plain, name: number(request, source)}


def _key(request: HttpRequest, wanted: Any) -> str:
    """A name for this move on this page at this version: a repeated request gets the original answer."""
    key = request.POST.get("key", "")[:40]
    said = f"{request.POST.get('seq', '')} {wanted}"
    return f"{key}-{hashlib.blake2s(said.encode(), digest_size=9).hexdigest()}" if key else ""


@require_POST
@with_error_responses
@catching_up
def move(request: HttpRequest, game: str) -> HttpResponse:
    """Make a move, or add it to the branch that is being tried out."""
    if request.POST.get("branch"):
        return _branch_move(request, game)
    row = table_of(request, game)
    mine = _my_seats(row, person(request))
    wanted = _wanted(request)
    seating.submit(game, number(request, "seq"), wanted, mine, _key(request, wanted))
    fresh = after_change(row)
    bots.wake(fresh)
    if not getattr(request, "htmx", False):
        return redirect("table", game=game)
    return fragments(request, table_view(request, game, row=fresh))


def _branch_move(request: HttpRequest, game: str) -> HttpResponse:
    now = table_view(request, game)
    extend_branch(now, [games.read(game, _wanted(request))])
    return fragments(request, now)


@require_POST
@with_error_responses
@catching_up
def undo(request: HttpRequest, game: str) -> HttpResponse:
    """Undo moves, redo them, or answer somebody's request to."""
    row = seating.find(game)
    seats = list(row.seats.all())
    what = request.POST.get("what", "undo")
    if what in ("agree", "refuse"):
        undoing.answer(row, seats, person(request), what == "agree")
    else:
        _change_moves(request, row, seats, what)
    fresh = seating.find(game)
    bots.wake(fresh)
    if not getattr(request, "htmx", False):
        return redirect("table", game=game)
    return fragments(request, table_view(request, game, row=fresh))


def _change_moves(request: HttpRequest, row: Game, seats: list[Seat], what: str) -> None:
    """Undo moves, or redo one; others may have to agree first."""
    mine = _my_seats(row, person(request))
    _, state = games.now(row.pk)
    seat = next((name for name in actors(state) if name in mine), mine[0])
    if what == "redo":
        undoing.redo(row, seats, seat, number(request, "seq"))
        return
    to = number(request, "to") if request.POST.get("to") else None
    undoing.undo(row, seats, seat, number(request, "seq"), to)


@require_POST
@with_error_responses
@catching_up
def bargain(request: HttpRequest, game: str) -> HttpResponse:
    """Answer an offer with a price."""
    row = seating.find(game)
    mine = seats_of(row, person(request))
    _, state = games.now(game)
    seat = next((name for name in mine if offer_to(state, name)), "")
    if not seat:
        raise NotPossible("No offer is waiting for your answer.")
    price, seq = number(request, "counter_price"), number(request, "seq")
    seating.act(game, lambda: counter(games, game, seq, seat, price))
    return (
        fragments(request, table_view(request, game))
        if getattr(request, "htmx", False)
        else redirect("table", game=game)
    )


@require_POST
@with_error_responses
@catching_up
def program(request: HttpRequest, game: str) -> HttpResponse:
    """Set or clear an auto-action."""
    row = seating.find(game)
    mine = seats_of(row, person(request))
    kind, _, named = request.POST.get("program", "none").partition(" ")
    seat = named or request.POST.get("seat", "")
    _, state = games.now(game)
    if kind == "repeat":  # the player who is asked gives the answer
        seat = next((name for name in actors(state) if name in mine), seat)
    if seat not in mine:
        raise NotYourSeat("That is not your seat.")
    wanted: Program | None = None
    if kind in ("pass", "buy", "repeat"):
        text = ""
        if kind == "repeat":
            text = msgspec.json.encode(games.read(game, request.POST.get("answer", ""))).decode()
        company = request.POST.get("company", "")[:16]
        wanted = Program(kind, company, text, type(state.top).__name__ if state.frames else "")
    seating.act(game, lambda: games.program(game, seat, wanted))
    return (
        fragments(request, table_view(request, game))
        if getattr(request, "htmx", False)
        else redirect("table", game=game)
    )


@require_safe
@with_error_responses
def whole_log(request: HttpRequest, game: str) -> HttpResponse:
    """The log from the first move."""
    return HttpResponse(log_from_the_first(table_view(request, game)))
