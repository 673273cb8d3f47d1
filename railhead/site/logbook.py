"""The log as people read it: rounds, turns that can be opened, and in them what happened."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from railhead.bots.protocol import NO_CHOICE
from railhead.core.engine import apply
from railhead.core.events import RoundBegan, TurnBegan
from railhead.core.memo import Memo
from railhead.play.records import MOVE, Entry, Pin
from railhead.play.stated import against_the_rules
from railhead.play.timeline import events_from_json, events_to_json
from railhead.play.upgrades import pin_line
from railhead.site import sentences
from railhead.view.log_words import CAN_ONLY_PASS, Passage, Told, company_in, passages, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.moves import Move
    from railhead.core.state import State

MOST_LINES = 10_000
"""Moves in words, cached with a title's rules."""
TRADES = ("buys ", "sells ", "bids ")
"""How sentences about trades go on after the name of a player."""
PASSES = " passes."
"""How a sentence about a pass does."""


@dataclass
class Line:
    """One move and what it led to."""

    number: int
    seat: str
    auto: bool
    sentences: list[str]
    hexes: str = ""
    cites: str = ""  # the sections behind what happened automatically
    why: str = ""  # what a bot said about it
    tried: bool = False  # nobody has made it


@dataclass
class Turn:
    """Consecutive moves by one player, for one company in an operating round; by nobody if things just happened."""

    who: str = ""
    seat: str = ""
    company: str = ""
    lines: list[Line] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The number of its last move."""
        return self.lines[-1].number

    @property
    def hexes(self) -> str:
        """The hexes where something happened."""
        return " ".join(dict.fromkeys(name for line in self.lines for name in line.hexes.split()))

    @property
    def told(self) -> Told:
        """The turn in one line. Who can only pass while somebody buys and buys is told once."""
        said = [sentence for line in self.lines for sentence in line.sentences]
        skips = [at for at, words in enumerate(said) if words.endswith(CAN_ONLY_PASS)]
        return told(self.company, self.who, [words for at, words in enumerate(said) if at not in skips[:-1]])

    @property
    def deeds(self) -> str:
        """What the player traded in it, or else did first, without the name: buys 10 % of PO, 20 % of SO."""
        of_player = f"{self.who} "
        there = (words for line in self.lines for words in line.sentences if words.startswith(of_player))
        own = [words.removeprefix(of_player).removesuffix(".") for words in there]
        traded = [words.partition(" from ")[0] for words in own if words.startswith(TRADES)]
        verbs = [words.partition(" ")[0] for words in traded]
        said = [
            words.partition(" ")[2] if verb == before else words
            for words, verb, before in zip(traded, verbs, ("", *verbs), strict=False)
        ]
        return ", ".join(said or own[:1])

    @property
    def news(self) -> list[Line]:
        """What can be expanded: not a skipped step, unless there is nothing else."""
        return [line for line in self.lines if line.sentences] or self.lines

    @property
    def said(self) -> bool:
        """Whether there is anything to read about it."""
        return any(line.sentences or line.tried for line in self.lines)

    @property
    def why(self) -> str:
        """What was said last about it, other than that there was no choice; of several who pass, what each said."""
        said = [line for line in self.news if line.why not in ("", NO_CHOICE)]
        if len({line.seat for line in said}) > 1 and _only_passes(self):
            return " ".join(f"{line.sentences[0].removesuffix(PASSES)}: {line.why}" for line in said)
        return said[-1].why if said else ""


@dataclass
class Chapter:
    """A round, or the part of one after a change of the rules."""

    name: str
    turns: list[Turn] = field(default_factory=list)
    marked: bool = False  # shown even though nothing has happened in it yet

    @property
    def news(self) -> Chapter:
        """The chapter with only the turns in which something was said."""
        return replace(self, turns=[turn for turn in self.turns if turn.said])


_LINES: Memo[Any, list[tuple[Passage, Line]]] = Memo()


def _read(state: State, entry: Entry) -> list[tuple[Passage, Line]]:
    """What a move led to, put into words once for everybody who reads the log."""
    memo = _LINES.kept(state.rules)
    key = (
        *(entry.seq, entry.number, entry.by, entry.auto, entry.why, entry.events, entry.move),
        *(player.name for player in state.players.values()),
    )
    if key not in memo:
        if len(memo) >= MOST_LINES:
            memo.clear()
        found = passages(state, events_from_json(entry.events))
        memo[key] = [(passage, _line(state, entry, passage, by_itself=bool(at))) for at, passage in enumerate(found)]
    return memo[key]


def tried_entries(base: State, moves: Sequence[Move]) -> list[Entry]:
    """Moves that nobody has made, as if they were written down."""
    found, state = [], base
    for move in moves:
        state, events = apply(state, move)
        told = events_to_json(events)
        found.append(Entry(seq=0, kind=MOVE, number=state.count, by=move.by, events=told))
    return found


def chapters(state: State, entries: Sequence[Entry], opening: str, pins: Sequence[Pin] = ()) -> list[Chapter]:
    """The log, the newest last; a change of rules starts a new part."""
    found = [chapter.news for chapter in written(state, entries, opening, pins)]
    return [chapter for chapter in found[:-1] if chapter.turns or chapter.marked] + found[-1:]


def written(state: State, entries: Sequence[Entry], opening: str, pins: Sequence[Pin] = ()) -> list[Chapter]:
    """The log with every turn, also those in which nothing was said: a later move may belong to them."""
    found = [Chapter(opening)]
    waiting = list(pins)
    for entry in entries:
        while waiting and waiting[0].number < entry.number:
            found.append(Chapter(pin_line(waiting.pop(0)), marked=True))
        _write(state, found, entry)
    return found + [Chapter(pin_line(pin), marked=True) for pin in waiting]


def continued(state: State, before: Sequence[Chapter], entry: Entry) -> list[Chapter]:
    """A log and one more move. The log before stays as it is; turns that the move does not touch are in both."""
    *found, last = before
    turns = last.turns[:-1] + [replace(turn, lines=[*turn.lines]) for turn in last.turns[-1:]]
    found.append(replace(last, turns=turns))
    _write(state, found, entry)
    return found


def _write(state: State, found: list[Chapter], entry: Entry) -> None:
    """Add a move to a log."""
    (first, own), *later = _read(state, entry)
    _turn_of(state, found[-1].turns, entry.by, first).lines.append(own)
    for passage, line in later:
        if isinstance(passage.mark, RoundBegan):
            found.append(Chapter(sentences.round_text(passage.mark)))
        company = passage.mark.who if isinstance(passage.mark, TurnBegan) else ""
        if company or passage.sentences:
            lines = [line] if passage.sentences else []
            found[-1].turns.append(Turn(company=company, lines=lines))


def _turn_of(state: State, turns: list[Turn], seat: str, passage: Passage) -> Turn:
    """The turn that a move belongs to: the current one, or one that starts with it."""
    company = company_in(state, passage.sentences)
    going = turns[-1] if turns else Turn()
    if going.company and not going.seat and (company == going.company or not passage.sentences):
        going.who, going.seat = state.players[seat].name, seat
    if going.seat != seat or (company and going.company and company != going.company):
        going = Turn(state.players[seat].name, seat)
        turns.append(going)
    going.company = going.company or company
    return going


def _line(state: State, entry: Entry, passage: Passage, by_itself: bool = False) -> Line:
    hexes = {str(event.hex) for event in passage.events if hasattr(event, "hex")}
    rules = dict.fromkeys(event.rule for event in passage.events if event.rule in state.rules.rulebook.clauses)
    cites = "; ".join(f"{state.rules.rulebook.cite(rule)}: {state.rules.rulebook.says(rule)}" for rule in rules)
    why = "" if by_itself else entry.why
    against = "" if by_itself else against_the_rules(state.rules, entry.move)
    cites = "; ".join(part for part in (against, cites) if part)
    auto = entry.auto or by_itself
    return Line(entry.number, entry.by, auto, passage.sentences, " ".join(sorted(hexes)), cites, why, not entry.seq)


def passes_joined(chapter: Chapter) -> Chapter:
    """A chapter in which passes in a row are one line."""
    turns: list[Turn] = []
    for turn in chapter.turns:
        if turns and _only_passes(turn) and _only_passes(turns[-1]):
            turns[-1] = Turn(lines=[*turns[-1].lines, *turn.lines])
        else:
            turns.append(turn)
    return replace(chapter, turns=turns)


def _only_passes(turn: Turn) -> bool:
    said = [sentence for line in turn.lines for sentence in line.sentences]
    return bool(said) and all(sentence.endswith(PASSES) for sentence in said)
