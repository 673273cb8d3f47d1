"""The log as a part of the page: whole for a page that has none, else only the turns that are new or have changed."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from railhead.site import logbook, pictures, variations
from railhead.site.parts import Memory, Part, memory, part
from railhead.site.recent import first_recent, recent
from railhead.site.store import games, note_of
from railhead.view.names import round_name, sentence_case

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from django.utils.safestring import SafeString

    from railhead.play.records import Entry
    from railhead.site.table_view import TableView

Facts = dict[str, Any]

MOST_LOGS = 400
"""Cached logs, so that a page is sent only what changed since the one it shows."""


@dataclass(frozen=True)
class ShownChapter:
    """A chapter as a page shows it: its turns by their ids, the newest first."""

    name: str
    turns: dict[str, Part]
    marked: bool = False  # shown even though it has no turns

    @cached_property
    def hash(self) -> str:
        """The name of what it shows."""
        return _hash(self.name, *(f"{id_} {turn.hash}" for id_, turn in self.turns.items()))


@dataclass(frozen=True)
class Shown:
    """A log as a page shows it: the newest chapter first."""

    other_lines: str
    earlier: bool  # whether there are moves before the first that it shows
    chapters: tuple[ShownChapter, ...]

    @cached_property
    def hash(self) -> str:
        """The name of what is shown, by which a page knows whether it has it."""
        return _hash(self.other_lines, str(self.earlier), *(chapter.hash for chapter in self.chapters))


def _hash(*lines: str) -> str:
    return hashlib.blake2s("\n".join(lines).encode(), digest_size=6).hexdigest()


@dataclass(frozen=True)
class Written:
    """A log in words, from which the log after one more move is made."""

    chapters: list[logbook.Chapter]
    shown: dict[int, tuple[logbook.Chapter, ShownChapter]]
    """Chapters as they are shown, by the id of the chapter, which is kept too so that no other one gets that id."""


_shown: Memory[Shown] = Memory(MOST_LOGS)
_written: Memory[Written] = Memory(MOST_LOGS)


def log_part(now: TableView) -> Part:
    """The last moves, the same for everybody with the same view."""
    if now.key is None:
        return _fresh(now)
    return memory.get(("log", *now.key, now.may_branch), lambda: _fresh(now))


def _fresh(now: TableView) -> Part:
    first = first_recent(min(now.base, now.head.count))
    if now.branch:
        tried = logbook.tried_entries(games.at(now.game.pk, now.base), now.branch)
        facts = _facts(now, _from_the_start(now, recent(now) + tried, first), first)
    else:
        facts = _facts(now, _recent_log(now, first), first)
    there: Shown = facts["shown"]
    name = there.hash
    _shown.keep(name, there)
    return Part("log", lambda: _html(facts), name, instead=lambda had: _changes(had, there, name))


def _recent_log(now: TableView, first: int) -> Written:
    """The last moves in words: if only one move was made since a log that is cached, just that one is added."""
    head, last = now.head, min(now.base, now.head.count)
    rest = first, len(note_of(now.game).pins)

    def fresh() -> Written:
        entries = recent(now)
        before = _written.known((now.game.pk, head.epoch, head.version - 1, last - 1, *rest))
        if before is None or entries[-1].seq != head.version:
            return _from_the_start(now, entries, first)
        chapters = logbook.continued(now.sight.state, before.chapters, entries[-1])
        same = [id(chapter) for chapter in chapters if id(chapter) in before.shown]
        return Written(chapters, {chapter: before.shown[chapter] for chapter in same})

    return _written.get((now.game.pk, head.epoch, head.version, last, *rest), fresh)


def _from_the_start(now: TableView, entries: Sequence[Entry], first: int) -> Written:
    pins = [pin for pin in note_of(now.game).pins if first <= pin.number + 1 and pin.number <= now.base]
    return Written(logbook.written(now.sight.state, entries, _first_name(now) if first == 1 else "Earlier", pins), {})


def _first_name(now: TableView) -> str:
    """The round in which the game began, as the page calls it."""
    began = games.timeline.opening(now.game.pk).round
    return sentence_case(round_name(began.kind, began.number))


def whole_log(now: TableView) -> SafeString:
    """The log from the first move; a page that shows it goes on as one that shows the last moves."""
    entries = games.store.live(now.game.pk, 1, min(now.base, now.head.count))
    return _html(_facts(now, _from_the_start(now, entries, 1), 1) | {"hash": log_part(now).hash})


def _html(facts: Facts) -> SafeString:
    sections = [_section(chapter) for chapter in facts["shown"].chapters]
    return part("log", "railhead/parts/log.html", {**facts, "sections": sections}).html


def _facts(now: TableView, log: Written, first: int) -> Facts:
    current, *older = (_chapter(now, log, chapter) for chapter in reversed(log.chapters))
    chapters = [current, *(one for one in older if one.turns or one.marked)]
    undone = now.head.version != now.head.count  # every undo and redo is an entry of its own
    left = variations.other_lines(now.game.pk, now.sight.state) if undone and now.may_branch else []
    shown = Shown("".join(f"{one.line.last} {one.text}" for one in left), first > 1, tuple(chapters))
    return {
        "game": now.game,
        "earlier": shown.earlier,
        "other_lines": left,
        "shown": shown,
        "hash": shown.hash,
    }


def _chapter(now: TableView, log: Written, chapter: logbook.Chapter) -> ShownChapter:
    """A chapter as it is shown; one that is as it was in the log before was rendered for that."""
    known = log.shown.get(id(chapter))
    if known is None:
        turns = logbook.passes_joined(chapter.news).turns
        named = [*zip(_turn_ids(chapter.name, turns), turns, strict=True)]
        there = {id_: _turn_part(now, id_, turn) for id_, turn in reversed(named)}
        shown = ShownChapter(chapter.name, there, chapter.marked)
        known = log.shown[id(chapter)] = chapter, shown
    return known[1]


def _turn_ids(chapter: str, turns: Sequence[logbook.Turn]) -> Iterator[str]:
    """Ids that stay while the log grows. One move may end a round, bring income and begin a company's turn."""
    begun: Counter[int] = Counter()
    for turn in turns:
        number = turn.lines[0].number
        begun[number] += 1
        again = f"-{begun[number]}" if begun[number] > 1 else ""
        yield f"turn-{number}{again}-{_slug(chapter)}"


