"""Rows of the view with what only a page has: markers as pictures, who is a bot, who is here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from railhead.core.market import price_of, zone_of
from railhead.site import pictures
from railhead.view import summary as rows

if TYPE_CHECKING:
    from collections.abc import Collection

    from django.utils.safestring import SafeString

    from railhead.core.state import State
    from railhead.play.hidden import Sight


@dataclass(frozen=True)
class Holding:
    """A player's part of a company."""

    company: str
    chip: SafeString
    percent: int
    president: bool
    value: int

    @property
    def whole(self) -> bool:
        """Whether it is one certificate for all of a company that has no shares."""
        return self.percent == 100 and self.president and not self.value


@dataclass(frozen=True)
class PlayerCard:
    """A player."""

    row: rows.PlayerRow
    holdings: tuple[Holding, ...]
    privates: tuple[str, ...]
    bot: str
    mine: bool
    present: bool
    replaceable: bool = False  # the viewer may let code play here


@dataclass(frozen=True)
class CompanyCard:
    """A company."""

    row: rows.CompanyRow
    chip: SafeString
    acting: bool
    zones: str
    holders: tuple[tuple[str, int], ...]
    privates: tuple[str, ...]
    home: str


@dataclass(frozen=True)
class TrainCard:
    """A type of train, and who has it."""

    row: rows.TrainRow
    owners: str


@dataclass(frozen=True)
class TileCard:
    """A kind of tile."""

    row: rows.TileRow
    picture: SafeString


def player_cards(
    sight: Sight,
    seats: Collection[str],
    bots: dict[str, str],
    present: Collection[str] = (),
    replaceable: Collection[str] = (),
) -> list[PlayerCard]:
    """The players in playing order."""
    state = sight.state
    return [
        PlayerCard(
            row=row,
            holdings=tuple(
                Holding(sym, chip(state, sym), percent, president, percent * price_of(state, sym) // 10)
                for sym, percent, president in row.shares
            ),
            privates=_names(state, row.privates),
            bot=bots.get(row.player, ""),
            mine=row.player in seats,
            present=row.player in present,
            replaceable=row.player in replaceable,
        )
        for row in rows.players(state, sight.hidden)
    ]


def _names(state: State, privates: Collection[str]) -> tuple[str, ...]:
    """Private companies by name; several of one name are counted."""
    names = Counter(state.rules.privates[sym].name for sym in privates)
    return tuple(f"{count} × {name}" if count > 1 else name for name, count in names.items())


def chip(state: State, sym: str) -> SafeString:
    """A company's marker, small."""
    return pictures.company_chip(state.rules, sym)


def company_cards(state: State, conceal: Collection[str] = ()) -> list[CompanyCard]:
    """Companies: those that operate first, in the order of their price, then the rest, closed ones last."""
    acting = getattr(state.frames[-1] if state.frames else None, "company", "")
    cards = [_company(state, row, row.symbol == acting) for row in rows.companies(state, conceal)]
    return sorted(cards, key=lambda card: ("running", "started", "waiting", "closed").index(card.row.status))


def _company(state: State, row: rows.CompanyRow, acting: bool) -> CompanyCard:
    places = {"Offering": row.offering, "Pool": row.pool, "Treasury": row.treasury, "Reserved": row.reserved}
    owners = [(state.players[name].name if name in state.players else name, part) for name, part in row.holders]
    return CompanyCard(
        row=row,
        chip=chip(state, row.symbol),
        acting=acting,
        zones=", ".join(sorted(zone_of(state, row.symbol))),
        holders=(*owners, *((name, part) for name, part in places.items() if part)),
        privates=_names(state, row.privates),
        home=", ".join(state.rules.companies[row.symbol].home),
    )


def private_rows(state: State) -> list[tuple[rows.PrivateRow, int]]:
    """Private companies that are still in play, in their order; those that differ in nothing are counted."""
    counted: dict[tuple[str, str, str], tuple[rows.PrivateRow, int]] = {}
    for row in rows.privates(state):
        if not row.closed:
            key = (row.name, row.owner, row.bids)
            counted[key] = (row, counted[key][1] + 1 if key in counted else 1)
    return list(counted.values())


def train_cards(state: State) -> list[TrainCard]:
    """The trains of the box, and where they are."""
    found = []
    for row in rows.trains(state):
        sides = (row.train, row.back.train) if row.back else (row.train,)
        counts = {
            f"{sym} ({side})" if row.back else sym: company.trains.count(side)
            for side in sides
            for sym, company in state.companies.items()
        }
        counts["pool"] = row.pool + (row.back.pool if row.back else 0)
        owners = ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counts.items() if count)
        found.append(TrainCard(row, owners))
    return found


def tile_cards(state: State) -> list[tuple[str, list[TileCard]]]:
    """The tiles by colour, with what is left."""
    cards = [TileCard(row, pictures.tile(state.rules.map, row.tile)) for row in rows.tiles(state)]
    return [(colour, list(group)) for colour, group in groupby(cards, key=lambda card: card.row.colour)]
