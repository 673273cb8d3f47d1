"""The shape of a position in the OpenAPI file: its records, the frames of every title, and what titles add."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from railhead.core.state import Ended, State
from railhead.titles import TITLES

PREFIX = "Position"
BY_TITLE = ("rules", "frames", "extra")
"""Fields of a position whose shape depends on the title."""
WORDS = {
    "rules": "The title, the number of seats and the options.",
    "seed": "Decides everything random.",
    "players": "By seat: p1, p2, ... Cash that is hidden from you is 0.",
    "order": "The seats in the order of play.",
    "priority": "Who acts first in the next stock round.",
    "companies": "By symbol.",
    "privates": "Private companies, by symbol.",
    "board": "Tiles laid, stations and markers, by hex.",
    "depot": "Trains that can be bought: the supply and the pool.",
    "bank": "Money in the bank.",
    "phase": "The phase, counted from 0.",
    "market": "By cell, row and column: the companies there, the first to operate first.",
    "round": "The current round.",
    "frames": "What is being decided, the innermost last: its `frame` says what kind it is.",
    "ended": "How the game ended, and the scores.",
    "count": "Moves made so far.",
    "extra": "What only this title has.",
}


@cache
def schemas() -> dict[str, Any]:
    """The shapes, by their name in the OpenAPI file; `Position` is the whole."""
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(State)}
    frames, extras = _of_titles()
    plain = {name: kind for name, kind in fields.items() if name not in BY_TITLE}
    template = "#/components/schemas/" + PREFIX + "{name}"
    asked = [*plain.values(), Ended, *frames, *extras]
    shapes, parts = msgspec.json.schema_components(asked, ref_template=template)
    found = {PREFIX + name: schema for name, schema in parts.items()}
    properties = dict(zip(plain, shapes, strict=False))
    own = shapes[len(plain) + 1 :]
    properties["rules"] = {
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "seats": {"type": "integer"},
            "options": {"type": "array", "items": {"type": "string"}},
        },
    }
    properties["frames"] = {"type": "array", "items": {"anyOf": list(own[: len(frames)])}}
    properties["extra"] = {"anyOf": [*own[len(frames) :], {"type": "null"}]}
    found[PREFIX] = {
        "type": "object",
        "description": "A position: everything that the rules know about a game.",
        "properties": {name: _described(properties[name], WORDS.get(name, "")) for name in fields},
        "required": list(fields),
    }
    return found


def _described(shape: dict[str, Any], words: str) -> dict[str, Any]:
    plain = {name: value for name, value in shape.items() if name != "default"}
    return {**plain, "description": words} if words and "$ref" not in plain else plain


def _of_titles() -> tuple[list[Any], list[Any]]:
    """The kinds of frames and the extra records of all titles."""
    frames: dict[Any, None] = {}
    extras: dict[Any, None] = {}
    for title in TITLES.values():
        for seats in title.seats:
            rules = title.rules(seats)
            frames |= dict.fromkeys(rules.procedures)
            if rules.extra is not None:
                extras[rules.extra] = None
    return list(frames), list(extras)


def with_positions(document: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI file with the shape of positions in it."""
    parts = document["components"]["schemas"]
    parts.update(schemas())
    parts["PositionOut"]["properties"]["state"] = {"$ref": f"#/components/schemas/{PREFIX}"}
    return document
