"""Lays on one hex whose routes are sought together.

Tiles with one centre of the same worth differ only in the track that leads to it: a search with all of their track
finds the routes of each, those that use only the sides that it has. Likewise plain track: where no route can use two
new pieces of it, the routes through a piece are the same whatever else is on the tile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from railhead.routes.changes import Change, Here
from railhead.routes.detours import Patched, Piece
from railhead.routes.network import side_bits
from railhead.routes.pack import Choice
from railhead.routes.problem import Problem
from railhead.routes.ways import Row


class Member(NamedTuple):
    """A lay with one way in which markers may lie."""

    key: object
    hex: str
    here: Here
    renewed: bool  # the stops of the hex are new, or track is gone: all its stretches are replaced
    rows: tuple[Row, ...]
    shares: object  # lays with the same are sought together; None: by itself
    alike: object  # lays with the same differ in nothing but the names of their stops


def member_of(key: object, change: Change, here: Here) -> Member:
    """A lay, and with which others its routes are sought."""
    renewed = not here.same or change.lost
    rows = change.rows if renewed else change.fresh
    shares: object = None
    if renewed and len(here.numbers) == 1 and all(here.numbers[0] in row[:2] for row in rows):
        shares = id(here)
    elif not renewed and all(one[2] & two[2] for n, one in enumerate(rows) for two in rows[:n]):
        shares = "track"
    alike = twins_of(here, rows) if renewed and shares is None else None
    return Member(key, change.hex, here, renewed, rows, shares, alike)


def twins_of(here: Here, rows: Sequence[Row]) -> object:
    """Two new stops by what they are and where they lead, in no order; None where their names matter."""
    if len(here.numbers) != 2 or here.same:
        return None
    parts = []
    for n, other in (here.numbers, here.numbers[::-1]):
        seen = [sights[n] for sights in here.sights.values()]
        if any(one is not None and one[2] != 1 << n for one in seen):
            return None
        ways = frozenset(
            (row[1] if row[0] == n else row[0], row[2]) for row in rows if n in row[:2] and other not in row[:2]
        )
        parts.append((tuple(one and one[3:] for one in seen), here.own >> n & 1, ways))
    all_there = len(rows) == len(parts[0][2]) + len(parts[1][2])
    return frozenset(parts) if all_there else None


class Case(NamedTuple):
    """What the lays of one search bring: their stops and stretches."""

    here: Here
    places: tuple[int, ...]  # changed stops
    pieces: list[Piece]
    inside: list[Piece]  # those at the changed stops
    passing: list[Piece]
    sides: int  # of the hex

    @classmethod
    def of(cls, problem: Problem, members: Sequence[Member]) -> Case:
        """The case of these lays."""
        one = members[0]
        first = len(problem.network.stretches)
        rows = dict.fromkeys(row[:3] for member in members for row in member.rows)
        places = one.here.numbers if one.renewed else ()
        pieces = [Piece(first + n, *row) for n, row in enumerate(rows)]
        inside = [piece for piece in pieces if piece.a in places or piece.b in places]
        passing = [piece for piece in pieces if piece.a not in places and piece.b not in places]
        sides = sum(set(side_bits(problem.network.map)[one.hex]))
        return cls(one.here, places, pieces, inside, passing, sides)

    def most(self, patch: Patched) -> int:
        """No route through what is new is worth more."""
        return max([0, *map(patch.most_at, self.places), *map(patch.most_through, self.passing)])

    def search(self, patch: Patched, gone: Collection[int], alone: bool, floor: int) -> tuple[Choice, list[int]]:
        """The routes above the floor through these stops or stretches; for each the bits that it needs."""
        patch.floor = floor
        patch.cut(gone)
        for piece in self.inside:
            patch.join(piece)
        for stop in self.places:
            patch.at(stop)
            patch.without(stop)
        tags = [mask & self.sides for mask in patch.masks]
        for n, piece in enumerate(self.passing):
            patch.through(piece)
            if alone:
                patch.join(piece)
            tags.extend([1 << n] * (len(patch.masks) - len(tags)))
        # Two routes with the same sides may be of different lays.
        order: dict[tuple[int, int], int] = {}
        for n in sorted(range(len(tags)), key=lambda n: -patch.values[n]):
            order.setdefault((patch.masks[n], tags[n]), n)
        ids = list(order.values())
        return Choice([m for m, _ in order], [patch.values[n] for n in ids], ids), [tag for _, tag in order]

    def bits(self, rows: Iterable[Row]) -> int:
        """The bits that a lay with these stretches has."""
        found = 0
        if self.places:
            for row in rows:
                found |= row[2] & self.sides
            return found
        numbers = {piece[1:]: n for n, piece in enumerate(self.passing)}
        for row in rows:
            found |= 1 << numbers[row[:3]]
        return found
