"""The observation shows everything that a seat sees, and nothing that it does not."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.rules import Rules
from railhead.core.state import Player, State, president_of
from railhead.core.text import fingerprint
from railhead.play.hidden import is_secret, visible
from tests.env.positions import every_table, one_table_a_title, played
from tests.kit import begin, rules

pytest.importorskip("numpy", reason="the extra 'env' is not installed")

import numpy as np

from railhead.env.observation import Observer, observer_of

UNSEEN = {"rules", "seed", "name", "ended"}
"""Fields that are not part of what a player sees in a position, or are shown in another way."""
Change = tuple[str, Callable[[Any], Any]]
TRIES = 40
"""How often each sort of change is tried."""


def names_like(table: Rules, text: str) -> list[str]:
    """Other names of the same sort."""
    for sort in (
        [f"p{seat + 1}" for seat in range(table.seats)],
        table.companies,
        table.privates,
        table.trains,
        table.map.hexes,
        table.map.tiles,
    ):
        if text in sort:
            return [name for name in sort if name != text]
    return [f"{text}x"]


def changed(table: Rules, value: Any, rng: random.Random, path: str) -> Iterator[tuple[str, Any]]:
    """Values that differ from this one in one thing, each with a word on what differs."""
    if isinstance(value, bool):
        yield path, not value
    elif isinstance(value, int):
        yield path, value + rng.choice((1, 2, 5, 10))
    elif isinstance(value, str):
        others = names_like(table, value)
        if others:
            yield path, rng.choice(others)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            if field not in UNSEEN or (field == "name" and not isinstance(value, Player)):
                for where, other in changed(table, getattr(value, field), rng, f"{path}.{field}"):
                    yield where, replace(value, **{field: other})
    elif isinstance(value, Mapping):
        for key, held in value.items():
            for where, other in changed(table, held, rng, f"{path}[{key}]"):
                yield where, {**value, key: other}
    elif isinstance(value, tuple):
        for at, held in enumerate(value):
            for where, other in changed(table, held, rng, f"{path}[{at}]"):
                yield where, (*value[:at], other, *value[at + 1 :])
        if value and not path.endswith(("order", "cell", "extra_tile", "laid]")):
            yield f"{path} one less", value[:-1]


def seen(observer: Observer, state: State, seat: str) -> bytes | None:
    """The observation as bytes; None if the position is too broken to look at."""
    try:
        return bytes(observer.row(state, seat).tobytes())
    except (LookupError, ValueError, TypeError, AttributeError):
        return None


def sort_of(state: State, where: str) -> str:
    """What sort of thing a change is: the field, whatever hex, company or place in a list it is about."""
    frame = re.match(r"state\.frames\[(\d+)\]", where)
    head = type(state.frames[int(frame.group(1))]).__name__ if frame else ""
    field = re.sub(r"\[.*?\]", "[]", where)
    return f"{head} {field}"


@one_table_a_title
def test_whatever_differs_is_seen(name: str, seats: int) -> None:
    """Everything in positions is changed, thing by thing, and the observation changes with it.

    Of each sort of change, such as the price of a bid or the tile on a hex, the first that come up are tried.
    """
    rng = random.Random(name)
    observer = observer_of(rules(name, seats))
    tried: Counter[str] = Counter()
    for at, state in enumerate(played(name, seats, (), 3, 240)):
        seat = rng.choice(sorted(state.players))
        before = seen(observer, state, seat)
        hidden = visible(state, (seat,)).hidden
        changes = list(changed(state.rules, state, rng, "state")) if at % 2 else []
        for where, other in rng.sample(changes, len(changes)):
            sort = sort_of(state, where)
            if tried[sort] >= TRIES or is_hidden(where, hidden):
                continue
            after = seen(observer, other, seat)
            tried[sort] += after is not None
            assert after != before, where
    assert sum(tried.values()) > 1000
    for sort in ("players[].cash", "companies[].cell[]", "board.supply[]", "privates[].owner", "market[][]"):
        assert tried[f" state.{sort}"] == TRIES, sort
    if name in ("1889", "1894", "1843", "primer"):
        assert tried["Auction state.frames[].bids[][][]"] >= 10
    assert tried["OperatingTurn state.frames[].step"] >= 5


def is_hidden(where: str, hidden: frozenset[str]) -> bool:
    """Whether this change is about money that a seat does not see."""
    return any(f"[{name}].cash" in where for name in hidden) or (bool(hidden) and where == "state.bank")


@every_table
def test_positions_of_games_differ(name: str, seats: int, options: tuple[str, ...]) -> None:
    """Different positions of random games look different, and one position always looks the same."""
    observer = observer_of(rules(name, seats, *options))
    looks: dict[bytes, str] = {}
    for state in played(name, seats, options, 7, 50):
        row = observer.row(state, "p1")
        assert row.shape == (len(observer.labels),)
        assert np.isfinite(row).all()
        print_of = fingerprint(replace(state, count=0))
        look = replace_count(observer, row)
        assert looks.setdefault(look, print_of) == print_of
        assert (observer.row(state, "p1") == row).all()


@one_table_a_title
def test_it_does_not_depend_on_what_was_seen_before(name: str, seats: int) -> None:
    """An observer that jumps between positions, as a search does, sees each as one that has seen nothing yet."""
    rng = random.Random(name)
    observer = observer_of(rules(name, seats))
    found = [state for at, state in enumerate(played(name, seats, (), 5, 160)) if at % 6 == 0]
    for state in rng.choices(found, k=40):
        seat = rng.choice(sorted(state.players))
        fresh = Observer(state.rules).row(_again(state), seat)
        row = observer.row(_again(state), seat)
        differ = [observer.labels[at] for at in np.flatnonzero(row != fresh)]
        assert not differ
        row[:] = 9.0  # what it gave away is not what it remembers


def _again(state: State) -> State:
    """The same position with a board of which nothing is cached."""
    return replace(state, board=replace(state.board))


def replace_count(observer: Observer, row: Any) -> bytes:
    """The observation without the number of moves, which alone would make all of them differ."""
    other = row.copy()
    other[observer.labels.index("table: moves")] = 0
    return bytes(other.tobytes())


def test_secrets_are_not_in_it() -> None:
    """Where cash is secret, money that moves between others and the bank changes nothing; one's own does."""
    for at, state in enumerate(played("1893", 3, (), 2, 80)):
        if at % 8:
            continue
        assert is_secret(state)
        observer = observer_of(state.rules)
        players = {**state.players, "p2": replace(state.players["p2"], cash=state.players["p2"].cash + 40)}
        other = replace(state, players=players, bank=state.bank - 40, seed=state.seed + 1)
        assert seen(observer, state, "p1") == seen(observer, other, "p1")
        assert seen(observer, state, "p2") != seen(observer, other, "p2")


