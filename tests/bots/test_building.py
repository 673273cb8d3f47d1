"""Orders for looks ahead: Clerk is asked once, and what it chose is done again where that is legal."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NoReturn

import pytest
from kit import begin
from msgspec.structs import replace

from railhead.bots import building
from railhead.bots.building import Orders, orders
from railhead.bots.clerk import rated, rests
from railhead.bots.player import ask, bot, next_seat
from railhead.bots.positions import Position
from railhead.bots.protocol import Rated
from railhead.core.engine import apply, refusal
from railhead.core.moves import BuyTrain, LayTile, Move, Pass
from railhead.core.operating import OperatingTurn, current_step, operating_company
from railhead.core.state import State
from railhead.titles import TITLES


def game() -> Iterator[State]:
    state, rng = begin("1889", 2), random.Random(6)
    while state.ended is None:
        yield state
        state, _ = apply(state, ask(bot("clerk"), state, next_seat(state), 1.0, rng).move)


def first(wanted: Callable[[State], bool]) -> State:
    return next(state for state in game() if isinstance(state.top, OperatingTurn) and wanted(state))


def building_one() -> State:
    """A company that can run is about to build, and Clerk would lay a tile."""
    return first(
        lambda state: rests(state, next_seat(state)) and isinstance(rated(state, next_seat(state))[0].move, LayTile)
    )


def buying_one() -> State:
    """A company is about to buy a train."""
    return first(lambda state: isinstance(rated(state, next_seat(state))[0].move, BuyTrain))


def with_cash(state: State, cash: int) -> State:
    company = operating_company(state)
    charter = replace(state.companies[company], cash=cash)
    changed: State = replace(state, companies={**state.companies, company: charter})
    return changed


def first_call(found: Orders, state: State) -> Move:
    """What a company does by its orders where nothing is misjudged."""
    calls = found.calls(state, next_seat(state))
    assert calls is not None
    return calls[0].move


def nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> NoReturn:
        raise AssertionError("Clerk was asked again")

    monkeypatch.setattr(building, "rated", asked)


def test_a_tile_is_chosen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = building_one()
    seat, found = next_seat(state), Orders()
    tile = first_call(found, state)
    assert tile == rated(state, seat, building.WAY)[0].move
    nobody_asks(monkeypatch)
    richer = with_cash(state, state.companies[operating_company(state)].cash + 500)
    assert first_call(found, richer) == tile


def test_what_has_been_laid_is_not_laid_again() -> None:
    state = building_one()
    found = Orders()
    tile = first_call(found, state)
    assert isinstance(tile, LayTile)
    laid = replace(state.board, laid={**state.board.laid, tile.hex: (tile.tile, tile.rotation)})
    after: State = replace(state, board=laid)
    other = first_call(found, after)
    assert other != tile
    assert refusal(after, other) is None


def test_a_train_is_bought_with_the_same_money(monkeypatch: pytest.MonkeyPatch) -> None:
    state = buying_one()
    seat, found = next_seat(state), Orders()
    train = first_call(found, state)
    assert isinstance(train, BuyTrain)
    poor = with_cash(state, 0)
    assert first_call(found, poor) == rated(poor, seat, building.WAY)[0].move != train
    nobody_asks(monkeypatch)
    assert first_call(found, state) == train


def test_luck_decides_between_purchases_that_are_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """If orders decided, all looks at a plan would show the same luck, and many looks would say no more than one."""
    state = buying_one()
    seat = next_seat(state)
    buy, other = next(it for it in rated(state, seat, building.WAY) if isinstance(it.move, BuyTrain)), Pass(seat)
    close, far = [buy, Rated(buy.score - 1.0, other, "")], [buy, Rated(buy.score - 1000.0, other, "")]
    for found, choices in ((close, [buy.move, other]), (far, [buy.move])):
        monkeypatch.setattr(building, "rated", lambda *_, found=found: found)
        given, here = Orders(), Position(state)
        nudges = [None, lambda move: 1.0 if move == other else -1.0]
        called = [here.ordered(given, builds=True, nudge=nudge) for nudge in nudges]
        assert [it.move for it in called if it is not None] == [choices[0], choices[-1]]


def test_there_are_no_orders_for_anything_else() -> None:
    state = first(lambda state: (step := current_step(state)) is not None and step.name == "dividend")
    assert Orders().calls(state, next_seat(state)) is None
    assert Orders().calls(begin("1889", 2), next_seat(begin("1889", 2))) is None


def test_a_round_keeps_its_orders_until_others_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "MOST", 2)
    state = begin("1889", 2)
    rounds = [replace(state, round=replace(state.round, number=number)) for number in (1, 2, 3)]
    one, other = (orders(it, "p1") for it in rounds[:2])
    assert orders(rounds[0], "p2") is one
    orders(rounds[2], "p1")
    assert orders(rounds[0], "p1") is one
    assert orders(rounds[1], "p1") is not other


def test_seats_share_no_orders_where_money_is_secret() -> None:
    tables = (begin(name, title.seats[-1]) for name, title in TITLES.items())
    state = next(state for state in tables if state.rules.secret)
    one, other = list(state.players)[:2]
    assert orders(state, one) is orders(state, one)
    assert orders(state, one) is not orders(state, other)
