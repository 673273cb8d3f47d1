"""The variants (21), one by one and together."""

from __future__ import annotations

from itertools import combinations

import kit
import pytest
from kit import play, random_game, refused, with_company
from msgspec.structs import replace

from railhead.core.moves import LayTile
from railhead.core.revenue import best_of
from railhead.core.scoring import Fault, Route
from railhead.core.state import State
from railhead.core.track import fitting
from railhead.titles.t1893.terms import DELAYED, EXISTING, EXTRA_TRAIN, GREY, INDUSTRY, SEATS_IN_ORDER
from railhead.titles.t1893.tests.helpers import (
    begin,
    corporation,
    in_phase,
    laid,
    operating,
    stations,
    stock_round,
    trains,
)

VARIANTS = (EXTRA_TRAIN, DELAYED, INDUSTRY, GREY, EXISTING)


def test_eighth_two_train() -> None:
    """1893.extra-train (21.1)."""
    assert begin(3).depot.supply["2"] == 7
    assert begin(3, EXTRA_TRAIN).depot.supply["2"] == 8, "1893.extra-train"


# Industrial areas (21.3)

LINE = {"O2": ("619", 4), "N3": ("9", 1), "M4": ("4", 1), "L5": ("K201", 0)}
"""Düren - town M4 - Köln; Aachen beside Düren."""


def industrial(phase: int = 3, **fields: object) -> State:
    """DE (p1) has Düren in its station step, RSE a marker in Düren's other place or not."""
    state = stations(laid(stock_round(INDUSTRY, phase=phase), **LINE), O2=("DE", ""))
    values: dict[str, object] = {"cash": 500, "tokens": (), **fields}
    return operating(corporation(state, "DE", "p1", {"p1": (10,) * 3}, **values), "DE", "station")


PLACES = [
    ("p1 place_industry hex=M4", "ok"),  # a town
    ("p1 place_industry hex=B7", "ok"),  # a town without a tile, far away
    ("p1 place_industry hex=P1", "ok"),  # Aachen
    ("p1 place_industry hex=A4", "ok"),
    ("p1 place_industry hex=O2", "ok"),  # the free place in Düren
    ("p1 place_industry hex=D7", "ok"),
    ("p1 place_industry hex=L5", "1893.industry-place"),  # Köln
    ("p1 place_industry hex=N3", "1893.industry-place"),  # open land
    ("p1 place_industry hex=B5", "1893.industry-place"),  # plain track
    ("p1 place_industry hex=ZZ9", "1893.industry-place"),
    ("p1 place_industry hex=O4", "1893.industry-slot"),  # full
    ("p1 place_industry hex=R7", "1893.industry-slot"),  # kept for RSE
    ("p1 place_industry hex=H5", "1893.industry-slot"),
]


@pytest.mark.parametrize(("line", "answer"), PLACES)
def test_industry_places(line: str, answer: str) -> None:
    assert refused(industrial(), line) == answer


def test_industry_when_and_who() -> None:
    """1893.industry-phase, 1893.industry-once, 1893.industry-variant, money.company (21.3)."""
    assert refused(industrial(phase=2), "p1 place_industry hex=M4") == "1893.industry-phase"
    assert refused(industrial(cash=49), "p1 place_industry hex=M4") == "money.company"
    state = play(industrial(), "p1 place_industry hex=P1")
    assert state.companies["DE"].cash == 450
    again = operating(state, "DE", "station")
    assert refused(again, "p1 place_industry hex=M4") == "1893.industry-once"
    rse = corporation(state, "RSE", "p1", {}, cell=(4, 2), cash=100)
    assert refused(operating(rse, "RSE", "station"), "p1 place_industry hex=N1") == "1893.industry-place"
    minor = operating(with_company(state, "EKB", cash=100), "EKB", "station")
    assert refused(minor, "p3 place_industry hex=M4") == "1893.industry-variant"
    plain = operating(corporation(stock_round(phase=3), "DE", "p1", {}, cash=500), "DE", "station")
    assert refused(plain, "p1 place_industry hex=M4") == "1893.industry-variant"


def test_industry_beside_a_station() -> None:
    """A marker is an action of its own; it takes a place of the city from stations, and blocks nobody."""
    state = industrial(tokens=(40,))
    state = with_company(stations(state, L5=("",)), "DE", tokens=(40, 100))
    state = play(state, "p1 place_station hex=L5 city=0", "p1 place_industry hex=O2")
    rb = stations(laid(state, P3=("8", 2)), D7=("RB",))
    rb = corporation(rb, "RB", "p2", {}, cell=(4, 2), cash=500, tokens=(40,))
    assert refused(operating(rb, "RB", "station"), "p2 place_station hex=O2 city=0") == "1893.industry-slot"


def values(state: State, company: str, *stops: str, legs: tuple[tuple[str, ...], ...]) -> int:
    found = state.rules.judge_run(state, company, (Route("4", stops, legs),))
    assert not isinstance(found, Fault), found
    return found.revenue