def test_secret_treasuries_are_not_in_it() -> None:
    """A house rule of 1889: only its president sees a company's cash; the rest see the sum of what is hidden."""
    looked = 0
    for state in played("1889", 3, ("secret-treasuries",), 3, 400):
        observer = observer_of(state.rules)
        presidents = {sym: president_of(state, sym) for sym in state.companies}
        for sym, president in presidents.items():
            if not president or state.count % 20:
                continue
            looked += 1
            charter = replace(state.companies[sym], cash=state.companies[sym].cash + 40)
            other = replace(state, companies={**state.companies, sym: charter}, bank=state.bank - 40)
            for seat in state.players:
                assert (seen(observer, state, seat) != seen(observer, other, seat)) == (seat == president)
                row = dict(zip(observer.labels, observer.row(state, seat).tolist(), strict=True))
                assert row[f"company {sym}: cash known"] == (seat == president)
                assert row[f"company {sym}: cash"] == pytest.approx(
                    state.companies[sym].cash / 100 if seat == president else 0
                )
                unseen = [other for other, owner in presidents.items() if owner and owner != seat]
                money = state.bank + sum(state.companies[other].cash for other in unseen) if unseen else 0
                assert row["table: unseen money"] == pytest.approx(money / 100)
    assert looked > 10


def test_the_seed_is_not_in_it() -> None:
    state = begin("1889", 4)
    assert seen(observer_of(state.rules), state, "p1") == seen(observer_of(state.rules), replace(state, seed=9), "p1")


def test_seats_are_counted_from_the_one_that_looks() -> None:
    """Two seats see the same numbers in a position in which they stand alike."""
    state = begin("1889", 3)
    observer = observer_of(state.rules)
    turned = replace(state, priority="p2", frames=(replace(state.top, at="p2"),), order=state.order)
    mine, yours = observer.row(state, "p1"), observer.row(turned, "p2")
    differ = [observer.labels[at] for at in np.flatnonzero(mine != yours)]
    assert all("place in order" in label for label in differ)


def test_labels_say_what_the_numbers_are() -> None:
    state = begin("1889", 4)
    observer = observer_of(state.rules)
    row = dict(zip(observer.labels, observer.row(state, "p1").tolist(), strict=True))
    assert len(row) == observer.size  # no two numbers have the same label
    assert row["player player+0: cash"] == pytest.approx(4.2)
    assert row["table: bank"] == pytest.approx((7000 - 4 * 420) / 100)
    assert row["frame Auction: at player+0"] == 1.0
    assert row["trains: 2 left"] == pytest.approx(0.6)
    assert row["player player+0: awaited"] == 1.0
    assert actors(state) == ("p1",)
