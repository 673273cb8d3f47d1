"""The observation: everything a player sees of a position, as one row of numbers with a fixed layout.

The layout is fixed by the table, that is by title, number of players and variants. `Observer.labels` says what every
number is. Players are counted from the seat that looks. Money is in hundreds, shares are fractions, flags are 0 or 1.
What a seat may not see (others' cash where cash is secret, and the seed) is not in it.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from railhead.core.engine import actors
from railhead.core.memo import Memo
from railhead.core.secrecy import COMPANIES
from railhead.core.state import IPO, POOL, RESERVED, TREASURY, Company, Private, State
from railhead.env.actions import FACTORS, Numbers, actions_of
from railhead.env.board import BoardForm
from railhead.env.fields import HUNDRED, Codes, Forms, RecordForm, Row
from railhead.env.symbols import Symbols
from railhead.play.hidden import Sight, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.rules import Rules

HOLDERS = (IPO, POOL, RESERVED, TREASURY)
"""Places where certificates lie."""
DEEPER = 1 / 3
"""How much a frame counts that lies below another of its kind."""

Question = tuple[int, Numbers]
"""A choice that is made, and the amounts that are open for it."""


class Observer:
    """Writes the positions of one table as numbers."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.symbols = Symbols(rules)
        forms = Forms(rules, self.symbols)
        self.board = BoardForm(rules, self.symbols)
        self.frames = {kind: RecordForm(forms, kind) for kind in rules.procedures}
        self.extra = RecordForm(forms, rules.extra) if rules.extra is not None else None
        self.sections: dict[str, slice] = {}
        self.labels: list[str] = []
        self._lay_out()
        self.size = len(self.labels)
        self._player_at = [self.sections[f"player player+{at}"] for at in range(rules.seats)]
        self._company_at = {sym: self.sections[f"company {sym}"] for sym in rules.companies}
        self._private_at = {sym: self.sections[f"private {sym}"] for sym in rules.privates}
        self._frame_at = {kind: self.sections[f"frame {kind.__name__}"].start for kind in self.frames}
        privates = [at.start for at in self._private_at.values()]
        trains = self.sections["trains"]
        self._privates_at = slice(min(privates, default=trains.start), trains.start)
        self._frames = slice(trains.stop, self.sections["title" if self.extra else "board"].start)
        self._last: dict[str, tuple[State, Row]] = {}  # by seat

    # The layout

    def _lay_out(self) -> None:
        rules = self.rules
        seats = [f"player+{at}" for at in range(rules.seats)]
        self._section("table", self._table_labels())
        self._section("question", (*FACTORS, "lowest", "highest", "amounts"))
        for seat in seats:
            columns = ("cash", "cash known", "priority", "awaited", "place in order", "score at the end")
            self._section(f"player {seat}", columns)
        for sym in rules.companies:
            self._section(f"company {sym}", self._company_labels(seats))
        for sym in rules.privates:
            owners = [f"owner {label}" for label in (*seats, "company")]
            self._section(f"private {sym}", ("there", *owners, "place in list", "closed", "used", "revenue"))
        trains = [f"{train} {what}" for train in rules.trains for what in ("left", "in the pool", "gone", "sold")]
        self._section("trains", trains)
        for kind, form in self.frames.items():
            self._section(f"frame {kind.__name__}", ("there", "depth", *form.labels))
        if self.extra is not None:
            self._section("title", self.extra.labels)
        self._section("board", self.board.labels)

    def _section(self, name: str, labels: Sequence[str]) -> None:
        start = len(self.labels)
        self.labels += [f"{name}: {label}" for label in labels]
        self.sections[name] = slice(start, len(self.labels))

    def _table_labels(self) -> list[str]:
        phases = [f"phase {phase.name}" for phase in self.rules.phases]
        rounds = ["stock round", "operating round", "other round", "number", "part", "of"]
        return [*phases, *rounds, "bank", "bank known", "unseen money", "broken", "ending", "ended", "moves"]

    def _company_labels(self, seats: Sequence[str]) -> list[str]:
        holders = [*seats, *HOLDERS, "other"]
        certificate = [f"president's certificate {label}" for label in holders]
        shares = [f"{what} {label}" for what in ("shares", "large shares") for label in holders]
        figures = [
            "cash",
            "par",
            "price",
            "row",
            "column",
            "place in stack",
            "revenue",
            "floated",
            "operated",
            "closed",
        ]
        tokens = ["stations left", "next station", "stations' cost"]
        known = ["cash known"] if self._secret_treasuries else []
        return [*certificate, *shares, *figures, *tokens, *(f"train {train}" for train in self.rules.trains), *known]

    @property
    def _secret_treasuries(self) -> bool:
        """Whether only its president knows a company's cash."""
        return COMPANIES in self.rules.secret

    @cached_property
    def digest(self) -> str:
        """A checksum of the layout: equal for two tables whose observations mean the same."""
        return hashlib.sha256("\n".join(self.labels).encode()).hexdigest()[:16]

    # A position

    def row(self, state: State, seat: str, question: Question | None = None) -> Row:
        """A position as one seat sees it; `question` is the choice whose amount is asked of that seat."""
        sight = visible(state, (seat,))
        row = self._position(sight, seat, self._unseen(state, sight.hidden))
        if question is not None:
            row[self.sections["question"]] = self._question(question)
        return row

    def _position(self, sight: Sight, seat: str, unseen: int) -> Row:
        """A position without a question; only what has changed since the seat last looked is written anew."""
        state, codes = sight.state, self.symbols.seen_from[seat]
        before, row = self._last.get(seat, (None, None))
        row = np.zeros(self.size, np.float32) if row is None else row.copy()
        row[self.sections["table"]] = self._table(state, sight.bank_hidden, unseen)
        self._players(row, state, codes, sight.hidden)
        self._companies(row, before, state, codes, sight.hidden)
        self._privates(row, before, state, codes)
        if before is None or before.depot is not state.depot:
            row[self.sections["trains"]] = self._trains(state)
        if before is None or before.frames is not state.frames:
            row[self._frames] = 0.0
            self._stack(row, state, codes)
        if self.extra is not None and (before is None or before.extra is not state.extra):
            row[self.sections["title"]] = 0.0
            self.extra.write(row, self.sections["title"].start, state.extra, codes)
        if before is None or before.board is not state.board:
            row[self.sections["board"]] = self.board.row(state.board)
        self._last[seat] = state, row
        return row.copy()

    def _unseen(self, state: State, hidden: frozenset[str]) -> int:
        """Money out of sight: what is hidden is known as a sum, since all the rest is open."""
        if not hidden:
            return 0
        players = sum(player.cash for name, player in state.players.items() if name in hidden)
        return state.bank + players + sum(it.cash for sym, it in state.companies.items() if sym in hidden)

    def _table(self, state: State, bank_hidden: bool, unseen: int) -> list[float]:
        here = state.round
        phase = [0.0] * len(self.rules.phases)
        phase[state.phase] = 1.0
        other = self.symbols.number(here.kind) if here.kind not in ("SR", "OR") else 0.0
        rounds = [
            float(here.kind == "SR"),
            float(here.kind == "OR"),
            other,
            here.number / 10,
            here.part / 4,
            here.of / 4,
        ]
        money = [0.0 if bank_hidden else state.bank / HUNDRED, float(not bank_hidden), unseen / HUNDRED]
        end = [float(state.broken), self.symbols.number(state.ending), float(state.ended is not None)]
        return [*phase, *rounds, *money, *end, state.count / 1000]

    def _question(self, question: Question) -> list[float]:
        choice, amounts = question
        factors = actions_of(self.rules).factors([choice])[0] / HUNDRED
        return [*factors, amounts[0] / HUNDRED, amounts[-1] / HUNDRED, len(amounts) / HUNDRED]

    def _players(self, row: Row, state: State, codes: Codes, hidden: frozenset[str]) -> None:
        waiting = actors(state)
        for name, player in state.players.items():
            row[self._player_at[codes[name]]] = (
                0.0 if name in hidden else player.cash / HUNDRED,
                float(name not in hidden),
                float(name == state.priority),
                float(name in waiting),
                (state.order.index(name) + 1) / len(state.order) if name in state.order else 0.0,
                state.ended.scores.get(name, 0) / HUNDRED if state.ended is not None else 0.0,
            )

    def _companies(self, row: Row, before: State | None, state: State, codes: Codes, hidden: frozenset[str]) -> None:
        if before is not None and before.companies is state.companies and before.market is state.market:
            return
        old = before.companies if before is not None else {}
        stacks = _stacks(state)
        places = _stacks(before) if before is not None else {}
        for sym, company in state.companies.items():
            stack = stacks.get(sym, 0)
            if old.get(sym) is not company or places.get(sym, 0) != stack:
                known = [float(sym not in hidden)] if self._secret_treasuries else []
                row[self._company_at[sym]] = [*self._company(company, stack, codes), *known]

    def _privates(self, row: Row, before: State | None, state: State, codes: Codes) -> None:
        if before is not None and before.privates is state.privates:
            return
        row[self._privates_at] = 0.0
        for place, (sym, private) in enumerate(state.privates.items(), 1):
            row[self._private_at[sym]] = self._private(private, place, codes)

    def _company(self, company: Company, stack: int, codes: Codes) -> list[float]:
        seats = self.rules.seats
        width = seats + len(HOLDERS) + 1
        row = [0.0] * (3 * width)

        def place(holder: str) -> int:
            if holder in HOLDERS:
                return seats + HOLDERS.index(holder)
            at = codes.get(holder, width - 1)
            return at if at < seats else width - 1

        row[place(company.certificate)] = 1.0
        if place(company.certificate) == width - 1:
            row[width - 1] += self.symbols.number(company.certificate)
        for holder, percents in company.shares.items():
            more = self.symbols.number(holder) if place(holder) == width - 1 else 0.0
            row[width + place(holder)] += sum(percents) / HUNDRED * (1 + more)
            row[2 * width + place(holder)] += sum(percent * percent for percent in percents) / HUNDRED**2
        cell = (-1, -1) if company.cell is None else company.cell
        row += [
            company.cash / HUNDRED,
            company.par / HUNDRED,
            0.0 if company.cell is None else self.rules.market.price(company.cell) / HUNDRED,
            (cell[0] + 1) / 10,
            (cell[1] + 1) / 10,
            stack / 4,
            company.revenue / HUNDRED,
            float(company.floated),
            float(company.operated),
            float(company.closed),
            len(company.tokens) / 4,
            company.tokens[0] / HUNDRED if company.tokens else 0.0,
            sum(price * (1 + at / 8) for at, price in enumerate(company.tokens)) / HUNDRED,
        ]
        return row + [company.trains.count(train) / 4 for train in self.rules.trains]

    def _private(self, private: Private, place: int, codes: Codes) -> list[float]:
        owners = [0.0] * (self.rules.seats + 1)
        at = codes.get(private.owner, self.rules.seats)
        if at < self.rules.seats:
            owners[at] = 1.0
        else:
            owners[-1] = self.symbols.number(private.owner)
        return [1.0, *owners, place / 10, float(private.closed), private.used / 4, private.revenue / HUNDRED]

    def _trains(self, state: State) -> list[float]:
        depot = state.depot
        row: list[float] = []
        for train in self.rules.trains:
            left = depot.supply.get(train, 0) / 10
            row += [left, depot.pool.count(train) / 4, depot.gone.count(train) / 4, float(train in depot.sold)]
        return row

    def _stack(self, row: Row, state: State, codes: Codes) -> None:
        """The frames, the top one first: it says what is decided now."""
        counted: dict[type, int] = {}
        for depth, frame in enumerate(reversed(state.frames), 1):
            kind = type(frame)
            weight = DEEPER ** counted.get(kind, 0)
            counted[kind] = counted.get(kind, 0) + 1
            at = self._frame_at[kind]
            row[at] += weight
            row[at + 1] += weight * depth / 4
            self.frames[kind].write(row, at + 2, frame, codes, weight)


def _stacks(state: State) -> dict[str, int]:
    """The place of each company among those with the same price."""
    return {sym: at for cell in state.market.values() for at, sym in enumerate(cell, 1)}


_OBSERVERS: Memo[str, Observer] = Memo()


def observer_of(rules: Rules) -> Observer:
    """The observer of a table, made once."""
    return _OBSERVERS.of(rules, "", lambda: Observer(rules))
