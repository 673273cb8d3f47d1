"""What the map asks for while somebody points at it: the tiles that fit on a hex, a run being built, past runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from railhead.core.change import find_frame
from railhead.core.moves import LayTile, Move, RunTrains
from railhead.core.operating import OperatingTurn, operating_company
from railhead.core.reach import face_at
from railhead.core.scoring import Route
from railhead.play import run_draft, tracing
from railhead.play.errors import Malformed, NoSuchGame, NotPossible
from railhead.play.timeline import move_to_json
from railhead.site import choices, map_stage, pictures, sentences
from railhead.site.table_view import PAST, TableView, table_view
from railhead.site.views.common import table_of, with_json_errors
from railhead.site.views.hex_panel import why_not
from railhead.view.lay_choices import tile_choices
from railhead.view.map_parts import drawn_routes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.state import State

LONGEST_DRAFT = 40_000

Json = dict[str, Any]


@with_json_errors
def fan(request: HttpRequest, game: str, hex_id: str) -> HttpResponse:
    """The tiles that fit on a hex and what else can be done there; if nothing can, why not.

    On one machine, another player's power is there only if it was asked for by its button (`powers`).
    """
    now = table_view(request, game, row=table_of(request, game))
    here = now.state.rules.map.hexes.get(hex_id)
    if here is None:
        raise NoSuchGame(f"There is no hex {hex_id} on this map.")
    moves = now.panel.moves_at(hex_id, anybody=bool(request.POST.get("powers")))
    others = [move for move in moves if not getattr(move, "tile", "")]
    return JsonResponse(
        {
            "hex": hex_id,
            "name": here.facts.name,
            "centres": list(_centres(now.state, hex_id)),
            "tiles": [_tile(now.state, choice) for choice in tile_choices(now.state, hex_id, moves)],
            "others": [_choice(now.state, move) for move in others],
            "why": why_not(now, hex_id) if now.mode != PAST and not moves else "",
            "later": [] if moves else _later(now.state, hex_id),
        }
    )


def _tile(state: State, choice: Any) -> Json:
    first = sentences.label(state, choice.positions[0].move)
    plain = isinstance(choice.positions[0].move, LayTile)
    return {
        "tile": choice.tile,
        "left": "" if choice.left is None else f"{choice.left} left",
        "verb": first.verb,
        "special": not plain,  # by a power, or in a way of its own
        "power": "" if plain else first.effect,
        "turns": [_turn(state, position, plain) for position in choice.positions],
    }


def _turn(state: State, position: Any, plain: bool) -> Json:
    """A tile as it would lie; what a power does is said once, for the tile."""
    label = sentences.label(state, position.move)
    city = getattr(position.move, "city", None)
    note = sentences.stops(state, [f"{position.move.hex}.{city}"]) if city is not None else ""
    return {
        "move": move_to_json(position.move),
        "picture": position.picture,
        "price": choices.money(state, label.price),
        "left": _left(state, label.price),
        "text": f"{label.verb} {label.text}",
        "effect": "; ".join(
            part for part in ("" if note in label.text else note, label.effect if plain else "") if part
        ),
    }


def _choice(state: State, move: Move) -> Json:
    one = choices.choice(state, move)
    left = _left(state, sentences.label(state, move).price)
    text = f"{one.verb} {one.text}".strip()
    return {"move": one.move, "text": text, "price": one.price, "left": left, "effect": one.effect}


def _left(state: State, price: int) -> str:
    """The operating company's treasury after paying a price."""
    turn = find_frame(state, OperatingTurn)
    if turn is None or not price or turn.company not in state.companies:
        return ""
    cash = state.companies[turn.company].cash
    return f"{sentences.money(state, cash)} → {sentences.money(state, cash - price)}"


def _centres(state: State, hex_id: str) -> Any:
    """What can be visited on a hex, and who has a station there."""
    stations = state.board.stations.get(hex_id, ())
    for at, node in enumerate(face_at(state, hex_id).nodes):
        there = [name for name in stations[at] if name] if at < len(stations) else []
        value = node.revenue if isinstance(node.revenue, int) else " / ".join(map(str, node.revenue.values()))
        yield {"type": node.type, "name": node.name, "value": value, "slots": node.slots, "stations": there}


