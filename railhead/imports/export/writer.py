"""Writes a game of ours as 18xx.games would export it.

Written from the description of that format (actions, numbers of certificates, trains, tiles and cities, and
which steps that site asks about), not from the importer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.auction import Auction, Bidding
from railhead.core.change import Change, find_frame
from railhead.core.engine import open_kinds
from railhead.core.events import Passed
from railhead.core.market import cell_key
from railhead.core.moves import (
    Accept,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    DiscardTrain,
    Dividend,
    LayTile,
    Move,
    Pass,
    PlaceStation,
    RaiseMoney,
    RunTrains,
    SellLarge,
    SellShares,
    SetPar,
    StartCompany,
    StepBack,
)
from railhead.core.offers import Offer
from railhead.core.operating import OperatingTurn, operating_company
from railhead.core.scoring import Run
from railhead.core.state import POOL, State
from railhead.core.stock import StockRound
from railhead.core.trains import SUPPLY
from railhead.imports.export.books import Books
from railhead.imports.export.routes import write_route
from railhead.record.entries import NOT_WAIVED, Entry, remake

if TYPE_CHECKING:
    import random

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
    our_steps: dict[str, str] = field(default_factory=dict)  # steps of ours by another name there
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


class Exporter:
    """Follows a game of ours and writes down what that site would have recorded."""

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
        """A run whose routes are not known: one route without hexes, with all that was earned."""
        turn = find_frame(self.state, OperatingTurn)
        if turn is None:
            raise LookupError("no company operates")
        self._reach(self.state, turn, self.style.step_of[RunTrains])
        train = self.books.trains[turn.company][0]
        route = {"train": train, "hexes": [], "revenue": move.revenue}
        fields = {"extra_revenue": 0, "subsidy": move.mine_income}
        self.write(self.company(turn.company), "run_routes", routes=[route], **fields)
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
        if not isinstance(after.top if after.frames else None, Offer) or type(move) not in (BuyTrain, BuyPrivate):
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


def share_price(state: State, sym: str, price: int) -> str:
    """A price with its place on the market, as in '70,4,3'."""
    row, column = state.companies[sym].cell or (0, 0)
    return f"{price},{row},{column}"


def bid(exporter: Exporter, move: Bid) -> None:
    """A bid, or a purchase."""
    exporter.write(exporter.player(move.by), "bid", company=exporter.private(move.private), price=move.price)


def start(exporter: Exporter, move: StartCompany | SetPar) -> None:
    """A par price."""
    name = exporter.company(move.company)["entity"]
    price = share_price(exporter.mid, move.company, move.price)
    assert exporter.mid.market[cell_key(exporter.mid.companies[move.company].cell or (0, 0))]
    exporter.named = [exporter.books.president(move.company)]
    exporter.write(exporter.player(move.by), "par", corporation=name, share_price=price)


def pick(exporter: Exporter, sym: str, holder: str, percent: int) -> str:
    """A certificate that a holder has."""
    there = [n for n in exporter.books.of(sym, holder) if exporter.books.percent[sym][n] == percent]
    return there[0] if exporter.rng.random() < 0.5 else exporter.rng.choice(there)


def buy_share(exporter: Exporter, move: BuyShare) -> None:
    """A share."""
    name = pick(exporter, move.company, move.source, move.percent)
    exporter.named = [name]
    exporter.write(exporter.player(move.by), "buy_shares", shares=[name], percent=move.percent)


def sell_shares(exporter: Exporter, move: SellShares) -> None:
    """A block: what came to the bank, and the president's certificate for what the seller got for it or of it."""
    books, place = exporter.books, exporter.state.rules.stock.sold_to
    sizes, first = books.percent[move.company], books.president(move.company)
    there = [state.companies[move.company].shares.get(place, ()) for state in (exporter.state, exporter.mid)]
    ordinary = [name for name in books.of(move.company, move.by) if name != first]
    chosen: list[str] = []
    for size in (Counter(there[1]) - Counter(there[0])).elements():
        chosen += [name for name in ordinary if sizes[name] == size and name not in chosen][:1]
    if sum(sizes[name] for name in chosen) < move.percent:
        chosen.append(first)
    exporter.named = list(chosen)
    exporter.write(exporter.player(move.by), "sell_shares", shares=chosen, percent=move.percent)


def lay_tile(exporter: Exporter, move: LayTile) -> None:
    """Track of the company that operates."""
    write_tile(exporter, exporter.company(operating_company(exporter.state)), move.hex, move.tile, move.rotation)


