"""The shape of every kind of move in the OpenAPI file: its fields, what it is, and an example."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from railhead.core.moves import Move
from railhead.titles import TITLES

PREFIX = "Move"


@cache
def kinds() -> dict[str, type[Move]]:
    """Every kind of move of every title, by its tag."""
    found: dict[str, type[Move]] = {}
    for title in TITLES.values():
        for seats in title.seats:
            for kind in title.rules(seats).kinds():
                found.setdefault(str(kind.move.__struct_config__.tag), kind.move)
    return dict(sorted(found.items()))


@cache
def schemas() -> dict[str, Any]:
    """The shapes, by their name in the OpenAPI file, and `Move`, which is one of them."""
    types = list(kinds().values())
    _, parts = msgspec.json.schema_components(types, ref_template="#/components/schemas/" + PREFIX + "{name}")
    found = {PREFIX + name: schema for name, schema in parts.items()}
    names = {tag: PREFIX + kind.__name__ for tag, kind in kinds().items()}
    for tag, name in names.items():
        shape = found[name]
        shape["description"] = (kinds()[tag].__doc__ or "").strip().splitlines()[0]
        shape["example"] = {field: _example(field, facts, tag) for field, facts in shape["properties"].items()}
        if "by" in shape.get("required", ()):
            shape["required"] = [field for field in shape["required"] if field != "by"]
    refs = {tag: f"#/components/schemas/{name}" for tag, name in names.items()}
    found[PREFIX] = {
        "description": "A move. `by` is the seat; without it, your seat that has to act.",
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "move", "mapping": refs},
    }
    return found


def _example(field: str, facts: dict[str, Any], tag: str) -> Any:
    if field == "move":
        return tag
    if field == "by":
        return "p1"
    if "default" in facts:
        return facts["default"]
    return {"string": "A", "integer": 1, "boolean": True, "array": []}.get(facts.get("type", ""), {})


def with_moves(document: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI file with the shapes of moves in it."""
    parts = document["components"]["schemas"]
    parts.update(schemas())
    ref = {"$ref": f"#/components/schemas/{PREFIX}"}
    for name in ("MoveIn", "CheckIn"):
        words = {"type": "string", "description": "A move as a line of text, as in `bid private=B price=45`."}
        parts[name]["properties"]["move"] = {"anyOf": [ref, words]}
    parts["LegalOut"]["properties"]["moves"] = {"type": "array", "items": ref}
    return document
