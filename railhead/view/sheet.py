"""The sheet: players by companies in one table, and the companies with what they earned in every round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.events import DividendPaid, Event, RoundBegan
from railhead.core.market import price_of
from railhead.core.shares import percent_of
from railhead.core.state import State, president_of
from railhead.view.summary import CompanyRow, PlayerRow, companies, players

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

MOST_RUNS = 12
"""Operating rounds that a line of revenues shows."""


@dataclass(frozen=True)
class Cell:
    """What a player holds of a company."""

    percent: int
    president: bool
    value: int


@dataclass(frozen=True)
class PlayerSheet:
    """A row of the sheet."""

    row: PlayerRow
    cells: tuple[Cell, ...]  # in the order of the companies
    shares: int  # what all shares are worth
    privates: int  # face value
    liquid: int | None  # cash and shares
    income: int  # from private companies, and from shares if the companies run as they last did


@dataclass(frozen=True)
class CompanySheet:
    """A company with its revenues."""

    row: CompanyRow
    runs: tuple[int, ...]
    trend: str  # the revenues as points of a line in a box of 100 by 24


@dataclass(frozen=True)
class Sheet:
    """Everything that an 18xx player keeps in a spreadsheet."""

    columns: tuple[CompanyRow, ...]
    players: tuple[PlayerSheet, ...]
    companies: tuple[CompanySheet, ...]


def sheet(
    state: State, conceal: Collection[str], runs: Mapping[str, tuple[int, ...]], symbols: Collection[str] = ()
) -> Sheet:
    """The sheet of a position; `runs` are the revenues of each company so far, `symbols` the columns if given."""
    rows = [row for row in companies(state, conceal) if row.status != "closed" or row.symbol in symbols]
    columns = [row for row in rows if row.symbol in symbols]
    if not symbols:
        columns = [row for row in rows if any(percent_of(state, row.symbol, player) for player in state.players)]
    return Sheet(
        tuple(columns),
        tuple(_player(state, row, columns) for row in players(state, conceal)),
        tuple(CompanySheet(row, runs.get(row.symbol, ()), trend(runs.get(row.symbol, ()))) for row in rows),
    )


def _player(state: State, row: PlayerRow, columns: Collection[CompanyRow]) -> PlayerSheet:
    cells = tuple(_cell(state, row.player, column.symbol) for column in columns)
    shares = sum(cell.value for cell in cells)
    owned = [state.rules.privates[sym] for sym in row.privates]
    pays = sum((state.privates[sym].revenue or state.rules.privates[sym].revenue) for sym in row.privates)
    dividends = sum(cell.percent * column.revenue // 100 for cell, column in zip(cells, columns, strict=True))
    return PlayerSheet(
        row=row,
        cells=cells,
        shares=shares,
        privates=sum(facts.value for facts in owned),
        liquid=None if row.cash is None else row.cash + shares,
        income=pays + dividends,
    )


def _cell(state: State, player: str, sym: str) -> Cell:
    percent = percent_of(state, sym, player)
    return Cell(percent, bool(percent) and president_of(state, sym) == player, percent * price_of(state, sym) // 10)


def revenues(events: Iterable[Event]) -> dict[str, tuple[int, ...]]:
    """What every company earned, operating round by operating round; 0 where it earned nothing."""
    found: dict[str, list[int]] = {}
    rounds = 0
    for event in events:
        if isinstance(event, RoundBegan) and event.kind == "OR":
            rounds += 1
        if isinstance(event, DividendPaid):
            there = found.setdefault(event.company, [])
            there.extend([0] * (rounds - len(there)))
            if there:
                there[-1] += event.revenue
    for there in found.values():
        there.extend([0] * (rounds - len(there)))
    return {sym: tuple(there[-MOST_RUNS:]) for sym, there in found.items()}


def trend(values: tuple[int, ...]) -> str:
    """Values as the points of a line that fills a box of 100 by 24."""
    if len(values) < 2:
        return ""
    most = max(*values, 1)
    step = 100 / (len(values) - 1)
    return " ".join(f"{at * step:.0f},{22 - 20 * value / most:.0f}" for at, value in enumerate(values))
