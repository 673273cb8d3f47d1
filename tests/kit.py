"""Helpers for tests of titles: positions made in a few words, and what a move must be answered with."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from railhead import conformance
from railhead.core.engine import apply, new_game, price_ranges, refusal
from railhead.core.moves import Move, to_text
from railhead.core.rules import Rules
from railhead.core.state import State
from railhead.core.text import codec_of
from railhead.titles import TITLES, title

SHARED = Path(__file__).resolve().parents[2] / "shared"


def shared(*parts: str) -> Path:
    """A file beside the project; without it a test is skipped, except in CI."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        if os.environ.get("CI"):
            pytest.fail(f"shared/{'/'.join(parts)} is missing; in CI it must be there")
        pytest.skip(f"needs shared/{'/'.join(parts)} beside the project")
    return path


def tables() -> list[tuple[str, int, tuple[str, ...]]]:
    """Every table: each number of seats with each variant alone, and with all variants together."""
    found = []
    for name, one in TITLES.items():
        variants = [option for option in one.options if not option.house]
        sets: list[tuple[str, ...]] = [(), *((option.name,) for option in variants)]
        sets.append(tuple(option.name for option in variants))
        for seats, options in itertools.product(range(2, 7), dict.fromkeys(sets)):
            try:
                one.rules(seats, options)
            except ValueError:
                continue
            found.append((name, seats, options))
    return found


def rules(name: str, seats: int, *options: str) -> Rules:
    """The rules of a title; a dialect or one of its departures can be named too."""
    return title(name).rules_of_game(seats, options)


def begin(name: str, seats: int, *options: str, seed: int = 1) -> State:
    """The opening position of a title."""
    return new_game(rules(name, seats, *options), [f"P{n + 1}" for n in range(seats)], seed)


def read(state: State, line: str) -> Move:
    """A move from its line of text."""
    return codec_of(state.rules).from_text(line)


def play(state: State, *lines: str) -> State:
    """The position after these moves; an illegal one fails the test with its rule."""
    for line in lines:
        move = read(state, line)
        objection = refusal(state, move)
        assert objection is None, f"{line}: refused by {objection}"
        state, _ = apply(state, move)
    return state


def refused(state: State, line: str) -> str:
    """The slug that a move is refused with, or 'ok'."""
    objection = refusal(state, read(state, line))
    return "ok" if objection is None else objection.rule


def spans(state: State, line: str) -> list[tuple[int, int]]:
    """The ranges in which the price of this move is offered; its own price does not matter."""
    move: Any = read(state, line)
    ranges = [it for it in price_ranges(state) if type(it.move) is type(move)]
    return [(it.low, it.high) for it in ranges if replace(move, **{it.field: getattr(it.move, it.field)}) == it.move]


def refused_ends(state: State) -> list[str]:
    """The lowest and highest prices that are offered, but refused; a deal that was declined may be among them."""
    found = []
    for prices in price_ranges(state):
        for amount in (prices.low, prices.high):
            move: Any = replace(prices.move, **{prices.field: amount})
            objection = refusal(state, move)
            if objection is not None and objection.rule != "offer.declined":
                found.append(f"{to_text(move)} of {prices.low}..{prices.high}: {objection.rule}")
    return found


def with_company(state: State, sym: str, **fields: Any) -> State:
    """A position with another charter."""
    companies = {**state.companies, sym: replace(state.companies[sym], **fields)}
    return replace(state, companies=companies)


def with_cash(state: State, **cash: int) -> State:
    """A position in which players have this cash; the bank keeps the difference."""
    players = dict(state.players)
    bank = state.bank
    for name, amount in cash.items():
        bank += players[name].cash - amount
        players[name] = replace(players[name], cash=amount)
    return replace(state, players=players, bank=bank)


def with_private(state: State, sym: str, **fields: Any) -> State:
    """A position with another private company."""
    return replace(state, privates={**state.privates, sym: replace(state.privates[sym], **fields)})


def with_top(state: State, **fields: Any) -> State:
    """A position with another top frame."""
    return replace(state, frames=(*state.frames[:-1], replace(state.frames[-1], **fields)))


def random_game(state: State, seed: int, most: int = 6000) -> Iterable[tuple[State, list[Any]]]:
    """Random play: every position with its legal moves, checked after every move."""
    return conformance.random_game(state, seed, most)
