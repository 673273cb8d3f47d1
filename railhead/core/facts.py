"""What a title's pictures and cards show, read from its `facts.yaml` and checked against this schema.

Facts hold no behaviour. A key that the schema does not know is an error, so that a mistake in a facts file
is found on loading and not in the middle of a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from railhead.core.yaml_text import read_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

COLOURS = ("white", "yellow", "green", "brown", "gray")
"""Track colours in the order in which tiles replace each other."""

Revenue = int | dict[str, int]

USUAL_STOPS = ("city", "town", "offboard")
"""Types of stops that every title knows."""


class FactsError(ValueError):
    """A facts file that cannot be used; names the file and the field."""


class Base(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record of a facts file."""


class NodeFacts(Base, frozen=True, kw_only=True):
    """A revenue centre of a hex or tile."""

    type: str  # one of USUAL_STOPS or of the title's own stops
    revenue: Revenue = 0
    slots: int = 0
    reserved: tuple[str, ...] = ()
    at: float | Literal["center"] | None = None
    name: str = ""
    group: str = ""  # one place drawn over several hexes
    terminal: bool | None = None  # a route may only start or end here; None: as usual for the type
    special: tuple[str, ...] = ()

    @property
    def own_type(self) -> bool:
        """Whether this is a type of stop that only its title has."""
        return self.type not in USUAL_STOPS


class BorderFacts(Base, frozen=True, kw_only=True):
    """One side of a hex with something on it."""

    edge: int
    type: str
    cost: int = 0


class TrackFacts(Base, frozen=True, kw_only=True):
    """What hexes and tiles have in common: centres, track, letter, cost."""

    colour: Literal["white", "yellow", "green", "brown", "gray", "red", "blue"]
    nodes: tuple[NodeFacts, ...] = ()
    track: tuple[tuple[int | str, int | str], ...] = ()
    label: str = ""
    cost: int = 0
    terrain: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()


class HexFacts(TrackFacts, frozen=True, kw_only=True):
    """A hex of the printed map."""

    name: str = ""
    borders: tuple[BorderFacts, ...] = ()
    special: tuple[str, ...] = ()


class TileFacts(TrackFacts, frozen=True, kw_only=True):
    """A kind of track tile."""

    count: int | None = None  # None: no limit
    rotations: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    variant: str = ""  # only with this variant
    not_in_variant: str = ""
    special: tuple[str, ...] = ()


class CompanyFacts(Base, frozen=True, kw_only=True):
    """A public company or a minor: what is printed on its charter."""

    name: str
    kind: str = "public"
    home: tuple[str, ...] = ()
    city: int = 0
    tokens: tuple[int, ...] = ()
    shares: tuple[int, ...] = (20, 10, 10, 10, 10, 10, 10, 10, 10)  # the president's certificate first
    colour: str = "#777777"
    text_colour: str = "#ffffff"
    alias: str = ""  # another symbol by which files of positions know it
    special: dict[str, Any] = {}


class PrivateFacts(Base, frozen=True, kw_only=True):
    """A private company."""

    name: str
    value: int
    revenue: int
    blocks: tuple[str, ...] = ()
    counts: bool = True  # against the certificate limit
    for_sale: bool = True  # companies may buy it from a player, when the rules allow such sales
    alias: str = ""
    about: tuple[str, ...] = ()  # the clauses that say what it does, by their names in the rulebook
    special: dict[str, Any] = {}


class RangeFacts(Base, frozen=True, kw_only=True):
    """How far a train runs and what it counts."""

    total: int | None = None  # maximum number of stops on the route
    cities: int | None = None  # maximum number of stops that are not towns
    pays: int | None = None  # only this many of the best stops pay; None: all
    start: str = ""  # the kind of stop where the route must begin


class TrainFacts(Base, frozen=True, kw_only=True):
    """A type of train."""

    price: int
    count: int | None = None
    range: RangeFacts = RangeFacts()
    colour: str = ""
    rusts_on: tuple[str, ...] = ()
    trade_in: dict[str, int] = {}
    from_phase: str = ""  # on sale from this phase on alongside its predecessor
    special: dict[str, Any] = {}


