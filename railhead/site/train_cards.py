"""Trains as cards below the map: the supply from left to right, and what other companies may be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.core.moves import BuyTrain, RaiseMoney
from railhead.core.state import president_of
from railhead.core.trains import SUPPLY
from railhead.site import pictures
from railhead.site.choices import Choice, NumberChoice
from railhead.view import summary as rows
from railhead.view.names import listed, train_name, who

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.utils.safestring import SafeString

    from railhead.site.table_view import TableView

PURCHASES = tuple(kind.__struct_config__.tag for kind in (BuyTrain, RaiseMoney))


@dataclass(frozen=True)
class SupplyCard:
    """A type of train that is or will be for sale, and what buying the first changes."""

    row: rows.TrainRow
    effect: str
    choices: tuple[Choice, ...]
    supply: str  # where new trains come from, in words

    @property
    def buttons(self) -> list[tuple[Choice, str]]:
        """The choices with their words: a verb, and what tells apart those that have the same."""
        if len({one.verb for one in self.choices}) == len(self.choices):
            return [(one, one.verb) for one in self.choices]
        return [(one, f"{one.verb} {self._difference(one)}".replace(" ,", ",").strip()) for one in self.choices]

    def _difference(self, one: Choice) -> str:
        """What a choice is, without what the card says: its train, and that it is for sale."""
        words = one.text.replace(f" from {self.supply}", "")
        return words.removeprefix("for a ").removeprefix(train_name(self.row.train))


@dataclass(frozen=True)
class OfferCard:
    """A train of another company, which its president may sell."""

    company: str
    chip: SafeString
    train: str
    president: str
    choices: tuple[Choice, ...]
    numbers: tuple[NumberChoice, ...]

    @property
    def moves(self) -> list[str]:
        """What its controls do, as JSON."""
        return [one.move for one in self.choices] + [one.move for one in self.numbers]


def _purchases(now: TableView) -> list[tuple[dict[str, Any], Choice | NumberChoice]]:
    """The purchases of trains that are open, with their fields; read once for an answer."""
    if "purchases" not in now.memo:
        now.memo["purchases"] = list(_read_purchases(now))
    found: list[tuple[dict[str, Any], Choice | NumberChoice]] = now.memo["purchases"]
    return found


def _read_purchases(now: TableView) -> Iterator[tuple[dict[str, Any], Choice | NumberChoice]]:
    for group in now.panel.groups:
        there: list[Choice | NumberChoice] = [*group.choices, *group.numbers]
        for one in there:
            plain = msgspec.json.decode(one.move)
            if plain.get("move") in PURCHASES:
                yield plain, one


def supply_cards(now: TableView) -> list[SupplyCard]:
    """The trains that are left, from left to right as they come."""
    state = now.sight.state
    phases = {train: row for row in rows.phases(state) if not row.past and not row.current for train in row.on}
    bought: dict[str, list[Choice]] = {}
    for plain, one in _purchases(now):
        if isinstance(one, Choice) and plain.get("source") not in state.companies:
            bought.setdefault(str(plain["train"]), []).append(one)
    found, supply = [], who(state, SUPPLY)
    for row in rows.trains(state):
        sides = (row, row.back) if row.back is not None else (row,)
        choices = tuple(choice for side in sides for choice in bought.get(side.train, ()))
        if row.left != 0 or row.pool or choices:
            phase = phases.get(row.train)
            found.append(SupplyCard(row, _changes_of(phase) if phase is not None else "", choices, supply))
    return found


def _changes_of(phase: rows.PhaseRow) -> str:
    """What a phase changes, in a few words."""
    parts = [f"phase {phase.name}"]
    if phase.tiles:
        parts.append(f"{phase.tiles[-1]} tiles")
    if phase.rusts:
        parts.append(f"{listed(list(phase.rusts))} rust")
    return ", ".join(parts)


def offer_cards(now: TableView) -> list[OfferCard]:
    """The trains of other companies that may be bought or asked for, company by company."""
    state = now.sight.state
    found: dict[tuple[str, str], list[Choice | NumberChoice]] = {}
    for plain, one in _purchases(now):
        seller, train = str(plain.get("source", "")), str(plain.get("train", ""))
        if seller in state.companies:
            found.setdefault((seller, train), []).append(one)
    return [
        OfferCard(
            seller,
            pictures.company_chip(state.rules, seller),
            train,
            who(state, president_of(state, seller)),
            tuple(one for one in there if isinstance(one, Choice)),
            tuple(one for one in there if isinstance(one, NumberChoice)),
        )
        for (seller, train), there in found.items()
    ]
