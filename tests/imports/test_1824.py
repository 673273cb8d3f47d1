"""1824 on 18xx.games: what only this title records."""

from __future__ import annotations

import json

import pytest
from kit import begin, play, refused, with_cash, with_company
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.market import place_marker, price_of
from railhead.core.operating import OperatingTurn
from railhead.core.reach import stations_of
from railhead.core.state import IPO, POOL, Round, State, president_of
from railhead.imports.actions import read_recording
from railhead.imports.reading import follower_of
from railhead.imports.t1824 import options
from railhead.record.session import Session
from railhead.titles import title
from railhead.titles.t1824 import exchange, founding
from railhead.titles.t1824.draft import MountainOffer
from railhead.titles.t1824.tests.helpers import after_first_round, changed, minor, operating, supply, trading


def recording(name: str, seats: int, rules: str = "") -> bytes:
    raw = {
        "title": name,
        "players": [{"id": n, "name": f"P{n}"} for n in range(seats)],
        "actions": [],
        "settings": {"optional_rules": [rules] if rules else []},
    }
    return json.dumps(raw).encode()


TABLES = [  # title, players, optional rules of that site, our options beside the dialect
    ("1824", 4, "", ()),
    ("1824", 3, "goods_time", ("goods-time",)),
    ("1824 Cisleithania", 2, "", ("cisleithania",)),
    ("1824_cisleithania", 3, "", ("cisleithania", "cisleithania-700")),
]


@pytest.mark.parametrize(("name", "seats", "rules", "more"), TABLES)
def test_options(name: str, seats: int, rules: str, more: tuple[str, ...]) -> None:
    chosen = options(read_recording(recording(name, seats, rules)))
    assert chosen == ("18xx.games", *more)
    assert title("1824").rules_of_game(seats, chosen).seats == seats


SALES = [  # certificates that are named, who then has the large one, and what is left of the small ones
    (["CL_0"], POOL, (10, 10)),
    (["CL_2", "CL_5"], "p1", ()),
    (["CL_2", "CL_0"], POOL, (10,)),
]


@pytest.mark.parametrize(("shares", "large", "small"), SALES)
@pytest.mark.parametrize("says_percent", [True, False])
def test_the_named_certificate_is_sold(
    shares: list[str], large: str, small: tuple[int, ...], says_percent: bool
) -> None:
    """The seed draws MLB: CL has no director, and its certificate is a share of 20 %."""
    raw = {**json.loads(recording("1824 Cisleithania", 2)), "settings": {"seed": 578913808}}
    follower = follower_of(read_recording(json.dumps(raw).encode()), title("1824"))
    state = with_company(follower.state, "CL", cell=(6, 1), par=50, floated=True, operated=True, certificate="p1")
    state = with_company(state, "CL", shares={"p1": (10, 10), "p2": (10,) * 5, POOL: (10,)})
    follower.session = Session(trading(replace(state, market={**state.market, "6,1": ("CL",)}), "p1"))
    action = {"type": "sell_shares", "entity": 0, "entity_type": "player", "shares": shares}
    follower.take(action | ({"percent": 30 if len(shares) == 2 and large == POOL else 20} if says_percent else {}))
    charter = follower.state.companies["CL"]
    assert (charter.certificate, charter.shares.get("p1", ())) == (large, small)


@pytest.mark.parametrize(("railway", "company", "known"), [("SD3", "SD", {"SD_2"}), ("SD2", "SD", set())])
def test_shares_kept_for_pre_state_railways(railway: str, company: str, known: set[str]) -> None:
    """SD3's share is never in the offering; SD2 is a construction railway with this seed, its share is for sale."""
    raw = {**json.loads(recording("1824 Cisleithania", 2)), "settings": {"seed": 578913808}}
    follower = follower_of(read_recording(json.dumps(raw).encode()), title("1824"))
    follower.take({"type": "buy_company", "entity": 1, "entity_type": "player", "company": railway, "price": 120})
    assert follower.known_shares(company) == known


# Departures, each by itself: former records name them one by one


def for_two(*departures: str) -> State:
    """Two players; the seed draws MLB and SD2 as construction railways, so CL has no director."""
    return begin("1824", 2, "cisleithania", *departures, seed=578913808)


def test_mountain_may_lapse() -> None:
    state = after_first_round(3, "mountain-may-lapse", B1="p1")
    state = changed(replace(state, frames=()), exchange.exchange_all_mountains)
    assert play(state, "p1 pass").privates["B1"].closed


@pytest.mark.parametrize(("departures", "opened"), [((), False), (("coal-opens-at-once",), True)])
def test_coal_opens_at_once(departures: tuple[str, ...], opened: bool) -> None:
    """The first 5-train closes EPP; BK has sold 30 % and opens at once, or after the round."""
    state = after_first_round(3, *departures, EPP="p1", UG2="p3", KK2="p3")
    state = with_company(state, "BK", cell=(2, 2), par=80, shares={"p2": (10,) * 3, IPO: (10,) * 5})
    state = with_company(replace(state, market={**state.market, "2,2": ("BK",)}), "UG2", cash=500)
    state = supply(operating(state, "UG2", "trains", "4", ("KK2",)), "5", 3)
    after = play(state, "p3 buy_train train=5 source=supply price=400")
    assert after.companies["EPP"].closed
    assert after.companies["BK"].floated is opened


