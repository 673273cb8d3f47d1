"""Players, companies, trains, phases and tiles as the tabs show them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from railhead.core.engine import actors
from railhead.core.facts import COLOURS
from railhead.core.finish import worth
from railhead.core.market import price_of, zone_of
from railhead.core.shares import certificates_of, holders, percent_of, privates_of
from railhead.core.state import State, president_of
from railhead.play.hidden import Sight
from railhead.site import pictures


@dataclass(frozen=True)
class Holding:
    """A player's part of a company."""

    company: str
    chip: SafeString
    percent: int
    president: bool
    value: int


@dataclass(frozen=True)
class PlayerCard:
    """A player."""

    seat: str
    name: str
    acting: bool
    priority: bool
    bot: str
    cash: int | None
    certificates: int
    limit: int
    worth: int | None
    holdings: tuple[Holding, ...]
    privates: tuple[tuple[str, str], ...]
    also: tuple[str, ...]
    mine: bool
    present: bool = False


@dataclass(frozen=True)
class CompanyCard:
    """A company."""

    sym: str
    name: str
    kind: str
    chip: SafeString
    president: str
    cash: int
    price: int
    par: int
    floated: bool
    operated: bool
    closed: bool
    acting: bool
    trains: tuple[str, ...]
    tokens: tuple[int, ...]
    privates: tuple[tuple[str, str], ...]
    also: tuple[str, ...]
    revenue: int
    zones: str
    holders: tuple[tuple[str, int], ...]
    where: str


def player_cards(
    sight: Sight, seats: Collection[str], bots: dict[str, str], present: Collection[str] = ()
) -> list[PlayerCard]:
    """The players in playing order."""
    state = sight.state
    waiting = actors(state)
    return [
        PlayerCard(
            seat=player,
            name=state.players[player].name,
            acting=player in waiting,
            priority=state.priority == player,
            bot=bots.get(player, ""),
            cash=None if player in sight.hidden else state.players[player].cash,
            certificates=certificates_of(state, player),
            limit=state.law.certificate_limit,
            worth=None if player in sight.hidden else _worth(state, player),
            holdings=tuple(_holdings(state, player)),
            privates=tuple((sym, state.law.privates[sym].name) for sym in privates_of(state, player)),
            also=state.law.also_holds(state, player),
            mine=player in seats,
            present=player in present,
        )
        for player in state.order
    ]


def _worth(state: State, player: str) -> int:
    try:
        return state.law.score(state, player)
    except (LookupError, ValueError):
        return worth(state, player)


def _holdings(state: State, player: str) -> Iterator[Holding]:
    for sym in state.companies:
        percent = percent_of(state, sym, player)
        if percent:
            value = percent * price_of(state, sym) // 10
            yield Holding(sym, chip(state, sym), percent, president_of(state, sym) == player, value)


def chip(state: State, sym: str) -> SafeString:
    """A company's marker, small."""
    return pictures.company_chip(state.law, sym)


def holder_name(state: State, holder: str) -> str:
    """A holder of shares as people call it."""
    if holder in state.players:
        return state.players[holder].name
    return {"ipo": "Initial offering", "pool": "Bank pool", "reserved": "Reserved", "treasury": "Treasury"}.get(
        holder, holder
    )


def company_cards(state: State) -> list[CompanyCard]:
    """Companies: those that operate first, in the order of their price, then the rest."""
    top = state.frames[-1] if state.frames else None
    acting = getattr(top, "company", "")
    cards = [_company(state, sym, sym == acting) for sym in state.companies]
    return sorted(cards, key=lambda card: (card.closed, not card.floated, not card.price, -card.price))


def _company(state: State, sym: str, acting: bool) -> CompanyCard:
    company = state.companies[sym]
    facts = state.law.companies[sym]
    president = president_of(state, sym)
    return CompanyCard(
        sym=sym,
        name=facts.name,
        kind=facts.kind,
        chip=chip(state, sym),
        president=state.players[president].name if president else "",
        cash=company.cash,
        price=price_of(state, sym),
        par=company.par,
        floated=company.floated,
        operated=company.operated,
        closed=company.closed,
        acting=acting,
        trains=company.trains,
        tokens=company.tokens,
        privates=tuple((name, state.law.privates[name].name) for name in privates_of(state, sym)),
        also=state.law.also_holds(state, sym),
        revenue=company.revenue,
        zones=", ".join(sorted(zone_of(state, sym))),
        holders=tuple((holder_name(state, holder), percent) for holder, percent in holders(state, sym).items()),
        where=", ".join(facts.home),
    )


@dataclass(frozen=True)
class TrainRow:
    """A type of train."""

    name: str
    price: int
    left: str
    on_sale: bool
    rusts_on: str
    starts: str
    owners: str
    trade: str


def train_rows(state: State) -> list[TrainRow]:
    """The trains of the box, and where they are."""
    starts = {name: phase.name for phase in state.law.phases for name in phase.on}
    found = []
    first = next((name for name, left in state.depot.supply.items() if left), "")
    for name, facts in state.law.trains.items():
        left = state.depot.supply.get(name, 0)
        owners = [
            f"{sym} ×{company.trains.count(name)}" if company.trains.count(name) > 1 else sym
            for sym, company in state.companies.items()
            if name in company.trains
        ]
        if name in state.depot.pool:
            owners.append(f"pool ×{state.depot.pool.count(name)}")
        found.append(
            TrainRow(
                name=name,
                price=facts.price,
                left="∞" if left < 0 else str(left),
                on_sale=name == first,
                rusts_on=", ".join(facts.rusts_on),
                starts=starts.get(name, ""),
                owners=", ".join(owners),
                trade=", ".join(f"{old} −{price}" for old, price in facts.trade_in.items()),
            )
        )
    return found


@dataclass(frozen=True)
class PhaseRow:
    """A phase."""

    name: str
    now: bool
    past: bool
    on: str
    limit: str
    tiles: tuple[str, ...]
    rounds: int


def phase_rows(state: State) -> list[PhaseRow]:
    """The phases, which is on, and what each brings."""
    return [
        PhaseRow(
            name=phase.name,
            now=at == state.phase,
            past=at < state.phase,
            on=", ".join(phase.on),
            limit=" · ".join(
                f"{kind} {limit}" if len(phase.limit) > 1 else str(limit) for kind, limit in phase.limit.items()
            ),
            tiles=tuple(colour for colour in COLOURS if colour in phase.tiles),
            rounds=phase.rounds,
        )
        for at, phase in enumerate(state.law.phases)
    ]


@dataclass(frozen=True)
class TileRow:
    """A kind of tile."""

    name: str
    picture: SafeString
    left: str
    none: bool


def tile_rows(state: State) -> list[tuple[str, list[TileRow]]]:
    """The tiles by colour, with what is left."""
    found: dict[str, list[TileRow]] = {}
    for name, tile in state.law.map.tiles.items():
        left = state.board.supply.get(name, 0)
        row = TileRow(name, pictures.tile(state.law.map, name), "∞" if left < 0 else str(left), left == 0)
        found.setdefault(tile.facts.colour, []).append(row)
    return [(colour, found[colour]) for colour in COLOURS if colour in found]
