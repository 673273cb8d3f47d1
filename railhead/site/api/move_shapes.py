"""The shape of every kind of move in the OpenAPI file: its fields, what it is, and an example."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from railhead.core.moves import Move
from railhead.titles import TITLES

PREFIX = "Move"
FIELDS: dict[str, tuple[Any, str]] = {
    "amount": (100, "How much money."),
    "bond": ("", "Which bond; empty: any."),
    "buyer": ("p2", "The seat that buys."),
    "by": ("p1", "The seat that moves; without it, your seat that has to act."),
    "certificate": ("KBE", "The symbol of a company or private company in the starting package."),
    "city": (0, "Which city of the hex, from 0."),
    "company": ("AR", "The symbol of a company."),
    "hex": ("J3", "A hex, by its coordinate."),
    "how": ("pay", "What becomes of the revenue: `pay`, `withhold` or `half`."),
    "legs": ([["I2", "I4"]], "The hexes between two stops, with both ends, one list for each pair of stops."),
    "par": (0, "The par price, if one is to be set."),
    "part": ("KSZ", "The symbol of a company that may join a merger."),
    "percent": (10, "How many percent of the company."),
    "price": (100, "The price."),
    "private": ("A", "The symbol of a private company."),
    "railway": ("B1", "The symbol of a small railway that is sold in the first round."),
    "rotation": (1, "Sixths of a turn, clockwise."),
    "routes": (
        [{"train": "2", "stops": ["I2.0", "I4.0"], "legs": [["I2", "I4"]]}],
        "One route for each train that runs.",
    ),
    "source": ("ipo", "Where it comes from: `ipo`, `pool` or `supply`, or the symbol of a company."),
    "stops": (["I2.0", "I4.0"], "The stops in order: a hex, and which city or town of it."),
    "tile": ("8", "The number of a tile."),
    "to_city": (0, "Which city of the new hex, from 0."),
    "to_hex": ("J5", "The new hex."),
    "trade": ("", "The train that is traded in; empty: none."),
    "train": ("3", "A type of train."),
    "why": ("", "A reason, in your words."),
    "winner": ("p2", "A seat."),
}
"""What the fields of moves mean, each with an example."""


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
    for shape in found.values():
        for field, facts in shape.get("properties", {}).items():
            if field in FIELDS:
                facts["description"] = FIELDS[field][1]
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
    if field == "source" and "train" in tag:
        return "supply"
    if "default" in facts:
        return facts["default"]
    if field in FIELDS:
        return FIELDS[field][0]
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
