"""The Now panel: who acts and what can be done. Works for any move of any title.

Moves that name a hex are made on the map; moves that differ only in a number become an input; trains get
their table of routes; everything else is a button with a verb, a price and an effect.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from railhead.core.engine import actors, open_kinds, out_of_band_moves, price_ranges
from railhead.core.moves import LayTile, Move, Pass, RunTrains
from railhead.core.reach import face_at
from railhead.site import sentences
from railhead.site.choices import Choice, Group, bundles, choice, number_choice, told_apart
from railhead.site.run_choices import RunChoice, run_choice

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from railhead.core.kinds import Kind, PriceRange
    from railhead.core.state import State

FEW = 3
"""With at most this many choices, the first is made large."""


@dataclass
class Power:
    """What somebody may do besides the current step, such as using the power of a private company."""

    verb: str
    holder: str
    theirs: bool = False  # the holder shares this browser with the player who has to act
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

    def moves_at(self, hex_id: str, anybody: bool = True) -> list[Move]:
        """What can be done on a hex, in the current step or by a power: that of `anybody`, or of the one who acts."""
        there = list(self.places.get(hex_id, ()))
        powers = [power for power in self.powers if anybody or not power.theirs]
        return there + [move for power in powers for move in power.places.get(hex_id, ())]

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
    _powers(state, panel, powers, awaited)
    speakers = [seat for seat in waiting if seat in seats] or seats  # on one machine, the player who has to act
    panel.out_of_band = [choice(state, move) for move in out_of_band_moves(state) if move.by in speakers]
    return panel


def legal_for(state: State, seats: Collection[str]) -> Iterator[tuple[Kind, Move]]:
    """The legal moves of these seats; for a seat that does not have to act, only what may be done out of turn."""
    waiting = [seat for seat in actors(state) if seat in seats]
    for kind in open_kinds(state):
        if kind.out_of_band or not (waiting or kind.out_of_turn):
            continue
        for move in kind.legal(state, seats if kind.out_of_turn else waiting):
            yield kind, move


def is_power(state: State, kind: Kind) -> bool:
    """Whether a kind of move is a power besides the current step."""
    return kind.out_of_turn or kind in state.rules.anytime


def _powers(state: State, panel: Panel, moves: Sequence[Move], awaited: Collection[str]) -> None:
    """What the holders of private companies may do besides, by verb and holder."""
    found: dict[tuple[str, str], Power] = {}
    for move in moves:
        label = sentences.label(state, move)
        theirs = bool(awaited) and move.by not in awaited
        power = found.setdefault((label.verb, move.by), Power(label.verb, state.players[move.by].name, theirs))
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
            panel.runs.append(run_choice(state, move, not panel.runs))
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
        number = number_choice(state, prices)
        groups.setdefault(number.verb, Group(number.verb)).numbers.append(number)
    for group in groups.values():
        group.choices = told_apart(state, group.choices)
        group.bundles = bundles(state, group.choices)
    panel.groups = list(groups.values())
    panel.place_names = tuple((hex_id, state.rules.map.hexes[hex_id].facts.name) for hex_id in panel.places)
    panel.verbs_on_map = tuple(verbs)
    _make_large(panel)


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
