"""Seats played by code: when one has to act, it moves in the background after a short pause.

Any process may do it: a move names the version it was made for, so the slower of two is refused. Bots
think in processes of their own (`bot_pool.py`); this module only waits for them.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import close_old_connections, connection

from railhead.bots import pacing
from railhead.bots.player import BOTS
from railhead.bots.thinking import Decision, question, read
from railhead.bots.workers import WorkerLost, WorkersClosed
from railhead.core.engine import actors
from railhead.play.errors import Illegal, NotPossible, PlayError, Stale
from railhead.play.hidden import is_secret
from railhead.play.stand_in import choose as choose_stand_in
from railhead.site import seating
from railhead.site.bot_pool import ADVICE, bot_pool
from railhead.site.limits import TooOften
from railhead.site.models import Game, Seat
from railhead.site.people import Person
from railhead.site.store import games

if TYPE_CHECKING:
    from railhead.core.state import State

log = logging.getLogger("railhead.bots")

ADVISER = "chairman"
"""Who gives hints."""
BUDGET = 4.0
"""Seconds that a bot may think about a move; each level uses some or all of it."""
HINT_BUDGET = 1.0
"""Seconds that somebody waits for a hint."""
MOST_HINTS, MOST_HINTS_OF_PERSON = 5, 1
"""Hints in progress or waiting: each occupies one of the places in which requests are served."""
AT_MOST = 500
"""Moves that code makes in a row before somebody must look at the table again."""
AT_A_LOSS = "No reason: the bot could not think it through."

_driving: dict[str, bool] = {}
"""Games that a thread of this process is playing, and whether one was woken again in the meantime."""
_lock = threading.Lock()


def shown() -> list[tuple[str, str, str, str]]:
    """The bots that can be invited to a table, strongest last: key, name, level, how it plays."""
    return [(key, one.name.title(), one.about.partition(".")[0].lower(), one.about) for key, one in BOTS.items()]


def is_awaited(game: Game) -> bool:
    """Whether the game is waiting for a seat played by code."""
    if game.status != Game.PLAYING or not game.awaited or game.differs:
        return False
    waiting = game.awaited.split(",")
    return any(seat.bot and seat.player in waiting for seat in game.seats.all())


def wake(game: Game) -> None:
    """Let code play, if it is its turn, while the person who woke it gets an answer."""
    if settings.BOT_QUEUE:
        if is_awaited(game):
            from railhead.site import bot_queue  # only there with PostgreSQL

            bot_queue.put(game.pk, _asks(game.pk), game.host_address)
        return
    names = [seating.plays(seat.bot) for seat in game.seats.all() if seat.bot]
    if game.status == Game.PLAYING and names:
        bot_pool.warm(names)
    if not is_awaited(game):
        return
    with _lock:
        if game.pk in _driving:
            _driving[game.pk] = True
            return
        _driving[game.pk] = False
    _begin(game.pk)


def _begin(game_id: str) -> None:
    threading.Thread(target=_drive, args=(game_id,), name=f"bots-{game_id}", daemon=True).start()


def _drive(game_id: str) -> None:
    """Keep playing until nobody has woken the game again: nothing that came after the last look may be missed."""
    close_old_connections()
    failed = True
    try:
        play(game_id)
        while _woken_again(game_id):
            play(game_id)
        failed = False
    except WorkersClosed:
        log.info("the server stops; code plays on later", extra={"railhead": {"game": game_id}})
    except PlayError as error:
        log.warning("code cannot go on: %s", error, extra={"railhead": {"game": game_id}})
    except Exception:
        log.exception("code failed", extra={"railhead": {"game": game_id}})
    finally:
        if failed:
            with _lock:
                _driving.pop(game_id, None)
        connection.close()


def _woken_again(game_id: str) -> bool:
    """Whether to look once more; if not, the next wake-up starts afresh."""
    with _lock:
        again = _driving.pop(game_id, False)
        if again:
            _driving[game_id] = False
        return again


def play(game_id: str, at_most: int = AT_MOST) -> int:
    """Make moves for seats played by code until a person has to act; returns how many."""
    made = 0
    who = _asks(game_id)
    first = time.monotonic()
    watched = Seat.objects.filter(game_id=game_id, bot="").exists()
    for _ in range(at_most):
        seats = {seat.player: seat.bot for seat in Seat.objects.filter(game_id=game_id).exclude(bot="")}
        head, state = games.now(game_id)
        seat = next((name for name in actors(state) if name in seats), "")
        if not seat:
            return made
        begun = time.monotonic()
        spent = begun - first if watched else 0.0
        _let_go()
        name, budget = seating.plays(seats[seat]), pacing.thinking_time(BUDGET, spent)
        found = decide(name, state, seat, budget, who=who)
        _rest(begun, max(pacing.pause(settings.BOT_PAUSE, spent), _same_for_all(name, state, budget)))
        if found is None:
            log.warning("no move for %s", seat, extra={"railhead": {"game": game_id}})
            return made
        try:
            seating.submit(game_id, head.version, found.move, (seat,), auto=True, why=found.public_reason)
        except Stale:  # somebody was quicker; look again
            continue
        except Illegal:  # a bot that got it wrong must not hold up the table
            log.exception("an illegal choice of %s", seats[seat], extra={"railhead": {"game": game_id}})
            rest = _anything(state, seat)
            if rest is None:
                return made
            seating.submit(game_id, head.version, rest.move, (seat,), auto=True, why=rest.public_reason)
        made += 1
    return made


def _let_go() -> None:
    """Hold no database connection while code thinks and waits: many tables do so at once."""
    if not connection.in_atomic_block:
        connection.close()


def _same_for_all(name: str, state: State, budget: float) -> float:
    """Seconds that a bot takes at least where money is secret: a quick answer tells that it had no choice."""
    return min(budget, getattr(BOTS[name], "seconds", 0.0)) if is_secret(state) else 0.0


def _rest(begun: float, pause: float) -> None:
    """Wait so that people can follow; the time a bot spent thinking counts."""
    left = pause - (time.monotonic() - begun)
    if left > 0:
        bot_pool.closing.wait(left)


def _asks(game_id: str) -> str:
    """The person for whom the bots of a table think: the one who set it up."""
    row = Game.objects.filter(pk=game_id).values_list("host_user_id", "host_visitor", "host_address").first()
    return "" if row is None else Person(row[0], row[1], address=row[2]).share


def decide(name: str, state: State, seat: str, budget: float, advice: bool = False, who: str = "") -> Decision | None:
    """What a bot does, the same in the same position whoever asks; a bot that fails does not hold up the table."""
    try:
        return bot_pool.choose(name, state, seat, budget, _seed(state, seat), advice, who)
    except WorkersClosed:
        raise
    except WorkerLost as lost:
        log.error("%s", lost)
    except Exception:
        log.exception("%s failed", name)
    return _anything(state, seat)


def _seed(state: State, seat: str) -> str:
    return f"{state.seed} {state.count} {seat}"


def _anything(state: State, seat: str) -> Decision | None:
    """A modest legal move, found quickly."""
    move = choose_stand_in(state, seat)
    return None if move is None else Decision(move, AT_A_LOSS, AT_A_LOSS)


def hint(game: Game, state: State, seat: str, who: str = "") -> Decision:
    """What a strong player would do in this seat, for its holder only: the reason may mention their cash."""
    if not game.hints:
        raise NotPossible("Hints are switched off for this table.")
    if seat not in actors(state):
        raise NotPossible("There is nothing for you to decide now.")
    found = _hint_by_queue(state, seat, who) if settings.BOT_QUEUE else _hint_here(state, seat, who)
    if found is None or found.why == AT_A_LOSS:
        raise NotPossible("No hint is available right now; try again in a moment.")
    return found


def expect_hints(game: Game) -> None:
    """A player has opened a table: the first hint should not wait for a process to start."""
    if game.hints and game.status == Game.PLAYING and not settings.BOT_QUEUE:
        bot_pool.prepare_advice()


def _not_too_many(of_person: int, of_all: int) -> None:
    if of_person >= MOST_HINTS_OF_PERSON:
        raise TooOften("A hint for you is already on its way; please wait for it.")
    if of_all >= MOST_HINTS:
        raise TooOften("Many people are asking for hints right now; try again in a moment.")


def _hint_here(state: State, seat: str, who: str) -> Decision | None:
    _not_too_many(bot_pool.asked(ADVICE, who), bot_pool.asked(ADVICE))
    try:
        return decide(ADVISER, state, seat, HINT_BUDGET, advice=True, who=who)
    except WorkersClosed:
        return None


def _hint_by_queue(state: State, seat: str, who: str) -> Decision | None:
    """The workers of the queue think about hints, too: the server only waits."""
    from railhead.site import bot_queue  # only there with PostgreSQL

    there = bot_queue.waiting(bot_queue.ADVISE, who)
    _not_too_many(there.person, there.all)
    _let_go()
    found = bot_queue.ask(question(ADVISER, state, seat, HINT_BUDGET, _seed(state, seat)), who)
    return None if found is None else read(state, found)
