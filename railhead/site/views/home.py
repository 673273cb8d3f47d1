"""The home page, and waiting for players."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from railhead.play.errors import Malformed, NoSuchGame
from railhead.site import bots, pictures, preferences, seating, sentences
from railhead.site.models import Game
from railhead.site.page import fragments
from railhead.site.people import Person, holds, is_host, person, remembered
from railhead.site.table_view import table_view
from railhead.site.views.common import with_error_responses
from railhead.titles import TITLES

FIRST_LINES = 8
"""How many of one's own games are shown before asking for the rest."""
SEARCH = "https://boardgamegeek.com/geeksearch.php?action=search&objecttype=boardgame&q="


def shelf() -> list[dict[str, Any]]:
    """The titles as cards."""
    return [
        {
            "name": one.name,
            "full_name": one.full_name,
            "low": one.seats[0],
            "high": one.seats[-1],
            "about": dict(one.about),
            "rules": one.about.get("rules", f"{SEARCH}{one.name}"),
            "options": one.options,
        }
        for one in TITLES.values()
    ]


def listed(game: Game, who: Person) -> dict[str, Any]:
    """A game as a line in a list."""
    seats = list(game.seats.all())
    awaited = game.awaited.split(",")
    return {
        "game": game,
        "title": TITLES[game.title].full_name if game.title in TITLES else game.title,
        "names": [seat.name or "free" for seat in seats],
        "awaited": [seat.name for seat in seats if seat.player in awaited],
        "where": sentences.where_words(game.where),
        "my_turn": game.status == Game.PLAYING
        and any(
            seat.player in awaited
            and not seat.bot
            and (holds(seat, who) or (game.kind == Game.HOTSEAT and is_host(game, who)))
            for seat in seats
        ),
        "free": sum(not seat.taken for seat in seats),
    }


def _pressing(line: dict[str, Any]) -> int:
    """My turn first, finished games last."""
    return 0 if line["my_turn"] else 2 if line["game"].status == Game.OVER else 1


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Titles, my games, open tables, games to watch."""
    who = person(request)
    own = who.mine("seats__user_id", "seats__visitor") | who.mine("host_user_id", "host_visitor")
    base = Game.objects.prefetch_related("seats")
    mine = base.filter(own).distinct().order_by("-moved")[:40] if who.known else []
    mine_ids = [game.pk for game in mine]
    waiting = base.filter(public=True, status=Game.OPEN).exclude(pk__in=mine_ids).order_by("-created")[:20]
    watch = base.filter(public=True, status=Game.PLAYING).exclude(pk__in=mine_ids).order_by("-moved")[:20]
    lines = sorted((listed(game, who) for game in mine), key=_pressing)
    facts = {
        "titles": shelf(),
        "mine": lines[:FIRST_LINES],
        "mine_more": lines[FIRST_LINES:],
        "open": [listed(game, who) for game in waiting],
        "watch": [listed(game, who) for game in watch],
    }
    return render(request, "railhead/home.html", facts)


@require_safe
@with_error_responses
def title_map(request: HttpRequest, title: str) -> HttpResponse:
    """The printed map of a title, as a picture for its card."""
    if title not in TITLES:
        raise NoSuchGame("There is no such title.")
    response = HttpResponse(pictures.opening_map(title), content_type="image/svg+xml")
    response["Cache-Control"] = "public, max-age=3600"
    response["Content-Security-Policy"] = preferences.picture_policy()
    return response


@require_safe
@with_error_responses
def waiting(request: HttpRequest, game: str) -> HttpResponse:
    """A table that waits for players."""
    row = seating.find(game)
    if row.status != Game.OPEN:
        return redirect("table", game=game)
    who = person(request)
    seats = list(row.seats.all())
    facts = {
        "game": row,
        "title": TITLES[row.title],
        "seats": seats,
        "host": is_host(row, who),
        "seated": any(holds(seat, who) for seat in seats),
        "free": sum(not seat.taken for seat in seats),
        "invite": request.GET.get("invite", ""),
        "link": request.build_absolute_uri(f"/t/{row.pk}/join/{row.invite}/"),
        "options": [option for option in TITLES[row.title].options if option.name in row.options],
    }
    return render(request, "railhead/waiting.html", facts)


@with_error_responses
def join(request: HttpRequest, game: str, invite: str = "") -> HttpResponse:
    """Take a seat, by invitation or at a public table."""
    row = seating.find(game)
    if request.method == "POST":
        seating.join(row, remembered(request), request.POST.get("name", ""), invite or request.POST.get("invite", ""))
        return redirect("table", game=game)
    who = person(request)
    if any(holds(seat, who) for seat in row.seats.all()):
        return redirect("table", game=game)
    facts = {"game": row, "title": TITLES[row.title], "invite": invite, "seats": list(row.seats.all())}
    return render(request, "railhead/join.html", facts)


@require_POST
@with_error_responses
def seat(request: HttpRequest, game: str) -> HttpResponse:
    """Get up, let code play for an absent player, or come back and take the seat from it."""
    row = seating.find(game)
    what, _, text = request.POST.get("what", "").partition("-")
    text = text or request.POST.get("number", "")
    number = int(text) if text.isdecimal() and len(text) < 3 else 0
    bot = request.POST.get(f"bot-{number}") or request.POST.get("bot") or seating.STANDS_IN
    if what == "leave":
        seating.leave(row, person(request))
    elif what == "replace":
        seating.replace_absent(row, person(request), number, bot)
    elif what == "return":
        seating.come_back(row, person(request), number)
    elif what in ("admit", "refuse"):
        seating.admit(row, person(request), what == "admit")
    else:
        raise Malformed("Leave, replace, return, admit or refuse?")
    fresh = seating.find(game)
    bots.wake(fresh)
    if getattr(request, "htmx", False) and fresh.status != Game.OPEN:
        return fragments(request, table_view(request, game, row=fresh))
    return redirect("table", game=game)


@with_error_responses
def prefer(request: HttpRequest) -> HttpResponse:
    """Preferences."""
    if request.method == "POST":
        preferences.keep(request, {key: request.POST.get(key, "") for key in preferences.CHOICES})
        if getattr(request, "htmx", False):
            return HttpResponse(status=204)
        return redirect("preferences")
    rows = [(key, preferences.LABELS[key], list(choices.items())) for key, choices in preferences.CHOICES.items()]
    return render(request, "railhead/preferences.html", {"rows": rows})
