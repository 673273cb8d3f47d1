"""Refusals read well: stale moves of random games are refused in whole sentences, and each quotes its own section."""

from __future__ import annotations

import itertools

import pytest
from kit import begin, play, random_game, read, with_cash
from refusals import faults

from railhead.core.citing import citation
from railhead.core.engine import actors, refusal
from railhead.core.state import State
from railhead.titles import TITLES


@pytest.mark.parametrize("name", sorted(TITLES))
def test_no_holes(name: str) -> None:
    """Moves that were legal some decisions ago are tried again; what is said of them is whole and names no slug."""
    stale: list[object] = []
    seen: set[str] = set()
    for here, moves in itertools.islice(random_game(begin(name, 3), 7, 160), 160):
        for move in stale[-12:]:
            found = refusal(here, move)
            if found is not None:
                seen.add(found.rule)
                assert not faults(here, found), found
        stale += moves[:: max(len(moves) // 4, 1)]
    assert len(seen) > 3


def cited(state: State, line: str) -> str:
    """The section that the refusal of a move quotes."""
    found = refusal(state, read(state, line))
    assert found is not None, line
    return f"{found.rule} {citation(state, found).removeprefix(state.rules.title).strip()}"


def test_a_section_for_each_round() -> None:
    """1889: the same slug in the auction and in a stock round."""
    auction = begin("1889", 2)
    assert cited(auction, "p2 pass") == "turn.whose rules 5.7"
    assert cited(auction, "p1 lay_tile hex=I2 tile=5 rotation=0") == "turn.not-now rules 5.7"
    one, two = auction.order
    lots = ("A", "B", "C", "D", "E")
    prices = (20, 30, 40, 50, 60)
    buyers = (one, two, one, two, one)
    stock = play(
        auction,
        *(f"{who} bid private={lot} price={price}" for who, lot, price in zip(buyers, lots, prices, strict=True)),
    )
    assert cited(stock, f"{one} pass") == "turn.whose rules 4.1.1"
    assert cited(stock, f"{two} bid private=A price=20") == "turn.not-now rules 5.3"
    stock = with_cash(stock, **{two: 129})
    assert cited(stock, f"{two} start_company company=SR price=65") == "money.player rules 5.3"
    assert cited(stock, f"{two} sell_shares company=SR percent=10") == "stock.first-round rules 5.7"


def test_the_first_stock_round_of_1893() -> None:
    """A sale in it is refused by section 3, whatever is sold."""
    state = begin("1893", 3)
    first = actors(state)[0]
    for line in ("sell_bond", "sell_shares company=DE percent=10", "sell_large company=AGV percent=20"):
        assert cited(state, f"{first} {line}") == "stock.first-round rules 3"
    assert cited(state, f"{first} dividend how=pay") == "turn.not-now rules 3.2"


def test_ending_by_agreement_comes_first() -> None:
    """While the players vote on the end, nothing else is open, and no rulebook says so."""
    state = begin("1889", 2)
    one, two = state.order
    state = play(state, f"{one} propose_end why=late")
    assert cited(state, f"{two} pass").endswith("ruling on ending by agreement")
