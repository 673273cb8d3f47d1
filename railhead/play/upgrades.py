"""Rules change, games continue: does today's program still replay a stored game as it was played?

If every move is still legal and leads to the same positions, the game continues unnoticed. Otherwise the game
keeps its positions; its players may agree to continue from the last one under the new rules, and the log says so.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from railhead.core.engine import actors, legal_moves
from railhead.core.rulings import IllegalMove
from railhead.core.text import fingerprint
from railhead.play.errors import NotPossible
from railhead.play.games import Done, Games
from railhead.play.records import PIN, Entry, Head, Pin, Setup, Snapshot, Upgrade
from railhead.play.snapshots import pack, unpack_any
from railhead.play.timeline import replayed, rules_of
from railhead.titles import title as find_title
from railhead.titles.changes import changes_since

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from railhead.core.rules import Rules
    from railhead.core.state import State

SHARED = ("core", "network", "routes")
"""Packages in which a change may affect the rules of any title."""


@functools.cache
def program_digest(title: str) -> str:
    """A short digest of the source code behind a title's games: when it changes, they are compared again."""
    home = Path(__file__).resolve().parents[1]
    found = hashlib.sha256()
    for folder in (*(home / name for name in SHARED), find_title(title).folder):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".yaml") and "tests" not in path.relative_to(folder).parts:
                found.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


@dataclass(frozen=True)
class Finding:
    """What today's rules make of a stored game."""

    rules: int  # their version
    differs: int = 0  # the first move that they read differently; 0: the game is as it was
    why: str = ""  # what differs, in words
    possible: bool = True  # play can continue from the last position

    @property
    def same(self) -> bool:
        """Whether the game continues unnoticed."""
        return not self.differs


def compare(setup: Setup, entries: Sequence[Entry], kept: Sequence[Snapshot], head: bytes) -> Finding:
    """Replay the moves that count, from the start or the last pin, and compare with what was stored.

    A different checksum is a hint: records may have gained a field. A different stored position is proof.
    """
    rules = rules_of(setup)
    positions = {snapshot.entry: snapshot.data for snapshot in kept}
    if entries and head:
        positions[entries[-1].seq] = head
    state = _start(setup, rules, positions)

    def otherwise(number: int, why: str) -> Finding:
        return Finding(rules.version, number, why, _goes_on(rules, head))

    if state is None:
        return otherwise(setup.note.first + 1, "its first position cannot be read")
    suspect = 0
    for entry in entries:
        if entry.number <= setup.note.first:
            continue
        try:
            state = replayed(state, entry)
        except IllegalMove as error:
            clause = rules.rulebook.says(error.refusal.rule).rstrip(".")
            return otherwise(entry.number, f"move {entry.number} is refused: {clause}")
        except Exception as error:  # today's code may fail on yesterday's game in any way
            return otherwise(entry.number, f"move {entry.number} cannot be read: {type(error).__name__}")
        if entry.check_sum and not suspect and fingerprint(state) != entry.check_sum:
            suspect = entry.number
        then = _read(rules, positions.get(entry.seq, b""))
        if then == state:
            suspect = 0
        elif then is not None:
            suspect = suspect or entry.number
            break
    return otherwise(suspect, f"move {suspect} leads to a different position") if suspect else Finding(rules.version)


def _start(setup: Setup, rules: Rules, positions: dict[int, bytes]) -> State | None:
    if setup.note.pins:
        return _read(rules, positions.get(setup.note.pins[-1].entry, b""))
    from railhead.core.engine import new_game

    try:
        return new_game(rules, setup.names, setup.seed)
    except ValueError:
        return None


def _read(rules: Rules, data: bytes) -> State | None:
    try:
        return unpack_any(rules, data)
    except ValueError:
        return None


def _goes_on(rules: Rules, head: bytes) -> bool:
    """Whether today's rules can continue from a position reached under other rules."""
    state = _read(rules, head)
    if state is None:
        return not head  # a game from before positions were stored continues from the last one that was
    return _playable(state)


