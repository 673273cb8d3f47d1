"""Games over the API: positions, moves, the log. No postponed annotations: decorators read them."""

import re
from http import HTTPStatus
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from msgspec.structs import asdict
from ninja import Query, Router, Status

from railhead.core.citing import citation
from railhead.core.engine import actors, explain, legal_moves, out_of_band_moves, price_ranges
from railhead.core.moves import Pass, to_plain
from railhead.core.rulings import Refusal
from railhead.core.state import State
from railhead.core.text import to_json as position_json
from railhead.play.errors import NotPossible, NotYourSeat, Stale
from railhead.play.games import Done
from railhead.play.hidden import visible
from railhead.play.records import Program
from railhead.play.timeline import events_from_json, events_to_json
from railhead.play.whole_games import record
from railhead.record.games import to_json as record_json
from railhead.site import bots, exporting, seating, undoing, upgrades
from railhead.site.api.schemas import (
    REFUSED,
    AtIn,
    CheckIn,
    CheckOut,
    HintOut,
    LegalOut,
    LogLine,
    MoveIn,
    MoveOut,
    PositionOut,
    Problem,
    ProgramIn,
)
from railhead.site.limits import limited
from railhead.site.models import Game
from railhead.site.people import person, seats_of
from railhead.site.sentences import refusal_text
from railhead.site.store import games
from railhead.site.streams import API_KINDS, open_stream
from railhead.site.views.common import table_of
from railhead.view.sentences import label

router = Router()
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


def _mine(request: HttpRequest, game: str) -> tuple[Game, tuple[str, ...]]:
    table = table_of(request, game)
    return table, seats_of(table, person(request))


def _seated(request: HttpRequest, game: str) -> tuple[Game, tuple[str, ...]]:
    table, mine = _mine(request, game)
    if not mine:
        raise NotYourSeat("You do not sit at this table.")
    if table.status == Game.OPEN:
        raise NotPossible("The table is still waiting for players.")
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
    """The position now, or after this many moves."""
    _, mine = _mine(request, game)
    head, state = games.now(game)
    if at is not None:
        state = games.at(game, at)
    return _position(mine, head.version, state)


@router.get("/games/{game}/legal", response={200: LegalOut, **REFUSED}, tags=["play"])
def legal(request: HttpRequest, game: str) -> Any:
    """Every legal move of my seats; of those that only differ in price, the range; and moves open out of turn."""
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
    """A refusal in the form that the move itself would be answered with."""
    return {
        "title": HTTPStatus.UNPROCESSABLE_ENTITY.phrase,
        "status": HTTPStatus.UNPROCESSABLE_ENTITY,
        "detail": refusal_text(state, refusal),
        "rule": refusal.rule,
        "section": citation(state, refusal),
        "facts": dict(refusal.facts),
    }


@router.post("/games/{game}/check", response={200: CheckOut, **REFUSED}, tags=["play"])
@limited("look")
def check(request: HttpRequest, game: str, data: CheckIn) -> Any:
    """Whether a move of mine would be legal, and why not."""
    _, mine = _seated(request, game)
    move = games.read(game, _with_seat(game, data.move, mine))
    if move.by not in mine:
        raise NotYourSeat(f"You do not hold the seat {move.by}.")
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
    """Make a move. Answered only once it is committed; with a key, a repeated request gets the original answer."""
    table, mine = _seated(request, game)
    try:
        done = seating.submit(game, data.seq, _with_seat(game, data.move, mine, (data.seq, data.key)), mine, data.key)
    except Stale as error:
        if data.position:
            head, state = games.now(game)
            error.position = _position(mine, head.version, state)  # type: ignore[attr-defined]
        raise
    return _done(table, done)


def _with_seat(
    game: str, move: dict[str, Any] | str, mine: tuple[str, ...], sent: tuple[int, str] = (0, "")
) -> dict[str, Any] | str:
    """A move with the seat that makes it: if it names none, the first of mine that has to act.

    A request that is sent again means the seat that it meant the first time, though another one has to act now.
    """
    words = [] if isinstance(move, dict) else move.split(maxsplit=1)
    if "by" in move if isinstance(move, dict) else not words or words[0][0] == "{" or SEAT.fullmatch(words[0]):
        return move
    head, state = games.now(game)
    seq, key = sent
    first = games.store.by_key(game, key) if key and head.version != seq else None
    seat = first.by if first is not None else next((name for name in actors(state) if name in mine), mine[0])
    return {**move, "by": seat} if isinstance(move, dict) else f"{seat} {move}"


