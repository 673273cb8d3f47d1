"""Tables and games over the API. Annotations are read while functions are decorated, hence none is postponed."""

import re
from dataclasses import asdict
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Status

from railhead.core.engine import actors, explain, legal_moves, out_of_band_moves, price_ranges
from railhead.core.moves import Pass, to_plain
from railhead.core.rulings import Refusal
from railhead.core.state import State
from railhead.core.text import to_json as position_json
from railhead.play.errors import NotPossible, NotYourSeat, Stale
from railhead.play.games import Done
from railhead.play.hidden import visible
from railhead.play.records import Program
from railhead.play.setup import record
from railhead.play.timeline import events_from_json, events_to_json
from railhead.record.games import to_json as record_json
from railhead.site import bots, seating
from railhead.site.api.schemas import (
    AtIn,
    CheckIn,
    CheckOut,
    GameIn,
    GameOut,
    HintOut,
    JoinIn,
    LegalOut,
    LogLine,
    MessageIn,
    MessageOut,
    MoveIn,
    MoveOut,
    PositionOut,
    Problem,
    ProgramIn,
    StandInIn,
    TitleOut,
)
from railhead.site.chat import say
from railhead.site.limits import limited
from railhead.site.models import Game
from railhead.site.people import holds, is_host, person, remembered, seats_of
from railhead.site.sentences import refusal_text
from railhead.site.store import games
from railhead.site.streams import API_KINDS, open_stream
from railhead.titles import TITLES
from railhead.view.sentences import label

router = Router()
REFUSED = {
    400: Problem,
    401: Problem,
    403: Problem,
    404: Problem,
    409: Problem,
    413: Problem,
    422: Problem,
    429: Problem,
}
SEAT = re.compile(r"p\d")
STREAM = {
    "responses": {
        200: {
            "description": "Events `hello`, `position`, `moves`, `turn` and `chat`, for as long as you listen.",
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string"},
                    "example": 'event: position\ndata: {"version": 8, "count": 8}\n\n'
                    'event: turn\ndata: {"awaited": ["p2"]}\n\n',
                }
            },
        }
    }
}


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
        "result": msgspec.json.decode(game.result) if game.result else None,
    }