class PhaseFacts(Base, frozen=True, kw_only=True):
    """A phase of the game."""

    name: str
    on: tuple[str, ...] = ()  # the trains whose first sale begins it
    limit: dict[str, int]  # train limit by kind of company
    tiles: tuple[str, ...]
    rounds: int
    colour: str = "yellow"  # which of several printed revenues applies
    special: dict[str, Any] = {}


class SetupFacts(Base, frozen=True, kw_only=True):
    """What depends on the number of players."""

    cash: int
    certificates: int


class Facts(Base, frozen=True, kw_only=True):
    """A whole facts file."""

    title: str
    name: str
    designer: str = ""
    layout: Literal["flat", "pointy"]
    axes: dict[str, Literal["letter", "number"]]
    currency: str
    bank: int | None = None  # None: unlimited money
    setup: dict[int, SetupFacts]
    float_percent: int
    share_limit: int = 60
    pool_limit: int = 50
    own_stops: tuple[str, ...] = ()  # types of stops that only this title has
    hexes: dict[str, HexFacts]
    tiles: dict[str, TileFacts]
    market: tuple[str, ...]
    par: dict[str, str] = {}
    companies: dict[str, CompanyFacts]
    privates: dict[str, PrivateFacts] = {}
    trains: dict[str, TrainFacts]
    phases: tuple[PhaseFacts, ...]
    special: dict[str, Any] = {}
    variants: dict[str, dict[str, Any]] = {}  # what options and numbers of players change: see `for_table`


def parse_facts(text: str, where: str) -> Facts:
    """Facts from YAML text; `where` names the source in error messages."""
    try:
        raw = read_yaml(text)
    except ValueError as error:
        raise FactsError(f"{where}: not readable as YAML: {error}") from None
    return facts_of(raw, where)


def facts_of(raw: Any, where: str) -> Facts:
    """Facts from plain values, each checked against the schema."""
    try:
        facts = msgspec.convert(raw, Facts)
    except msgspec.ValidationError as error:
        raise FactsError(f"{where}: {error}") from None
    known = (*USUAL_STOPS, *facts.own_stops)
    for name, there in (*facts.hexes.items(), *facts.tiles.items()):
        for node in there.nodes:
            if node.type not in known:
                raise FactsError(f"{where}: {name}: {node.type!r} is no type of stop; there are: {', '.join(known)}")
    return facts


def for_table(facts: Facts, options: Mapping[str, bool], seats: int) -> Facts:
    """The facts of a table, with all changes for its options and its number of players, in the order of the file.

    The name of a change says when it applies, such as `seats=3` or `small-map seats=2`. It changes records field by
    field; `null` takes something out of the game, and what stands under `instead` replaces everything there was.
    """
    true = {f"seats={seats}", *(name for name, on in options.items() if on)}
    raw = msgspec.to_builtins(facts)
    for when, change in facts.variants.items():
        if true.issuperset(when.split()):
            raw |= change.get("instead", {})
            _merge(raw, {name: part for name, part in change.items() if name != "instead"})
    found = facts_of(raw, facts.title)
    return msgspec.structs.replace(found, tiles=tiles_in_play(found.tiles, options))


def _merge(into: dict[Any, Any], change: Mapping[Any, Any]) -> None:
    for key, value in change.items():
        if value is None and isinstance(into.get(key, {}), dict):
            into.pop(key, None)
        elif isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value


def tiles_in_play(tiles: Mapping[str, TileFacts], options: Mapping[str, bool]) -> dict[str, TileFacts]:
    """The tiles of a game with these options."""
    chosen = {name for name, on in options.items() if on}
    return {
        name: facts
        for name, facts in tiles.items()
        if (not facts.variant or facts.variant in chosen) and facts.not_in_variant not in chosen
    }


def load_facts(path: Path) -> Facts:
    """The facts in a file."""
    return parse_facts(path.read_text(encoding="utf-8"), path.name)


def revenue_at(revenue: Revenue | Mapping[str, int], colour: str) -> int:
    """The printed value that applies in a phase of this colour: the last one that has begun."""
    if isinstance(revenue, int):
        return revenue
    value = 0
    for name in COLOURS:
        value = revenue.get(name, value)
        if name == colour:
            break
    return value
