"""Playing: submit a move, undo, redo, look at any moment, agree and make counter-offers.

The path of a move: check the seat, check that the game has not moved on, check the rules; then it is written and
committed, and only then answered. A key makes a repeated request harmless: it gets the original answer.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from railhead.core.engine import actors, apply
from railhead.core.moves import Move
from railhead.core.rulings import IllegalMove, MalformedMove
from railhead.core.text import codec_of, fingerprint
from railhead.play.errors import Illegal, Malformed, NotPossible, NotYourSeat, Stale
from railhead.play.figures import figures, turns
from railhead.play.programs import automatic
from railhead.play.records import MOVE, REDO, UNDO, Entry, Head, PendingState, Program, Request, RulesNote
from railhead.play.timeline import Timeline, events_from_json, events_to_json, move_to_json
from railhead.record.entries import Entry as StoredMove
from railhead.record.entries import from_json

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from railhead.core.events import Event
    from railhead.core.state import State
    from railhead.play.store import Store

RULES_CHANGED = (
    "The rules in this program have changed since this game was played. It can continue once all its "
    "players agree to the new rules; until then it is read-only."
)
LONGEST_TEXT = 50_000
LONGEST_ERROR = 500
AUTOMATIC = 200
"""The most moves that programs may make in a row."""

Plain = dict[str, object]


@dataclass(frozen=True)
class Done:
    """What was committed: where the game stands now and what happened."""

    head: Head
    state: State
    events: tuple[Event, ...] = ()
    entry: int = 0  # after the move itself; programs may have moved since


class Games:
    """What can be done with the games of a store."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.timeline = Timeline(store)
        self.clock = clock

    @contextmanager
    def changing(self, game: str) -> Iterator[None]:
        """Lock a game while it changes; everything written is committed together on leaving, or not at all."""
        with self.timeline.draft(), self.store.locked(game):
            yield

    # Looking

    def now(self, game: str) -> tuple[Head, State]:
        """Where a game stands, and the position."""
        head = self.store.head(game)
        return head, self.timeline.at_head(game, head)

    def at(self, game: str, number: int) -> State:
        """The position after this many moves."""
        return self.timeline.at(game, number)

    def moves(self, game: str, first: int = 1, last: int | None = None) -> list[Move]:
        """The moves that count."""
        return [entry.move for entry in self.entries(game, first, last)]

    def entries(self, game: str, first: int = 1, last: int | None = None) -> list[StoredMove]:
        """The moves that count, as they are stored."""
        rules = self.timeline.rules(game)
        end = self.store.head(game).count if last is None else last
        return [from_json(rules, entry.move) for entry in self.store.live(game, first, end)]

    def read(self, game: str, raw: Move | Plain | str) -> Move:
        """A move from plain values, JSON or a line of text; `Malformed` says what is wrong."""
        codec = codec_of(self.timeline.rules(game))
        try:
            if isinstance(raw, Move):
                return raw
            if isinstance(raw, str):
                if len(raw) > LONGEST_TEXT:
                    raise Malformed(f"a move has at most {LONGEST_TEXT} characters")
                return codec.from_json(raw) if raw.lstrip().startswith("{") else codec.from_text(raw)
            return codec.from_plain(raw)
        except MalformedMove as error:
            raise Malformed(str(error)[:LONGEST_ERROR]) from None

    # Acting

    def submit(
        self,
        game: str,
        seq: int,
        raw: Move | Plain | str,
        *,
        seats: Collection[str],
        key: str = "",
        auto: bool = False,
        why: str = "",
    ) -> Done:
        """Make a move for one of the seats, based on the version of the game that the player saw; a bot says why."""
        move = self.read(game, raw)
        if move.by not in seats:
            raise NotYourSeat(f"You do not hold the seat {move.by}.")
        with self.changing(game):
            head = self.store.head(game)
            if head.version != seq:  # moved on, perhaps by this same request: then it gets the original answer
                first = self.answered(game, key, move)
                if first is not None:
                    return first
                raise Stale(head)
            at = self.clock()
            return self._follow(game, self._commit(game, head, move, at, key=key, auto=auto, why=why), at)

    def answered(self, game: str, key: str, move: Move) -> Done | None:
        """The answer given to the move with this key; None if there was none."""
        entry = self.store.by_key(game, key) if key else None
        return None if entry is None else self._first_answer(game, entry, move)

    def _first_answer(self, game: str, entry: Entry, move: Move) -> Done:
        if entry.move != move_to_json(move):
            raise Malformed("This key was used for another move.")
        last, events = entry, list(events_from_json(entry.events))
        for after in self._followed(game, entry):
            last = after
            events.extend(events_from_json(after.events))
        head = Head(last.seq, last.seq, last.number, self.store.head(game).epoch)
        return Done(head, self.now(game)[1], tuple(events), entry.seq)

    def _followed(self, game: str, entry: Entry) -> Iterator[Entry]:
        """What programs did in the same request: the automatic moves right after it with the same time."""
        for seq in range(entry.seq + 1, entry.seq + AUTOMATIC + 1):
            after = self.store.by_seq(game, seq)
            if after is None or not after.auto or after.at != entry.at:
                return
            yield after

    def must_agree_with_rules(self, game: str) -> None:
        """Refuse to change a game that today's rules no longer replay as it was played."""
        if self.note(game).differs:
            raise NotPossible(RULES_CHANGED)

    def note(self, game: str) -> RulesNote:
        """The rules a game is played by."""
        return self.store.setup(game, self.store.head(game).epoch).note

    def _commit(
        self, game: str, head: Head, move: Move, at: float, *, key: str = "", auto: bool = False, why: str = ""
    ) -> Done:
        self.must_agree_with_rules(game)
        before = self.timeline.at_head(game, head)
        try:
            state, events = apply(before, move)
        except IllegalMove as error:
            raise Illegal(error.refusal, before) from None
        after = Head(head.version + 1, head.version + 1, head.count + 1, head.epoch)
        point = ""
        if turns(before, state):
            point = msgspec.json.encode(figures(state)).decode()
        entry = Entry(
            seq=after.version,
            kind=MOVE,
            number=after.count,
            by=move.by,
            move=move_to_json(move),
            events=events_to_json(events),
            key=key,
            auto=auto,
            at=at,
            figures=point,
            why=why,
            check_sum=fingerprint(state),
        )
        self.store.append(game, entry, after)
        self.timeline.keep(game, after, state)
        return Done(after, state, events, after.entry)

    def _follow(self, game: str, done: Done, at: float) -> Done:
        """Let programs act until none has anything to do; an undo request lapses once the game continues."""
        pending = self.store.pending(game)
        changed = replace(pending, redo=(), request=None)
        entry, events = done.entry, list(done.events)
        for _ in range(AUTOMATIC):
            if done.state.ended is not None or not (changed.programs or changed.counter):
                break
            since = {seat: self.moves(game, one.since + 1) for seat, one in changed.programs.items()}
            found = automatic(done.state, changed.programs, changed.counter, since)
            if found is None:
                break
            seat, act = found
            if isinstance(act, str):
                changed = _without(changed, seat, act)
                continue
            done = self._commit(game, done.head, act, at, auto=True)
            events.extend(done.events)
        if changed != pending:
            self.store.set_pending(game, changed)
        return Done(done.head, done.state, tuple(events), entry)

    # Undo and redo

    def undo(self, game: str, seq: int, seat: str, to: int | None = None) -> Done:
        """Undo moves at once until `to` moves are left."""
        with self.changing(game):
            head = self.store.head(game)
            if head.version != seq:
                raise Stale(head)
            number = self.before_last(game) if to is None else to
            if not 0 <= number < head.count:
                raise NotPossible("There is nothing to undo.")
            return self._undo(game, head, seat, number)

    def _undo(self, game: str, head: Head, seat: str, number: int) -> Done:
        self.must_agree_with_rules(game)
        note = self.note(game)
        if number < note.first:
            raise NotPossible(f"the rules changed after move {note.first}; earlier moves cannot be undone")
        gone = [entry.seq for entry in self.store.live(game, number + 1, head.count)]
        left = [entry.seq for entry in self.store.live(game, number, number)]
        if note.pins and number == note.first:
            left = [note.pins[-1].entry]
        pending = self.store.pending(game)
        after = Head(head.version + 1, left[-1] if left else 0, number, head.epoch)
        self.store.set_live(game, gone, live=False)
        entry = Entry(seq=after.version, kind=UNDO, number=number, by=seat, at=self.clock())
        self.store.append(game, entry, after)
        redo = (*pending.redo, *reversed(gone))
        self.store.set_pending(game, replace(pending, redo=redo, request=None, counter=None, programs={}))
        state = self.timeline.at(game, number, after.epoch)
        self.timeline.keep(game, after, state)
        return Done(after, state, entry=after.version)

    def redo(self, game: str, seq: int, seat: str) -> Done:
        """Redo the last undone move at once."""
        with self.changing(game):
            head = self.store.head(game)
            if head.version != seq:
                raise Stale(head)
            return self._redo(game, head, seat)

    def _redo(self, game: str, head: Head, seat: str) -> Done:
        self.must_agree_with_rules(game)
        pending = self.store.pending(game)
        if not pending.redo:
            raise NotPossible("there is nothing to redo")
        *rest, again = pending.redo
        after = Head(head.version + 1, again, head.count + 1, head.epoch)
        self.store.set_live(game, [again], live=True)
        entry = Entry(seq=after.version, kind=REDO, number=after.count, by=seat, at=self.clock())
        self.store.append(game, entry, after)
        self.store.set_pending(game, replace(pending, redo=tuple(rest), request=None))
        state = self.timeline.at(game, after.count, after.epoch)
        self.timeline.keep(game, after, state)
        return Done(after, state, entry=after.version)

    def before_last(self, game: str) -> int:
        """How many moves are left after removing the last one made by a person and every automatic move since."""
        count = self.store.head(game).count
        recent = self.store.live(game, max(count - AUTOMATIC, 1), count)
        return next((entry.number - 1 for entry in reversed(recent) if not entry.auto), count - 1)

    # Asking the table first. `voters` are asked about everything; `people` are the seats not played by a bot in its
    # own right; `owners` are those among them who can be asked even though code is playing for them at the moment.

    def ask_undo(
        self,
        game: str,
        seq: int,
        seat: str,
        voters: Collection[str],
        to: int | None = None,
        people: Collection[str] | None = None,
        owners: Collection[str] = (),
    ) -> Done | None:
        """Undo moves, or ask the players affected; None while they have yet to agree.

        A player's own moves, and those of bots that stand in for nobody, affect nobody else.
        """
        with self.changing(game):
            head = self.store.head(game)
            if head.version != seq:
                raise Stale(head)
            number = self.before_last(game) if to is None else to
            if not 0 <= number < head.count:
                raise NotPossible("There is nothing to undo.")
            makers = {entry.by for entry in self.store.live(game, number + 1, head.count)}
            asked = _concerned(seat, makers, voters, voters if people is None else people, owners)
            if not asked:
                return self._undo(game, head, seat, number)
            self._ask(game, Request(seat, number, (seat,), asked))
            return None

    def ask_redo(
        self,
        game: str,
        seq: int,
        seat: str,
        voters: Collection[str],
        people: Collection[str] | None = None,
        owners: Collection[str] = (),
    ) -> Done | None:
        """Redo the last undone move, or ask the players affected if it was somebody else's."""
        with self.changing(game):
            head = self.store.head(game)
            if head.version != seq:
                raise Stale(head)
            pending = self.store.pending(game)
            last = self.store.by_seq(game, pending.redo[-1]) if pending.redo else None
            makers = {last.by} if last is not None else set()
            asked = _concerned(seat, makers, voters, voters if people is None else people, owners)
            if not asked:
                return self._redo(game, head, seat)
            self._ask(game, Request(seat, head.count + 1, (seat,), asked, redo=True))
            return None

    def _ask(self, game: str, request: Request) -> None:
        self.store.set_pending(game, replace(self.store.pending(game), request=request))

    def answer_undo(self, game: str, seat: str, voters: Collection[str], agree: bool) -> Done | None:
        """Agree to a request or refuse it; it is carried out once everybody has agreed."""
        with self.changing(game):
            pending = self.store.pending(game)
            request = pending.request
            if request is None:
                raise NotPossible("nobody has asked for an undo")
            if not agree:
                self.store.set_pending(game, replace(pending, request=None))
                return None
            agreed = tuple(dict.fromkeys((*request.agreed, seat)))
            if not set(request.voters or voters) <= set(agreed):
                self.store.set_pending(game, replace(pending, request=replace(request, agreed=agreed)))
                return None
            head = self.store.head(game)
            if request.redo:
                return self._redo(game, head, request.by)
            return self._undo(game, head, request.by, request.to)

    # Programs

    def program(self, game: str, seat: str, program: Program | None) -> Done:
        """Set or clear a seat's auto-action; it may act at once."""
        with self.changing(game):
            head, state = self.now(game)
            pending = self.store.pending(game)
            programs = {name: one for name, one in pending.programs.items() if name != seat}
            notes = {name: text for name, text in pending.notes.items() if name != seat}
            if program is not None:
                programs[seat] = replace(program, since=head.count)
            self.store.set_pending(game, replace(pending, programs=programs, notes=notes))
            if program is None or seat not in actors(state):
                return Done(head, state)
            return self._follow(game, Done(head, state), self.clock())


def _concerned(
    seat: str, makers: Collection[str], voters: Collection[str], people: Collection[str], owners: Collection[str]
) -> tuple[str, ...]:
    """Whose consent is needed to change these players' moves; nobody's for one's own moves or those of bots."""
    if all(maker == seat or maker not in people for maker in makers):
        return ()
    asked = dict.fromkeys((seat, *voters, *(maker for maker in sorted(makers) if maker in owners)))
    return tuple(asked) if set(asked) != {seat} else ()


def _without(pending: PendingState, seat: str, why: str) -> PendingState:
    programs = {name: one for name, one in pending.programs.items() if name != seat}
    return replace(pending, programs=programs, notes={**pending.notes, seat: why})


def what_if(state: State, moves: Sequence[Move]) -> State:
    """The position after hypothetical moves; changes nothing. `IllegalMove` says which one is not legal."""
    for move in moves:
        state, _ = apply(state, move)
    return state