def _playable(state: State) -> bool:
    try:
        return state.ended is not None or (bool(actors(state)) and next(iter(legal_moves(state)), None) is not None)
    except Exception:  # a position that these rules cannot make sense of
        return False


def says(title: str, before: int, now: int) -> str:
    """What changed between two versions of a title's rules, in one line."""
    return "; ".join(changes_since(title, before, now)) or "a rule was corrected"


def check(games: Games, game: str, running: bool) -> Finding:
    """Compare a stored game and store the result; a running game that differs waits for its players.

    The game is replayed before it is locked: if somebody moves in the meantime, it is replayed again.
    """
    store = games.store
    while True:
        head = store.head(game)
        setup = store.setup(game, head.epoch)
        entries = store.live(game, 1, head.count)
        found = compare(setup, entries, store.all_snapshots(game), store.head_position(game))
        with games.changing(game):
            if store.head(game) == head:
                _keep(games, game, setup, found, running)
                return found


def _keep(games: Games, game: str, setup: Setup, found: Finding, running: bool) -> None:
    store = games.store
    head, pending = store.head(game), store.pending(game)
    note = replace(setup.note, checked=program_digest(setup.title), differs=found.differs)
    upgrade = None
    if found.same:
        note = replace(note, version=found.rules)
    elif running:
        text = says(setup.title, setup.note.version, found.rules)
        upgrade = Upgrade(found.rules, f"{text} ({found.why})", (), found.possible)
    if pending.upgrade != upgrade:
        store.set_pending(game, replace(pending, upgrade=upgrade))
    changed = setup.note.differs != found.differs or setup.note.version != note.version
    store.set_note(game, note, replace(head, epoch=head.epoch + 1) if changed else head)


def agree(games: Games, game: str, seats: Collection[str], voters: Collection[str]) -> Done | None:
    """Agree to continue under the new rules; once all have agreed, the game continues from its stored position."""
    with games.changing(game):
        pending = games.store.pending(game)
        asked = pending.upgrade
        if asked is None or not games.note(game).differs:
            raise NotPossible("the rules of this game are not up for agreement")
        if not asked.possible:
            raise NotPossible("the new rules cannot continue from this position; the game stays readable")
        agreed = tuple(dict.fromkeys((*asked.agreed, *seats)))
        if not set(voters) <= set(agreed):
            games.store.set_pending(game, replace(pending, upgrade=replace(asked, agreed=agreed)))
            return None
        return _pin(games, game, asked, next(iter(seats)))


def _pin(games: Games, game: str, asked: Upgrade, seat: str) -> Done:
    store = games.store
    head = store.head(game)
    state = games.timeline.at_head(game, head)
    data = pack(state)
    if data is None or not _playable(state):
        raise NotPossible("the new rules cannot continue from this position; the game stays readable")
    lost = [entry.seq for entry in store.live(game, state.count + 1, head.count)]
    if lost:
        store.set_live(game, lost, live=False)
    after = Head(head.version + 1, head.version + 1, state.count, head.epoch + 1)
    pin = Pin(state.count, after.entry, asked.rules, asked.says)
    text = msgspec.json.encode(pin).decode()
    store.append(game, Entry(after.version, PIN, state.count, seat, text, at=games.clock()), after)
    store.keep(game, Snapshot(after.entry, state.count, data))
    note = games.note(game)
    note = replace(note, version=asked.rules, differs=0, pins=(*note.pins, pin))
    pending = store.pending(game)
    done = replace(pending, programs={}, request=None, counter=None, redo=(), upgrade=None)
    store.set_pending(game, done)
    store.set_note(game, note, after)
    games.timeline.keep(game, after, state)
    return Done(after, state, entry=after.version)


def pin_line(pin: Pin) -> str:
    """What the log says about a change of the rules."""
    if pin.stated:
        return f"Rules {pin.rules} from here: {pin.says}. The position is the file's; earlier moves were not checked."
    return f"Rules {pin.rules} from here: {pin.says}. Earlier moves stand as they were."
