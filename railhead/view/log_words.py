"""The log: what happened between one decision and the next, and who acted for which company."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from railhead.core.events import (
    Event,
    Noted,
    Paid,
    Passed,
    PresidentChanged,
    PrivateClosed,
    RoundBegan,
    SharesMoved,
    TrainGone,
    TurnBegan,
)
from railhead.view.event_words import sentence
from railhead.view.names import acting, listed, money, sentence_case, train_name, who

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railhead.core.state import State

DIVIDEND = "dividend"
PRIVATE = "private"
RUST = "rust"
PASS = "pass"
EXCHANGE = "exchange"
"""What a note says about a private company that is given up for shares."""
CAN_ONLY_PASS = " can only pass."
"""How the sentence about skipped players ends."""
_TAILS = {DIVIDEND: "", PRIVATE: " from private companies"}


@dataclass
class Passage:
    """Events after one mark and before the next: the start of a round, or of a company's turn."""

    mark: RoundBegan | TurnBegan | None = None
    events: list[Event] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Told:
    """A turn in one line: who acts, the separator, and what happened."""

    head: str
    lead: str
    rest: str

    def __str__(self) -> str:
        return f"{self.head}{self.lead} {self.rest}".strip()


def passages(state: State, events: Iterable[Event]) -> list[Passage]:
    """The events of a move, split where a round or a company's turn begins; the first part is the move itself."""
    found = [Passage()]
    for event in events:
        if isinstance(event, RoundBegan | TurnBegan):
            found.append(Passage(event))
        found[-1].events.append(event)
    for passage in found:
        passage.sentences += _sentences(state, passage.events)
    return found


def _sentences(state: State, events: Sequence[Event]) -> list[str]:
    """What is news about events. In a row, payments of one kind are one sentence; so are rusting trains and skips."""
    found: list[str | None] = []
    for (reason, train), some in groupby(_causes_first(events), key=partial(_reason, state)):
        row = list(some)
        if reason == RUST and len(row) > 1:
            found.append(_rusted(state, train, row))
        elif reason == PASS:
            found.append(_skipped(state, row))
        elif reason and len(row) > 1:
            found.append(_payments(state, reason, row))
        else:
            found += [sentence(state, event) for event in row if not isinstance(event, RoundBegan | TurnBegan)]
    return [words for words in found if words]


def _causes_first(events: Sequence[Event]) -> list[Event]:
    """The events in the order in which people tell them: rules change what there is before they say why."""
    return _exchanges_first(_sales_first(events))


def _exchanges_first(events: Sequence[Event]) -> list[Event]:
    """A private company is exchanged for shares, and then it closes: it is taken away before they are handed out."""
    found = list(events)
    for at, event in enumerate(events):
        if isinstance(event, PrivateClosed):
            end = next((to for to in range(at + 1, len(found)) if not _hands_out(found[to])), len(found))
            found[at:end] = [*found[at + 1 : end], event]
    return found


def _hands_out(event: Event) -> bool:
    if isinstance(event, Noted):
        return event.what == EXCHANGE
    return isinstance(event, SharesMoved) and not event.price


def _sales_first(events: Sequence[Event]) -> list[Event]:
    """A president sells, then another takes over: the certificates are exchanged before, but nobody tells it so."""
    found = list(events)
    for at, (event, sale) in enumerate(pairwise(events)):
        if (
            isinstance(event, PresidentChanged)
            and isinstance(sale, SharesMoved)
            and (event.company, event.old) == (sale.company, sale.source)
        ):
            found[at : at + 2] = sale, event
    return found


def _reason(state: State, event: Event) -> tuple[str, str]:
    """What events in a row have in common: why money is paid out, which train rusts, or that somebody is skipped.

    Empty for anything else.
    """
    if isinstance(event, Passed) and event.automatic:
        return PASS, ""
    if isinstance(event, TrainGone) and event.why == RUST:
        return RUST, event.train
    if not isinstance(event, Paid):
        return "", ""
    return (PRIVATE if event.why in state.rules.privates else DIVIDEND if event.why == DIVIDEND else ""), ""


def _rusted(state: State, train: str, events: Iterable[Event]) -> str:
    """Whose trains rust, as in "The 2-trains of SR (2) and KO rust."."""
    owners = Counter(who(state, event.owner) for event in events if isinstance(event, TrainGone))
    names = [name if many == 1 else f"{name} ({many})" for name, many in owners.items()]
    return f"The {train_name(train)}s of {listed(names)} rust."


def _skipped(state: State, events: Iterable[Event]) -> str:
    """Whose turn passes because nothing else is possible: they would wonder where it went."""
    names = dict.fromkeys(who(state, event.player) for event in events if isinstance(event, Passed))
    return f"{listed(list(names))}{CAN_ONLY_PASS}"


def _payments(state: State, reason: str, events: Iterable[Event]) -> str:
    """Who receives how much altogether."""
    sums: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Paid):
            sums[who(state, event.payee)] += event.amount
    (first, amount), *rest = sums.items()
    others = [f"{name} {money(state, more)}" for name, more in rest]
    return f"{listed([f'{first} receives {money(state, amount)}', *others])}{_TAILS[reason]}."


def company_in(state: State, sentences: Sequence[str]) -> str:
    """The company that the first sentence is about, or an empty string."""
    first = sentences[0].partition(" ")[0] if sentences else ""
    return first if first in state.companies else ""


def told(company: str, name: str, sentences: Sequence[str]) -> Told:
    """A turn in one line, as in "KU (Clara) lays tile 8 on J3. Runs for ¥40."; a subject is not repeated."""
    names = [one for one in (company, name) if one]
    head, by = company or name, acting(company, name).removeprefix(company) if company else ""
    rest: list[str] = []
    before = ""
    for words in sentences:
        subject = next((one for one in names if words.startswith(f"{one} ")), "")
        without = words.removeprefix(f"{subject} ")
        if not rest:
            rest.append(without)
        else:
            rest.append(sentence_case(without) if subject == before else words)
        before = subject
    colon = ":" if head and rest and rest[0] == sentences[0] else ""
    return Told(head, f"{by}{colon}", " ".join(rest) or "—")


def headed(state: State, name: str, sentences: Sequence[str]) -> list[str]:
    """Separate sentences, the first of which says who acted, and for which company."""
    if not sentences:
        return []
    if not sentences[0].startswith(name) and any(words.startswith(f"{name} ") for words in sentences):
        return list(sentences)  # what the move led to comes first
    return [str(told(company_in(state, sentences), name, sentences[:1])), *sentences[1:]]
