"""A hex that was clicked: what is there, what can be done there, and why nothing can."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_safe

from railhead.core.change import find_frame
from railhead.core.engine import actors, open_kinds
from railhead.core.moves import LayTile
from railhead.core.operating import OperatingTurn
from railhead.play.errors import NoSuchGame, NotPossible
from railhead.play.timeline import move_to_json
from railhead.routes import value_of_lay
from railhead.site import choices, pictures, sentences
from railhead.site.map_stage import json_attribute
from railhead.site.refused import refused
from railhead.site.table_view import PAST, TableView, table_view
from railhead.site.views.common import with_error_responses
from railhead.view.lay_choices import TileChoice, tile_choices

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django.utils.safestring import SafeString

    from railhead.core.rulings import Refusal
    from railhead.core.state import State

BEST_LAYS = 6


@dataclass(frozen=True)
class Turned:
    """A tile as it would lie."""

    move: str
    picture: SafeString
    price: str
    words: str


@dataclass(frozen=True)
class TileForm:
    """A tile that fits, with a button for each of its positions."""

    name: str
    left: str
    turns: tuple[Turned, ...]


@require_safe
@with_error_responses
def place(request: HttpRequest, game: str, hex_id: str) -> HttpResponse:
    """A page with everything that can be done on a hex, for browsers without scripts."""
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
        "tiles": [_form(now.state, choice) for choice in tile_choices(now.state, hex_id, moves)],
        "others": [choices.choice(now.state, move) for move in moves if not getattr(move, "tile", "")],
        "why": why_not(now, hex_id) if now.mode != PAST and not moves else "",
        "key": secrets.token_urlsafe(12),
    }
    return render(request, "railhead/place.html", facts)


def _form(state: State, choice: TileChoice) -> TileForm:
    turns = []
    for position in choice.positions:
        label = sentences.label(state, position.move)
        price = choices.money(state, label.price)
        picture = pictures.safe(position.picture)
        turns.append(Turned(move_to_json(position.move), picture, price, f"{label.verb} {label.text}"))
    return TileForm(choice.tile, "" if choice.left is None else f"{choice.left} left", tuple(turns))


def why_not(now: TableView, hex_id: str) -> str:
    """The last remaining objection to building here: the most informative one."""
    state = now.state
    if not any(seat in now.acting_for for seat in actors(state)):
        return ""
    best: tuple[int, Refusal] | None = None
    kinds = [kind for kind in open_kinds(state) if kind.move is LayTile]
    if not kinds:
        return "Track cannot be laid at this point in the turn."
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


@with_error_responses
def why(request: HttpRequest, game: str) -> HttpResponse:
    """What is not possible now, and why."""
    now = table_view(request, game)
    found = list(refused(now.state, now.acting_for)) if now.acting_for else []
    return render(request, "railhead/parts/why.html", {"refused": found})


@with_error_responses
def lays(request: HttpRequest, game: str) -> HttpResponse:
    """Which lays raise the next run most: the best of them, and the map tinted by how much each place can add."""
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
        "gains": json_attribute("data-gains", {name: gain for name, (gain, _) in best.items() if gain}),
    }
    return render(request, "railhead/parts/lays.html", facts)
