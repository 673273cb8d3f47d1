"""Setting up a game: names, seats, options and seed, checked before anything is stored; imported records."""

from __future__ import annotations

import random
import unicodedata
from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.core.engine import new_game
from railhead.play.errors import NotPossible
from railhead.play.records import Setup
from railhead.play.timeline import rules_of
from railhead.record.games import RecordError, from_json
from railhead.record.session import Report, Session, session_of
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Sequence


LONGEST_NAME = 24
LONGEST_KEPT = 40
"""Names in files may be longer than those chosen here."""
LONGEST_REMARK = 500
LARGEST_SEED = 2**31


def clean_name(text: str) -> str:
    """A player's name without control and direction marks, of a reasonable length."""
    return _clean(text, LONGEST_NAME)


def _clean(text: str, longest: int) -> str:
    kept = "".join(char for char in text if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return " ".join(kept.split())[:longest]


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names, made unique: a second Ann becomes Ann 2."""
    found: list[str] = []
    for seat, raw in enumerate(names, 1):
        name = base = clean_name(raw) or f"Player {seat}"
        number = 2
        while name in found:
            name = f"{base} {number}"
            number += 1
        found.append(name)
    return tuple(found)


def new_setup(name: str, names: Sequence[str], options: Sequence[str] = (), seed: int | None = None) -> Setup:
    """A set-up that the title accepts; `NotPossible` says what it rejects."""
    number = random.randrange(LARGEST_SEED) if seed is None else seed % LARGEST_SEED
    setup = Setup(name, distinct(names), tuple(sorted(set(options))), number)
    try:
        title(name).rules(len(setup.names), setup.options)  # what is not offered is refused
        new_game(rules_of(setup), setup.names, setup.seed)
    except ValueError as error:
        raise NotPossible(str(error), field="options" if options else "players") from None
    return setup


def shuffled(names: Sequence[str], seed: int) -> list[str]:
    """The names in a random seating order, determined by the seed."""
    order = list(names)
    random.Random(seed).shuffle(order)
    return order


def read_record(data: bytes, where: str, report: Report | None = None) -> Session:
    """The game in a record, every entry checked again, with the remarks on its moves."""
    try:
        session = session_of(from_json(data, where), title, report)
    except RecordError as error:
        raise NotPossible(str(error)) from None
    for number, player in enumerate(session.opening.players.values(), 1):
        if len(player.name) > LONGEST_KEPT or _clean(player.name, LONGEST_KEPT) != player.name:
            raise NotPossible(
                f"{where}: the name of player {number} cannot be shown: a name has at most {LONGEST_KEPT} letters, "
                "single spaces, and no control or direction marks"
            )
    said = {number: _clean(text, LONGEST_REMARK) for number, text in session.remarks.items()}
    session.remarks = {number: text for number, text in said.items() if text and number <= len(session.steps)}
    session.summary = _clean(session.summary, LONGEST_REMARK)
    session.pins = tuple(replace(pin, says=_clean(pin.says, LONGEST_REMARK)) for pin in session.pins)
    return session


def setup_of(session: Session) -> Setup:
    """What a session started from."""
    state = session.opening
    names = tuple(player.name for player in state.players.values())
    options = tuple(sorted(state.rules.options))
    return Setup(state.rules.title, names, options, state.seed, summary=session.summary)
