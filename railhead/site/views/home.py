"""The home page, setting up a table, and waiting for players."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from railhead.play.errors import Malformed, NoSuchGame
from railhead.site import bots, new_tables, pictures, preferences, seating, sentences
from railhead.site.models import Game
from railhead.site.page import fragments
from railhead.site.people import Person, holds, is_host, person, remembered
from railhead.site.table_view import table_view
from railhead.site.views.common import with_error_responses
from railhead.titles import TITLES

AGAINST_CODE = "bots"
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


@with_error_responses
def new_table(request: HttpRequest, title: str) -> HttpResponse:
    """Set up a table."""
    if title not in TITLES:
        raise NoSuchGame(f"There is no title {title} here.")
    if request.method == "POST":
        game = _set_up(request, title)
        bots.wake(game)
        return redirect("waiting" if game.status == Game.OPEN else "table", game=game.pk)
    one = TITLES[title]
    name = request.user.get_username() if request.user.is_authenticated else ""
    facts = {
        "title": one,
        "seats": list(one.seats),
        "usual": min(max(3, one.seats[0]), one.seats[-1]),
        "rows": range(1, one.seats[-1] + 1),
        "bots": bots.shown(),
        "variants": [option for option in one.options if not option.house],
        "house": [option for option in one.options if option.house],
        "name": name,
    }
    return render(request, "railhead/new.html", facts)


HINTS = {"yes": True, "no": False}
"""The choice about hints at set-up; by default there are none between people online."""


def _set_up(request: HttpRequest, title: str) -> Game:
    asked = request.POST
    count = asked.get("players", "")
    if not (count.isascii() and count.isdecimal() and len(count) == 1 and 1 <= int(count) <= 8):
        raise Malformed("How many players?")
    number = int(count)
    seed = asked.get("seed", "").strip()
    if seed and not (seed.isdecimal() and len(seed) < 10):
        raise Malformed("A seed is a number of up to nine digits.")
    hours = asked.get("limit_hours", "0") or "0"
    kind = Game.ONLINE if asked.get("kind") == Game.ONLINE else Game.HOTSEAT
    seats = [asked.get(f"bot{at}", "") for at in range(1, number + 1)]
    if asked.get("kind") == AGAINST_CODE:
        seats = ["", *(bot or seating.STANDS_IN for bot in seats[1:])]
    unnamed = [f"{bot.title() or 'Player'} {at}" for at, bot in enumerate(seats, 1)]
    names = [asked.get(f"name{at}", "").strip() or name for at, name in enumerate(unnamed, 1)]
    game = new_tables.set_up(
        remembered(request),
        title=title,
        names=names,
        bots=seats,
        options=[option.name for option in TITLES[title].options if asked.get(f"option-{option.name}")],
        seed=int(seed) if seed else None,
        kind=kind,
        random_seats=bool(asked.get("random_seats")),
        public=bool(asked.get("public")),
        limit_hours=int(hours) if hours.isdecimal() and len(hours) < 5 else 0,
        hints=HINTS.get(asked.get("hints", "")),
        bots_allowed=not asked.get("no_bots") or asked.get("kind") == AGAINST_CODE,
    )
    return seating.find(game.pk)


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
