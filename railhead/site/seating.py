"""What the site does with tables: join, start, act and tell everybody, give a seat away."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import IntegrityError, transaction
from msgspec.structs import replace

from railhead.bots.player import BOTS
from railhead.core.engine import actors
from railhead.play.errors import NoSuchGame, NotPossible, NotYourSeat, Stale
from railhead.play.figures import round_name
from railhead.play.records import Entry, Head, Newcomer
from railhead.play.setup import clean_name
from railhead.site import caps, queries
from railhead.site.live import announce
from railhead.site.metrics import MOVES
from railhead.site.models import Game, Seat
from railhead.site.notices import turn_changed
from railhead.site.people import Person, holds, is_host
from railhead.site.store import games, store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railhead.core.moves import Move
    from railhead.core.state import State
    from railhead.play.games import Done

HUMAN = ""
STAND_IN = "stand-in"
STANDS_IN = "clerk"
"""Who plays for somebody who has left, unless another bot is asked to."""
LONGEST_SEED = 40
LATELY = timedelta(days=7)
"""How long somebody for whom code plays still has a say in who joins."""
log = logging.getLogger("railhead.table")


def find(game_id: str) -> Game:
    """The game of this id."""
    game = queries.game_with_seats(game_id)
    if game is None:
        raise NoSuchGame("There is no such table. The link may be incomplete, or the table was deleted.")
    return game


def plays(bot: str) -> str:
    """The bot that plays a seat with this mark: by its name, or as a stand-in of some strength."""
    name = bot.removeprefix(STAND_IN).removeprefix(":")
    return name if name in BOTS else STANDS_IN


def called(bot: str) -> str:
    """How a seat played by code is labelled for people."""
    return f"{plays(bot)}, standing in" if bot.startswith(STAND_IN) else bot


def known_bot(bot: str) -> str:
    """The name of a bot; `NotPossible` says which there are."""
    if bot and bot not in BOTS:
        raise NotPossible(f"There is no bot {bot[:24]!r}; there are {', '.join(BOTS)}.")
    return bot


def begin_if_full(game: Game) -> None:
    """Start the game once every seat is taken; on one machine, at once."""
    seats = list(game.seats.all())
    if game.kind == Game.ONLINE and not all(seat.taken for seat in seats):
        return
    _keep_names(seats)
    game.status = Game.PLAYING
    game.save(update_fields=["status"])
    state = games.timeline.opening(game.pk)
    list_line(game.pk, state)


def _keep_names(seats: list[Seat]) -> None:
    """Names within a game are unique."""
    from railhead.play.setup import distinct

    for seat, name in zip(seats, distinct([seat.name for seat in seats]), strict=True):
        if seat.name != name:
            Seat.objects.filter(pk=seat.pk).update(name=name)


def join(game: Game, who: Person, name: str, invite: str = "", number: int = 0) -> Seat | None:
    """Take a free seat at an open table, or come back to one's own.

    In a running game a seat whose owner has left is given to somebody else only if all players agree; None while they
    are asked. A seat that code plays for its absent owner still belongs to that owner.
    """
    if not game.public and invite != game.invite and not is_host(game, who):
        raise NotYourSeat("This table is by invitation. Ask the person who set it up for the link.")
    with games.changing(game.pk):
        seats = list(game.seats.all())
        if game.kind != Game.ONLINE:
            raise NotPossible("This table is played on one machine; you can watch it.")
        own = [seat for seat in seats if holds(seat, who)]
        if own and stood_in_for(own[0]):
            return _come_back(game, own[0])
        if own:
            raise NotPossible("You are already sitting at this table.")
        free = [seat for seat in seats if not seat.owned and (not seat.bot or stood_in_for(seat))]
        wanted = [seat for seat in free if seat.number == number] or free
        if not wanted:
            raise NotPossible("All seats are taken; you can watch.")
        if game.status == Game.OPEN:
            return _sit_down(game, wanted[0], who, name)
        if not asked_about_seats(game, seats):
            return _sit_down(game, wanted[0], who, name)
        pending = games.store.pending(game.pk)
        if pending.newcomer is not None:
            raise NotPossible("Somebody else is asking for a seat; try again when the players have answered.")
        asks = Newcomer(wanted[0].player, clean_name(name) or "A guest", who.user_id or 0, who.visitor)
        games.store.set_pending(game.pk, replace(pending, newcomer=asks))
        announce(game.pk, "asked")
    return None


def _sit_down(game: Game, seat: Seat, who: Person, name: str) -> Seat:
    seat.user_id, seat.visitor, seat.bot = who.user_id, "" if who.user_id else who.visitor, ""
    if game.status == Game.OPEN:
        seat.name = clean_name(name) or f"Player {seat.number}"
    seat.save()
    if game.status == Game.OPEN:
        begin_if_full(game)
    announce(game.pk, "seats")
    return seat


def admit(game: Game, who: Person, agree: bool) -> None:
    """A player answers somebody who asks for a seat; when all have agreed, it is theirs."""
    with games.changing(game.pk):
        seats = list(game.seats.all())
        mine = [seat.player for seat in seats if holds(seat, who)]
        if not mine:
            raise NotYourSeat("Only the players at a table decide who joins it.")
        pending = games.store.pending(game.pk)
        asks = pending.newcomer
        if asks is None:
            raise NotPossible("Nobody is asking for a seat.")
        agreed = tuple(dict.fromkeys((*asks.agreed, *mine)))
        if agree and not set(asked_about_seats(game, seats)) <= set(agreed):
            games.store.set_pending(game.pk, replace(pending, newcomer=replace(asks, agreed=agreed)))
            announce(game.pk, "asked")
            return
        games.store.set_pending(game.pk, replace(pending, newcomer=None))
        seat = next((one for one in seats if one.player == asks.seat and not one.owned), None)
        if agree and seat is not None:
            _sit_down(game, seat, Person(asks.user or None, asks.visitor), asks.name)
        announce(game.pk, "seats")


def stood_in_for(seat: Seat) -> bool:
    """Whether code plays here for a person, who may come back."""
    return seat.bot.startswith(STAND_IN)


def leave(game: Game, who: Person) -> None:
    """Get up from an open table; from a running game: leave the seat to a stand-in.

    Where bots are switched off the seat stays empty, and the game waits until the others let somebody in.
    """
    with games.changing(game.pk):
        mine = [seat for seat in game.seats.all() if holds(seat, who)]
        if not mine:
            raise NotYourSeat("You do not sit at this table.")
        for seat in mine:
            seat.user_id, seat.visitor = None, ""
            if game.status == Game.OPEN:
                seat.name = ""
            elif game.bots:
                seat.bot = STAND_IN
            seat.save()
        announce(game.pk, "seats")


def replace_absent(game: Game, who: Person, number: int, bot: str = STANDS_IN) -> None:
    """Let code play for a player who is over the time limit, or, as the host, for anybody.

    The player keeps the right to the seat and takes it back on returning.
    """
    with games.changing(game.pk):
        seat = game.seats.filter(number=number).first()
        if seat is None or game.status != Game.PLAYING:
            raise NotPossible("There is no such seat in this game.")
        if not game.bots:
            raise NotPossible("Bots are switched off for this table; nobody can stand in.")
        if seat.bot and not stood_in_for(seat):
            raise NotPossible("A bot already plays that seat.")
        late = overdue(game) and seat.player in game.awaited.split(",")
        plays_here = any(holds(one, who) for one in game.seats.all())
        if not is_host(game, who) and not (late and plays_here):
            raise NotYourSeat("Only the host can replace a player; the other players can once the time is up.")
        seat.bot = STAND_IN if known_bot(bot) in (HUMAN, STANDS_IN) else f"{STAND_IN}:{bot}"
        seat.save()
        announce(game.pk, "seats")


def come_back(game: Game, who: Person, number: int) -> None:
    """Take one's seat back from the code that stood in; at one machine the host does so for everybody."""
    with games.changing(game.pk):
        seat = game.seats.filter(number=number).first()
        if seat is None or not stood_in_for(seat):
            raise NotPossible("Nobody is standing in for a player there.")
        if not may_come_back(game, seat, who):
            raise NotYourSeat("That was not your seat.")
        _come_back(game, seat)


