"""Positions kept and shown: snapshots of every title come back the same and secrets are taken out."""

from __future__ import annotations

import pytest

from railhead.core.engine import actors, apply, legal_moves, new_game
from railhead.core.state import State
from railhead.play.hidden import is_secret, visible
from railhead.play.snapshots import pack, unpack
from railhead.play.stand_in import choose
from railhead.titles import TITLES, title


def line(name: str, moves: int) -> list[State]:
    """The positions of a game that the stand-in plays."""
    rules = title(name).rules(3)
    state = new_game(rules, ["Ann", "Bob", "Cid"], 5)
    found = [state]
    while len(found) <= moves and state.ended is None:
        move = choose(state, actors(state)[0])
        assert move is not None
        state, _ = apply(state, move)
        found.append(state)
    return found


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_kept_position_plays_on_as_before(name: str) -> None:
    for state in line(name, 90)[::15]:
        data = pack(state)
        assert data is not None, "it did not come back the same"
        again = unpack(state.rules, data)
        assert again == state
        assert list(legal_moves(again)) == list(legal_moves(state))


def test_damaged_and_foreign_snapshots_are_refused() -> None:
    state = line("1889", 3)[-1]
    data = pack(state)
    assert data is not None
    for bad in (b"", data[:-9], b"0" + data, data[:12] + b"x" + data[13:]):
        with pytest.raises(ValueError, match="snapshot"):
            unpack(state.rules, bad)
    with pytest.raises(ValueError, match="snapshot"):
        unpack(title("1894").rules(3), data)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_what_a_seat_may_see(name: str) -> None:
    state = line(name, 20)[-1]
    sight = visible(state, ("p1",))
    if not is_secret(state):
        assert sight.state is state
        assert not sight.anything_hidden
        return
    assert sight.hidden == {"p2", "p3"}
    assert sight.bank_hidden
    assert sight.state.players["p1"].cash == state.players["p1"].cash
    assert {sight.state.players[seat].cash for seat in sight.hidden} == {0}
    assert not visible(state, tuple(state.players)).anything_hidden