def _chapter_id(name: str) -> str:
    return f"chapter-{_slug(name)}"


@lru_cache(maxsize=2000)
def _slug(name: str) -> str:
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


def _turn_part(now: TableView, id_: str, turn: logbook.Turn) -> Part:
    """A turn of the log; one that can no longer change is rendered once."""

    def fresh() -> Part:
        chip = pictures.company_chip(now.state.rules, turn.company) if turn.company else ""
        return part("", "railhead/parts/log_turn.html", {"id": id_, "turn": turn, "chip": chip})

    told = tuple((line.number, line.why, line.tried, *line.sentences) for line in turn.lines)
    return memory.get(("turn", now.game.pk, now.head.epoch, id_, turn.who, turn.company, told), fresh)


# What turns one log into the next


def _changes(had: str, new: Shown, hash_: str) -> str:
    """What a page showing the log with this hash lacks; empty if the log has done more than grow."""
    old = _shown.known(had)
    if old is None or old.other_lines != new.other_lines:
        return ""
    before = {chapter.name: chapter for chapter in old.chapters}
    after = {chapter.name: chapter for chapter in new.chapters}
    if len(before) != len(old.chapters) or len(after) != len(new.chapters):
        return ""  # two chapters of one name
    fresh = [name for name in after if name not in before]
    if fresh != list(after)[: len(fresh)] or not _goes_on(before, after):
        return ""
    pieces = [f'<hx-partial hx-target="#log-is" hx-swap="outerHTML">{_mark(hash_)}</hx-partial>']
    if fresh:
        sections = "".join(_section(after[name]) for name in fresh)
        pieces.append(f'<hx-partial hx-target="#log-top" hx-swap="afterend">{sections}</hx-partial>')
    for name, chapter in after.items():
        if name in before and before[name] is not chapter:
            pieces += _turn_changes(before[name], chapter)
    return "".join(pieces)


def _goes_on(before: dict[str, ShownChapter], after: dict[str, ShownChapter]) -> bool:
    """Whether a log only grew: nothing is gone but its oldest turns, and what is new stands on top."""
    kept = {name for chapter in after.values() for name in chapter.turns}
    gone = [name not in kept for chapter in before.values() for name in chapter.turns]
    shared = [(before[name], chapter) for name, chapter in after.items() if name in before]
    fresh = [[name not in old.turns for name in new.turns] for old, new in shared if old is not new]
    oldest = gone == sorted(gone) and (not gone or not gone[0])
    return oldest and all(new == sorted(new, reverse=True) for new in fresh)


def _turn_changes(before: ShownChapter, after: ShownChapter) -> list[str]:
    fresh = "".join(turn.html for name, turn in after.turns.items() if name not in before.turns)
    pieces = [
        f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{turn.html}</hx-partial>'
        for name, turn in after.turns.items()
        if name in before.turns and before.turns[name].hash != turn.hash
    ]
    if fresh:
        place = f"#{_chapter_id(after.name)} > ol"
        pieces.append(f'<hx-partial hx-target="{place}" hx-swap="afterbegin">{fresh}</hx-partial>')
    return pieces


def _section(chapter: ShownChapter) -> SafeString:
    turns = [turn.html for turn in chapter.turns.values()]
    facts = {"id": _chapter_id(chapter.name), "name": chapter.name, "turns": turns}
    return part("", "railhead/parts/log_chapter.html", facts).html


def _mark(hash_: str) -> str:
    return f'<i id="log-is" hidden data-of="log" data-part="{hash_}"></i>'
