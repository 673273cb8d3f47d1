"""What a decoder complains about, in words for people."""

from __future__ import annotations

import re

KINDS = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
PHRASES = (
    (re.compile(r"Object missing required field `(\w+)`"), "the field '{}' is missing"),
    (re.compile(r"Object contains unknown field `(.+)`"), "there is no field '{}'"),
    (re.compile(r"Expected `([\w | ]+)`, got `(\w+)`"), "expected {}, got {}"),
    (re.compile(r"Expected `(\w+)`"), "expected {}"),
    (re.compile(r"Invalid value (.+)"), "{} is not known"),
    (re.compile(r"Input data was truncated"), "the text ends too early"),
)


def in_words(error: Exception) -> str:
    """A complaint of msgspec as somebody would say it; one that is not known stays as it is."""
    says, _, where = str(error).partition(" - at `$")
    field = where.strip("`").lstrip(".")
    for pattern, words in PHRASES:
        if found := pattern.fullmatch(says):
            says = words.format(*(_kinds(part) for part in found.groups()))
            break
    return f"{field}: {says}" if field else says


def _kinds(part: str) -> str:
    return " or ".join(KINDS.get(kind, kind) for kind in part.split(" | "))
