"""What a run pays, as plain records: a title states it once per position, for everything that needs it.

The search for the best run, the check of a run made by hand and the explanation on the page all work from
the same `Scoring`. It holds no functions, so that a search can turn it into tables.

Places go by the id of a stop ("K4.0": hex and number of the centre, or the name of a group of hexes that
are one place) or by a hex ("K4": every stop on it).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from railhead.core.facts import RangeFacts, Revenue, revenue_at

NO_PLACES: frozenset[str] = frozenset()


class Route(msgspec.Struct, frozen=True, gc=False):
    """The route of one train: its stops in order, and for each leg the hexes from stop to stop inclusive."""

    train: str
    stops: tuple[str, ...]
    legs: tuple[tuple[str, ...], ...]


class PairBonus(msgspec.Struct, frozen=True):
    """Paid once to a route that has a stop of both sets."""

    name: str
    one: frozenset[str]
    other: frozenset[str]
    value: int


class LargestBonus(msgspec.Struct, frozen=True):
    """Paid to a route with this place: the largest value of its other stops, some places left out."""

    name: str
    place: str
    besides: frozenset[str] = NO_PLACES


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """What applies to the runs of one company at one moment."""

    ranges: Mapping[str, RangeFacts]  # by name of train
    colour: str = "yellow"  # which printed value applies
    columns: Mapping[str, str] = {}  # a train that reads a value of its own where one is printed
    values: Mapping[str, int] = {}  # instead of the printed value
    extra: Mapping[str, int] = {}  # on top of it
    towns: frozenset[str] = NO_PLACES  # places that count as towns for the range
    cities: frozenset[str] = NO_PLACES  # places that count as cities, whatever they are
    open: frozenset[str] = NO_PLACES  # never full
    closed: frozenset[str] = NO_PLACES  # no route of this company may touch them
    once: tuple[frozenset[str], ...] = ()  # at most one stop of each set in a route
    pairs: tuple[PairBonus, ...] = ()
    largest: tuple[LargestBonus, ...] = ()
    apart: frozenset[str] = frozenset()  # a title's own types of stops that pay a subsidy to the treasury, no revenue


class StopValue(msgspec.Struct, frozen=True, gc=False):
    """A stop of a route and what it is worth; `paid` is false where a train counts only its best stops."""

    place: str
    value: int
    paid: bool = True


class RouteValue(msgspec.Struct, frozen=True, gc=False):
    """A route and how its value is made up."""

    route: Route
    stops: tuple[StopValue, ...]
    bonuses: tuple[tuple[str, int], ...] = ()
    revenue: int = 0
    subsidy: int = msgspec.field(default=0, name="mine_income")  # for the treasury; files keep its first name


class Run(msgspec.Struct, frozen=True, gc=False):
    """What all trains of a company earn, and how far that is known to be the best."""

    routes: tuple[RouteValue, ...] = ()
    revenue: int = 0
    subsidy: int = msgspec.field(default=0, name="mine_income")
    proven: bool = False
    bound: int = 0  # no run can earn more in all
    seconds: float = 0.0
    others: tuple[Run, ...] = ()  # the best by revenue or by subsidy alone, where these differ

    @property
    def total(self) -> int:
        """Revenue and subsidy together."""
        return self.revenue + self.subsidy


class Fault(msgspec.Struct, frozen=True, gc=False):
    """Why a run made by hand is not legal: the rule's slug, a sentence, and which route."""

    rule: str
    text: str
    route: int = 0


class Centre(msgspec.Struct, frozen=True, gc=False):
    """What scoring needs to know about a stop."""

    id: str
    names: frozenset[str]  # its id and its hexes
    type: str
    revenue: Revenue


def named(names: frozenset[str], places: Iterable[str]) -> bool:
    """Whether one of the places is this stop."""
    return not names.isdisjoint(places)


def stop_value(scoring: Scoring, centre: Centre, train: str) -> int:
    """What a stop is worth to a train."""
    revenue, names = centre.revenue, centre.names
    value = revenue if isinstance(revenue, int) else _printed(scoring, revenue, train)
    if scoring.values:
        for place, other in scoring.values.items():
            if place in names:
                value = other
    if scoring.extra:
        for place, more in scoring.extra.items():
            if place in names:
                value += more
    return value


def _printed(scoring: Scoring, revenue: Revenue, train: str) -> int:
    column = scoring.columns.get(train)
    if column is not None and not isinstance(revenue, int) and column in revenue:
        return revenue[column]
    return revenue_at(revenue, scoring.colour)


def counts_as_city(scoring: Scoring, centre: Centre) -> bool:
    """Whether a stop uses up one of the cities of a train's range."""
    if scoring.towns and named(centre.names, scoring.towns):
        return False
    away = centre.type == "town" or centre.type in scoring.apart
    return not away or (bool(scoring.cities) and named(centre.names, scoring.cities))


def route_value(scoring: Scoring, route: Route, centres: Sequence[Centre]) -> RouteValue:
    """What a legal route pays, stop by stop; `centres` are its stops in order."""
    worth = [stop_value(scoring, centre, route.train) for centre in centres]
    bonuses = _bonuses(scoring, centres, worth) if scoring.pairs or scoring.largest else ()
    pays = scoring.ranges[route.train].pays
    if not scoring.apart and (pays is None or pays >= len(worth)):  # every stop pays, and nothing else
        stops = tuple([StopValue(centre.id, value) for centre, value in zip(centres, worth, strict=True)])
        return RouteValue(route, stops, bonuses, sum(worth) + _total(bonuses))
    apart = [i for i, centre in enumerate(centres) if centre.type in scoring.apart]
    best = [i for i in range(len(centres)) if i not in apart]
    if pays is not None and pays < len(best):
        best = sorted(best, key=lambda i: -worth[i])[:pays]
    paid = {*best, *apart}
    stops = tuple([StopValue(centre.id, worth[i], i in paid) for i, centre in enumerate(centres)])
    revenue, subsidy = sum([worth[i] for i in best]), sum([worth[i] for i in apart])
    return RouteValue(route, stops, bonuses, revenue + _total(bonuses), subsidy)


def _total(bonuses: Sequence[tuple[str, int]]) -> int:
    return sum([value for _, value in bonuses]) if bonuses else 0


def _bonuses(scoring: Scoring, centres: Sequence[Centre], worth: Sequence[int]) -> tuple[tuple[str, int], ...]:
    found = []
    for pair in scoring.pairs:
        if any(named(c.names, pair.one) for c in centres) and any(named(c.names, pair.other) for c in centres):
            found.append((pair.name, pair.value))
    for bonus in scoring.largest:
        if any(bonus.place in centre.names for centre in centres):
            others = [
                worth[i]
                for i, centre in enumerate(centres)
                if bonus.place not in centre.names
                and not named(centre.names, bonus.besides)
                and centre.type not in scoring.apart
            ]
            found.append((bonus.name, max(others, default=0)))
    return tuple(found)
