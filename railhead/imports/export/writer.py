"""Writes one of our games as 18xx.games would export it.

Written from the description of that format (actions, numbers of certificates, trains, tiles and cities, and
which steps that site asks about), not from the importer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.auction import Auction, Bidding
from railhead.core.change import Change, find_frame
from railhead.core.engine import open_kinds
from railhead.core.events import Passed
from railhead.core.moves import (
    Accept,
    Bankrupt,
    Decline,
    Move,
    Pass,
    RaiseMoney,
    RunTrains,
    StepBack,
)
from railhead.core.offers import Offer
from railhead.core.operating import OperatingTurn
from railhead.core.stock import StockRound
from railhead.imports.export.books import Books
from railhead.imports.export.moves import WRITERS, write_routes
from railhead.record.entries import NOT_WAIVED, Entry, remake

if TYPE_CHECKING:
    import random

    from railhead.core.state import State
    from railhead.core.waivers import StatedRun

Writer = Callable[["Exporter", Any], None]


@dataclass(frozen=True)
class SiteStep:
    """A step of a company's turn on that site: whether it stops there for a decision."""

    name: str
    open: Callable[[State, OperatingTurn], bool]
    left_by: str = "pass"  # the action that goes on without doing anything


@dataclass(frozen=True)
class Style:
    """How that site records a title."""

    steps: Sequence[SiteStep]
    step_of: dict[type, str]  # the step in which a move belongs
    turn_open: Callable[[State, StockRound], bool]  # whether it asks the player in a stock round
    writers: dict[type, Writer] = field(default_factory=dict)
    our_steps: dict[str, str] = field(default_factory=dict)  # our steps that have another name there
    closes: tuple[type, ...] = ()  # moves after which their step is over
    first_shares: Callable[[State, str], dict[str, list[int]]] = field(default=lambda _state, _sym: {})
    recordable: Callable[[State, Move], bool] = field(default=lambda _state, _move: True)
    asks_more: float = 0.0  # how often it asks players who can do nothing here
    minors: frozenset[str] = frozenset()  # companies that it calls minors
    old_routes: bool = False  # also runs in the forms of early files

    def can_record(self, state: State, move: Move) -> bool:
        """What that site knows; there a sale for a train is not announced, and so not taken back either."""
        if isinstance(move, StepBack) or (isinstance(move, RaiseMoney) and RaiseMoney not in self.writers):
            return False
        return self.recordable(state, move)


def _is_proposed(state: State, move: Move) -> bool:
    """Whether a move only asked somebody for their consent."""
    top = state.top if state.frames else None
    return isinstance(top, Offer) and top.deal == move


