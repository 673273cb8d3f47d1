"""A hex that was clicked: what is there, what can be done there, and why nothing can."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from railhead.core.change import find_frame
from railhead.core.engine import actors, open_kinds
from railhead.core.moves import LayTile, Move, RunTrains
from railhead.core.operating import OperatingTurn
from railhead.core.reach import face_at
from railhead.core.rulings import Refusal
from railhead.core.scoring import Fault, Route
from railhead.core.state import State
from railhead.play.errors import Malformed, NoSuchGame, NotPossible
from railhead.play.timeline import move_to_json
from railhead.play.tracing import trace
from railhead.routes import value_of_lay
from railhead.site import panel, pictures, sentences
from railhead.site.table_view import BRANCH, LIVE, PAST, TableView, table_view
from railhead.site.views.common import with_error_responses

LONGEST_ROUTE = 80
BEST_LAYS = 6


@dataclass(frozen=True)
class Turned:
    """A tile in one rotation."""

    move: str
    rotation: int
    picture: SafeString
    price: str
    words: str
    note: str = ""  # what else distinguishes it


@dataclass
class TileChoice:
    """A tile that fits, and what it is laid by."""

    name: str
    left: str
    verb: str = ""  # other than an ordinary lay
    effect: str = ""
    turns: list[Turned] = field(default_factory=list)


@with_error_responses
def place(request: HttpRequest, game: str, hex_id: str) -> HttpResponse:
    """The panel of a hex."""
    now = table_view(request, game)
    here = now.state.rules.map.hexes.get(hex_id)
    if here is None:
        raise NoSuchGame(f"There is no hex {hex_id} on this map.")
    moves = now.panel.moves_at(hex_id)
    facts = {
        "game": now.game,
        "view": now,
        "hex": hex_id,
        "name": here.facts.name,
        "centres": list(_centres(now.state, hex_id)),
        "tiles": _tiles(now.state, moves),
        "others": [_other(now.state, move) for move in moves if not getattr(move, "tile", "")],
        "why": _why_not(now, hex_id) if now.mode != PAST and not moves else "",
        "upgrades": _upgrades(now.state, hex_id) if not moves else [],
        "key": secrets.token_urlsafe(12),
    }
    return render(request, "railhead/parts/place.html", facts)


def _centres(state: State, hex_id: str) -> Any:
    """What can be visited on a hex, and who has a station there."""
    stations = state.board.stations.get(hex_id, ())
    for at, node in enumerate(face_at(state, hex_id).nodes):
        there = [name for name in stations[at] if name] if at < len(stations) else []
        yield {"type": node.type, "name": node.name, "revenue": node.revenue, "slots": node.slots, "stations": there}


def _tiles(state: State, moves: list[Move]) -> list[TileChoice]:
    found: dict[tuple[str, str], TileChoice] = {}
    for move in moves:
        tile = getattr(move, "tile", None)
        if not isinstance(tile, str) or tile not in state.rules.map.tiles:
            continue
        rotation = int(getattr(move, "rotation", 0))
        left = state.board.supply.get(tile, 0)
        label = sentences.label(state, move)
        kind = type(move).__name__
        choice = found.setdefault((kind, tile), TileChoice(tile, "" if left < 0 else f"{left} left"))
        choice.verb, choice.effect = ("", "") if isinstance(move, LayTile) else (label.verb, label.effect)
        picture = pictures.tile(state.rules.map, tile, rotation)
        price = panel.money(state, label.price)
        note = sentences.stops(state, [f"{move.hex}.{move.city}"]) if hasattr(move, "city") else ""  # type: ignore[attr-defined]
        choice.turns.append(Turned(move_to_json(move), rotation, picture, price, f"{label.verb} {label.text}", note))
    return list(found.values())


def _other(state: State, move: Move) -> panel.Choice:
    return panel.choice(state, move)


def _why_not(now: TableView, hex_id: str) -> str:
    """The objection that stands last in the way of building here: the one that says most."""
    state = now.state
    if not any(seat in now.acting_for for seat in actors(state)):
        return ""
    best: tuple[int, Refusal] | None = None
    kinds = [kind for kind in open_kinds(state) if kind.move is LayTile]
    if not kinds:
        return "Track is not laid at this point of the turn."
    by = actors(state)[0]
    for kind in kinds:
        for tile, known in state.rules.map.tiles.items():
            for rotation in known.facts.rotations:
                move = LayTile(by, hex_id, tile, rotation)
                for depth, check in enumerate(kind.checks):
                    objection = check(state, move)
                    if objection is not None:
                        if best is None or depth > best[0]:
                            best = (depth, objection)
                        break
    return sentences.refusal_text(state, best[1]) if best is not None else ""


def _upgrades(state: State, hex_id: str) -> list[Any]:
    """Tiles that could replace what lies here some day."""
    return [
        {"name": name, "picture": pictures.tile(state.rules.map, name, rotation)}
        for name, rotation in sentences.upgrades(state, hex_id)
    ]


@with_error_responses
def why(request: HttpRequest, game: str) -> HttpResponse:
    """What is not possible now, and why."""
    now = table_view(request, game)
    found = list(panel.refused(now.state, now.acting_for)) if now.acting_for else []
    return render(request, "railhead/parts/why.html", {"refused": found})


@with_error_responses
def lays(request: HttpRequest, game: str) -> HttpResponse:
    """Which lays raise the next run most: the best of them, and the map tinted by what each place can bring."""
    now = table_view(request, game)
    turn = find_frame(now.state, OperatingTurn)
    moves = [move for moves in now.panel.places.values() for move in moves if isinstance(move, LayTile)]
    if turn is None or not moves:
        raise NotPossible("No track can be laid now.")
    gains = value_of_lay(now.state, turn.company, moves)
    best: dict[str, tuple[int, LayTile]] = {}
    for move, gain in zip(moves, gains, strict=True):
        if move.hex not in best or gain > best[move.hex][0]:
            best[move.hex] = (gain, move)
    order = sorted(best.values(), key=lambda item: -item[0])[:BEST_LAYS]
    facts = {
        "rows": [
            {"hex": move.hex, "gain": gain, "picture": pictures.tile(now.state.rules.map, move.tile, move.rotation)}
            for gain, move in order
        ],
        "map": pictures.table_map(
            now.state, None, lit=now.panel.lit, tint={name: float(gain) for name, (gain, _) in best.items() if gain}
        ),
    }
    return render(request, "railhead/parts/lays.html", facts)


@with_error_responses
def route(request: HttpRequest, game: str) -> HttpResponse:
    """A run built by clicks: what it earns, or what is wrong with it."""
    now = table_view(request, game)
    turn = find_frame(now.state, OperatingTurn)
    if turn is None or now.mode not in (LIVE, BRANCH):
        raise NotPossible("No company is running its trains.")
    routes: list[Route] = []
    for train, text in zip(request.POST.getlist("train"), request.POST.getlist("hexes"), strict=False):
        clicks = text.split()
        if not clicks:
            continue
        if len(clicks) > LONGEST_ROUTE:
            raise Malformed("the route is too long")
        found = trace(now.state, train, clicks)
        if found is None:
            raise NotPossible(f"No track leads over {', '.join(clicks)} in this order.")
        routes.append(found)
    if not routes:
        raise NotPossible("Click the stops of at least one train, in their order.")
    by = actors(now.state)[0]
    wanted = RunTrains(by, tuple(routes))
    judged = now.state.rules.judge_run(now.state, turn.company, wanted.routes)
    facts: dict[str, Any] = {"game": now.game, "view": now, "key": secrets.token_urlsafe(12), "routes": routes}
    facts["currency"] = now.state.rules.facts.currency
    if isinstance(judged, Fault):
        facts["fault"] = sentences.refusal_text(now.state, Refusal(judged.rule, {"text": judged.text}))
    else:
        facts["run"] = panel.run(now.state, wanted, True)
        facts["short"] = sentences.short_of_best(now.state, judged)
    facts["map"] = pictures.table_map(now.state, None, lit=now.panel.lit, routes=routes)
    return render(request, "railhead/parts/route.html", facts)
