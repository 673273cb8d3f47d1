"""The Primer: what is its own, that RULES.md and the cards say the same, and that a game is a whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit import begin, play, refused, with_company, with_private
from msgspec.structs import replace

from railhead.conformance import CHECKS
from railhead.core.change import Change
from railhead.core.engine import apply, legal_moves
from railhead.core.market import price_of
from railhead.core.moves import LayTile, RunTrains
from railhead.core.phases import phase_of, train_leaves_supply
from railhead.core.state import State
from railhead_primer import TITLE
from railhead_primer.rules import FACTS, QUARRY, RULEBOOK, terrain

RULES = (Path(__file__).parents[2] / "RULES.md").read_text(encoding="utf-8")


def after_auction() -> State:
    """Three players buy in turn: p1 the Tug and the Mail, p2 the Pier, p3 the Quarry; p2 begins the stock round."""
    return play(
        begin("primer", 3),
        "p1 bid private=TUG price=20",
        "p2 bid private=PIER price=30",
        "p3 bid private=QRY price=40",
        "p1 bid private=MAIL price=70",
    )


def first_operating_round() -> State:
    """SCR, with p2 as president, has floated at 50 and begins the first operating round."""
    return play(
        after_auction(),
        "p2 start_company company=SCR price=50",
        "p3 buy_share company=SCR source=ipo",
        "p1 buy_share company=SCR source=ipo",
        "p2 buy_share company=SCR source=ipo",
        "p3 pass",
        "p1 pass",
        "p2 pass",
    )


def test_every_clause_is_in_the_rulebook() -> None:
    sections = set(re.findall(r"^(?:## |\*\*)(\d+(?:\.\d+)?)", RULES, re.M))
    cited = {slug: clause.section for slug, clause in RULEBOOK.clauses.items()}
    assert not {slug: section for slug, section in cited.items() if section not in sections}


def test_rulebook_and_cards_agree() -> None:
    """What RULES.md prints in sections 2, 12 and 13 is what the facts say."""
    assert f"The bank has £{FACTS.bank:,}" in RULES
    for seats, setup in FACTS.setup.items():
        number = {2: "two players", 3: "three", 4: "four"}[seats]
        assert f"£{setup.cash} with {number}" in RULES
        assert (
            f"{setup.certificates} certificates with {number}" in RULES
            or f"{setup.certificates} with {number}" in RULES
        )
    for private in FACTS.privates.values():
        assert f"| {private.name} | £{private.value} | £{private.revenue} |" in RULES
    words = {2: "two", 3: "three"}
    for phase in FACTS.phases:
        train = FACTS.trains[phase.name]
        which = f"{words[train.count]} {phase.name}-trains" if train.count else "diesels, as many as wanted"
        row = rf"\| {phase.name} \| {which} \| £{train.price} \| [a-z ]+ \| {phase.limit['public']} \|"
        assert re.search(row, RULES), row


def test_the_auction_ends_with_the_player_after_the_last_buyer() -> None:
    state = after_auction()
    assert [state.privates[sym].owner for sym in ("TUG", "PIER", "QRY", "MAIL")] == ["p1", "p2", "p3", "p1"]
    assert state.players["p1"].cash == 320 - 20 - 70
    assert state.round.kind == "SR"
    assert state.priority == "p2"


def test_the_tug_becomes_cheaper_when_all_pass() -> None:
    state = play(begin("primer", 2), "p1 pass", "p2 pass")
    assert refused(state, "p1 bid private=TUG price=20") == "auction.price"
    assert refused(state, "p1 bid private=TUG price=15") == "ok"


PAR = [(50, "ok"), (60, "ok"), (70, "ok"), (80, "ok"), (55, "par.price"), (90, "par.price")]


@pytest.mark.parametrize(("price", "answer"), PAR)
def test_par_prices(price: int, answer: str) -> None:
    assert refused(after_auction(), f"p2 start_company company=NCR price={price}") == answer


def test_a_company_floats_with_ten_times_its_par() -> None:
    state = first_operating_round()
    assert state.companies["SCR"].cash == 500
    assert state.board.stations["E8"] == (("SCR",),)
    assert state.players["p1"].cash == 320 - 90 - 50 + 20, "the Tug and the Mail pay 20"


def test_a_turn_of_a_company() -> None:
    """Track to the ferry, a 2-train that cannot run yet, and in the next round 20 + 30 for the shareholders."""
    state = play(first_operating_round(), "p2 lay_tile hex=E8 tile=57 rotation=1")
    assert price_of(state, "SCR") == 45, "nothing earned: the price moves left"
    state = play(state, "p2 buy_train train=2 source=supply price=80", "p2 pass")
    state = play(state, "p2 pass")
    best = next(move for move in legal_moves(state) if isinstance(move, RunTrains))
    state, _ = apply(state, best)
    before = state.players["p2"].cash
    state = play(state, "p2 dividend how=pay")
    assert state.players["p2"].cash == before + 50 * 3 // 10
    assert price_of(state, "SCR") == 50


def test_the_pier_keeps_c8_closed_while_a_player_owns_it() -> None:
    state = play(first_operating_round(), "p2 lay_tile hex=E8 tile=6 rotation=2")
    closed = [move for move in legal_moves(state) if isinstance(move, LayTile) and move.hex == "C8"]
    assert not closed
    assert state.rules.track.blocked(state, "SCR", "C8") == "PIER"
    assert not state.rules.track.blocked(with_private(state, "PIER", owner="SCR"), "SCR", "C8")
    assert not state.rules.track.blocked(state, "SCR", "C6")


TERRAIN = [
    ("SCR", False, "D3", 0),
    ("SCR", True, "D3", 40),
    ("NCR", False, "D3", 40),
    ("SCR", False, "E6", 20),
    ("SCR", False, "B5", 0),
]


@pytest.mark.parametrize(("company", "closed", "hex_id", "cost"), TERRAIN)
def test_quarry_line(company: str, closed: bool, hex_id: str, cost: int) -> None:
    """primer.quarry: mountains, not water, are free for the company that owns it while it is open."""
    state = with_private(after_auction(), QUARRY, owner="SCR", closed=closed)
    assert terrain(state, company, hex_id) == cost


def test_the_first_four_closes_the_private_companies_and_rusts_the_twos() -> None:
    state = with_company(first_operating_round(), "SCR", trains=("2", "3"))
    change = Change(state)
    train_leaves_supply(change, "4", "SCR")
    after = change.state
    assert phase_of(after).name == "4"
    assert all(private.closed for private in after.privates.values())
    assert after.companies["SCR"].trains == ("3",)


def test_a_company_buys_a_private_company_in_phase_three() -> None:
    state = first_operating_round()
    assert refused(state, "p2 buy_private private=PIER price=30") == "private.for-sale"
    state = replace(state, phase=1)
    answers = {price: refused(state, f"p2 buy_private private=PIER price={price}") for price in (14, 15, 60, 61)}
    assert answers == {14: "private.price", 15: "ok", 60: "ok", 61: "private.price"}


@pytest.mark.parametrize("check", CHECKS[:6], ids=lambda it: it.__name__)
def test_conformance(check: object) -> None:
    """The quick part of what `railhead check-title primer` runs."""
    assert callable(check)
    check(TITLE)
