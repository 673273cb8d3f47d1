"""The use-cases on a store in memory: what is committed, refused, taken back and looked at."""

from __future__ import annotations

import pytest

from railhead.core.engine import legal_moves, replay
from railhead.core.moves import Bid, Pass
from railhead.core.state import State
from railhead.play.errors import Illegal, Malformed, NoSuchGame, NotPossible, NotYourSeat, Stale
from railhead.play.games import Games
from railhead.play.records import Program
from railhead.play.setup import distinct, new_setup
from railhead.play.stand_in import choose
from railhead.play.store import MemoryStore

ALL = ("p1", "p2", "p3")


def table() -> Games:
    """Three players at 1889, nothing played."""
    store = MemoryStore()
    store.create("g", new_setup("1889", ["Ann", "Bob", "Cid"], seed=7))
    return Games(store)


def played(games: Games, count: int) -> State:
    """Let the stand-in make this many moves."""
    state = games.now("g")[1]
    for _ in range(count):
        head, state = games.now("g")
        if state.ended is not None:
            break
        by = next(move.by for move in legal_moves(state))
        move = choose(state, by)
        assert move is not None
        state = games.submit("g", head.version, move, seats=ALL).state
    return state


def test_a_move_is_committed_and_the_version_grows() -> None:
    games = table()
    done = games.submit("g", 0, {"move": "bid", "by": "p1", "private": "A", "price": 20}, seats=("p1",))
    assert done.head.version == 1
    assert games.now("g")[1].privates["A"].owner == "p1"


def test_stale_illegal_malformed_and_foreign_moves_change_nothing() -> None:
    games = table()
    games.submit("g", 0, Pass("p1"), seats=ALL)
    before = games.now("g")
    with pytest.raises(Stale):
        games.submit("g", 0, Pass("p2"), seats=ALL)
    with pytest.raises(Illegal) as refused:
        games.submit("g", 1, Bid("p2", "A", 5), seats=ALL)
    assert refused.value.refusal.rule == "auction.price"
    with pytest.raises(Malformed):
        games.submit("g", 1, {"move": "fly", "by": "p2"}, seats=ALL)
    with pytest.raises(NotYourSeat):
        games.submit("g", 1, Pass("p2"), seats=("p1",))
    assert games.now("g") == before


def test_a_repeated_key_gets_the_first_answer() -> None:
    games = table()
    first = games.submit("g", 0, Pass("p1"), seats=ALL, key="k1")
    again = games.submit("g", 0, Pass("p1"), seats=ALL, key="k1")
    assert (again.entry, again.head.version) == (first.entry, 1)
    with pytest.raises(Malformed):
        games.submit("g", 1, Pass("p2"), seats=ALL, key="k1")


def test_any_moment_is_reached_without_the_start() -> None:
    games = table()
    played(games, 120)
    setup = games.store.setup("g")
    moves = games.moves("g")
    for number in (1, 7, 8, 9, 63, 64, 100, 119):
        games.timeline.forget()
        rules = games.timeline.rules("g")
        assert games.at("g", number) == replay(rules, setup.names, setup.seed, moves[:number])
    with pytest.raises(NoSuchGame):
        games.at("g", 121)


def test_undo_and_redo_keep_what_was_undone() -> None:
    games = table()
    played(games, 20)
    head, late = games.now("g")
    earlier = games.at("g", 17)
    back = games.undo("g", head.version, "p1", 17)
    assert back.state == earlier
    assert back.head.version == head.version + 1
    for number in (18, 19, 20):
        done = games.redo("g", games.store.head("g").version, "p1")
        assert done.head.count == number
    assert games.now("g")[1] == late
    with pytest.raises(NotPossible):
        games.redo("g", games.store.head("g").version, "p1")


def test_a_new_move_after_undo_makes_a_new_line() -> None:
    games = table()
    games.submit("g", 0, Pass("p1"), seats=ALL)
    games.submit("g", 1, Pass("p2"), seats=ALL)
    games.undo("g", 2, "p2")
    done = games.submit("g", 3, Bid("p2", "A", 20), seats=ALL)
    assert done.head.count == 2
    games.timeline.forget()
    assert games.now("g")[1].privates["A"].owner == "p2"
    with pytest.raises(NotPossible):
        games.redo("g", 4, "p2")


def test_others_are_asked_before_their_moves_are_taken_back() -> None:
    games = table()
    games.submit("g", 0, Pass("p1"), seats=ALL)
    assert games.ask_undo("g", 1, "p2", ALL) is None
    assert games.answer_undo("g", "p1", ALL, True) is None
    done = games.answer_undo("g", "p3", ALL, True)
    assert done is not None
    assert done.head.count == 0


def test_one_may_take_back_ones_own_last_move() -> None:
    games = table()
    games.submit("g", 0, Pass("p1"), seats=ALL)
    done = games.ask_undo("g", 1, "p1", ALL)
    assert done is not None
    assert done.head.count == 0


def in_stock_round() -> Games:
    """The stock round after a quick auction."""
    games = table()
    while games.now("g")[1].round.kind != "SR":
        head, state = games.now("g")
        bids = [move for move in legal_moves(state) if isinstance(move, Bid)]
        games.submit("g", head.version, bids[0], seats=ALL)
    return games


def test_pass_until_something_changes() -> None:
    games = in_stock_round()
    head, state = games.now("g")
    first = state.top.at
    second = state.order[(state.order.index(first) + 1) % 3]
    games.program("g", second, Program("pass"))
    done = games.submit("g", head.version, Pass(first), seats=ALL, key="once")
    assert done.head.count == head.count + 2
    again = games.submit("g", head.version, Pass(first), seats=ALL, key="once")
    assert (again.head, again.entry, again.events) == (done.head, done.entry, done.events)
    third = done.state.top.at
    move = choose_start(done.state, third)
    done = games.submit("g", done.head.version, move, seats=ALL)
    while done.state.top.at != second:
        done = games.submit("g", done.head.version, Pass(done.state.top.at), seats=ALL)
    assert second not in games.store.pending("g").programs
    assert "did something" in games.store.pending("g").notes[second]


def choose_start(state: State, seat: str) -> object:
    """A company started by a seat."""
    return next(move for move in legal_moves(state) if type(move).__name__ == "StartCompany" and move.by == seat)


def test_buy_until_it_floats() -> None:
    games = in_stock_round()
    _, state = games.now("g")
    seat = state.top.at
    starts = [m for m in legal_moves(state) if type(m).__name__ == "StartCompany"]
    move = min(starts, key=lambda one: one.price)
    head = games.store.head("g")
    done = games.submit("g", head.version, move, seats=ALL)
    games.program("g", seat, Program("buy", company=move.company))
    for _ in range(12):
        head, state = games.now("g")
        if state.round.kind != "SR" or seat not in games.store.pending("g").programs:
            break
        done = games.submit("g", head.version, Pass(state.top.at), seats=ALL)
    company = done.state.companies[move.company]
    assert company.floated or sum(company.shares.get(seat, ())) > 0
    assert seat in games.store.pending("g").notes


def test_names_are_made_different_and_harmless() -> None:
    assert distinct(["Ann", "Ann", " \u202eAnn\n", ""]) == ("Ann", "Ann 2", "Ann 3", "Player 4")
    with pytest.raises(NotPossible):
        new_setup("1889", ["only one"])
    with pytest.raises(NotPossible):
        new_setup("1830", ["a", "b"])