def test_draft_as_recorded() -> None:
    """The second player begins, and what is received is taken by its own move and paid for at once."""
    state = for_two("draft-as-recorded", "bond-opens-later")
    assert actors(state) == ("p2",)
    assert state.companies["CL"].cell is None
    state = play(state, "p2 buy_railway railway=MLB price=120")
    assert actors(state) == ("p1",)
    assert state.players["p2"].cash == 710
    assert price_of(state, "CL") == 50
    assert not stations_of(state.board, "CL")
    assert refused(state, "p1 buy_railway railway=SD3 price=120") == "draft.stack"
    state = play(state, "p1 buy_railway railway=SD2 price=120")
    assert actors(state) == ("p1",)
    assert refused(state, "p1 buy_railway railway=EOD price=0") == "railway.price"
    state = play(state, "p1 buy_railway railway=EOD price=140", "p2 buy_railway railway=EPP price=160")
    assert (price_of(state, "MS"), price_of(state, "BK")) == (70, 80)
    state = play(state, "p1 buy_railway railway=SD1 price=240", "p2 buy_railway railway=KK1 price=240")
    state = play(state, "p2 buy_railway railway=SD3 price=120", "p1 buy_railway railway=KK2 price=120")
    assert isinstance(state.top, MountainOffer)


def test_bond_opens_later_in_the_draft_of_the_book() -> None:
    state = for_two("bond-opens-later")
    state = play(state, "p1 buy_railway railway=MLB price=120")
    assert state.companies["CL"].cell is None, "paid for when all are chosen"
    state = play(state, "p2 buy_railway railway=KK1 price=240", "p2 buy_railway railway=KK2 price=120")
    state = play(state, "p1 buy_railway railway=EPP price=120", "p2 buy_railway railway=EOD price=120")
    assert price_of(state, "CL") == 50


@pytest.mark.parametrize(("departures", "cash"), [((), 33), (("bond-rounds-down",), 31)])
def test_bond_rounds_down(departures: tuple[str, ...], cash: int) -> None:
    state = with_cash(operating(for_two(*departures), "CL", "track"), p1=0)
    state = with_company(state, "CL", shares={"p1": (10,) * 3, POOL: (10,) * 5})
    state = changed(state, lambda change: place_marker(change, "CL", (5, 5)))
    after = changed(state, lambda change: state.rules.operating.turn_begins(change, "CL"))
    assert after.players["p1"].cash == cash


@pytest.mark.parametrize(
    ("departures", "there", "answer"),
    [((), 4, "ok"), (("bond-half-in-pool",), 4, "stock.pool-limit"), (("bond-half-in-pool",), 2, "ok")],
)
def test_bond_half_in_pool(departures: tuple[str, ...], there: int, answer: str) -> None:
    """With the large certificate there are 60 or 40 % in the pool, and 10 % more are sold."""
    state = with_company(trading(for_two(*departures), "p1"), "CL", operated=True, certificate=POOL)
    rest = {"p2": (10,) * (4 - there)} if there < 4 else {}
    state = with_company(state, "CL", shares={"p1": (10,) * 4, POOL: (10,) * there, **rest})
    assert refused(state, "p1 sell_shares company=CL percent=10") == answer


@pytest.mark.parametrize(("departures", "bonus"), [((), 0), (("bukowina-for-three",), 50)])
def test_bukowina_for_three(departures: tuple[str, ...], bonus: int) -> None:
    state = begin("1824", 3, "cisleithania", *departures)
    assert sum(pair.value for pair in state.rules.scoring(state, "SD1").pairs) == bonus


@pytest.mark.parametrize(
    ("departures", "tokens"), [((), (100, 100, 100)), (("construction-marker-lost",), (100, 100))]
)
def test_construction_marker_lost(departures: tuple[str, ...], tokens: tuple[int, ...]) -> None:
    """SD2 only builds: SD begins with the markers of SD1 and SD3, and there SD2's marker is gone."""
    state = minor(minor(for_two(*departures), "SD1", "p1"), "SD3", "p2")
    state = replace(state, frames=(), round=Round("OR", 2, 1, 2), extra=replace(state.extra, due=("SD",)))
    state = with_company(state, "SD2", closed=True)
    assert changed(state, state.rules.operating.round_ends).companies["SD"].tokens == tokens


def test_state_without_director_runs() -> None:
    """The largest shareholder acts, but builds and buys nothing."""
    state = after_first_round(3, "state-without-director-runs", SD2="p2", SD3="p3")
    state = with_company(state, "SD1", closed=True)
    state = changed(replace(state, frames=()), lambda change: founding.found(change, "SD"))
    assert president_of(state, "SD") == "p2"
    assert "SD" in state.rules.operating.order(state)
    assert state.rules.train.on_sale(state, "SD") == ()
    assert not state.rules.train.must_own(state, "SD")
    assert not state.rules.track.allowance(state, OperatingTurn("SD"))
    reached = replace(state, phase=1)
    assert not state.rules.train.from_companies(reached, "SD", "SD2")