def _later(state: State, hex_id: str) -> list[Json]:
    """Tiles that could replace what lies here some day."""
    return [
        {"tile": name, "picture": pictures.tile(state.rules.map, name, rotation)}
        for name, rotation in sentences.upgrades(state, hex_id)
    ]


@require_POST
@with_json_errors
def draft(request: HttpRequest, game: str) -> HttpResponse:
    """A run after one more click: routes, values, what is wrong, and the move if it may be made."""
    now = table_view(request, game, row=table_of(request, game))
    if now.mode == PAST or not map_stage.runs_now(now):
        raise NotPossible("No company is running its trains.")
    routes = _read(request.POST.get("routes", ""))
    note = ""
    if not routes:
        routes = list(run_draft.best_draft(now.state))
    hex_id = request.POST.get("hex", "")
    if hex_id:
        note = _click(now, operating_company(now.state), routes, request)
    return JsonResponse(_drafted(now, routes) | {"note": note})


def _read(text: str) -> list[Route]:
    if len(text) > LONGEST_DRAFT:
        raise Malformed("the run is too long")
    try:
        routes = msgspec.json.decode(text or "[]", type=list[Route])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Malformed("the run is not readable") from None
    if not all(_is_possible(route) for route in routes):
        raise Malformed("the run is not readable")
    return routes


def _is_possible(route: Route) -> bool:
    return len(route.stops) <= run_draft.MOST_STOPS and len(route.legs) == max(len(route.stops) - 1, 0)


def _click(now: TableView, company: str, routes: list[Route], request: HttpRequest) -> str:
    """Change the active train's route; says so if that is not possible."""
    hex_id, stop = request.POST.get("hex", ""), request.POST.get("stop", "")
    active = request.POST.get("active", "0")
    at = int(active) if active.isdecimal() and len(active) < 4 else 0
    if hex_id not in now.state.rules.map.hexes or at >= len(routes):
        raise Malformed("no such hex or train")
    found = tracing.click(now.state, company, routes[at], hex_id, stop)
    if found is None:
        where = sentences.place(now.state, hex_id)
        return (
            f"No other track leads past {where} between the stops of this train."
            if not tracing.stops_on(now.state, hex_id)
            else f"No track leads from this train's route to {where}."
        )
    routes[at] = found
    return ""


def _drafted(now: TableView, routes: Sequence[Route]) -> Json:
    state = now.state
    found = run_draft.judge(state, routes)
    drawn = drawn_routes(state, routes)
    may_act = found.move is not None and found.move.by in now.acting_for
    lines = [
        {
            "train": route.train,
            "stops": [{"id": name, "text": sentences.stops(state, [name])} for name in route.stops],
            "value": sentences.money(state, value) if value >= 0 else "",
            "fault": sentences.refusal_text(state, fault) if fault is not None else "",
        }
        for route, value, fault in zip(routes, found.values, found.faults, strict=True)
    ]
    return {
        "routes": msgspec.to_builtins(routes),
        "lines": lines,
        "revenue": sentences.money(state, found.revenue),
        "subsidy": sentences.money(state, found.subsidy) if found.subsidy else "",
        "best": sentences.money(state, found.best.revenue),
        "proven": found.best.proven and not found.short,
        "short": sentences.money(state, found.short) if found.short else "",
        "fault": sentences.refusal_text(state, found.fault) if found.fault is not None else "",
        "move": move_to_json(found.move) if may_act and found.move is not None else "",
        "ways": drawn.pieces,
        "badges": drawn.badges,
    }


@with_json_errors
def past_run(request: HttpRequest, game: str, company: str) -> HttpResponse:
    """The last run of a company up to the moment that is shown, drawn on the map of that moment."""
    now = table_view(request, game, row=table_of(request, game))
    if company not in now.state.companies:
        raise NoSuchGame(f"There is no company {company} in this game.")
    found = map_stage.last_run(now, company)
    if found is None:
        raise NotPossible(f"{company} has not run any trains yet.")
    run: RunTrains = found
    drawn = drawn_routes(now.state, run.routes)
    return JsonResponse({"company": company, "ways": drawn.pieces, "badges": drawn.badges})