def write_tile(exporter: Exporter, who: dict[str, Any], hex_id: str, tile: str, rotation: int) -> None:
    """A tile, by whomever."""
    copy = exporter.books.next_tile(tile)
    exporter.named = [copy]
    exporter.write(who, "lay_tile", hex=hex_id, tile=copy, rotation=rotation)


def city_id(exporter: Exporter, hex_id: str, city: int) -> str:
    """The id of a city: its tile's, or its hex's with some number."""
    copy = exporter.books.copies.get(hex_id, f"{hex_id}-{exporter.rng.randrange(7)}")
    return f"{copy}-{city}"


def place_station(exporter: Exporter, move: PlaceStation) -> None:
    """A marker of the company that operates."""
    who = exporter.company(operating_company(exporter.state))
    write_token(exporter, who, who["entity"], move)


def write_token(exporter: Exporter, who: dict[str, Any], tokener: str, move: PlaceStation) -> None:
    """A marker, by whomever."""
    slots = exporter.state.board.stations.get(move.hex, ())
    free = [n for n, name in enumerate(slots[move.city])] if move.city < len(slots) else [0]
    where = city_id(exporter, move.hex, move.city)
    exporter.write(who, "place_token", city=where, slot=free[-1] if free else 0, tokener=tokener)


def run(exporter: Exporter, move: RunTrains) -> None:
    """A run, in one of the three forms that exports have had."""
    state = exporter.state
    company = operating_company(state)
    judged = state.rules.judge_run(state, company, move.routes)
    assert isinstance(judged, Run)
    trains = list(exporter.books.trains[company])
    form = exporter.rng.randrange(3) if exporter.style.old_routes else 2
    routes = []
    for value in judged.routes:
        name = next(name for name in trains if name.rsplit("-", 1)[0] == value.route.train)
        trains.remove(name)
        routes.append(write_route(state, value.route, name, value.revenue, form, exporter.rng))
    fields = {} if form < 2 else {"extra_revenue": 0, "subsidy": judged.mine_income}
    exporter.write(exporter.company(company), "run_routes", routes=routes, **fields)


def dividend(exporter: Exporter, move: Dividend) -> None:
    """Payout or withhold."""
    kind = {"pay": "payout", "withhold": "withhold", "half": "half"}[move.how]
    exporter.write(exporter.company(operating_company(exporter.state)), "dividend", kind=kind)


def buy_train(exporter: Exporter, move: BuyTrain) -> None:
    """A train, perhaps for another one."""
    books, company = exporter.books, operating_company(exporter.state)
    if move.source == SUPPLY:
        name = books.next_train(move.train)
    else:
        holder = POOL if move.source == POOL else move.source
        name = exporter.rng.choice([n for n in books.trains[holder] if n.rsplit("-", 1)[0] == move.train])
    fields: dict[str, Any] = {"train": name, "price": move.price}
    if exporter.rng.random() < 0.7:
        fields["variant"] = move.train
    exporter.named = [name]
    if move.trade:
        old = exporter.rng.choice([n for n in books.trains[company] if n.rsplit("-", 1)[0] == move.trade])
        fields["exchange"] = old
        exporter.named.append(old)
    exporter.write(exporter.company(company), "buy_train", **fields)
    if move.trade == move.train and move.source == SUPPLY:
        books.trade_in(company, old, name)


def discard(exporter: Exporter, move: DiscardTrain) -> None:
    """A train above the limit."""
    there = [n for n in exporter.books.trains[move.company] if n.rsplit("-", 1)[0] == move.train]
    name = exporter.rng.choice(there)
    exporter.named = [name]
    exporter.write(exporter.company(move.company), "discard_train", train=name)


def buy_private(exporter: Exporter, move: BuyPrivate) -> None:
    """A private company for the company that operates."""
    who = exporter.company(operating_company(exporter.state))
    exporter.write(who, "buy_company", company=exporter.private(move.private), price=move.price)


def bankrupt(exporter: Exporter, _move: Bankrupt) -> None:
    """The end of a president."""
    exporter.write(exporter.company(operating_company(exporter.state)), "bankrupt")


def nothing(exporter: Exporter, move: Move) -> None:
    """That a president chooses a train before he sells for it is not recorded there."""


WRITERS: dict[type, Writer] = {
    Bid: bid,
    StartCompany: start,
    SetPar: start,
    BuyShare: buy_share,
    SellShares: sell_shares,
    SellLarge: sell_shares,
    LayTile: lay_tile,
    PlaceStation: place_station,
    RunTrains: run,
    Dividend: dividend,
    BuyTrain: buy_train,
    DiscardTrain: discard,
    BuyPrivate: buy_private,
    RaiseMoney: nothing,
    StepBack: nothing,
    Bankrupt: bankrupt,
}
