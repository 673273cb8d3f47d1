"""1889 on 18xx.games: what cannot be read or breaks a rule of building stands all the same, and is told."""

from __future__ import annotations

from typing import Any

import pytest
from kit import begin, with_cash, with_company, with_private
from msgspec.structs import replace

from railhead.core.engine import refusal
from railhead.core.forced import ForcedPurchase
from railhead.core.moves import LayTile
from railhead.core.state import POOL, Round, State
from railhead.core.waivers import WaiverError, apply_waiving
from railhead.imports.actions import Recording, RecordingError
from railhead.imports.follower import Follower
from railhead.imports.reading import follower_of
from railhead.record.entries import remake
from railhead.record.session import Session
from railhead.titles import title
from railhead.titles.t1889.tests.helpers import floated, laid, operating, stations

PLAYERS = tuple((str(number), f"Player {number}") for number in (11, 12, 13))


def marugame() -> State:
    """SR, presided by p1, lays track in phase three: a line from its station in I2 to J3."""
    state = floated(begin("1889", 3), "SR", {"p1": 50}, tokens=(40,))
    state = stations(laid(state, I2=("5", 5), J3=("9", 2)), I2=("SR",))
    return operating(state, "SR", "track", 1)


def follower_at(state: State) -> Follower:
    """A follower of a recorded game that has come to a position."""
    follower = follower_of(Recording("1889", PLAYERS, (), {}), title("1889"))
    follower.session = Session(replace(state, rules=follower.state.rules))
    return follower


def of(company: str, kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "entity": company, "entity_type": "corporation", **fields}


def lay(hex_id: str, tile: str, rotation: int) -> tuple[Follower, dict[str, Any]]:
    """A follower in that position, and a lay of the SR."""
    return follower_at(marugame()), of("SR", "lay_tile", hex=hex_id, tile=f"{tile}-0", rotation=rotation)


LAYS = [  # a lay, and the rule that it breaks
    ("J3", "23", 2, ""),
    ("J3", "23", 5, "track.adds"),  # a branch for KO only
    ("H7", "57", 2, "track.reach"),
    ("C10", "6", 1, "track.reach"),
]


@pytest.mark.parametrize(("hex_id", "tile", "rotation", "rule"), LAYS)
def test_track_lies_as_recorded(hex_id: str, tile: str, rotation: int, rule: str) -> None:
    follower, action = lay(hex_id, tile, rotation)
    before = follower.state
    follower.take(action)
    assert follower.state.board.laid[hex_id] == (tile, rotation)
    assert [remark.rule for remark in follower.remarks] == ([rule] if rule else [])
    (entry,) = follower.session.entries
    assert list(entry.waived) == ([rule] if rule else [])
    assert remake(before, entry)[0] == follower.state, "a record of the game can be replayed"
    assert (refusal(before, entry.move) is None) == (not rule), "nobody at a table can do that"


@pytest.mark.parametrize(("tile", "rotation"), [("23", 0), ("57", 0), ("46", 2)])
def test_track_that_cannot_lie_there_stops_the_import(tile: str, rotation: int) -> None:
    """It would cut the old track, put a city on plain track, or is brown in phase three."""
    follower, action = lay("J3", tile, rotation)
    with pytest.raises(RecordingError, match="is refused"):
        follower.take(action)


def test_an_ordinary_table_waives_nothing() -> None:
    with pytest.raises(WaiverError, match="this game cannot waive track"):
        apply_waiving(marugame(), LayTile("p1", "J3", "23", 5), {"track.adds"})


STATIONS = [  # our step, a city, and the rule that a marker there breaks
    ("station", "K4", "station.home-kept"),  # the only slot of Takamatsu, for KO
    ("station", "F3", "station.reach"),
    ("run", "F3", "station.reach"),  # where nothing could be placed by our rules
]


