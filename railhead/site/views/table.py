"""The table: its page, its fragments, and what is done at it."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from railhead.core.engine import actors
from railhead.core.operating import operating_company
from railhead.play.errors import Malformed, NotPossible, NotYourSeat, Stale
from railhead.play.offers import counter, countered, offer_to
from railhead.play.records import Program
from railhead.site import (
    bots,
    cards,
    charts,
    chat,
    limits,
    logbook,
    notices,
    pictures,
    seating,
    sentences,
    variations,
)
from railhead.site.models import Game, Seat
from railhead.site.people import person, seats_of
from railhead.site.store import games
from railhead.site.table_view import LIVE, PAST, TABS, TableView, extend_branch, table_view
from railhead.site.views.common import message_of, with_error_responses
from railhead.view import summary as rows

MANY_AUTOMATIC = 200
"""So far back the last move of a person is looked for."""
MANY_SINCE, MANY_TOLD = 40, 2
"""So many moves are looked at for what bots did since, and so many turns of theirs are told."""
RECENT = 60
"""Moves shown in the log before the rest is asked for."""


def context(request: HttpRequest, now: TableView, **more: Any) -> dict[str, Any]:
    """What the templates of a table need."""
    state = now.sight.state
    panel = now.panel
    there = charts.points(now.game.pk, state, state.count if now.mode == PAST else now.head.count)
    offer = next((seat for seat in now.mine if offer_to(now.state, seat)), "") if now.mode == LIVE else ""
    return {
        "game": now.game,
        "title_name": state.rules.facts.name,
        "view": now,
        "state": state,
        "panel": panel,
        "currency": state.rules.facts.currency,
        "key": secrets.token_urlsafe(12),
        "map": pictures.table_map(now.state, now.map_key, lit=panel.lit, routes=panel.routes),
        "round": sentences.round_line(state),
        "phase": state.rules.phases[state.phase].name,
        "ended": _ended(now),
        "tabs": TABS,
        "tab_template": f"railhead/tabs/{now.tab}.html",
        "request_undo": _undo_request(now),
        "since_mine": since_mine(now),
        "stood_in": [seat for seat in now.seats if seating.may_come_back(now.game, seat, now.who)],
        "privates_for_sale": any(not one.owner and not one.closed for one in state.privates.values()),
        "offer": offer_to(now.state, offer) if offer else None,
        "counter": _counter(now),
        "programs": {seat: now.pending.programs.get(seat) for seat in now.mine},
        "program_notes": [(state.players[s].name, now.pending.notes[s]) for s in now.mine if s in now.pending.notes],
        "question": bool(now.state.frames) and type(now.state.top).__name__ not in ROUNDS,
        "overdue": seating.overdue(now.game),
        "may_branch": now.may_branch,
        "tried": sentences.tried(len(now.branch), now.base, now.base == now.head.count, len(now.to_keep)),
        "mark_lines": mark_lines(there, now.head.count),
        "seat_names": [(seat, state.players[seat].name) for seat in now.mine],
        "trains_to_run": _trains(now) if panel.runs else (),
        **tab_context(now, there),
        **more,
    }


ROUNDS = ("StockRound", "OperatingTurn", "Auction", "Bidding")
"""Where a turn is taken; anything else is a question, to which the same answer may be given every time."""
HEIGHTS = {"round": 18, "phase": 8, "float": 12, "end": 0}


def mark_lines(there: list[Any], count: int) -> list[dict[str, Any]]:
    """Where the marks of history stand on a line of a thousand."""
    return [
        {"x": round(1000 * one.number / max(count, 1)), "kind": one.kind, "text": one.text, "top": HEIGHTS[one.kind]}
        for one in charts.marks(there)
    ]


def _trains(now: TableView) -> tuple[str, ...]:
    """The trains that the operating company runs."""
    ways = now.state.rules.running_trains(now.state, operating_company(now.state))
    return ways[0] if ways else ()


def _counter(now: TableView) -> Any:
    if now.mode != LIVE or now.pending.counter is None:
        return None
    deal = countered(games, now.game.pk, now.state)
    if deal is None or deal.by not in now.mine:
        return None
    label = sentences.label(now.state, deal)
    return {"move": msgspec.json.encode(deal).decode(), "text": f"{label.verb} {label.text}", "deal": deal}


def _undo_request(now: TableView) -> Any:
    request = now.pending.request
    if request is None or now.mode != LIVE:
        return None
    names = {seat.player: seat.name for seat in now.seats}
    return {
        "by": names.get(request.by, ""),
        "moves": now.head.count - request.to,
        "waiting": [names[s] for s in request.voters or seating.voters(now.seats) if s not in request.agreed],
        "redo": request.redo,
        "mine": any(seat not in request.agreed for seat in now.mine),
    }


def _ended(now: TableView) -> Any:
    ended = now.state.ended
    if ended is None:
        return None
    order = sorted(ended.scores.items(), key=lambda item: -item[1])
    rows = [(now.state.players[seat].name, score, seat in ended.winners) for seat, score in order]
    return {"reason": sentences.end_text(ended.reason), "rows": rows}


def tab_context(now: TableView, there: list[Any]) -> dict[str, Any]:
    """What the open tab needs, and nothing else."""
    state = now.sight.state
    game_id = now.game.pk
    if now.tab == "players":
        return {"players": player_cards(now), "bots": bots.shown()}
    if now.tab == "companies":
        return {"companies": cards.company_cards(state), "privates": cards.private_rows(state)}
    if now.tab == "market":
        return {
            "market": pictures.market(state, now.focus),
            "focus": now.focus,
            "companies": [c for c in cards.company_cards(state) if c.row.price],
        }
    if now.tab == "trains":
        return {"trains": cards.train_cards(state), "phases": rows.phases(state)}
    if now.tab == "tiles":
        return {"tiles": cards.tile_cards(state)}
    if now.tab == "log":
        return log_context(now, RECENT)
    if now.tab == "charts":
        paid = charts.dividends(games.store.live(game_id, 1, state.count))
        return {"charts": [(name, charts.chart(name, now.sight, there, paid)) for name in charts.NAMES]}
    if now.tab == "rules":
        clauses = sorted(
            state.rules.rulebook.clauses.items(), key=lambda item: sentences.section_key(item[1].section)
        )
        return {"clauses": clauses, "options": sentences.options_of(state)}
    return {"chat_messages": list(now.game.messages.all())[-100:], "note": chat.note_of(now.game, now.who)}


def player_cards(now: TableView) -> list[cards.PlayerCard]:
    """The players, with what whoever looks may do about their seats."""
    late = now.game.awaited.split(",") if seating.overdue(now.game) else []
    return cards.player_cards(
        now.sight,
        now.mine,
        {player: seating.called(bot) for player, bot in now.bots.items()},
        notices.present(now.seats),
        [seat.player for seat in now.seats if not seat.bot and (now.is_host or seat.player in late)],
    )


def since_mine(now: TableView) -> list[logbook.Turn]:
    """What bots did since the last move of whoever looks: their last turns in which something happened."""
    if now.mode != LIVE or not now.bots or not now.head.count:
        return []
    entries = games.store.live(now.game.pk, max(now.head.count - MANY_SINCE, 1), now.head.count)
    last = max((at for at, entry in enumerate(entries) if entry.by in now.mine and not entry.auto), default=-1)
    found = logbook.chapters(now.sight.state, entries[last + 1 :], "")
    turns = [turn for chapter in found for turn in chapter.turns if turn.seat in now.bots and turn.news[0].sentences]
    return turns[-MANY_TOLD:]


def log_context(now: TableView, recent: int) -> dict[str, Any]:
    """The last moves, or all."""
    game_id, last = now.game.pk, min(now.base, now.head.count)
    first = max(last - recent + 1, 1) if recent else 1
    entries = games.store.live(game_id, first, last)
    if now.branch:
        entries += logbook.tried_entries(games.at(game_id, now.base), now.branch)
    pins = [pin for pin in games.note(game_id).pins if first <= pin.number + 1 and pin.number <= last]
    found = logbook.chapters(now.sight.state, entries, "The opening" if first == 1 else "…", pins)
    left = variations.other_lines(game_id, now.sight.state) if now.may_branch else []
    return {"chapters": list(reversed(found)), "earlier": first > 1, "other_lines": left}


@require_safe
@with_error_responses
def table(request: HttpRequest, game: str) -> HttpResponse:
    """The page of a table."""
    row = seating.find(game)
    if row.status == Game.OPEN:
        return redirect("waiting", game=game)
    now = table_view(request, game, row=row)
    if now.state.ended is not None and "tab" not in request.GET:
        now.tab = "charts"
    bots.wake(row)
    return render(request, "railhead/table.html", context(request, now))


@with_error_responses
def live(request: HttpRequest, game: str) -> HttpResponse:
    """The parts of the page that have changed; 204 if nothing has."""
    if request.method == "POST":  # with moves that are tried out
        limits.check(request, "look")
    now = table_view(request, game)
    bots.wake(now.game)
    asked = request.POST if request.method == "POST" else request.GET
    if asked.get("version") == str(now.head.version) and asked.get("always") is None:
        return HttpResponse(status=204)
    return fragments(request, now, only=asked.get("only", ""))


def fragments(request: HttpRequest, now: TableView, status: int = 200, **more: Any) -> HttpResponse:
    """The parts of the page, each with the place where it goes."""
    return render(request, "railhead/parts/fragments.html", context(request, now, **more), status=status)


def number(request: HttpRequest, name: str) -> int:
    """A number that a form sends."""
    text = request.POST.get(name, "")
    if not text.isdecimal() or len(text) > 9:
        raise Malformed(f"{name} must be a number")
    return int(text)


def _wanted(request: HttpRequest) -> Any:
    """The move that a form asks for; a number from its own input is put into it."""
    text = request.POST.get("move", "")
    if len(text) > 100_000:
        raise Malformed("the move is too long")
    name = request.POST.get("field", "")
    if not name:
        return text
    try:
        plain = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Malformed("the move is not readable") from None
    if not isinstance(plain, dict) or name not in plain:
        raise Malformed("the move has no such field")
    return {**plain, name: number(request, "value")}


@require_POST
@with_error_responses
def move(request: HttpRequest, game: str) -> HttpResponse:
    """Make a move, or add it to the branch that is being tried out."""
    limits.check(request, "move")
    if request.POST.get("branch"):
        return _branch_move(request, game)
    row = seating.find(game)
    mine = seats_of(row, person(request))
    if not mine:
        raise NotYourSeat("You watch this table; only its players make moves.")
    try:
        seating.submit(game, number(request, "seq"), _wanted(request), mine, request.POST.get("key", "")[:64])
    except Stale as stale:
        if not getattr(request, "htmx", False):
            raise
        return fragments(request, table_view(request, game), 409, notice=message_of(stale), notice_kind="stale")
    fresh = seating.find(game)
    bots.wake(fresh)
    if not getattr(request, "htmx", False):
        return redirect("table", game=game)
    return fragments(request, table_view(request, game, row=fresh))


def _branch_move(request: HttpRequest, game: str) -> HttpResponse:
    now = table_view(request, game)
    extend_branch(now, [games.read(game, _wanted(request))])
    return fragments(request, now)


def _before_last(game: str) -> int | None:
    """How many moves are left without the last that a person made, and what code made after it."""
    count = games.store.head(game).count
    recent = games.store.live(game, max(count - MANY_AUTOMATIC, 1), count)
    return next((entry.number - 1 for entry in reversed(recent) if not entry.auto), None)


@require_POST
@with_error_responses
def undo(request: HttpRequest, game: str) -> HttpResponse:
    """Take moves back, put them again, or answer somebody who asks to."""
    limits.check(request, "move")
    row = seating.find(game)
    seats = list(row.seats.all())
    what = request.POST.get("what", "undo")
    if what in ("agree", "refuse"):
        seating.answer(row, seats, person(request), what == "agree")
    else:
        _change_moves(request, row, seats, what)
    fresh = seating.find(game)
    bots.wake(fresh)
    if not getattr(request, "htmx", False):
        return redirect("table", game=game)
    return fragments(request, table_view(request, game, row=fresh))


def _change_moves(request: HttpRequest, row: Game, seats: list[Seat], what: str) -> None:
    """Take moves back, or put one again; others may have to agree first."""
    mine = seats_of(row, person(request), seats)
    if not mine:
        raise NotYourSeat("Only the players of a table take moves back.")
    _, state = games.now(row.pk)
    seat = next((name for name in actors(state) if name in mine), mine[0])
    if what == "redo":
        seating.put_again(row, seats, seat, number(request, "seq"))
        return
    to = number(request, "to") if request.POST.get("to") else _before_last(row.pk)
    seating.take_back(row, seats, seat, number(request, "seq"), to)


@require_POST
@with_error_responses
def bargain(request: HttpRequest, game: str) -> HttpResponse:
    """Answer an offer with a price."""
    limits.check(request, "move")
    row = seating.find(game)
    mine = seats_of(row, person(request))
    _, state = games.now(game)
    seat = next((name for name in mine if offer_to(state, name)), "")
    if not seat:
        raise NotPossible("No offer waits for your answer.")
    price, seq = number(request, "price"), number(request, "seq")
    seating.act(game, lambda: counter(games, game, seq, seat, price))
    return (
        fragments(request, table_view(request, game))
        if getattr(request, "htmx", False)
        else redirect("table", game=game)
    )


@require_POST
@with_error_responses
def program(request: HttpRequest, game: str) -> HttpResponse:
    """Set or drop an auto-action."""
    limits.check(request, "move")
    row = seating.find(game)
    mine = seats_of(row, person(request))
    seat = request.POST.get("seat", "")
    if seat not in mine:
        raise NotYourSeat("That is not your seat.")
    kind = request.POST.get("kind", "none")
    wanted: Program | None = None
    if kind in ("pass", "buy", "repeat"):
        _, state = games.now(game)
        text = ""
        if kind == "repeat":
            text = msgspec.json.encode(games.read(game, request.POST.get("move", ""))).decode()
        company = request.POST.get("company", "")[:16]
        wanted = Program(kind, company, text, type(state.top).__name__ if state.frames else "")
    seating.act(game, lambda: games.program(game, seat, wanted))
    return (
        fragments(request, table_view(request, game))
        if getattr(request, "htmx", False)
        else redirect("table", game=game)
    )


@require_safe
@with_error_responses
def whole_log(request: HttpRequest, game: str) -> HttpResponse:
    """The log from the first move."""
    now = table_view(request, game)
    return render(request, "railhead/parts/log.html", {"game": now.game, **log_context(now, 0)})
