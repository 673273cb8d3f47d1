"""Titles and tables over the API: who sits where, and the chat. No postponed annotations: decorators read them."""

from typing import Any

import msgspec
from django.http import HttpRequest
from ninja import Query, Router, Status

from railhead.play.errors import NotPossible, NotYourSeat
from railhead.site import bots, new_tables, seating
from railhead.site.api.schemas import (
    REFUSED,
    GameIn,
    GameOut,
    JoinIn,
    MessageIn,
    MessageOut,
    Problem,
    StandInIn,
    TitleOut,
)
from railhead.site.chat import say
from railhead.site.limits import limited
from railhead.site.models import Game
from railhead.site.people import holds, is_host, person, remembered, seats_of
from railhead.titles import TITLES

router = Router()


@router.get("/titles", response={200: list[TitleOut], **REFUSED}, tags=["titles"])
def titles(request: HttpRequest) -> list[dict[str, Any]]:
    """The titles that can be played."""
    return [
        {
            "name": one.name,
            "full_name": one.full_name,
            "seats": list(one.seats),
            "options": [{"name": o.name, "says": o.says, "house": o.house} for o in one.options],
            "about": dict(one.about),
        }
        for one in TITLES.values()
    ]


def table_facts(request: HttpRequest, game: Game) -> dict[str, Any]:
    """A table as the caller may see it."""
    who = person(request)
    seats = list(game.seats.all())
    mine = seats_of(game, who, seats)
    return {
        "id": game.pk,
        "title": game.title,
        "kind": game.kind,
        "status": game.status,
        "options": game.options,
        "version": game.version,
        "count": game.count,
        "round": game.where,
        "awaited": [name for name in game.awaited.split(",") if name],
        "seats": [
            {"seat": s.player, "name": s.name, "bot": s.bot, "taken": s.taken, "mine": s.player in mine}
            for s in seats
        ],
        "invite": game.invite if is_host(game, who) else "",
        "summary": game.summary,
        "result": msgspec.json.decode(game.result) if game.result else None,
        "hints": game.hints,
        "bots": game.bots,
        "rules": game.rules_version,
        "upgrade": msgspec.json.decode(game.pending).get("upgrade"),
    }


def _woken(request: HttpRequest, game: str) -> dict[str, Any]:
    """A table, after telling its bots that something has changed."""
    fresh = seating.find(game)
    bots.wake(fresh)
    return table_facts(request, fresh)


@router.get("/games", response={200: list[GameOut], **REFUSED}, tags=["tables"])
def list_games(request: HttpRequest, limit: int = Query(50, ge=1, le=200)) -> list[dict[str, Any]]:
    """My tables and the public ones, last played first."""
    who = person(request)
    mine = Game.objects.filter(
        who.mine("seats__user_id", "seats__visitor") | who.mine("host_user_id", "host_visitor")
    )
    public = Game.objects.filter(public=True)
    found = (mine | public).distinct().order_by("-moved").prefetch_related("seats")[:limit]
    return [table_facts(request, game) for game in found]


@router.post("/games", response={201: GameOut, **REFUSED}, tags=["tables"])
@limited("create")
def create_game(request: HttpRequest, data: GameIn) -> Any:
    """Set up a table; one on this machine starts at once, an online one when all seats are taken."""
    game = new_tables.set_up(
        remembered(request),
        title=data.title,
        names=[seat.name for seat in data.seats],
        bots=[seat.bot for seat in data.seats],
        options=data.options,
        seed=data.seed,
        kind=data.kind,
        random_seats=data.random_seats,
        public=data.public,
        limit_hours=data.limit_hours,
        hints=data.hints,
        bots_allowed=data.bots,
    )
    return Status(201, _woken(request, game.pk))


@router.get("/games/{game}", response={200: GameOut, **REFUSED}, tags=["tables"])
def get_game(request: HttpRequest, game: str) -> Any:
    """A table."""
    return table_facts(request, seating.find(game))


@router.post("/games/{game}/join", response={200: GameOut, 202: Problem, **REFUSED}, tags=["tables"])
@limited("join")
def join_game(request: HttpRequest, game: str, data: JoinIn) -> Any:
    """Take a seat; 202 in a running game, whose players are asked first."""
    seat = seating.join(seating.find(game), remembered(request), data.name, data.invite, data.number)
    if seat is None:
        return Status(202, {"detail": "The players have been asked to agree."})
    return _woken(request, game)


@router.post("/games/{game}/leave", response={200: GameOut, **REFUSED}, tags=["tables"])
@limited("join")
def leave_game(request: HttpRequest, game: str) -> Any:
    """Get up; in a running game a stand-in takes the seat."""
    seating.leave(seating.find(game), person(request))
    return _woken(request, game)


@router.post("/games/{game}/stand-in", response={200: GameOut, **REFUSED}, tags=["tables"])
@limited("join")
def stand_in(request: HttpRequest, game: str, data: StandInIn) -> Any:
    """Let a bot play for an absent player, or come back: the host for anybody, others once the time is up."""
    if data.bot:
        seating.replace_absent(seating.find(game), person(request), data.number, data.bot)
    else:
        seating.come_back(seating.find(game), person(request), data.number)
    return _woken(request, game)


@router.post("/games/{game}/messages", response={204: None, **REFUSED}, tags=["tables"])
@limited("chat")
def message(request: HttpRequest, game: str, data: MessageIn) -> Any:
    """Say something at the table."""
    table, who = seating.find(game), person(request)
    say(table, who, seats_of(table, who), data.text)
    return Status(204, None)


@router.get("/games/{game}/messages", response={200: list[MessageOut], **REFUSED}, tags=["tables"])
def messages(request: HttpRequest, game: str, limit: int = Query(50, ge=1, le=200)) -> Any:
    """The chat of the table, the newest message last."""
    said = list(seating.find(game).messages.order_by("-id")[:limit])
    return [{"name": one.name, "seat": one.seat, "text": one.text, "at": one.at} for one in reversed(said)]


@router.delete("/games/{game}", response={204: None, **REFUSED}, tags=["tables"])
@limited("join")
def delete_game(request: HttpRequest, game: str) -> Any:
    """Delete a table: only its host, while nobody else has sat down, or at any time if it is on one machine."""
    table, who = seating.find(game), person(request)
    if not is_host(table, who):
        raise NotYourSeat("Only the person who set up the table can delete it.")
    others = [seat for seat in table.seats.all() if (seat.user_id or seat.visitor) and not holds(seat, who)]
    if table.kind == Game.ONLINE and others:
        raise NotPossible("Other people are sitting at this table; leave it instead.")
    table.delete()
    return Status(204, None)
