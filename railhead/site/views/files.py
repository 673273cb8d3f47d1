"""Downloads: the record, figures as a table, pictures; and the style sheet of all pictures."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from railhead.play.errors import NoSuchGame, NotPossible
from railhead.play.setup import read_record
from railhead.play.stated import unchecked
from railhead.play.whole_games import record
from railhead.record.games import to_json
from railhead.site import charts, exporting, new_tables
from railhead.site.people import remembered
from railhead.site.preferences import picture_styles
from railhead.site.store import games
from railhead.site.table_view import table_view
from railhead.site.views.common import with_error_responses
from railhead.view.map_svg import map_svg
from railhead.view.market_svg import market_svg


def _file(body: str | bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(body, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
@with_error_responses
def take(request: HttpRequest, game: str, what: str) -> HttpResponse:
    """A file of a game: record.json, 18xx.json, figures.csv, map.svg, market.svg or one of the charts."""
    now = table_view(request, game)
    stem = f"railhead-{now.game.title}-{game}"
    if what == "record.json":
        if now.sight.anything_hidden:
            raise NotPossible("Cash is secret in this game; its record is available once it is over.")
        return _file(to_json(record(games, game)), "application/json", f"{stem}.json")
    if what == "18xx.json":
        if now.sight.anything_hidden:
            raise NotPossible(exporting.SECRET)
        return _file(exporting.exported(game), "application/json", f"{stem}-18xx.json")
    if what == "map.svg":
        return _file(map_svg(now.sight.state), "image/svg+xml", f"{stem}-map.svg")
    if what == "market.svg":
        return _file(market_svg(now.sight.state), "image/svg+xml", f"{stem}-market.svg")
    there = charts.points(game, now.sight.state, now.state.count)
    if what == "figures.csv":
        return _file(charts.table_csv(now.sight, there), "text/csv; charset=utf-8", f"{stem}.csv")
    name = what.removesuffix(".svg")
    if name in charts.NAMES:
        paid = charts.dividends(games.store.live(game, 1, now.state.count))
        picture = charts.chart(name, now.sight, there, paid, narrow=False)
        return _file(picture, "image/svg+xml", f"{stem}-{name}.svg")
    raise NoSuchGame(f"There is no file {what}.")


@require_safe
def picture_sheet(request: HttpRequest, version: str) -> HttpResponse:
    """The style sheet of maps, tiles, markets and charts."""
    response = HttpResponse(picture_styles()[0], content_type="text/css; charset=utf-8")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@require_POST
@with_error_responses
def copy(request: HttpRequest, game: str) -> HttpResponse:
    """The game up to the move that is shown, as a new table, to play on from there."""
    now = table_view(request, game)
    if now.sight.anything_hidden:
        raise NotPossible("Cash is secret in this game; it can be continued elsewhere once it is over.")
    session = read_record(to_json(record(games, game)), game)
    if session.pins and now.base < session.pins[-1].number:
        first = session.pins[-1].number
        raise NotPossible(f"The rules changed after move {first}; a copy can start there or later.")
    if now.base < len(session.steps):
        session.back_to(now.base)
        session.summary = unchecked(session)  # the rest of it is about the whole game
    fresh = new_tables.import_game(remembered(request), session)
    address = reverse("table", args=[fresh.pk])
    if not getattr(request, "htmx", False):
        return redirect(address)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = address
    return response
