"""The figures of a position as plain rows, for both the page and the terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from railhead.core.engine import actors
from railhead.core.facts import COLOURS
from railhead.core.market import by_price, price_of
from railhead.core.memo import Memo
from railhead.core.reach import stations_of
from railhead.core.shares import certificates_of, holders, percent_of, privates_of
from railhead.core.state import IPO, POOL, RESERVED, TREASURY, State, president_of
from railhead.core.trains import next_in_supply
from railhead.view.move_words import bids_on
from railhead.view.names import own_words, range_words

if TYPE_CHECKING:
    from collections.abc import Collection

_OTHER_SIDES: Memo[str, str] = Memo()
_RANGES: Memo[str, str] = Memo()
_PHASES: Memo[int, list[PhaseRow]] = Memo()


@dataclass(frozen=True)
class PlayerRow:
    """A player: None where the table does not show the figure."""

    player: str
    name: str
    cash: int | None
    worth: int | None
    certificates: int
    limit: int
    privates: tuple[str, ...]
    shares: tuple[tuple[str, int, bool], ...]  # company, percent, president
    priority: bool
    acting: bool
    also: tuple[str, ...] = ()  # anything else the title lets a player hold


@dataclass(frozen=True)
class CompanyRow:
    """A company's charter."""

    symbol: str
    name: str
    kind: str
    colour: str
    text_colour: str
    pattern: int  # the pattern of its markers, by its place among the companies
    status: str  # waiting, started, running, closed
    president: str
    president_name: str
    price: int
    par: int
    cash: int | None  # None: secret
    trains: tuple[str, ...]
    train_limit: int | None
    stations: tuple[str, ...]  # hexes
    tokens: tuple[int, ...]  # prices of markers left
    offering: int  # percent in the initial offering
    pool: int
    treasury: int
    reserved: int
    holders: tuple[tuple[str, int], ...]  # players and companies with their percent
    privates: tuple[str, ...]
    revenue: int
    operated: bool
    also: tuple[str, ...] = ()  # anything else the title lets a company hold


@dataclass(frozen=True)
class PrivateRow:
    """A private company."""

    symbol: str
    name: str
    value: int
    revenue: int
    owner: str
    owner_name: str
    closed: bool
    blocks: tuple[str, ...]
    bids: str = ""  # in an auction
    says: tuple[str, ...] = ()  # what the rules say about this one


@dataclass(frozen=True)
class TrainRow:
    """A type of train: how many are left, what it costs, and what makes it rust."""

    train: str
    price: int
    range: str
    colour: str
    left: int | None  # None: unlimited
    total: int | None
    pool: int
    rusts_on: tuple[str, ...]
    rusted: bool
    trade_in: tuple[tuple[str, int], ...]
    starts_phase: str
    next: bool  # on sale now
    back: TrainRow | None = None  # the other side, where one certificate has two


@dataclass(frozen=True)
class PhaseRow:
    """A phase: what begins it and what it allows."""

    name: str
    on: tuple[str, ...]
    tiles: tuple[str, ...]
    rounds: int
    limits: tuple[tuple[str, int], ...]
    rusts: tuple[str, ...]
    current: bool
    past: bool


@dataclass(frozen=True)
class TileRow:
    """A kind of tile and how many are left."""

    tile: str
    colour: str
    label: str
    left: int | None  # None: unlimited
    total: int | None


@dataclass(frozen=True)
class BankRow:
    """The bank and what is known about the end of the game."""

    cash: int | None  # None: unlimited money
    started_with: int | None
    broken: bool
    ending: str


def players(state: State, conceal: Collection[str] = ()) -> list[PlayerRow]:
    """Players in playing order; the money of those in `conceal` is not shown."""
    return [player(state, name, conceal) for name in state.order]


