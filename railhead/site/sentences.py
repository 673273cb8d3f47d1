"""Sentences of the view as the pages use them, and the few that only the site needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.dialects import dialects_of
from railhead.core.operating import operating_company
from railhead.core.revenue import best_of
from railhead.core.track import fitting
from railhead.titles import title
from railhead.view import outcome_words, sentences
from railhead.view.event_words import ENDS
from railhead.view.names import counted, money, place, round_name, sentence_case, stop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railhead.core.events import Event, RoundBegan
    from railhead.core.moves import Move
    from railhead.core.rulings import Refusal
    from railhead.core.scoring import Run
    from railhead.core.state import State

__all__ = ["money", "place"]

MANY_UPGRADES = 12


def label(state: State, move: Move) -> sentences.Label:
    """A move as a verb, what it is done to, a price and an effect."""
    return sentences.label(state, move)


def kept(state: State, move: Move) -> str:
    """What is left after paying for a move."""
    return outcome_words.kept(state, move)


def refusal_text(state: State, refusal: Refusal) -> str:
    """Why a move is refused, with the section."""
    return sentences.refusal_text(state, refusal)


def now(state: State) -> str:
    """Who acts and for what."""
    return sentences.now(state)


def event_text(state: State, event: Event) -> str | None:
    """What happened, in a sentence; None if it is not worth telling."""
    return sentences.sentence(state, event)


def stops(state: State, names: Iterable[str]) -> str:
    """The stops of a route by their names."""
    return " – ".join(stop(state, name) for name in names)


def is_best(state: State, run: Run) -> bool:
    """Whether nothing better exists, proven."""
    best = best_of(state, operating_company(state))
    return best.proven and run.total >= best.total


def short_of_best(state: State, run: Run) -> int:
    """By how much a run falls short of the best."""
    return max(best_of(state, operating_company(state)).total - run.total, 0)


def round_text(event: RoundBegan) -> str:
    """A round as a heading of the log."""
    return sentence_case(round_name(event.kind, event.number, event.part))


def round_line(state: State) -> str:
    """Where the game is."""
    here = state.round
    return sentence_case(round_name(here.kind, here.number, here.part, here.of))


def tried(moves: int, base: int, here: bool, to_keep: int) -> str:
    """What is being tried out, and that it does not count."""
    begin = "" if here else f" from move {base}"
    if not moves:
        return f"Trying out{begin}: move for anybody you like. None of it counts."
    counts, them = ("does not count", "it") if moves == 1 else ("do not count", "them")
    until = f" until you play {them}" if to_keep == moves else ""
    return f"Trying out{begin}: {counted(moves, 'move')} that {counts}{until}."


def where_words(short: str) -> str:
    """A round's short name, as lists and charts keep it, in words."""
    kind, _, rest = short.partition(" ")
    number, _, part = rest.partition(".")
    return round_name(kind, int(number or 0), int(part or 0)) if (number or "0").isdigit() else short


def end_text(reason: str) -> str:
    """Why a game is over."""
    return sentence_case(f"{ENDS.get(reason, reason)}.")


def options_of(state: State) -> list[tuple[str, str]]:
    """The options that are on."""
    known = {option.name: option.says for option in title(state.rules.title).options}
    if not state.rules.options.keys() <= known.keys():
        known |= {dialect.name: dialect.says for dialect in dialects_of(state.rules.title).values()}
    return [(name, known.get(name, "")) for name in sorted(state.rules.options)]


def upgrades(state: State, hex_id: str) -> list[tuple[str, int]]:
    """Tiles that could be laid over what lies on a hex some day, in the first rotation that fits."""
    found: dict[str, int] = {}
    for tile, rotation in fitting(state, hex_id):
        found.setdefault(tile, rotation)
    return list(found.items())[:MANY_UPGRADES]


def section_key(section: str) -> tuple[tuple[int, str], ...]:
    """Sections in the order of the book: 5.10 after 5.9."""
    parts = section.replace(",", ".").split(".")
    return tuple((int(part), "") if part.isdigit() else (10_000, part) for part in parts)
