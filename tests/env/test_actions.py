"""Every action has one meaning, every legal move has its actions, and the mask shows all of them and no others."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields, replace

from railhead.core.engine import actors, legal_moves, price_ranges, refusal
from railhead.core.moves import Bid, BuyTrain, LayTile, RunTrains, StartCompany, to_text
from railhead.core.state import State
from railhead.titles.t1843.powers import BuildPort
from railhead.titles.t1893.merger import Join
from tests.env.positions import every_table, one_table_a_title, played
from tests.kit import begin, play, rules

pytest.importorskip("numpy", reason="the extra 'env' is not installed")


from railhead.env.actions import FACTORS, UnknownAction, actions_of
from railhead.env.game import Game, open_actions
from railhead.env.menu import Menu


def game_at(state: State) -> Game:
    game = Game(state.rules)
    game.set_state(state)
    return game


@every_table
def test_round_trip(name: str, seats: int, options: tuple[str, ...]) -> None:
    """Every legal move becomes actions and the same move again; no two moves share theirs."""
    rng = random.Random(seats)
    for state in played(name, seats, options, 5, 60):
        game = game_at(state)
        seen: dict[tuple[Any, ...], Any] = {}
        for move in legal_moves(state):
            actions = game.encode(move)
            assert seen.setdefault((move.by, *actions), move) == move, f"{to_text(move)} has the actions of another"
            if move.by == game.seat:
                assert game.decode(actions) == move
        ranges = [prices.move for prices in price_ranges(state) if prices.move.by == game.seat]
        listed = {first for (by, first, *_) in seen if by == game.seat}
        open_now = listed | {game.actions.choice(one) for one in ranges}
        assert set(open_actions(game.mask()).tolist()) == set(game.legal().tolist()) == open_now
        for one in ranges:
            amounts = game.menu().amounts(game.actions.choice(one)).tolist()
            for amount in {amounts[0], amounts[-1], rng.choice(amounts)}:
                there = game.menu().move(game.actions.choice(one), amount)
                assert refusal(state, there) is None, to_text(there)


@one_table_a_title
def test_mask_is_complete(name: str, seats: int) -> None:
    """Brute force: every choice of the table is tried, and the mask shows exactly those that the rules accept."""
    for at, state in enumerate(played(name, seats, (), 8, 140)):
        table = actions_of(state.rules)
        if at != 105 and not (at == 45 and table.choices < 100_000):
            continue
        menu = Menu(table, state, actors(state)[0])
        accepted = set()
        for shape in table.shapes:
            if shape.move is RunTrains:  # runs are not listed in full: only those that no other beats are offered
                accepted.update(choice for choice in menu.listed if table.shape(choice) is shape)
                continue
            for choice in range(shape.first, shape.first + shape.size):
                if any(refusal(state, move) is None for move in _made(shape, choice, menu)):
                    accepted.add(choice)
        shown = set(menu.choices.tolist())
        assert shown == accepted, [table.describe(choice) for choice in accepted ^ shown]


def _made(shape: Any, choice: int, menu: Menu) -> Any:
    """The moves of a choice, with the amounts that any choice of its kind has."""
    fields = shape.fields(choice)
    if not shape.amount:
        return [shape.move(by=menu.seat, **fields)]
    alike = [other for other in menu.choices.tolist() if shape.first <= other < shape.first + shape.size]
    amounts = {0, 1, 100}.union(*(menu.amounts(other)[[0, -1]].tolist() for other in alike))
    return [shape.move(by=menu.seat, **fields, **{shape.amount: amount}) for amount in sorted(amounts)]


def test_numbers_keep_their_meaning() -> None:
    """A number is the same move at every decision, whoever makes it and however often the table is built."""
    table = actions_of(rules("1889", 4))
    again = type(table)(rules("1889", 4))
    assert table.digest == again.digest
    for move in (LayTile("p1", "E2", "5", 0), StartCompany("p1", "KO", 65), BuyTrain("p1", "2", "supply", 80, "3")):
        assert table.choice(move) == again.choice(replace(move, by="p3"))
        words = [word for word in to_text(move).split()[1:] if not word.startswith("price=")]
        assert table.describe(table.choice(move)).split() == words


def test_every_argument_has_a_number() -> None:
    """Moves whose arguments are easily forgotten: a port of 1843 without a tile, and a private company that joins."""
    port = actions_of(rules("1843", 3))
    for move in (BuildPort("p1", "6"), BuildPort("p1", "6", "57", 2, 1)):
        words = {f"{name}={getattr(move, name)}" for name in ("private", "tile", "rotation", "city")}
        assert words <= set(port.describe(port.choice(move)).split())
    assert port.choice(BuildPort("p1", "6")) != port.choice(BuildPort("p1", "6", "57"))
    joins = actions_of(rules("1893", 2, "delayed-exchange"))
    choice = joins.choice(Join("p2", "HdSK"))
    assert joins.describe(choice) == "join part=HdSK"
    assert joins.values["private"][joins.factors([choice])[0][FACTORS.index("private")] - 1] == "HdSK"


@every_table
def test_defaults_have_numbers(name: str, seats: int, options: tuple[str, ...]) -> None:
    """What a move holds if nothing is said is always among the values of its field."""
    for shape in actions_of(rules(name, seats, *options)).shapes:
        for axis in shape.axes:
            if len(axis.fields) == 1:
                default = next(one.default for one in fields(shape.move) if one.name == axis.fields[0])
                assert default is NODEFAULT or (default,) in axis.index, (shape.tag, axis.fields)


def test_factors() -> None:
    """Columns say what an action is made of; the same hex is the same number in every lay."""
    table = actions_of(rules("1889", 4))
    lays = [table.choice(LayTile("p1", "E2", "5", 0)), table.choice(LayTile("p1", "E2", "6", 1))]
    first, second, amount = table.factors([*lays, table.amount_action(45)])
    at = {name: place for place, name in enumerate(FACTORS)}
    assert first[at["hex"]] == second[at["hex"]]
    assert table.values["hex"][first[at["hex"]] - 1] == "E2"
    assert table.values["tile"][second[at["tile"]] - 1] == "6"
    assert table.values["kind"][first[0] - 1] == "lay_tile"
    assert first[at["company"]] == first[at["amount"]] == 0
    assert amount[at["amount"]] == amount.sum() == 46


def test_what_has_no_number_is_said() -> None:
    table = actions_of(rules("1889", 4))
    with pytest.raises(UnknownAction, match="not in the table"):
        table.choice(LayTile("p1", "Z9", "5", 0))
    with pytest.raises(UnknownAction, match="amounts go from 0 to 7000"):
        table.amount_action(7001)
    for ask in (table.shape, table.describe, lambda number: table.factors([number])):
        for number in (-1, table.size):
            with pytest.raises(UnknownAction, match=f"actions go from 0 to {table.size - 1}, and {number} does not"):
                ask(number)
        for wrong in (None, "x", 1.5):
            with pytest.raises(UnknownAction, match="whole number, not"):
                ask(wrong)
    with pytest.raises(UnknownAction, match=r"whole number, not 4\.5"):
        table.amount_action(4.5)  # type: ignore[arg-type]
    with pytest.raises(UnknownAction, match="a list of actions"):
        table.factors(3)
    with pytest.raises(UnknownAction, match="is the amount 5, and a choice is needed"):
        table.shape(table.amount_action(5))


def test_only_what_is_open_is_decoded() -> None:
    game = game_at(begin("1889", 4))
    (bid,) = (one for one in game.legal() if game.actions.describe(int(one)) == "bid private=E")
    assert game.decode((bid, game.actions.amount_action(65))) == Bid("p1", "E", 65)
    for actions, says in (
        ((), "one action or two"),
        ((bid, game.actions.amount_action(64)), "cannot be made for 64"),
        ((bid, game.actions.size), "cannot be made for"),
        ((game.actions.amount_action(65),), "is the amount 65"),
        ((bid + 0.5,), "whole number"),
    ):
        with pytest.raises(UnknownAction, match=says):
            game.decode(actions)


def test_a_bid_is_a_choice_and_an_amount() -> None:
    game = game_at(play(begin("1889", 4), "p1 pass"))
    move = Bid("p2", "C", 145)
    choice, amount = game.encode(move)
    assert game.actions.describe(choice) == "bid private=C"
    assert game.actions.describe(amount) == "amount 145"
    assert game.decode((choice, amount)) == move
    assert game.encode(Bid("p2", "A", 20)) == (game.actions.choice(Bid("p2", "A", 0)),)  # one price: nothing to ask