def player(state: State, name: str, conceal: Collection[str] = ()) -> PlayerRow:
    """One player, whose money is not shown if they are among those in `conceal`."""
    hidden = name in conceal
    held = [(sym, percent_of(state, sym, name)) for sym in state.companies]
    return PlayerRow(
        player=name,
        name=state.players[name].name,
        cash=None if hidden else state.players[name].cash,
        worth=None if hidden else state.rules.score(state, name),
        certificates=certificates_of(state, name),
        limit=state.rules.certificate_limit,
        privates=privates_of(state, name),
        shares=tuple((sym, percent, state.companies[sym].certificate == name) for sym, percent in held if percent),
        priority=state.priority == name,
        acting=name in actors(state),
        also=state.rules.also_holds(state, name),
    )


def companies(state: State, conceal: Collection[str] = ()) -> list[CompanyRow]:
    """Companies: those with a price in the order in which they operate, then the others as printed."""
    priced = by_price(state, [sym for sym, it in state.companies.items() if it.cell is not None])
    rest = [sym for sym in state.companies if sym not in priced]
    return [company(state, sym, conceal) for sym in (*priced, *rest)]


def company(state: State, symbol: str, conceal: Collection[str] = ()) -> CompanyRow:
    """One company; its treasury is not shown if it is among those in `conceal`."""
    facts, charter = state.rules.companies[symbol], state.companies[symbol]
    chief = president_of(state, symbol)
    limits = state.rules.phases[state.phase].limit
    places = {place: percent_of(state, symbol, place) for place in (IPO, POOL, TREASURY, RESERVED)}
    owners = [(name, percent) for name, percent in holders(state, symbol).items() if name not in places]
    return CompanyRow(
        symbol=symbol,
        name=facts.name,
        kind=facts.kind,
        colour=facts.colour,
        text_colour=facts.text_colour,
        pattern=list(state.rules.companies).index(symbol),
        status=_status(state, symbol),
        president=chief,
        president_name=state.players[chief].name if chief else "",
        price=price_of(state, symbol),
        par=charter.par,
        cash=None if symbol in conceal else charter.cash,
        trains=charter.trains,
        train_limit=limits.get(facts.kind, limits.get("public")),
        stations=tuple(hex_id for hex_id, _ in stations_of(state.board, symbol)),
        tokens=charter.tokens,
        offering=places[IPO],
        pool=places[POOL],
        treasury=places[TREASURY],
        reserved=places[RESERVED],
        holders=tuple(sorted(owners, key=lambda item: -item[1])),
        privates=privates_of(state, symbol),
        revenue=charter.revenue,
        operated=charter.operated,
        also=state.rules.also_holds(state, symbol),
    )


def belongings(state: State, symbol: str) -> tuple[str, ...]:
    """What a company owns besides money, trains and shares: private companies, and what its title adds."""
    names = (state.rules.privates[private].name for private in privates_of(state, symbol))
    return (*names, *state.rules.also_holds(state, symbol))


def _status(state: State, symbol: str) -> str:
    charter = state.companies[symbol]
    if charter.closed:
        return "closed"
    if charter.floated:
        return "running"
    return "started" if charter.cell is not None or president_of(state, symbol) else "waiting"


def privates(state: State) -> list[PrivateRow]:
    """Private companies, as printed."""
    rows, book = [], state.rules.rulebook
    for sym, private in state.privates.items():
        facts = state.rules.privates[sym]
        owner = private.owner
        name = state.players[owner].name if owner in state.players else owner
        rows.append(
            PrivateRow(
                sym,
                facts.name,
                facts.value,
                private.revenue or facts.revenue,
                owner,
                name,
                private.closed,
                facts.blocks,
                bids_on(state, sym),
                tuple(f"{book.cite(slug)}: {book.says(slug)}" for slug in facts.about),
            )
        )
    return rows