def test_industry_values() -> None:
    """1893.industry-value (21.3): Aachen 50, Düren 30, M4 10, Köln 30.

    In Düren DE, with a station there, counts 40; RB from Köln counts a town of 10 and runs through.
    On the town M4 or in Aachen everybody counts 10 more.
    """
    way = (("P1", "O2"), ("O2", "N3", "M4"), ("M4", "L5"))
    stops = ("Aachen", "O2.0", "M4.0", "L5.0")
    state = stations(industrial(), L5=("RB",))
    state = corporation(state, "RB", "p2", {}, cell=(4, 2))
    state = trains(state, DE=("4",), RB=("4",))
    city = replace(state, board=replace(state.board, markers={"O2": ("DE",)}))
    assert values(state, "DE", *stops, legs=way) == 120
    assert values(city, "DE", *stops, legs=way) == 130, "1893.industry-value"
    assert values(city, "RB", *stops, legs=way) == 100
    full = stations(city, O2=("DE", "RSE"))
    town = replace(state, board=replace(state.board, markers={"M4": ("DE",)}))
    red = replace(state, board=replace(state.board, markers={"N1": ("DE",)}))
    for marked in (town, red):
        assert values(marked, "RB", *stops, legs=way) == 130
    assert values(full, "RB", *stops, legs=way) == 100, "a marked city is open to all"
    best = best_of(operating(city, "RB", "run"), "RB")
    assert best.proven
    assert best.revenue == 100


# Grey phase (21.4)


def test_grey_cologne() -> None:
    """1893.grey-cologne: other tiles; 40, 40, 40 and 60 for the steps; two grey tiles from the first 8+x."""
    rules = begin(3, GREY).rules
    assert {name for name, tile in rules.map.tiles.items() if tile.facts.label == "K"} == {
        "KV201",
        "KV269",
        "KV255",
        "KV333",
    }, "1893.grey-cologne"
    assert "KV333" not in begin(3).rules.map.tiles
    steps = [(0, None, 40), (1, "KV201", 40), (3, "KV269", 40), (5, "KV255", 60)]
    for phase, there, cost in steps:
        state = stock_round(GREY, phase=phase)
        if there is not None:
            rotation = next(
                r for r in range(6) if not state.rules.map.dead_ends("L5", rules.map.tiles[there].faces[r])
            )
            state = laid(state, L5=(there, rotation))
        state = stations(state, L5=("DE",))
        state = corporation(state, "DE", "p1", {"p1": (10,) * 3}, cash=500)
        state = operating(state, "DE", "track")
        lays = [LayTile("p1", "L5", tile, turn) for tile, turn in fitting(state, "L5")]
        assert lays
        line = f"p1 lay_tile hex=L5 tile={lays[0].tile} rotation={lays[0].rotation}"
        after = play(state, line) if phase else play(in_phase(state, 1), line)
        assert after.companies["DE"].cash == 500 - cost


def test_grey_tiles_wait_for_the_last_phase() -> None:
    state = stations(laid(stock_round(GREY, phase=4), O2=("611", 0)), O2=("DE", ""))
    state = operating(corporation(state, "DE", "p1", {}, cash=100), "DE", "track")
    assert refused(state, "p1 lay_tile hex=O2 tile=KV259 rotation=0") == "track.phase-colour"
    assert refused(in_phase(state, 5), "p1 lay_tile hex=O2 tile=KV259 rotation=0") == "ok"


# Existing track (21.5)


def test_existing_track() -> None:
    """1893.existing-track: E2 and D7 are yellow; D7 takes S tiles, E2 ordinary ones."""
    rules = begin(3, EXISTING).rules
    assert rules.map.hexes["E2"].face.exits == {0, 3}, "1893.existing-track"
    assert rules.map.hexes["D7"].face.exits == {1, 4}
    state = stock_round(EXISTING, phase=1)
    assert {tile for tile, _ in fitting(state, "D7")} == {"KV619"}
    assert {tile for tile, _ in fitting(state, "E2")} <= {"14", "15", "619"}
    rotation = fitting(state, "D7")[0][1]
    assert {tile for tile, _ in fitting(laid(state, D7=("KV619", rotation)), "D7")} == {"KV63"}
    assert "KV619" not in begin(3).rules.map.tiles


# Together


def test_any_combination_can_be_built() -> None:
    for number in range(len(VARIANTS) + 1):
        for chosen in combinations(VARIANTS, number):
            assert set(begin(2, *chosen).rules.options) - {SEATS_IN_ORDER} == set(chosen)


@pytest.mark.parametrize(("seats", "seed"), [(2, 3), (3, 5), (4, 8)])
def test_random_games_with_all_variants(seats: int, seed: int) -> None:
    """Invariants after every move, to the end."""
    for state, _ in random_game(kit.begin("1893", seats, *VARIANTS, seed=seed), seed):
        assert state.rules.title == "1893"
    assert state.ended is not None
