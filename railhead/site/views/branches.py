"""Trying out: moves that do not count, until they are thrown away or made."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from railhead.play.errors import NotPossible
from railhead.site import bots, limits, tables
from railhead.site.moments import Moment, extend_branch, moment, read_branch
from railhead.site.views.common import answers
from railhead.site.views.table import fragments, number


@require_POST
@answers
def branch(request: HttpRequest, game: str) -> HttpResponse:
    """Begin to try something out, take a tried move back, throw it all away, or make the moves."""
    now = moment(request, game, base=True)
    what = request.POST.get("what", "begin")
    tried = read_branch(game, request.POST.get("branch") or "[]")
    if what == "keep":
        extend_branch(now, tried)
        return _keep(request, now)
    if what == "back":
        extend_branch(now, tried[:-1])
    elif what == "begin":
        extend_branch(now, [])
    return fragments(request, now)


def _keep(request: HttpRequest, tried: Moment) -> HttpResponse:
    """Make the tried moves, as far as they are the viewer's to make: all of them, or none if one is refused."""
    limits.check(request, "move")
    if not tried.to_keep:
        raise NotPossible("These moves cannot be made: the game has gone on, or somebody else is to move first.")
    game = tried.game.pk
    tables.submit_all(game, number(request, "version"), tried.to_keep, tried.mine)
    fresh = tables.find(game)
    bots.wake(fresh)
    return fragments(request, moment(request, game, row=fresh, live=True))
