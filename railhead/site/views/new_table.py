"""Setting up a table: a form that keeps what was typed when something in it cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import redirect, render

from railhead.play.errors import Malformed, NoSuchGame, PlayError
from railhead.site import bots, new_tables, seating
from railhead.site.models import Game
from railhead.site.people import remembered
from railhead.site.views.common import with_error_responses
from railhead.titles import TITLES

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from railhead.core.rules import Title

AGAINST_CODE = "bots"
HINTS = {"yes": True, "no": False}
"""The choice about hints at set-up; by default there are none between people online."""
FOLDED = ("seed", "no_bots", "options", "limit_hours")
"""What stands under More, with a place of its own for what is wrong with it."""


@with_error_responses
def new_table(request: HttpRequest, title: str) -> HttpResponse:
    """Set up a table."""
    if title not in TITLES:
        raise NoSuchGame(f"There is no title {title} here.")
    if request.method != "POST":
        return _form(request, TITLES[title])
    try:
        game = _set_up(request, title)
    except PlayError as error:
        return _form(request, TITLES[title], error)
    bots.wake(game)
    return redirect("waiting" if game.status == Game.OPEN else "table", game=game.pk)


def _form(request: HttpRequest, one: Title, error: PlayError | None = None) -> HttpResponse:
    """The form as it is at first, or as somebody has filled it in and what is wrong with that."""
    typed = request.POST
    usual = str(min(max(3, one.seats[0]), one.seats[-1]))
    first = request.user.get_username() if request.user.is_authenticated else ""
    options = [(option, f"option-{option.name}" in typed) for option in one.options]
    facts: dict[str, Any] = {
        "title": one,
        "seats": [str(number) for number in one.seats],
        "players": typed.get("players", usual),
        "rows": [
            (at, typed.get(f"name{at}", first if at == 1 else ""), typed.get(f"bot{at}", ""))
            for at in range(1, one.seats[-1] + 1)
        ],
        "bots": bots.shown(),
        "variants": [(option, ticked) for option, ticked in options if not option.house],
        "house": [(option, ticked) for option, ticked in options if option.house],
        "by_the_book": not any(ticked for option, ticked in options if option.house),
        "typed": typed,
        "kind": typed.get("kind", Game.HOTSEAT),
        "limit": typed.get("limit_hours", "0"),
    }
    if error is None:
        return render(request, "railhead/new.html", facts)
    facts["wrong"] = {error.field if error.field in ("players", *FOLDED) else "form": str(error)}
    facts["wrong_below"] = error.field in FOLDED
    return render(request, "railhead/new.html", facts, status=error.status)


def _set_up(request: HttpRequest, title: str) -> Game:
    asked = request.POST
    count = asked.get("players", "")
    if not (count.isascii() and count.isdecimal() and len(count) == 1 and 1 <= int(count) <= 8):
        raise Malformed("How many players?", field="players")
    number = int(count)
    seed = asked.get("seed", "").strip()
    if seed and not (seed.isascii() and seed.isdecimal() and len(seed) < 10):
        raise Malformed("A seed is a number of up to nine digits.", field="seed")
    hours = asked.get("limit_hours", "").strip() or "0"
    kind = Game.ONLINE if asked.get("kind") == Game.ONLINE else Game.HOTSEAT
    if kind == Game.ONLINE and not (hours.isascii() and hours.isdecimal() and len(hours) < 5):
        raise Malformed("Hours are a number of up to four digits; 0 is no limit.", field="limit_hours")
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
        limit_hours=int(hours) if kind == Game.ONLINE else 0,
        hints=HINTS.get(asked.get("hints", "")),
        bots_allowed=not asked.get("no_bots") or asked.get("kind") == AGAINST_CODE,
    )
    return seating.find(game.pk)