def _woken(request: HttpRequest, game: str) -> dict[str, Any]:
    """A table whose bots have been told that something has changed."""
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
    """Set a table up; one on this machine begins at once, an on-line one when all seats are taken."""
    game = seating.set_up(
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
        return Status(202, {"detail": "The players are asked whether they agree."})
    return _woken(request, game)


@router.post("/games/{game}/leave", response={200: GameOut, **REFUSED}, tags=["tables"])
def leave_game(request: HttpRequest, game: str) -> Any:
    """Get up; in a running game a stand-in takes the seat."""
    seating.leave(seating.find(game), person(request))
    return _woken(request, game)


@router.post("/games/{game}/stand-in", response={200: GameOut, **REFUSED}, tags=["tables"])
def stand_in(request: HttpRequest, game: str, data: StandInIn) -> Any:
    """Let a bot play for an absent player, or come back: the host for anybody, others once the time is over."""
    if data.bot:
        seating.replace_absent(seating.find(game), person(request), data.number, data.bot)
    else:
        seating.come_back(seating.find(game), person(request), data.number)
    return _woken(request, game)


def _mine(request: HttpRequest, game: str) -> tuple[Game, tuple[str, ...]]:
    table = seating.find(game)
    return table, seats_of(table, person(request))


def _seated(request: HttpRequest, game: str) -> tuple[Game, tuple[str, ...]]:
    table, mine = _mine(request, game)
    if not mine:
        raise NotYourSeat("You do not sit at this table.")
    if table.status == Game.OPEN:
        raise NotPossible("The table still waits for players.")
    return table, mine


def _position(mine: tuple[str, ...], version: int, state: State) -> dict[str, Any]:
    sight = visible(state, mine)
    return {
        "version": version,
        "count": state.count,
        "hidden": sorted(sight.hidden) + (["bank"] if sight.bank_hidden else []),
        "state": msgspec.json.decode(position_json(sight.state)),
    }


@router.get("/games/{game}/position", response={200: PositionOut, **REFUSED}, tags=["play"])
def position(request: HttpRequest, game: str, at: int | None = Query(None, ge=0, lt=2**31)) -> Any:
    """The position now, or after so many moves."""
    _, mine = _mine(request, game)
    head, state = games.now(game)
    if at is not None:
        state = games.at(game, at)
    return _position(mine, head.version, state)


@router.get("/games/{game}/legal", response={200: LegalOut, **REFUSED}, tags=["play"])
def legal(request: HttpRequest, game: str) -> Any:
    """Every legal move of my seats; of those that only differ in a price, the range; and what may be said beside."""
    _, mine = _mine(request, game)
    head, state = games.now(game)
    ranges = [
        {
            "move": to_plain(prices.move),
            "field": prices.field,
            "low": prices.low,
            "high": prices.high,
            "step": prices.step,
        }
        for prices in price_ranges(state)
        if prices.move.by in mine
    ]
    out_of_band = [to_plain(move) for move in out_of_band_moves(state) if move.by in mine]
    moves = [move for move in legal_moves(state) if move.by in mine]
    return {
        "version": head.version,
        "awaited": list(actors(state)),
        "moves": [to_plain(move) for move in moves],
        "words": [asdict(label(state, move)) for move in moves],
        "price_ranges": ranges,
        "out_of_band": out_of_band,
        "spans": ranges,
        "asides": out_of_band,
    }


def _problem(state: State, refusal: Refusal) -> dict[str, Any]:
    return {
        "detail": refusal_text(state, refusal),
        "rule": refusal.rule,
        "section": state.rules.rulebook.cite(refusal.rule),
        "facts": dict(refusal.facts),
    }


@router.post("/games/{game}/check", response={200: CheckOut, **REFUSED}, tags=["play"])
def check(request: HttpRequest, game: str, data: CheckIn) -> Any:
    """Whether a move of mine would be legal, and why not."""
    _, mine = _seated(request, game)
    move = games.read(game, _with_seat(game, data.move, mine))
    if move.by not in mine:
        raise NotYourSeat(f"you do not hold the seat {move.by}")
    _, state = games.now(game)
    found = explain(state, move)
    return {"legal": not found, "objections": [_problem(state, one) for one in found]}


def _done(table: Game, done: Done) -> dict[str, Any]:
    """What was committed; bots may have to answer it."""
    if any(seat.bot for seat in table.seats.all()):
        bots.wake(seating.find(table.pk))
    return {
        "version": done.head.version,
        "count": done.head.count,
        "entry": done.entry,
        "events": msgspec.json.decode(events_to_json(done.events)),
    }


@router.post("/games/{game}/moves", response={200: MoveOut, **REFUSED}, tags=["play"])
@limited("move")
def make_move(request: HttpRequest, game: str, data: MoveIn) -> Any:
    """Make a move. Answered only when it is committed; with a key a repeated request gets the first answer."""
    table, mine = _seated(request, game)
    try:
        done = seating.submit(game, data.seq, _with_seat(game, data.move, mine), mine, data.key)
    except Stale as error:
        if data.position:
            head, state = games.now(game)
            error.position = _position(mine, head.version, state)  # type: ignore[attr-defined]
        raise
    return _done(table, done)


def _with_seat(game: str, move: dict[str, Any] | str, mine: tuple[str, ...]) -> dict[str, Any] | str:
    """A move with the seat that makes it: if it names none, the first of mine that is awaited."""
    _, state = games.now(game)
    seat = next((name for name in actors(state) if name in mine), mine[0])
    if isinstance(move, dict):
        return move if "by" in move else {**move, "by": seat}
    words = move.split(maxsplit=1)
    if not words or move.lstrip().startswith("{") or SEAT.fullmatch(words[0]):
        return move
    return f"{seat} {move}"


@router.get("/games/{game}/events", tags=["play"], response={200: Any, **REFUSED}, openapi_extra=STREAM)
def events(request: HttpRequest, game: str) -> HttpResponse:
    """A stream of server-sent events: hello, position, moves, turn, chat. Fetch what they tell you is new."""
    return open_stream(request, seating.find(game), API_KINDS)


@router.post("/games/{game}/hint", response={200: HintOut, **REFUSED}, tags=["play"])
@limited("hint")
def hint(request: HttpRequest, game: str) -> Any:
    """What a strong player would do in the awaited seat of mine, and why; takes about a second."""
    _, mine = _seated(request, game)
    head, state = games.now(game)
    seat = next((name for name in actors(state) if name in mine), "")
    found = bots.hint(state, seat, person(request).owner)
    return {"version": head.version, "seat": seat, "move": to_plain(found.move), "why": found.why}


@router.get("/games/{game}/moves", response={200: list[LogLine], **REFUSED}, tags=["play"])
def log(
    request: HttpRequest,
    game: str,
    first: int = Query(1, ge=0, lt=2**31),
    last: int = Query(2**31 - 1, ge=0, lt=2**31),
) -> Any:
    """The moves that count, with what happened; of a game with secret cash for its players only."""
    _, mine = _mine(request, game)
    _, state = games.now(game)
    if visible(state, mine).anything_hidden and not mine:
        raise NotPossible("Cash is secret in this game; its moves can be had when it is over.")
    return [
        {
            "number": entry.number,
            "by": entry.by,
            "auto": entry.auto,
            "at": entry.at,
            "move": msgspec.json.decode(entry.move),
            "events": msgspec.json.decode(events_to_json(events_from_json(entry.events))),
            "why": entry.why,
        }
        for entry in games.store.live(game, first, last)
    ]


@router.post("/games/{game}/undo", response={200: MoveOut, 202: Problem, **REFUSED}, tags=["play"])
@limited("move")
def undo(request: HttpRequest, game: str, data: AtIn) -> Any:
    """Undo moves; 202 if others have to agree first."""
    table, mine = _seated(request, game)
    done = seating.undo(table, list(table.seats.all()), mine[0], data.seq, data.to)
    if done is None:
        return Status(202, {"detail": "The others are asked whether they agree."})
    return _done(table, done)


@router.post("/games/{game}/redo", response={200: MoveOut, 202: Problem, **REFUSED}, tags=["play"])
@limited("move")
def redo(request: HttpRequest, game: str, data: AtIn) -> Any:
    """Make the move again that was undone last; 202 if it is somebody else's, who is asked first."""
    table, mine = _seated(request, game)
    done = seating.redo(table, list(table.seats.all()), mine[0], data.seq)
    if done is None:
        return Status(202, {"detail": "The others are asked whether they agree."})
    return _done(table, done)


@router.post("/games/{game}/program", response={200: MoveOut, **REFUSED}, tags=["play"])
@limited("move")
def program(request: HttpRequest, game: str, data: ProgramIn) -> Any:
    """Set or drop an auto-action of a seat."""
    table, mine = _seated(request, game)
    if data.seat not in mine:
        raise NotYourSeat(f"you do not hold the seat {data.seat}")
    wanted = None
    if data.kind != "none":
        _, state = games.now(game)
        move = games.read(game, data.move or to_plain(Pass(data.seat)))
        text = msgspec.json.encode(move).decode() if data.kind == "repeat" else ""
        wanted = Program(data.kind, data.company, text, type(state.top).__name__ if state.frames else "")
    done = seating.act(game, lambda: games.program(game, data.seat, wanted))
    assert done is not None
    return _done(table, done)


@router.post("/games/{game}/messages", response={204: None, **REFUSED}, tags=["tables"])
@limited("chat")
def message(request: HttpRequest, game: str, data: MessageIn) -> Any:
    """Say something at the table."""
    table, mine = _mine(request, game)
    say(table, person(request), mine, data.text)
    return Status(204, None)


@router.get("/games/{game}/messages", response={200: list[MessageOut], **REFUSED}, tags=["tables"])
def messages(request: HttpRequest, game: str, limit: int = Query(50, ge=1, le=200)) -> Any:
    """What was said at the table, the newest last."""
    said = list(seating.find(game).messages.order_by("-id")[:limit])
    return [{"name": one.name, "seat": one.seat, "text": one.text, "at": one.at} for one in reversed(said)]


@router.delete("/games/{game}", response={204: None, **REFUSED}, tags=["tables"])
def delete_game(request: HttpRequest, game: str) -> Any:
    """Clear a table away: its host, while nobody else has sat down, or at any time if it is on one machine."""
    table, who = seating.find(game), person(request)
    if not is_host(table, who):
        raise NotYourSeat("Only whoever set the table up can clear it away.")
    others = [seat for seat in table.seats.all() if (seat.user_id or seat.visitor) and not holds(seat, who)]
    if table.kind == Game.ONLINE and others:
        raise NotPossible("Others sit at this table; leave it instead.")
    table.delete()
    return Status(204, None)


@router.get("/games/{game}/record", tags=["play"], response={200: Any, **REFUSED})
def get_record(request: HttpRequest, game: str) -> HttpResponse:
    """The game as a record file."""
    _, mine = _mine(request, game)
    _, state = games.now(game)
    if visible(state, mine).anything_hidden:
        raise NotPossible("Cash is secret in this game; its record can be had when it is over.")
    return HttpResponse(record_json(record(games, game)), content_type="application/json")
