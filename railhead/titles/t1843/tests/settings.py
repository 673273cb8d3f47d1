"""Set-up lines of golden games: a position said in words, then made whole.

later seats=3 phase=red               no privates and no companies; trains of earlier colours are gone
company EST p1=60 pool=10 par=67 cash=900 at=5:3 trains=8E,8E    floated; the first holder is director
share ETA p3                          a 10 % share of a company without a par price
private 5 p1                          a private in the hands of a player or company
left green 0                          certificates of a colour that are left in the supply
tile F15 57 1                         a tile with its rotation
station C18 EST,./OU                  circles of a city by commas, cities by slashes, a dot where one is empty
blocked ...                           stands for a blocked marker in a circle
port C14 EST                          a port marker on a charter
cash p1 400
engineers OU 2+1                      the card lies on a train
stock p1                              this player's turn in a later stock round
operate EST trains then=OU,SO of=2 had_train      a company's step; who comes after it; rounds in the set
"""

from __future__ import annotations

from collections.abc import Callable

from kit import with_cash, with_company, with_private
from msgspec.structs import replace

from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.state import IPO, POOL, Round, State
from railhead.core.stock import StockRound
from railhead.titles.t1843.extra import PORT, extra_of
from railhead.titles.t1843.ports import HAD_TRAIN
from railhead.titles.t1843.tests.helpers import certificates_left, extra, floated, laid, later, operating, stations
from railhead.titles.t1843.trains import COLOURS, other_side, sides


def fields_of(words: tuple[str, ...]) -> dict[str, str]:
    """What stands as name=value."""
    return dict(word.split("=") for word in words if "=" in word)


def _company(state: State, sym: str, *words: str) -> State:
    given = fields_of(words)
    holders = {
        POOL if name == "pool" else name: int(given[name]) for name in given if name in (*state.players, "pool")
    }
    more: dict[str, object] = {}
    if "at" in given:
        row, column = given["at"].split(":")
        more["cell"] = (int(row), int(column))
    if "cash" in given:
        more["cash"] = int(given["cash"])
    if "trains" in given:
        more["trains"] = tuple(train.replace("_", " ") for train in given["trains"].split(","))
    if "unfloated" in words:
        more |= {"floated": False, "cash": 0}
    return floated(state, sym, holders, par=int(given.get("par", "67")), **more)


def _share(state: State, sym: str, player: str) -> State:
    return with_company(state, sym, shares={player: (10,), IPO: (10,) * 7})


def _stations(state: State, hex_id: str, text: str) -> State:
    cities = tuple(tuple("" if name == "." else name for name in city.split(",")) for city in text.split("/"))
    return stations(state, **{hex_id: cities})


def _port(state: State, hex_id: str, company: str) -> State:
    markers = {name: those for name, those in state.board.markers.items() if name != hex_id or PORT not in those}
    state = replace(state, board=replace(state.board, markers=markers))
    return extra(state, ports={**extra_of(state).ports, hex_id: company})


def _operate(state: State, company: str, step: str, *words: str) -> State:
    given = fields_of(words)
    then = tuple(given["then"].split(",")) if "then" in given else ()
    notes = (HAD_TRAIN,) if "had_train" in words else ()
    state = operating(state, company, step, waiting=then, notes=notes)
    return replace(state, round=Round("OR", 2, int(given.get("part", "1")), int(given.get("of", "1"))))


def _later(state: State | None, *words: str) -> State:
    given = fields_of(words)
    return later(int(given.get("seats", "3")), given.get("phase", "yellow"))


ARRANGE: dict[str, Callable[..., State]] = {
    "later": _later,
    "company": _company,
    "share": _share,
    "private": lambda state, sym, owner: with_private(state, sym, owner=owner, closed=False),
    "left": lambda state, colour, number: certificates_left(state, colour, int(number)),
    "tile": lambda state, hex_id, tile, rotation: laid(state, **{hex_id: (tile, int(rotation))}),
    "station": _stations,
    "port": _port,
    "cash": lambda state, player, amount: with_cash(state, **{player: int(amount)}),
    "engineers": lambda state, company, train: extra(state, engineers=company, preserved=train.replace("_", " ")),
    "stock": lambda state, player: replace(state, frames=(StockRound(at=player),)),
    "operate": _operate,
}
"""What each word of a set-up line does to the position."""


def made_whole(state: State) -> State:
    """Trains, markers and charters as they must be for what was set up; what cannot be fails."""
    state = _charters(_trains(state))
    wrong = broken_invariants(state, total_money(state))
    assert not wrong, f"no such position: {wrong}"
    return state


def _trains(state: State) -> State:
    """Trains of companies come from those gone, else from the supply; in gray phase the rest is for sale again."""
    supply, gone = dict(state.depot.supply), list(state.depot.gone)
    for charter in state.companies.values():
        for train in charter.trains:
            if train in gone:
                gone.remove(train)
                continue
            hidden = other_side(state, train)
            supply[train] -= 1
            if hidden:
                supply[hidden] -= 1
                gone.append(hidden)
    if state.phase == COLOURS.index("gray"):
        for colour in COLOURS[:-1]:
            single = sides(state, colour)[0]
            supply[single] += gone.count(single)
            gone = [train for train in gone if train != single]
    return replace(state, depot=replace(state.depot, supply=supply, gone=tuple(gone)))


def _charters(state: State) -> State:
    """As many markers have left a charter as lie on the map; a company with one there has operated."""
    for sym in state.companies:
        there = sum(slots.count(sym) for cities in state.board.stations.values() for slots in cities)
        if there:
            state = with_company(state, sym, tokens=state.rules.companies[sym].tokens[there:], operated=True)
    return state