class Exporter:
    """Follows one of our games and writes down what that site would have recorded."""

    def __init__(self, state: State, style: Style, rng: random.Random) -> None:
        self.state = state
        self.style = style
        self.rng = rng
        self.actions: list[dict[str, Any]] = []
        self.wanted: list[tuple[State, ...]] = []  # for every action, positions of which one must follow it
        self.books = Books(state, rng, style.first_shares)
        self.named: list[str] = []
        self.turn: tuple[Any, ...] | None = None
        self.at = 0  # that site's step in the turn
        self.mid = state
        self.ids = {player: 100 + 37 * number for number, player in enumerate(state.players)}

    # Names

    def company(self, sym: str) -> dict[str, Any]:
        """A company as the one that acts."""
        foreign = self.state.rules.companies[sym].alias or sym
        return {"entity": foreign, "entity_type": "minor" if sym in self.style.minors else "corporation"}

    def player(self, name: str) -> dict[str, Any]:
        """A player as the one that acts."""
        return {"entity": self.ids[name], "entity_type": "player"}

    def private(self, sym: str) -> str:
        """That site's name of a private company."""
        return self.state.rules.privates[sym].alias or sym

    # Writing

    def write(self, who: dict[str, Any], what: str, **fields: Any) -> None:
        """Record one action."""
        self.actions.append({"type": what, **who, "id": len(self.actions) + 1, **fields})
        self.wanted.append(())

    def skip(self, after: State) -> None:
        """Go on to a position without recording anything."""
        self.books.follow(after, ())
        self.state = self.mid = after
        self.wanted[-1:] = [(*self.wanted[-1], after)] if self.wanted else []

    def stated_run(self, move: StatedRun, after: State) -> None:
        """A run that we would not pay as that site did: all that was earned goes with the first of its routes."""
        turn = find_frame(self.state, OperatingTurn)
        if turn is None:
            raise LookupError("no company operates")
        self._reach(self.state, turn, self.style.step_of[RunTrains])
        routes = [{"train": self.books.trains[turn.company][0], "hexes": [], "revenue": move.revenue}]
        if move.routes:
            earned = zip(move.routes, chain((move.revenue,), repeat(0)), strict=False)
            routes = write_routes(self, turn.company, earned)
        fields = {"extra_revenue": 0, "subsidy": move.mine_income}
        self.write(self.company(turn.company), "run_routes", routes=routes, **fields)
        before = self.state
        self.at += 1
        self.skip(after)
        self._close_turn(before, after)

    def play(self, move: Move, waived: Mapping[str, str] = NOT_WAIVED) -> None:
        """Make a move and record what that site would have."""
        before = self.state
        fits = [k for k in open_kinds(before) if k.move is type(move)]
        kind = next((k for k in fits if k.objection(before, move) is None), None)
        if kind is None and waived:
            usual = [k for step in before.rules.steps for k in step.kinds if k.move is type(move)]
            kind = (*fits, *usual)[0]
        if kind is None:
            raise LookupError("no such move is open")
        change = Change(before)
        kind.effect(change, move)
        self.mid = change.state
        after, events = remake(before, Entry(move, waived))
        count = len(self.actions)
        self.named = []
        if not _is_proposed(after, move):  # a deal is recorded once, when the other side has agreed
            self._record(before, move)
        self.books.follow(self.mid, self.named)
        self.books.follow(after, ())
        self.state = after
        self._close_turn(before, after)
        for event in events if isinstance(before.top, StockRound) else ():
            if isinstance(event, Passed) and event.automatic and self.rng.random() < self.style.asks_more:
                self.write(self.player(event.player), "pass")
        for number in range(max(count - 1, 0), len(self.actions)):
            self.wanted[number] = (*self.wanted[number], before, self.mid, after)

    def _record(self, before: State, move: Move) -> None:
        turn = find_frame(before, OperatingTurn)
        if isinstance(move, Accept):
            move = before.top.deal
        elif isinstance(move, Decline):
            return
        own = self.style.writers.get(type(move))
        if turn is not None and isinstance(before.top, OperatingTurn | Offer):
            self._reach(before, turn, self._step_of(before, move))
        if own is not None:
            own(self, move)
        elif isinstance(move, Pass):
            self._pass(before, move)
        else:
            WRITERS[type(move)](self, move)
        if isinstance(move, self.style.closes):
            self.at += 1

    def _step_of(self, state: State, move: Move) -> str | None:
        """The step of that site in which a move belongs; one may give up in any."""
        if isinstance(move, Bankrupt) and isinstance(state.top, OperatingTurn):
            ours = state.rules.operating.steps[state.top.step].name
            return self.style.our_steps.get(ours, ours)
        return self.style.step_of.get(type(move))

    def _reach(self, state: State, turn: OperatingTurn, name: str | None) -> None:
        """Record the passes in open steps before the one where a move belongs."""
        self._new_turn(state)
        if name is None:
            return
        names = [step.name for step in self.style.steps]
        while self.at < names.index(name):
            self._leave(self.style.steps[self.at], state, turn)
            self.at += 1

    def _leave(self, step: SiteStep, state: State, turn: OperatingTurn) -> None:
        """Record what ends an open step in which nothing is done."""
        if step.open(state, turn):
            fields = {"routes": [], "extra_revenue": 0, "subsidy": 0} if step.left_by == "run_routes" else {}
            self.write(self.company(turn.company), step.left_by, **fields)

    def _new_turn(self, state: State) -> None:
        turn = turn_key(state)
        if turn != self.turn:
            self.turn, self.at = turn, 0

    def _close_turn(self, before: State, after: State) -> None:
        """A company's or a player's turn that is over here may be open there: then a pass follows."""
        turn = find_frame(before, OperatingTurn)
        if turn is not None and (after.ended is None or after.ended.reason != "bankrupt"):
            if turn_key(after) != turn_key(before):
                own = find_frame(self.mid, OperatingTurn) or turn
                self._new_turn(before)
                left = self.mid
                if after.round == before.round and not after.companies[own.company].closed:  # with the pay of its run
                    left = replace(left, companies={**left.companies, own.company: after.companies[own.company]})
                for step in self.style.steps[self.at :]:
                    self._leave(step, left, own)
        elif not isinstance(before.top, StockRound) or not self.mid.frames or self.mid.ended is not None:
            return
        elif isinstance(self.mid.top, StockRound) and not self.mid.top.done:
            stays = isinstance(after.top if after.frames else None, StockRound) and after.top.at == before.top.at
            if not stays and self.style.turn_open(self.mid, self.mid.top):
                self.write(self.player(before.top.at), "pass")

    def _pass(self, state: State, move: Pass) -> None:
        top = state.top
        if isinstance(top, Auction | Bidding):
            self.write(self.player(move.by), "pass")
        elif isinstance(top, StockRound):
            if self.style.turn_open(state, top):
                self.write(self.player(move.by), "pass")
        elif isinstance(top, OperatingTurn):
            ours = state.rules.operating.steps[top.step].name
            names = [step.name for step in self.style.steps]
            self._reach(state, top, self.style.our_steps.get(ours, ours))
            if self.at < len(names) and names[self.at] == self.style.our_steps.get(ours, ours):
                self._leave(self.style.steps[self.at], state, top)
                self.at += 1
        else:
            raise NotImplementedError(f"a pass at {top}")


def turn_key(state: State) -> tuple[Any, ...] | None:
    """What tells one company's turn from the next."""
    turn = find_frame(state, OperatingTurn)
    return None if turn is None or state.ended is not None else (turn.company, state.round)
