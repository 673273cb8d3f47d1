"""Trying out: moves that do not count, until they are thrown away or made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.views.decorators.http import require_POST

from railhead.play.errors import Malformed, NotPossible
from railhead.site import bots, limits, seating, variations
from railhead.site.page import fragments
from railhead.site.store import games
from railhead.site.table_view import LONGEST_BRANCH, TableView, extend_branch, read_branch, table_view
from railhead.site.views.common import with_error_responses
from railhead.site.views.table import number

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_POST
@with_error_responses
def branch(request: HttpRequest, game: str) -> HttpResponse:
    """Start trying something out, undo a tried move, make the moves, look at an abandoned line, or leave."""
    what, _, line = request.POST.get("what", "begin").partition(" ")
    if what == "line":
        return fragments(request, _left(request, game, line or request.POST.get("line", "")))
    if what == "drop":
        return fragments(request, table_view(request, game, live=True))
    now = table_view(request, game, base=True)
    tried = read_branch(game, request.POST.get("branch") or "[]")
    extend_branch(now, {"keep": tried, "back": tried[:-1]}.get(what, []))
    return _keep(request, now) if what == "keep" else fragments(request, now)


def _left(request: HttpRequest, game: str, line: str) -> TableView:
    """The end of a line of play that was undone."""
    now = table_view(request, game, live=True)
    if not line.isdecimal() or len(line) > 9:
        raise Malformed("a line of play is asked for by the number of its last entry")
    base, moves = variations.moves_of(game, int(line), LONGEST_BRANCH)
    now.state = games.at(game, base)
    extend_branch(now, [games.read(game, move) for move in moves])
    return now


def _keep(request: HttpRequest, tried: TableView) -> HttpResponse:
    """Make the tried moves, as far as they are the viewer's to make: all of them, or none if one is refused."""
    limits.check(request, "move")
    if not tried.to_keep:
        raise NotPossible("These moves cannot be made: the game has moved on, or somebody else has to move first.")
    game = tried.game.pk
    seating.submit_all(game, number(request, "seq"), tried.to_keep, tried.mine)
    fresh = seating.find(game)
    bots.wake(fresh)
    return fragments(request, table_view(request, game, row=fresh, live=True))
