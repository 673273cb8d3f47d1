"""Games recorded by 18xx.games: what only this title records."""

from __future__ import annotations

import json
from typing import Any

import pytest
from kit import shared

from railhead.core.shares import percent_of
from railhead.core.state import State
from railhead.imports.actions import RecordingError, read_recording
from railhead.imports.follower import Follower
from railhead.imports.reading import follow_all, follower_of, load_recording
from railhead.imports.trace import trace
from railhead.titles import title
from railhead.titles.t1893.package import Leftovers
from railhead.titles.t1893.terms import EXISTING, EXTRA_TRAIN, GREY

ONE, TWO, THREE = 11, 12, 13


def followed(*actions: dict[str, Any], rules: tuple[str, ...] = ()) -> Follower:
    """A follower that has taken these actions of three players."""
    players = [{"id": number, "name": f"Player {number}"} for number in (ONE, TWO, THREE)]
    whole = {"title": "1893", "players": players, "actions": list(actions), "settings": {"optional_rules": rules}}
    return follow_all(read_recording(json.dumps(whole).encode()), title("1893"))


def bid(player: int, company: str) -> dict[str, Any]:
    return {"type": "bid", "entity": player, "entity_type": "player", "company": company, "price": 0}


def of(player: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "entity": player, "entity_type": "player", **fields}


PACKAGE = (
    bid(ONE, "KFBE"),
    bid(TWO, "KSZ"),
    bid(THREE, "EVA"),
    bid(ONE, "KBE"),
    bid(TWO, "BKB"),
    bid(THREE, "EKB"),
    bid(ONE, "FdSD"),
)


def test_result_of_the_recorded_game() -> None:
    """The export says 6138, 5843, 6198."""
    follower = follow_all(load_recording(shared("games", "1893", "1893_game_end_bank.game.json")), title("1893"))
    assert follower.state.ended is not None
    assert follower.state.ended.reason == "bank"
    assert list(follower.state.ended.scores.values()) == [6138, 5843, 6198]
    assert not follower.remarks


def test_variants_of_a_recording() -> None:
    names = ("optional_2_train", "optional_grey_phase", "optional_existing_track")
    options = followed(rules=names).state.rules.options
    assert {EXTRA_TRAIN, GREY, EXISTING} <= set(options)


def test_last_certificate_and_bonds() -> None:
    """`buy_company` is the last certificate of the package, or a bond by its number."""
    state = followed(
        *PACKAGE,
        of(TWO, "buy_company", company="HdSK", price=100),
        of(THREE, "buy_company", company="AdSK-7", price=100),
    ).state
    assert state.privates["HdSK"].owner == "p2"
    assert state.privates["AdSK-7"].owner == "p3"


def test_prices_of_an_earlier_edition() -> None:
    """FdSD and a minor for 190, which is 10 more than is printed on FdSD, and the minor's capital."""
    before = followed().state
    follower = followed({**bid(ONE, "FdSD"), "price": 190}, {**bid(TWO, "KFBE"), "price": 190})
    assert follower.state.players["p1"].cash == before.players["p1"].cash - 190
    assert follower.state.companies["KFBE"].cash == 190
    assert [remark.rule for remark in follower.remarks] == ["1893.package-price"] * 2


def test_a_bond_has_one_price() -> None:
    bond = of(TWO, "buy_company", company="AdSK-1", price=90)
    with pytest.raises(RecordingError, match=r"\(buy_company\): a bond costs 100, not 90"):
        followed(*PACKAGE, of(TWO, "buy_company", company="HdSK", price=100), {**bond, "entity": THREE})


def test_leftovers_of_a_recording() -> None:
    """The first bid names what is offered, the second buys it."""
    passes = [of(player, "pass") for player in (ONE, TWO, THREE)]
    state = followed(*passes, bid(ONE, "HdSK")).state
    assert isinstance(state.top, Leftovers)
    assert state.top.at == "p2"
    state = followed(*passes, bid(ONE, "HdSK"), of(TWO, "pass"), bid(THREE, "HdSK")).state
    assert state.privates["HdSK"].owner == "p3"
    assert state.players["p3"].cash == 500


def started(state: State, fund: bool) -> None:
    assert state.companies["RB"].certificate == "p1"
    assert state.privates["FdSD"].closed == fund


def test_fund_for_the_director_certificate() -> None:
    """`par` by the owner of the fund, then `assign` if he gives it; without the money he must."""
    opening = (bid(ONE, "FdSD"), bid(TWO, "EKB"), bid(THREE, "KFBE"), of(ONE, "pass"), of(TWO, "pass"))
    passes = [of(THREE, "pass")]
    offers = [action for sym in ("EVA", "HdSK", "KSZ", "KBE", "BKB") for action in _sold(sym)]
    par = of(ONE, "par", corporation="RAG", share_price="60,5,1")
    started(followed(*opening, *passes, *offers, par).state, fund=False)
    given = of(ONE, "assign", target="RAG")
    started(followed(*opening, *passes, *offers, par, given).state, fund=True)


def _sold(sym: str) -> list[dict[str, Any]]:
    """A leftover certificate is offered by whoever is to, and bought by the first who is asked."""
    offerer, buyer = {
        "EVA": (ONE, TWO),
        "HdSK": (TWO, THREE),
        "KSZ": (THREE, ONE),
        "KBE": (ONE, TWO),
        "BKB": (TWO, THREE),
    }[sym]
    return [bid(offerer, sym), bid(buyer, sym)]


def test_eva_is_taken() -> None:
    state = followed(
        *PACKAGE,
        of(TWO, "pass"),
        of(THREE, "pass"),
        bid(TWO, "HdSK"),
        bid(THREE, "HdSK"),
        of(TWO, "buy_company", company="EVA", price=10),
    ).state
    assert state.privates["EVA"].owner == "p2"


def test_trace_lists_minors_as_that_site_does() -> None:
    """Minors are among the privates of their owners; merged ones stay in the list."""
    players = [{"id": number, "name": f"Player {number}"} for number in (ONE, TWO, THREE)]
    whole = {"title": "1893", "players": players, "actions": [bid(ONE, "KFBE")], "settings": {}}
    follower = follower_of(read_recording(json.dumps(whole).encode()), title("1893"))
    last = list(trace(follower))[-1]
    assert last["players"]["Player 11"]["privates"] == ["KFBE"]
    assert last["companies"]["RAG"]["floated"] is False
    assert percent_of(follower.state, "KFBE", "p1") == 100