@router.get("/games/{game}/events", tags=["play"], response={200: Any, **REFUSED}, openapi_extra=STREAM)
def events(request: HttpRequest, game: str) -> HttpResponse:
    """A stream of server-sent events: hello, position, moves, turn, chat. Fetch what they tell you is new."""
    return open_stream(request, seating.find(game), API_KINDS)


@router.post("/games/{game}/hint", response={200: HintOut, **REFUSED}, tags=["play"])
@limited("hint")
def hint(request: HttpRequest, game: str) -> Any:
    """What a strong player would do in my seat that has to act, and why; takes about a second."""
    table, mine = _seated(request, game)
    head, state = games.now(game)
    seat = next((name for name in actors(state) if name in mine), "")
    found = bots.hint(table, state, seat, person(request).share)
    return {"version": head.version, "seat": seat, "move": to_plain(found.move), "why": found.why}


@router.get("/games/{game}/moves", response={200: list[LogLine], **REFUSED}, tags=["play"])
def log(
    request: HttpRequest,
    game: str,
    first: int = Query(1, ge=0, lt=2**31),
    last: int = Query(2**31 - 1, ge=0, lt=2**31),
) -> Any:
    """The moves that count, with what happened; if cash is secret, for the players only."""
    _, mine = _mine(request, game)
    _, state = games.now(game)
    if visible(state, mine).anything_hidden and not mine:
        raise NotPossible("Cash is secret in this game; its moves are available once it is over.")
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
    done = undoing.undo(table, list(table.seats.all()), mine[0], data.seq, data.to)
    if done is None:
        return Status(202, {"detail": "The other players have been asked to agree."})
    return _done(table, done)


@router.post("/games/{game}/redo", response={200: MoveOut, 202: Problem, **REFUSED}, tags=["play"])
@limited("move")
def redo(request: HttpRequest, game: str, data: AtIn) -> Any:
    """Redo the last undone move; 202 if it is somebody else's, who is asked first."""
    table, mine = _seated(request, game)
    done = undoing.redo(table, list(table.seats.all()), mine[0], data.seq)
    if done is None:
        return Status(202, {"detail": "The other players have been asked to agree."})
    return _done(table, done)


@router.post("/games/{game}/rules", response={200: MoveOut, 202: Problem, **REFUSED}, tags=["play"])
@limited("move")
def agree_rules(request: HttpRequest, game: str) -> Any:
    """Agree to continue under the new rules described in the table's `upgrade`; 202 until all have agreed."""
    table, _ = _seated(request, game)
    done = upgrades.agree(table, person(request))
    if done is None:
        return Status(202, {"detail": "The other players have yet to agree."})
    return _done(table, done)


@router.post("/games/{game}/program", response={200: MoveOut, **REFUSED}, tags=["play"])
@limited("move")
def program(request: HttpRequest, game: str, data: ProgramIn) -> Any:
    """Set or clear a seat's auto-action."""
    table, mine = _seated(request, game)
    if data.seat not in mine:
        raise NotYourSeat(f"You do not hold the seat {data.seat}.")
    wanted = None
    if data.kind != "none":
        _, state = games.now(game)
        move = games.read(game, data.move or to_plain(Pass(data.seat)))
        text = msgspec.json.encode(move).decode() if data.kind == "repeat" else ""
        wanted = Program(data.kind, data.company, text, type(state.top).__name__ if state.frames else "")
    done = seating.act(game, lambda: games.program(game, data.seat, wanted))
    assert done is not None
    return _done(table, done)


@router.get("/games/{game}/record", tags=["play"], response={200: Any, **REFUSED})
def get_record(request: HttpRequest, game: str) -> HttpResponse:
    """The game as a record file."""
    _, mine = _mine(request, game)
    _, state = games.now(game)
    if visible(state, mine).anything_hidden:
        raise NotPossible("Cash is secret in this game; its record is available once it is over.")
    return HttpResponse(record_json(record(games, game)), content_type="application/json")


@router.get("/games/{game}/export", tags=["play"], response={200: Any, **REFUSED})
def get_export(request: HttpRequest, game: str) -> HttpResponse:
    """The game as a file for 18xx.games; 422 says what does not exist there."""
    _, mine = _mine(request, game)
    _, state = games.now(game)
    if visible(state, mine).anything_hidden:
        raise NotPossible(exporting.SECRET)
    return HttpResponse(exporting.exported(game), content_type="application/json")
