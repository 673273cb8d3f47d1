"""What can be taken home: the record, figures as a table, pictures; and the style sheet of all pictures."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from railhead.play.errors import NoSuchGame, NotPossible
from railhead.play.setup import record
from railhead.record.games import to_json
from railhead.site import charts
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
    """A file of a game: record.json, figures.csv, map.svg, market.svg or one of the charts."""
    now = table_view(request, game)
    stem = f"railhead-{now.game.title}-{game}"
    if what == "record.json":
        if now.sight.anything_hidden:
            raise NotPossible("Cash is secret in this game; its record can be had when it is over.")
        return _file(to_json(record(games, game)), "application/json", f"{stem}.json")
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
