"""What is typed into the terminal: words that find a move, and runs by hand."""

from __future__ import annotations

import pytest
from kit import begin, play

from railhead.core.engine import legal_moves, price_ranges, refusal
from railhead.core.moves import StartCompany, to_text
from railhead.core.rulings import MalformedMove
from railhead.core.state import State
from railhead.terminal.choices import groups, matching
from railhead.terminal.hand_run import is_run, read_run

AUCTION = """
p1 bid private=MAIL price=75
p2 bid private=TUG price=20
p1 bid private=PIER price=30
p2 bid private=QRY price=40
"""
TO_THE_RUN = """
p1 start_company company=SCR price=60
p2 start_company company=NCR price=60
p1 buy_share company=SCR source=ipo percent=10
p2 buy_share company=NCR source=ipo percent=10
p1 buy_share company=SCR source=ipo percent=10
p2 buy_share company=NCR source=ipo percent=10
p1 buy_share company=SCR source=ipo percent=10
p2 buy_share company=NCR source=ipo percent=10
p2 buy_share company=SCR source=ipo percent=10
p1 lay_tile hex=E8 tile=57 rotation=1
p1 buy_train train=2 source=supply price=80
p1 buy_train train=2 source=supply price=80
p1 buy_train train=2 source=supply price=80
p2 lay_tile hex=C2 tile=6 rotation=4
p2 buy_train train=3 source=supply price=160
p2 pass
p2 pass
p1 lay_tile hex=F7 tile=58 rotation=1
"""


@pytest.fixture(scope="module")
def stock_round() -> State:
    return play(begin("primer", 2), *AUCTION.split("\n")[1:-1])


@pytest.fixture(scope="module")
def running(stock_round: State) -> State:
    """SCR runs two 2-trains between Whitecliff (E8), Millbrook (F7) and the southern ferry (D9)."""
    return play(stock_round, *TO_THE_RUN.split("\n")[1:-1])


def test_a_number_finds_a_price_and_not_what_follows_from_the_move(stock_round: State) -> None:
    (group,) = matching(groups(stock_round, list(legal_moves(stock_round))), "ELR 50")
    assert [entry.what for entry in group.entries] == [StartCompany("p1", "ELR", 50)]


def test_what_follows_from_a_move_is_found_too(stock_round: State) -> None:
    found = matching(groups(stock_round, list(legal_moves(stock_round))), "floats")
    assert {group.verb for group in found} == {"Start"}


@pytest.mark.parametrize("text", ["run 2 E8 D9, 2 E8 F7", "RUN 2-train d9 e8 e8, 2 f7 E8"])
def test_a_run_is_typed_as_trains_and_hexes(running: State, text: str) -> None:
    move = read_run(running, "p1", text)
    assert is_run(text)
    assert [{stop.partition(".")[0] for stop in route.stops} for route in move.routes] == [{"E8", "D9"}, {"E8", "F7"}]
    assert refusal(running, move) is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("run", "SCR can run: 2-train"),
        ("run 9 E8 D9", "SCR can run: 2-train"),
        ("run 2", "at least two stops"),
        ("run 2 E8", "at least two stops"),
        ("run 2 E8 Z99", "'Z99' is not a hex"),
        ("run 2 E8 A6", "no track leads the 2-train to A6"),
        ("run 2 E8 D9,", "SCR can run: 2-train"),
    ],
)
def test_a_run_that_cannot_be_read_says_why(running: State, text: str, complaint: str) -> None:
    with pytest.raises(MalformedMove, match=complaint):
        read_run(running, "p1", text)


def test_nobody_runs_in_a_stock_round(stock_round: State) -> None:
    with pytest.raises(MalformedMove, match="no company operates"):
        read_run(stock_round, "p1", "run 2 E8 D9")


def test_a_number_typed_is_the_price_where_it_is_left_open() -> None:
    state = begin("primer", 2)
    menu = groups(state, list(legal_moves(state)), price_ranges(state))
    (group,) = matching(menu, "mail 133")
    assert [to_text(entry.what) for entry in group.entries] == ["p1 bid private=MAIL price=133"]
    assert matching(menu, "mail 9999") == []
