"""Undo and redo at an online table: with the consent of those whose moves they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from railhead.play.errors import NotYourSeat
from railhead.play.records import UNDO
from railhead.site.models import Entry, Game, Seat
from railhead.site.people import Person, holds, seats_of
from railhead.site.seating import act, stood_in_for, voters
from railhead.site.store import games

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.play.games import Done


class _Asked(TypedDict):
    voters: tuple[str, ...]
    people: tuple[str, ...]
    owners: tuple[str, ...]


def _asked(game: Game, seats: Sequence[Seat], seat: str) -> _Asked:
    """Whom to ask about moves: on one machine nobody, elsewhere people, including those for whom code plays."""
    if game.kind != Game.ONLINE:
        return {"voters": (seat,), "people": (seat,), "owners": ()}
    people = tuple(one.player for one in seats if not one.bot or stood_in_for(one))
    return {
        "voters": voters(seats),
        "people": people,
        "owners": tuple(one.player for one in seats if one.owned),
    }


def undo(game: Game, seats: Sequence[Seat], seat: str, seq: int, to: int | None = None) -> Done | None:
    """Undo moves; None while those affected are being asked."""
    asked = _asked(game, seats, seat)
    return act(game.pk, lambda: games.ask_undo(game.pk, seq, seat, to=to, **asked))


def redo(game: Game, seats: Sequence[Seat], seat: str, seq: int) -> Done | None:
    """Redo the last undone move; None while the player who made it is being asked."""
    asked = _asked(game, seats, seat)
    return act(game.pk, lambda: games.ask_redo(game.pk, seq, seat, **asked))


def answer(game: Game, seats: Sequence[Seat], who: Person, agree: bool) -> Done | None:
    """Answer a request about moves for one's seats, including those that code plays at the moment."""
    mine = [seat.player for seat in seats if holds(seat, who)] or list(seats_of(game, who, list(seats)))
    if not mine:
        raise NotYourSeat("Only the players at a table can undo moves.")

    def change() -> Done | None:
        done = None
        for name in mine:
            done = games.answer_undo(game.pk, name, voters(seats), agree)
            if done is not None or not agree:
                break
        return done

    return act(game.pk, change)


def who_undid(game_id: str, version: int) -> str:
    """The seat that undid moves in the entry of this version; an empty string if it was something else."""
    rows = Entry.objects.filter(game_id=game_id, seq=version, kind=UNDO).values_list("by", flat=True)
    return rows.first() or ""
