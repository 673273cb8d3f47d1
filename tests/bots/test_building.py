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
from railhead.core.engine import apply, refusal
from railhead.core.moves import BuyTrain, LayTile
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


def nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> NoReturn:
        raise AssertionError("Clerk was asked again")

    monkeypatch.setattr(building, "rated", asked)


def test_a_tile_is_chosen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = building_one()
    seat, found = next_seat(state), Orders()
    tile = found.move(state, seat)
    assert tile == rated(state, seat, building.WAY)[0].move
    nobody_asks(monkeypatch)
    richer = with_cash(state, state.companies[operating_company(state)].cash + 500)
    assert found.move(richer, seat) == tile


def test_what_has_been_laid_is_not_laid_again() -> None:
    state = building_one()
    seat, found = next_seat(state), Orders()
    tile = found.move(state, seat)
    assert isinstance(tile, LayTile)
    laid = replace(state.board, laid={**state.board.laid, tile.hex: (tile.tile, tile.rotation)})
    after: State = replace(state, board=laid)
    other = found.move(after, seat)
    assert other is not None
    assert other != tile
    assert refusal(after, other) is None


def test_a_train_is_bought_with_the_same_money(monkeypatch: pytest.MonkeyPatch) -> None:
    state = buying_one()
    seat, found = next_seat(state), Orders()
    train = found.move(state, seat)
    assert isinstance(train, BuyTrain)
    poor = with_cash(state, 0)
    assert found.move(poor, seat) == rated(poor, seat, building.WAY)[0].move != train
    nobody_asks(monkeypatch)
    assert found.move(state, seat) == train


def test_there_are_no_orders_for_anything_else() -> None:
    state = first(lambda state: (step := current_step(state)) is not None and step.name == "dividend")
    assert Orders().move(state, next_seat(state)) is None
    assert Orders().move(begin("1889", 2), next_seat(begin("1889", 2))) is None


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