def may_come_back(game: Game, seat: Seat, who: Person) -> bool:
    """Whether a seat that code plays for a person is this person's."""
    if not stood_in_for(seat):
        return False
    return holds(seat, who) or (game.kind == Game.HOTSEAT and is_host(game, who))


def _come_back(game: Game, seat: Seat) -> Seat:
    seat.bot = HUMAN
    seat.save()
    announce(game.pk, "seats")
    return seat


def overdue(game: Game) -> bool:
    """Whether the player who has to act has used up the table's time limit."""
    if not game.limit_hours or game.status != Game.PLAYING:
        return False
    return datetime.now(UTC) - game.moved > timedelta(hours=game.limit_hours)


def voters(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The seats currently played by people, who are asked before moves are undone."""
    return tuple(seat.player for seat in seats if not seat.bot and seat.owned)


def asked_about_seats(game: Game, seats: Sequence[Seat]) -> tuple[str, ...]:
    """The seats whose people decide who joins: also those for whom code plays, if they were here lately.

    Otherwise a host could let code play for the others, and then let in whomever they like.
    """
    since = datetime.now(UTC) - LATELY
    here = voters(seats)
    return (
        *here,
        *(seat.player for seat in seats if seat.bot and seat.owned and (seat.seen or game.created) > since),
    )


def act(game_id: str, change: Callable[[], Done | None]) -> Done | None:
    """Do something to a game, keep its line in the lists, commit, and tell everybody."""
    try:
        with games.changing(game_id):
            done = change()
            if done is None:
                announce(game_id, "asked")
                return None
            caps.check_room(game_id, store.room(game_id), done.head.version)
            before, after = list_line(game_id, done.state)
            announce(game_id, "moved", version=done.head.version, count=done.head.count, awaited=after)
            transaction.on_commit(lambda: turn_changed(game_id, before, after))
    except IntegrityError:  # another worker was quicker between our look and our entry, or the key is used up
        raise Stale(games.store.head(game_id)) from None
    MOVES.inc()
    facts = {"game": game_id, "move": done.head.count, "version": done.head.version, "entry": done.entry}
    log.info("committed", extra={"railhead": facts})
    return done


def submit(
    game_id: str, seq: int, move: Any, seats: Sequence[str], key: str = "", auto: bool = False, why: str = ""
) -> Done:
    """Make a move, commit it and tell everybody; what is not a move at all is refused before the game is locked."""
    wanted = games.read(game_id, move)
    try:
        done = act(game_id, lambda: games.submit(game_id, seq, wanted, seats=seats, key=key, auto=auto, why=why))
    except Stale:
        done = games.answered(game_id, key, wanted)  # another worker may just have committed this very request
        if done is None:
            raise
    assert done is not None
    return done


def submit_all(game_id: str, seq: int, moves: Sequence[Move], seats: Sequence[str]) -> Done:
    """Make a series of moves, or none of them if one is refused."""

    def change() -> Done | None:
        done, at = None, seq
        for move in moves:
            done = games.submit(game_id, at, move, seats=seats)
            at = done.head.version
        return done

    done = act(game_id, change)
    assert done is not None
    return done


def list_line(game_id: str, state: State) -> tuple[str, str]:
    """Store what lists of games show; returns who had to act before and who has to now."""
    ended = state.ended
    before = store.awaited(game_id)
    after = ",".join(actors(state))
    store.change(
        game_id,
        awaited=after,
        where=round_name(state.round),
        status=Game.OVER if ended else Game.PLAYING,
        result=msgspec.json.encode(ended).decode() if ended else "",
    )
    return before, after


def log_entries(game_id: str, head: Head, first: int = 1, last: int | None = None) -> list[Entry]:
    """The moves that count, for the log."""
    return games.store.live(game_id, first, head.count if last is None else last)
