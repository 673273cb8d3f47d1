"""The queries that nearly every request makes, built once.

The ORM builds the text of a query each time, which takes longer than the database needs to answer it. A
`Query` keeps the text and how values are read, both from the ORM, and is asked again with other values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection

from railhead.play.records import MOVE
from railhead.site.models import Entry, Game, Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound="Model")

MOVE_FIELDS = ("seq", "kind", "number", "by", "move", "events", "key", "auto", "at", "figures", "why", "check_sum")


class _Built(NamedTuple):
    """A query as a kind of database understands it."""

    text: str
    values: tuple[Any, ...]
    names: list[str]
    compiler: Any
    converters: Any


class Query(Generic[Row]):
    """A query that is built once, with examples of its values; when it is asked, real ones take their places."""

    def __init__(self, model: type[Row], make: Callable[..., QuerySet[Row, Any]], *examples: Any) -> None:
        self._model = model
        self._make = make
        self._examples = examples
        self._built: dict[str, _Built] = {}

    def _build(self) -> _Built:
        known = self._built.get(connection.vendor)
        if known is None:
            compiler = self._make(*self._examples).query.get_compiler(DEFAULT_DB_ALIAS)
            text, values = compiler.as_sql()
            columns = [column for column, _, _ in compiler.select]
            names = [column.target.attname for column in columns]
            known = _Built(text, tuple(values), names, compiler, compiler.get_converters(columns))
            self._built[connection.vendor] = known
        return known

    def rows(self, *values: Any) -> list[tuple[Any, ...]]:
        """The rows for these values, as tuples."""
        built = self._build()
        real = dict(zip(self._examples, values, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(built.text, [real.get(value, value) for value in built.values])
            found = cursor.fetchall()
        return list(map(tuple, built.compiler.apply_converters(found, built.converters)))

    def objects(self, *values: Any) -> list[Row]:
        """The rows for these values, as objects."""
        names = self._build().names
        return [self._model.from_db(DEFAULT_DB_ALIAS, names, row) for row in self.rows(*values)]


_games = Query(Game, lambda pk: Game.objects.filter(pk=pk).defer("position"), "an id")
_seats = Query(Seat, lambda game: Seat.objects.filter(game_id=game), "an id")
_moves = Query(
    Entry,
    lambda game, first, last: (
        Entry.objects.filter(game_id=game, kind=MOVE, live=True, number__gte=first, number__lte=last)
        .order_by("number")
        .values_list(*MOVE_FIELDS)
    ),
    *("an id", 1_000_001, 1_000_002),
)


def game_alone(game_id: str) -> Game | None:
    """The game of this id without its seats; the position at its head is read only if it is asked for."""
    if "\0" in game_id:
        return None  # PostgreSQL refuses to look for it
    return next(iter(_games.objects(game_id)), None)


def game_with_seats(game_id: str) -> Game | None:
    """The game of this id and its seats."""
    game = game_alone(game_id)
    if game is not None:
        seat_down(game, _seats.objects(game_id))
    return game


def seat_down(game: Game, seats: list[Seat]) -> None:
    """Let a game know its seats, so that it does not ask for them."""
    there = game.seats.all()
    there._result_cache = seats
    there._prefetch_done = True
    for seat in seats:
        seat._state.fields_cache["game"] = game  # as `seat.game = game`, without its checks
    game._prefetched_objects_cache = {"seats": there}


def moves(game_id: str, first: int, last: int) -> list[tuple[Any, ...]]:
    """The moves that count, from the first to the last, each with `MOVE_FIELDS`."""
    return _moves.rows(game_id, first, last)