@pytest.mark.parametrize(("step", "hex_id", "rule"), STATIONS)
def test_markers_stand_as_recorded(step: str, hex_id: str, rule: str) -> None:
    follower = follower_at(operating(laid(marugame(), F3=("57", 0)), "SR", step, 1))
    before = follower.state
    follower.take(of("SR", "place_token", city=f"{hex_id}-0-0", slot=0))
    assert follower.state.board.stations[hex_id] == (("SR",),)
    assert [remark.rule for remark in follower.remarks] == [rule]
    (entry,) = follower.session.entries
    assert rule in entry.waived
    assert remake(before, entry)[0] == follower.state, "a record of the game can be replayed"
    assert refusal(before, entry.move) is not None, "nobody at a table can do that"


def test_a_marker_that_cannot_stand_there_stops_the_import() -> None:
    """SR has one in I2 already."""
    with pytest.raises(RecordingError, match="one station in a hex"):
        follower_at(operating(marugame(), "SR", "station", 1)).take(of("SR", "place_token", city="I2-0-0", slot=0))


def test_a_run_that_cannot_be_read_counts_with_all_that_was_recorded() -> None:
    """50 for the route and 10 that were added to the whole run."""
    follower = follower_at(operating(with_company(marugame(), "SR", trains=("2",)), "SR", "run", 1))
    route = {"train": "2-0", "connections": [["I2", "Z9"]], "revenue": 50}
    follower.take(of("SR", "run_routes", routes=[route], extra_revenue=10))
    assert follower.state.top.revenue == 60
    assert "could not be read" in follower.remarks[0].text


def owners(*companies: str) -> Follower:
    """SR buys trains; these companies of p2 have a 3 each, whose numbers no action has named."""
    state = with_company(marugame(), "SR", trains=("2",))
    for sym in companies:
        state = with_company(floated(state, sym, {"p2": 50}), sym, trains=("3",))
    return follower_at(operating(state, "SR", "trains", 1))


PURCHASE = of("SR", "buy_train", train="3-1", price=50)


def test_a_train_whose_number_is_new() -> None:
    """Nobody but AR can have sold it at that price; its president p2 agrees, which no file records."""
    follower = owners("AR")
    before = follower.state
    follower.take(PURCHASE)
    assert [(type(move).__name__, move.by) for move in follower.moves] == [("BuyTrain", "p1"), ("Accept", "p2")]
    for entry in follower.session.entries:
        before, _ = remake(before, entry)
    assert before == follower.state, "a record of the game can be replayed"
    assert follower.state.companies["AR"].trains == ()
    assert follower.state.companies["SR"].trains == ("2", "3")


def test_a_train_that_two_may_have_sold() -> None:
    """Then nothing is guessed."""
    with pytest.raises(RecordingError, match="buy_train"):
        owners("AR", "KO").take(PURCHASE)


def test_a_sale_after_a_turn_that_is_open_here() -> None:
    """SR could still buy a private company here; that site has gone on to the stock round, where p2 sells."""
    state = floated(with_company(marugame(), "SR", trains=("2",)), "KO", {"p1": 50, "p2": 10})
    state = with_private(replace(state, round=Round("OR", 1, 1, 1), priority="p2"), "D", owner="p3")
    follower = follower_at(operating(state, "SR", "privates", 1))
    follower.take({"type": "sell_shares", "entity": 12, "entity_type": "player", "shares": ["KO_3"], "percent": 10})
    assert [type(move).__name__ for move in follower.moves] == ["Pass", "SellShares"]
    assert follower.state.companies["KO"].shares[POOL] == (10,)


def test_a_sale_for_a_train_before_our_train_step() -> None:
    """SR has no train, a way to run and no money; p1 sells KO shares while a station could still be placed here."""
    state = laid(marugame(), I4=("438", 0))
    state = floated(with_company(state, "SR", cash=40), "KO", {"p2": 50, "p1": 20})
    follower = follower_at(operating(with_cash(state, p1=0), "SR", "station", 1))
    follower.take({"type": "sell_shares", "entity": 11, "entity_type": "player", "shares": ["KO_3"], "percent": 10})
    assert [type(move).__name__ for move in follower.moves][-1] == "SellShares"
    assert isinstance(follower.state.top, ForcedPurchase)
