"""The queries that are built once give what the ORM gives, whichever values they are asked with."""

from __future__ import annotations

from django.forms.models import model_to_dict
from sites import browser, new_game

from railhead.core.engine import actors
from railhead.play.stand_in import choose
from railhead.site import queries, seating
from railhead.site.models import Entry, Game
from railhead.site.store import games


def _play(game: str, moves: int) -> None:
    for _ in range(moves):
        head, state = games.now(game)
        move = choose(state, actors(state)[0])
        assert move is not None
        seating.submit(game, head.version, move, tuple(state.players))


def test_a_game_and_its_seats_are_those_of_the_orm() -> None:
    client = browser()
    tables = [new_game(client) for _ in range(2)]
    for at, game in enumerate(tables):
        _play(game, 2 + at)
        found, expected = queries.game_with_seats(game), Game.objects.get(pk=game)
        assert found is not None
        for name in (field.attname for field in Game._meta.concrete_fields):
            assert getattr(found, name) == getattr(expected, name), name
        assert [model_to_dict(seat) for seat in found.seats.all()] == [
            model_to_dict(seat) for seat in expected.seats.order_by("number")
        ]
    assert queries.game_with_seats("nothing") is None


def test_the_moves_that_count_are_those_of_the_orm() -> None:
    game, other = (new_game(browser()) for _ in range(2))
    _play(game, 5)
    _play(other, 1)
    found = queries.moves(game, 2, 4)
    expected = Entry.objects.filter(game_id=game, number__in=(2, 3, 4)).order_by("number")
    assert found == list(expected.values_list(*queries.MOVE_FIELDS))
    assert len(found) == 3
