"""The Now panel: who acts, what can be done, and what cannot and why. Works for any move of any title.

Moves that name a hex are made on the map; moves that differ only in a number become an input; trains get
their table of routes; everything else is a button with a verb, a price and an effect.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec
from django.utils.safestring import SafeString
from msgspec.structs import asdict

from railhead.core.change import find_frame
from railhead.core.engine import actors, open_kinds, out_of_band_moves, price_ranges
from railhead.core.moves import Bankrupt, LayTile, Move, Pass, RunTrains
from railhead.core.operating import OperatingTurn
from railhead.core.reach import face_at
from railhead.core.revenue import judged
from railhead.core.scoring import Run
from railhead.play.timeline import move_to_json
from railhead.site import pictures, sentences
from railhead.view.forced_card import SURE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from railhead.core.kinds import Kind, PriceRange
    from railhead.core.rulings import Refusal
    from railhead.core.state import State

FEW = 3
"""With at most this many choices, the first is made large."""
FEW_REFUSALS = 6
"""How many refused choices of one verb are explained."""
FLAT = 6
"""How many choices of one verb go in a plain list; more are grouped by what they are about."""
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


@dataclass(frozen=True)
class RouteLine:
    """One train of a run."""

    number: int
    train: str
    stops: str
    revenue: int


@dataclass(frozen=True)
class RunChoice:
    """A run that can be made."""

    move: str
    lines: tuple[RouteLine, ...]
    revenue: int
    subsidy: int
    proven: bool
    large: bool


@dataclass(frozen=True)
class WhyNot:
    """A choice that is not open, and why."""

    text: str
    why: str


@dataclass
class Power:
    """What somebody may do besides the current step, such as using the power of a private company."""

    verb: str
    holder: str
    choices: list[Choice] = field(default_factory=list)
    places: dict[str, list[Move]] = field(default_factory=dict)


@dataclass
class Panel:
    """Everything that the Now panel shows."""

    sentence: str
    waiting: tuple[str, ...]
    mine: bool
    moves: list[Move] = field(default_factory=list)  # in the current step
    ranges: list[PriceRange] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    runs: list[RunChoice] = field(default_factory=list)
    places: dict[str, list[Move]] = field(default_factory=dict)
    place_names: tuple[tuple[str, str], ...] = ()  # hexes of the places with their names, if they have one
    verbs_on_map: tuple[str, ...] = ()
    passing: Choice | None = None
    out_of_band: list[Choice] = field(default_factory=list)
    powers: list[Power] = field(default_factory=list)
    routes: tuple[Any, ...] = ()

    def moves_at(self, hex_id: str) -> list[Move]:
        """What can be done on a hex, in the current step or by a power."""
        there = list(self.places.get(hex_id, ()))
        return there + [move for power in self.powers for move in power.places.get(hex_id, ())]

    @property
    def lays(self) -> bool:
        """Whether track can be laid, so that lays can be compared."""
        return any(isinstance(move, LayTile) for moves in self.places.values() for move in moves)

    @property
    def numbers_first(self) -> bool:
        """Whether naming a number is what the moment is about: nothing on the map, no run to choose."""
        return not self.places and not self.runs and sum(len(group.choices) for group in self.groups) < 4

    @property
    def lit(self) -> frozenset[str] | None:
        """Hexes and cities that can be chosen."""
        if not self.places:
            return None
        found = set(self.places)
        for hex_id, moves in self.places.items():
            found.update(f"{hex_id}.{move.city}" for move in moves if hasattr(move, "city"))
        return frozenset(found)


def build(state: State, seats: Collection[str]) -> Panel:
    """The panel for somebody who may act for these seats."""
    waiting = actors(state)
    panel = Panel(sentences.now(state), waiting, mine=any(seat in seats for seat in waiting))
    if not seats or state.ended is not None:
        return panel
    awaited = [seat for seat in waiting if seat in seats]
    moves: list[Move] = []
    powers: list[Move] = []
    for kind, move in legal_for(state, seats):
        (powers if is_power(state, kind) or move.by not in awaited else moves).append(move)
    ranges = [prices for prices in price_ranges(state) if prices.move.by in seats]
    panel.moves, panel.ranges = moves, ranges
    _sort(state, panel, moves, ranges)
    _powers(state, panel, powers)
    speakers = [seat for seat in waiting if seat in seats] or seats  # on one machine, the player who has to act
    panel.out_of_band = [choice(state, move) for move in out_of_band_moves(state) if move.by in speakers]
    return panel


def legal_for(state: State, seats: Collection[str]) -> Iterator[tuple[Kind, Move]]:
    """The legal moves of these seats; for a seat that does not have to act, only what may be done out of turn."""
    waiting = [seat for seat in actors(state) if seat in seats]
    for kind in open_kinds(state):
        if kind.out_of_band or not (waiting or kind.out_of_turn):
            continue
        for move in kind.candidates(state):
            if move.by in (seats if kind.out_of_turn else waiting) and kind.objection(state, move) is None:
                yield kind, move


def is_power(state: State, kind: Kind) -> bool:
    """Whether a kind of move is a power besides the current step."""
    return kind.out_of_turn or kind in state.rules.anytime


def _powers(state: State, panel: Panel, moves: Sequence[Move]) -> None:
    """What the holders of private companies may do besides, by verb and holder."""
    found: dict[tuple[str, str], Power] = {}
    for move in moves:
        label = sentences.label(state, move)
        power = found.setdefault((label.verb, move.by), Power(label.verb, state.players[move.by].name))
        hex_id = getattr(move, "hex", None)
        if isinstance(hex_id, str) and hex_id:
            power.places.setdefault(hex_id, []).append(move)
        else:
            power.choices.append(choice(state, move))
    panel.powers = list(found.values())


def _sort(state: State, panel: Panel, moves: Sequence[Move], ranges: Sequence[PriceRange]) -> None:
    covered = {_same(prices.move, prices.field) for prices in ranges}
    groups: dict[str, Group] = {}
    verbs: dict[str, None] = {}
    seen: set[tuple[type[Move], bool]] = set()
    for move in moves:
        if isinstance(move, RunTrains):
            panel.runs.append(run(state, move, not panel.runs))
            panel.routes = panel.routes or move.routes
        elif isinstance(getattr(move, "hex", None), str):
            panel.places.setdefault(str(move.hex), []).append(move)  # type: ignore[attr-defined]
            kind = type(move), isinstance(move, LayTile) and bool(face_at(state, move.hex).paths)
            if kind not in seen:  # new track and upgrades have verbs of their own
                seen.add(kind)
                verbs[sentences.label(state, move).verb] = None
        elif isinstance(move, Pass) and panel.passing is None:
            panel.passing = choice(state, move)
        elif not any(_same(move, name) in covered for name in ("price", "amount", "percent") if hasattr(move, name)):
            one = choice(state, move)
            groups.setdefault(one.verb, Group(one.verb)).choices.append(one)
    for prices in ranges:
        number = _number(state, prices)
        groups.setdefault(number.verb, Group(number.verb)).numbers.append(number)
    for group in groups.values():
        group.choices = _told_apart(group.choices)
        group.bundles = bundles(state, group.choices)
    panel.groups = list(groups.values())
    panel.place_names = tuple((hex_id, state.rules.map.hexes[hex_id].facts.name) for hex_id in panel.places)
    panel.verbs_on_map = tuple(verbs)
    _make_large(panel)


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


def _told_apart(choices: list[Choice]) -> list[Choice]:
    """Choices that read alike, price tag and all, get the fields in which they differ."""
    alike: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for one in choices:
        alike.setdefault((one.text, one.price), []).append(msgspec.json.decode(one.move))
    found = []
    for one in choices:
        fields = msgspec.json.decode(one.move)
        others = [other for other in alike[one.text, one.price] if other != fields]
        differ = [f"{name} {value}" for name, value in fields.items() if any(o.get(name) != value for o in others)]
        found.append(replace(one, text=f"{one.text} ({', '.join(differ)})") if differ else one)
    return found


def _make_large(panel: Panel) -> None:
    """Where somebody must choose, the first of a few is the large button; where only passing is left, passing."""
    if panel.places or panel.runs:
        return
    few = sum(len(group.choices) for group in panel.groups)
    if not panel.groups and panel.passing is not None:
        panel.passing = replace(panel.passing, large=True)
    elif 0 < few <= FEW and panel.passing is None and panel.groups[0].choices:
        panel.groups[0].choices[0] = replace(panel.groups[0].choices[0], large=True)


def _same(move: Move, but: str) -> tuple[Any, ...]:
    """What two moves that differ in one field have in common."""
    return (type(move).__name__, but, *((name, value) for name, value in asdict(move).items() if name != but))


def money(state: State, price: int) -> str:
    """A price tag; nothing for what costs nothing."""
    if not price:
        return ""
    return sentences.money(state, price)


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


def _number(state: State, prices: PriceRange) -> NumberChoice:
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


def run(state: State, move: RunTrains, large: bool) -> RunChoice:
    """A run with its routes."""
    found = judged(state, move)
    if not isinstance(found, Run):
        return RunChoice(move_to_json(move), (), 0, 0, False, large)
    lines = tuple(
        RouteLine(number, value.route.train, sentences.stops(state, value.route.stops), value.revenue)
        for number, value in enumerate(found.routes, 1)
    )
    return RunChoice(move_to_json(move), lines, found.revenue, found.subsidy, sentences.is_best(state, found), large)


def refused(state: State, seats: Collection[str]) -> Iterator[WhyNot]:
    """Choices of the kinds open now that a check refuses; those on the map are requested by hex."""
    shown: dict[str, int] = {}
    said: set[tuple[str, str]] = set()
    for kind in open_kinds(state):
        for move in () if kind.out_of_band else kind.candidates(state):
            if hasattr(move, "hex") or isinstance(move, RunTrains) or move.by not in seats:
                continue
            objection: Refusal | None = kind.objection(state, move)
            if objection is None:
                continue
            label = sentences.label(state, move)
            key = (f"{label.verb} {label.text}", objection.rule)
            if key in said or shown.get(label.verb, 0) >= FEW_REFUSALS:
                continue
            said.add(key)
            shown[label.verb] = shown.get(label.verb, 0) + 1
            yield WhyNot(key[0], sentences.refusal_text(state, objection))
