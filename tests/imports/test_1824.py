"""1824 on 18xx.games: what only this title records."""

from __future__ import annotations

import json

import pytest
from kit import with_company
from msgspec.structs import replace

from railhead.core.state import POOL
from railhead.imports.actions import read_recording
from railhead.imports.reading import follower_of
from railhead.imports.t1824 import options
from railhead.record.session import Session
from railhead.titles import title
from railhead.titles.t1824.tests.helpers import trading


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
