"""Companies as charters on the trading stage: certificates to buy, holdings to sell, prices at which to start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.market import cell_key
from railhead.core.moves import BuyShare, Move, SellLarge, SellShares, SetPar, StartCompany
from railhead.core.shares import percent_of, president_percent
from railhead.core.state import IPO, POOL, TREASURY, State, president_of
from railhead.core.stock import StockRound
from railhead.view.controls import Control, control, said, why_not
from railhead.view.names import counted, listed, money, place, sentence_case
from railhead.view.summary import CompanyRow, belongings, companies

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

SOURCES = ((IPO, "offering"), (POOL, "market"), (TREASURY, "treasury"))


@dataclass(frozen=True)
class Holder:
    """Who holds how much of a company."""

    player: str  # empty for a company
    name: str
    percent: int
    president: bool


@dataclass(frozen=True)
class TrainOf:
    """A train of a company, and what makes it rust."""

    train: str
    rusts: str


@dataclass(frozen=True)
class TradingCard:
    """A company's charter with its controls."""

    row: CompanyRow
    places: tuple[tuple[str, tuple[Control, ...]], ...]  # where certificates are, with the certificates
    mine: tuple[Control, ...]  # the actor's own holding, to be sold
    starts: tuple[Control, ...]  # prices at which it can be started
    holders: tuple[Holder, ...]
    trains: tuple[TrainOf, ...]
    note: str  # its par price, or that it has not started
    floats: str  # what is missing until it operates
    home: str
    owns: tuple[str, ...]  # private companies and what else its title lets it hold

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that its controls make."""
        shown = [one for _, there in self.places for one in there]
        return tuple(one.move for one in (*shown, *self.mine, *self.starts) if one.move is not None)


def trading_cards(
    state: State, legal: Sequence[Move] = (), actor: str = "", conceal: Collection[str] = ()
) -> list[TradingCard]:
    """The companies that are traded: those with a price first, closed ones left out.

    `legal` are the moves of the `actor`, whose holdings can be sold; without one nothing can be pressed.
    """
    rows = [row for row in companies(state, conceal) if row.status != "closed"]
    rows.sort(key=lambda row: ("running", "started", "waiting").index(row.status))
    cards = [_card(state, row, legal, actor) for row in rows]
    return [card for card in cards if _is_traded(state, card)]


def _is_traded(state: State, card: TradingCard) -> bool:
    """Whether shares of a company are bought and sold: not for one owned as a whole."""
    return bool(card.row.price or card.starts or president_percent(state, card.row.symbol) < 100)


def _card(state: State, row: CompanyRow, legal: Sequence[Move], actor: str) -> TradingCard:
    sym = row.symbol
    chief = president_of(state, sym)
    return TradingCard(
        row=row,
        places=_places(state, row, legal, actor),
        mine=_own(state, sym, legal, actor),
        starts=_starts(state, row, legal, actor),
        holders=tuple(_holder(state, name, percent, chief) for name, percent in row.holders),
        trains=tuple(_train(state, train) for train in row.trains),
        note=_note(state, row),
        floats=_floats(state, row),
        home=listed(place(state, hex_id) for hex_id in state.rules.companies[sym].home),
        owns=belongings(state, sym),
    )


def _holder(state: State, name: str, percent: int, chief: str) -> Holder:
    known = state.players.get(name)
    return Holder(name if known else "", known.name if known else name, percent, name == chief)


def _train(state: State, train: str) -> TrainOf:
    facts = state.rules.trains.get(train)
    return TrainOf(train, listed(facts.rusts_on, "or") if facts is not None else "")


def _note(state: State, row: CompanyRow) -> str:
    if row.status == "waiting":
        return "not started"
    return f"par {money(state, row.par)}" if row.par else ""


def _floats(state: State, row: CompanyRow) -> str:
    needs = state.rules.facts.float_percent
    if row.status == "waiting":
        return f"floats at {needs} %"
    if row.status == "running" or not row.par:
        return ""
    sold = 100 - row.offering - row.reserved - (president_percent(state, row.symbol) if not row.president else 0)
    return f"{needs - sold} % more floats it" if sold < needs else ""


def _places(
    state: State, row: CompanyRow, legal: Sequence[Move], actor: str
) -> tuple[tuple[str, tuple[Control, ...]], ...]:
    """Where certificates are; those of a company that nobody can buy yet are not shown one by one."""
    found = [(name, _lying(state, row.symbol, source, legal, actor)) for source, name in SOURCES]
    if row.status == "waiting":
        found = [(name, there) for name, there in found if any(one.move for one in there)]
    return tuple((name, there) for name, there in found if there)


def _lying(state: State, sym: str, source: str, legal: Sequence[Move], actor: str) -> tuple[Control, ...]:
    """The certificates in one place; the first of each size is the one to press."""
    found: list[Control] = []
    seen: set[int] = set()
    for percent in sorted(state.companies[sym].shares.get(source, ())):
        if percent in seen or not actor:
            found.append(Control(str(percent), again=percent in seen))
        else:
            found.append(control(state, str(percent), BuyShare(actor, sym, source, percent), legal))
        seen.add(percent)
    return tuple(found)


def _own(state: State, sym: str, legal: Sequence[Move], actor: str) -> tuple[Control, ...]:
    """What the actor could sell, from the smallest block to everything."""
    if not actor or (not isinstance(state.top, StockRound) and not any(isinstance(m, SellShares) for m in legal)):
        return ()
    held = percent_of(state, sym, actor)
    blocks = [control(state, str(part), SellShares(actor, sym, part), legal) for part in range(10, held + 1, 10)]
    large = [move for move in legal if isinstance(move, SellLarge) and move.company == sym]
    other = [move for move in legal if type(move) not in (SellShares, SellLarge) and isinstance(move, SellShares)]
    blocks += [Control(f"{move.percent} large", move, said(state, move)) for move in large]
    blocks += [Control(str(move.percent), move, said(state, move)) for move in other if move.company == sym]
    return tuple(blocks)


def _starts(state: State, row: CompanyRow, legal: Sequence[Move], actor: str) -> tuple[Control, ...]:
    """The prices at which a company can be started now, the highest first; or why it cannot be."""
    sym = row.symbol
    found = [move for move in legal if isinstance(move, StartCompany | SetPar) and move.company == sym and move.price]
    if not found and actor and row.status == "waiting" and state.rules.market.par:
        why = why_not(state, StartCompany(actor, sym, min(state.rules.market.par)))
        return (Control("not now", None, why),) if why else ()
    needs = state.rules.facts.float_percent
    shares = counted(max(needs - president_percent(state, sym), 0) // 10, "more share")
    return tuple(
        Control(
            money(state, move.price),
            move,
            f"{said(state, move)} {sentence_case(shares)} of 10 % will float it.",
            _cell(state, move.price),
        )
        for move in sorted(found, key=lambda move: -move.price)
    )


def _cell(state: State, price: int) -> str:
    cell = state.rules.market.par.get(price)
    return cell_key(cell) if cell is not None else ""