def trains(state: State) -> list[TrainRow]:
    """Types of train in the order of the supply; both sides of a certificate are one row."""
    buyers = [sym for sym, it in state.companies.items() if it.floated and not it.closed]
    on_sale = {train for sym in buyers for train in state.rules.train.on_sale(state, sym)} or {
        *next_in_supply(state, "")
    }
    rows: dict[str, TrainRow] = {}
    backs: set[str] = set()
    for name in state.depot.supply:
        other = _other_side(state, name)
        if other in rows:
            backs.add(name)
            back = _train(state, name, on_sale)
            held = name in state.depot.pool or any(name in it.trains for it in state.companies.values())
            if back.left or held or not back.rusted:
                rows[other] = replace(rows[other], back=back)
        elif _in_play(state, name):
            rows[name] = _train(state, name, on_sale)
    return [_rusting(row, backs) for row in rows.values()]


def _rusting(row: TrainRow, backs: Collection[str]) -> TrainRow:
    """A row without the backs of certificates among the trains that rust it: their fronts stand for both."""
    fronts = tuple(train for train in row.rusts_on if train not in backs)
    return row if fronts == row.rusts_on else replace(row, rusts_on=fronts)


def _other_side(state: State, train: str) -> str:
    """The other side of a train's certificate: types of one colour are printed on one."""
    printed = state.rules.trains
    colour = printed[train].colour
    same = (name for name, facts in printed.items() if colour and facts.colour == colour and name != train)
    return _OTHER_SIDES.of(state.rules, train, lambda: next(same, ""))


def _in_play(state: State, train: str) -> bool:
    """Whether a type is in this game at all: printed for it, or somewhere on the table."""
    there = state.depot.supply[train] or train in state.depot.pool or state.rules.trains[train].count != 0
    return bool(there) or any(train in company.trains for company in state.companies.values())


def _train(state: State, name: str, on_sale: Collection[str]) -> TrainRow:
    depot, facts = state.depot, state.rules.trains[name]
    left = depot.supply[name]
    return TrainRow(
        train=name,
        price=facts.price,
        range=_RANGES.of(state.rules, name, lambda: own_words(state, name) or range_words(facts.range)),
        colour=facts.colour,
        left=None if left < 0 else left,
        total=facts.count,
        pool=depot.pool.count(name),
        rusts_on=facts.rusts_on,
        rusted=any(other in depot.sold for other in facts.rusts_on),
        trade_in=tuple(facts.trade_in.items()),
        starts_phase=next((phase.name for phase in state.rules.phases if name in phase.on), ""),
        next=name in on_sale,
    )


def phases(state: State) -> list[PhaseRow]:
    """Phases in their order, with the trains that rust when each begins."""
    return _PHASES.of(state.rules, state.phase, lambda: _phases(state))


def _phases(state: State) -> list[PhaseRow]:
    return [
        PhaseRow(
            name=phase.name,
            on=phase.on,
            tiles=phase.tiles,
            rounds=phase.rounds,
            limits=tuple((_limited(kind, phase.limit), limit) for kind, limit in phase.limit.items()),
            rusts=tuple(name for name, facts in state.rules.trains.items() if set(facts.rusts_on) & set(phase.on)),
            current=index == state.phase,
            past=index < state.phase,
        )
        for index, phase in enumerate(state.rules.phases)
    ]


def _limited(kind: str, limits: Collection[str]) -> str:
    """What a limit of a phase is about: a kind of company, or trains beside their certificates."""
    return "trains" if "certificates" in limits and kind == "public" else kind.replace("_", "-")


def tiles(state: State) -> list[TileRow]:
    """Tiles by colour, then as printed."""
    rows = []
    for name, tile in state.rules.map.tiles.items():
        left = state.board.supply.get(name, 0)
        rows.append(TileRow(name, tile.colour, tile.facts.label, None if left < 0 else left, tile.facts.count))
    return sorted(rows, key=lambda row: COLOURS.index(row.colour) if row.colour in COLOURS else len(COLOURS))


def bank(state: State) -> BankRow:
    """The bank."""
    unlimited = state.rules.bank is None
    return BankRow(None if unlimited else state.bank, state.rules.bank, state.broken, state.ending)
