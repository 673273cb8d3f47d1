"""What the fields of a move can hold at one table: lists that never change while a game is played.

A field is known by its name, so that a title's own kinds of move need no entry here. Amounts of money are not
listed: they are a decision of their own (see `actions.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import NODEFAULT, structs

from railhead.core.facts import COLOURS
from railhead.core.revenue import HALF, PAY, WITHHOLD
from railhead.core.state import IPO, POOL, RESERVED, TREASURY
from railhead.core.trains import SUPPLY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.moves import Move
    from railhead.core.rules import Rules

AMOUNTS = ("price", "amount", "par")
"""Fields that hold an amount of money; a move has one at most."""
RUNS = 4
"""Runs to choose from: the best one, and those that earn more revenue or a larger subsidy alone."""

Values = tuple[str | int, ...]
"""The values of the fields of an axis."""


def players_of(rules: Rules) -> tuple[str, ...]:
    """The seats of a table."""
    return tuple(f"p{seat + 1}" for seat in range(rules.seats))


def amount_field(move: type[Move]) -> str:
    """The field of a kind of move that holds an amount; empty if it has none."""
    return next((name for name in AMOUNTS if name in move.__struct_fields__), "")


def highest_amount(rules: Rules) -> int:
    """The highest amount that can be named: all the bank has, or ten thousand where money has no limit."""
    return rules.bank or 10_000


def axes_of(rules: Rules, move: type[Move]) -> list[tuple[tuple[str, ...], list[Values]]]:
    """The arguments of a kind of move: fields that belong together, and the values they take together."""
    left = [name for name in move.__struct_fields__ if name not in ("by", amount_field(move))]
    axes: list[tuple[tuple[str, ...], list[Values]]] = []
    for together, values in _TOGETHER.items():
        if all(name in left for name in together):
            axes.append((together, values(rules)))
            left = [name for name in left if name not in together]
    return axes + [((name,), [(value,) for value in _with_default(rules, move, name)]) for name in left]


def _with_default(rules: Rules, move: type[Move], name: str) -> Sequence[str | int]:
    """What a field can hold, and first what it holds if nothing is said: a port of 1843 may have no tile."""
    values = field_values(rules, name)
    default = next(field.default for field in structs.fields(move) if field.name == name)
    return values if default is NODEFAULT or default in values else (default, *values)


def lays(rules: Rules) -> list[Values]:
    """Every tile on every hex where it can ever lie: its letter is the hex's, its colour a later one."""
    rank = {colour: at for at, colour in enumerate(COLOURS)}
    return [
        (name, tile, rotation)
        for name, place in rules.map.hexes.items()
        for tile, kind in rules.map.tiles.items()
        if kind.facts.label == place.facts.label
        and place.facts.colour in rank
        and rank[kind.colour] > rank[place.facts.colour]
        for rotation in kind.facts.rotations
    ]


def cities(rules: Rules) -> list[Values]:
    """Every centre of every hex that has one."""
    faces = [place.face for place in rules.map.hexes.values()] + [kind.faces[0] for kind in rules.map.tiles.values()]
    most = max(len(face.nodes) for face in faces)
    return [(name, city) for name, place in rules.map.hexes.items() if place.facts.nodes for city in range(most)]


_TOGETHER = {("hex", "tile", "rotation"): lays, ("hex", "city"): cities, ("to_hex", "to_city"): cities}
"""Fields of which most combinations make no sense."""


def field_values(rules: Rules, name: str) -> Sequence[str | int]:
    """What a single field can hold. An unknown field may name anything that has a name."""
    companies, privates, trains = tuple(rules.companies), tuple(rules.privates), tuple(rules.trains)
    known: dict[str, Sequence[str | int]] = {
        "company": companies,
        "part": (*companies, *privates),
        "private": privates,
        "railway": (*companies, *privates),
        "certificate": (*companies, *privates),
        "bond": ("",),  # all alike, so none is named
        "train": trains,
        "trade": ("", *trains),
        "source": (IPO, POOL, SUPPLY, RESERVED, TREASURY, *companies),
        "hex": tuple(rules.map.hexes),
        "to_hex": tuple(rules.map.hexes),
        "tile": tuple(rules.map.tiles),
        "rotation": range(6),
        "city": range(4),
        "to_city": range(4),
        "percent": range(5, 101, 5),
        "how": (PAY, WITHHOLD, HALF),
        "buyer": players_of(rules),
        "winner": players_of(rules),
        "routes": range(RUNS),
    }
    return known.get(name, ("", *companies, *privates, *trains, *players_of(rules)))
