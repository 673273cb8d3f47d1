"""Moves as the page shows them: buttons with a verb, a price and an effect, or an input for a number."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec
from django.utils.safestring import SafeString

from railhead.core.change import find_frame
from railhead.core.moves import Bankrupt, Move
from railhead.core.operating import OperatingTurn
from railhead.play.timeline import move_to_json
from railhead.site import pictures, sentences
from railhead.view.forced_card import SURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.kinds import PriceRange
    from railhead.core.state import State

FLAT = 6
"""How many choices of one verb go in a plain list; more are grouped by what they are about."""
FEW_IN_A_ROW = 3
"""From this many choices on, those that differ in one word stand in a row."""
SUBJECTS = ("company", "railway", "certificate", "private")
"""Fields that say what a move is about, the first that a move has."""


@dataclass(frozen=True)
class Choice:
    """A move as a button."""

    move: str
    verb: str
    text: str
    price: str = ""
    effect: str = ""
    large: bool = False
    seat: str = ""
    about: str = ""  # what it is done to, where several moves may be about the same
    asks: str = ""  # what is asked before it is made


@dataclass(frozen=True)
class Bundle:
    """Choices of one verb about one company or certificate."""

    about: str
    chip: SafeString
    choices: tuple[Choice, ...]
    span: str  # how they differ, from the first to the last


@dataclass(frozen=True)
class NumberChoice:
    """Moves that differ in a number, as an input."""

    move: str
    field: str
    verb: str
    text: str
    low: int
    high: int
    step: int
    seat: str = ""
    effect: str = ""

    @property
    def name(self) -> str:
        """The name of its input: the same as long as the move is about the same."""
        plain = {**msgspec.json.decode(self.move), self.field: 0}
        return f"n{hashlib.blake2s(msgspec.json.encode(plain), digest_size=5).hexdigest()}"

    @property
    def start(self) -> int | str:
        """The initial value of the input: the minimum bid, but no price where any price may be offered."""
        return "" if self.low <= 1 < self.high else self.low

    @property
    def button(self) -> str:
        """The verb as it appears beside the number."""
        return self.verb.removesuffix(" on")


@dataclass
class Group:
    """Choices of one verb."""

    verb: str
    choices: list[Choice] = field(default_factory=list)
    numbers: list[NumberChoice] = field(default_factory=list)
    bundles: list[Bundle] = field(default_factory=list)  # the choices again, where there are many

    @property
    def row(self) -> tuple[str, list[tuple[str, Choice]]] | None:
        """Choices that differ in their last word alone, such as a price: what they share, and each with its word."""
        ends = [one.text.rpartition(" ") for one in self.choices]
        shared = {(lead, one.price, one.effect) for (lead, _, _), one in zip(ends, self.choices, strict=True)}
        if len(self.choices) < FEW_IN_A_ROW or len(shared) != 1 or not ends[0][0]:
            return None
        return ends[0][0], [(last, one) for (_, _, last), one in zip(ends, self.choices, strict=True)]


def choice(state: State, move: Move) -> Choice:
    """A move as a button."""
    label = sentences.label(state, move)
    left = sentences.kept(state, move) if label.price and find_frame(state, OperatingTurn) is not None else ""
    return Choice(
        move_to_json(move),
        label.verb,
        label.text,
        money(state, label.price),
        "; ".join(part for part in (left, label.effect) if part),
        seat=move.by,
        about=next((str(getattr(move, name)) for name in SUBJECTS if getattr(move, name, "")), ""),
        asks=SURE if isinstance(move, Bankrupt) else "",
    )


def number_choice(state: State, prices: PriceRange) -> NumberChoice:
    """Moves that differ in a number as one input."""
    label = sentences.label(state, prices.move)
    return NumberChoice(
        move_to_json(prices.move),
        prices.field,
        label.verb,
        label.text,
        prices.low,
        prices.high,
        prices.step,
        prices.move.by,
        label.effect,
    )


def money(state: State, price: int) -> str:
    """A price tag; nothing for what costs nothing."""
    if not price:
        return ""
    return sentences.money(state, price)


def bundles(state: State, choices: Sequence[Choice]) -> list[Bundle]:
    """Many choices by what they are about; nothing where a plain list is as easy to read."""
    found: dict[str, list[Choice]] = {}
    for one in choices:
        found.setdefault(one.about, []).append(one)
    if len(choices) <= FLAT or not 1 < len(found) < len(choices):
        return []
    return [Bundle(about, _chip(state, about), tuple(there), _span(state, there)) for about, there in found.items()]


def _chip(state: State, about: str) -> SafeString:
    return pictures.company_chip(state.rules, about) if about in state.rules.companies else SafeString("")


def _span(state: State, choices: Sequence[Choice]) -> str:
    """From the first to the last of choices that differ in a number; else how many there are."""
    plain = [msgspec.json.decode(one.move) for one in choices]
    for name in ("percent", "price"):
        there = [fields[name] for fields in plain if isinstance(fields.get(name), int)]
        if len(set(there)) == len(choices) > 1:
            low, high = min(there), max(there)
            return (
                f"{low}–{high} %"
                if name == "percent"
                else f"{sentences.money(state, low)}–{sentences.money(state, high)}"
            )
    return f"{len(choices)} ways"


def told_apart(state: State, choices: list[Choice]) -> list[Choice]:
    """Choices that read alike, price tag and all, get the fields in which they differ."""
    alike: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for one in choices:
        alike.setdefault((one.text, one.price), []).append(msgspec.json.decode(one.move))
    found = []
    for one in choices:
        fields = msgspec.json.decode(one.move)
        others = [other for other in alike[one.text, one.price] if other != fields]
        differ = [
            state.players[value].name if name == "by" else f"{name} {value}"
            for name, value in fields.items()
            if any(other.get(name) != value for other in others)
        ]
        found.append(replace(one, text=f"{one.text} ({', '.join(differ)})") if differ else one)
    return found
