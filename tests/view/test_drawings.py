"""Curves, bridges, markers, the market and charts."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise

import pytest

from railhead.core.state import State
from railhead.core.tiles import face_of
from railhead.titles import TITLES
from railhead.view import charts, symbols
from railhead.view.charts import Series
from railhead.view.geometry import APOTHEM, between_edges, crossing, edge_point, outline
from railhead.view.labels import lines_of
from railhead.view.market_svg import HIGH, grid_svg, market_svg, usual_arrows, zone_colour
from railhead.view.theme import DARK, LIGHT
from railhead.view.track_svg import face_art


@pytest.mark.parametrize("layout", ["flat", "pointy"])
def test_curves_meet_their_edges_at_right_angles(layout: str) -> None:
    for a, b in combinations(range(6), 2):
        curve = between_edges(layout, a, b)
        assert math.dist(curve.point(0), edge_point(layout, a)) < 0.01
        assert math.dist(curve.point(1), edge_point(layout, b)) < 0.01
        inside = curve.point(0.02)
        assert math.hypot(*inside) < APOTHEM
        gap = min((b - a) % 6, (a - b) % 6)
        assert curve.radius == pytest.approx({1: 50, 2: 150, 3: 0}[gap])


def test_a_part_of_an_arc_lies_on_it() -> None:
    whole = between_edges("flat", 0, 2)
    part = whole.part(0.75, 0.25)
    assert math.dist(part.point(0.5), whole.point(0.5)) < 0.01
    assert part.length == pytest.approx(whole.length / 2)


def test_crossing_tracks() -> None:
    assert crossing(between_edges("flat", 0, 3), between_edges("flat", 1, 4)) == pytest.approx(0.5, abs=0.05)
    assert crossing(between_edges("flat", 0, 1), between_edges("flat", 3, 4)) is None


def test_a_bridge_is_cased_once_more(openings: dict[str, State]) -> None:
    tiles = openings["1889"].rules.map.tiles
    assert face_art("flat", tiles["20"].faces[0], 0).track.count("case") == 2
    assert face_art("flat", tiles["9"].faces[0], 0).track.count("case") == 1


def test_bars_of_two_towns_keep_apart(openings: dict[str, State]) -> None:
    for state in openings.values():
        for tile in state.rules.map.tiles.values():
            spots = face_art(state.rules.map.layout, tile.faces[0], 0).spots
            for one, other in combinations(spots, 2):
                assert math.dist(one.point, other.point) > 20, tile.id


def test_centres_lie_on_the_hex(openings: dict[str, State]) -> None:
    for state in openings.values():
        for here in state.rules.map.hexes.values():
            for spot in face_art(state.rules.map.layout, face_of(here.facts), 0).spots:
                assert math.hypot(*spot.point) < APOTHEM


def test_the_value_that_holds() -> None:
    values = {"yellow": 30, "brown": 60, "diesel": 100}
    assert [symbols.holding(values, phase) for phase in ("yellow", "green", "brown")] == ["yellow", "yellow", "brown"]


@pytest.mark.parametrize("now", ["yellow", "green", "brown", "gray"])
def test_value_boxes_stand_side_by_side(now: str) -> None:
    values = {"yellow": 10, "green": 30, "brown": 100, "gray": 120}
    drawn = symbols.box_row((0, 0), values, now)
    boxes = [
        (float(x), float(x) + float(wide)) for x, wide in re.findall(r'<rect x="([-\d.]+)".*?width="([\d.]+)"', drawn)
    ]
    assert len(boxes) == len(values)
    for (_, end), (begin, _) in pairwise(boxes):
        assert end <= begin + 0.01
    assert boxes[-1][1] - boxes[0][0] <= symbols.box_row_width(values, now)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_markers_can_be_read(openings: dict[str, State], name: str) -> None:
    for facts in openings[name].rules.companies.values():
        ink = symbols.readable(facts.colour, facts.text_colour)
        assert symbols.contrast(facts.colour, ink) >= 3


def test_text_reads_in_both_themes() -> None:
    for theme in (LIGHT, DARK):
        for accent in ("ink", "soft", "signal", "bottle", "steel"):
            assert symbols.contrast(theme[accent], theme["panel"]) >= 4.5, accent


def test_long_names_are_broken() -> None:
    assert lines_of("Sakaide & Okayama") == ("Sakaide &", "Okayama")
    assert lines_of("Ikeda") == ("Ikeda",)
    assert outline("flat").count("L") == 5


@pytest.mark.parametrize("name", sorted(TITLES))
def test_market(openings: dict[str, State], name: str) -> None:
    state = openings[name]
    root = ET.fromstring(market_svg(state))
    cells = [it.attrib["data-cell"] for it in root.iter() if "data-cell" in it.attrib]
    assert len(cells) == sum(1 for row in state.rules.market.prices for price in row if price)


def test_markers_on_the_market(late: State) -> None:
    on_market = [sym for stack in late.market.values() for sym in stack]
    picture = market_svg(late, focus=on_market[0])
    root = ET.fromstring(picture)
    shown = [it.attrib["data-company"] for it in root.iter() if "data-company" in it.attrib]
    assert sorted(shown) == sorted(on_market)
    assert 'class="arrow"' in picture


def test_arrows_follow_the_grid(openings: dict[str, State]) -> None:
    grid = openings["1889"].rules.market
    ways = {arrow.why: arrow.to for arrow in usual_arrows(grid, "AR", (1, 5))}
    assert ways == {"pays": (1, 6), "withholds": (1, 4), "sold out": (0, 5), "sold": (2, 5)}
    assert zone_colour(frozenset({"par_green"})) == "green"


def test_charts_are_pictures() -> None:
    series = [Series("AR <1>", [None, 65, 70, 80], "#37383a"), Series("KO", [100, None, 90, 110])]
    labels = ["SR 1", "OR 1.1", "SR 2", "OR 2.1"]
    for picture in (
        charts.line_chart(series, labels, title="Prices & more"),
        charts.small_multiples(series, labels, title="Prices"),
        charts.bar_chart([("AR", 120, "#37383a"), ("KO", 0, "")], unit="¥%s"),
        charts.line_chart([], []),
        charts.small_multiples([], []),
        charts.bar_chart([]),
        charts.line_chart([Series("one", [5])], ["OR 1.1"]),
    ):
        ET.fromstring(picture)


def test_gaps_break_a_line() -> None:
    picture = charts.line_chart([Series("KO", [100, None, 90, 110])], ["a", "b", "c", "d"])
    line = next(part for part in picture.split("<path") if 'class="line"' in part)
    assert line.count("M") == 2


def test_names_at_the_ends_keep_apart() -> None:
    moved = charts.spread([10, 11, 12, 80], 17)
    assert all(b - a > 16.5 for a, b in pairwise(moved))


@pytest.mark.parametrize(("low", "high"), [(0, 7), (0, 350), (-40, 1234), (0, 1)])
def test_ticks_cover_the_range(low: float, high: float) -> None:
    ticks = charts.nice_ticks(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert len(ticks) <= 8


@pytest.mark.parametrize("count", range(1, 9))
def test_markers_of_a_stack_leave_the_price_free(openings: dict[str, State], count: int) -> None:
    """None covers the price above it, and up to six can be told apart."""
    rules = openings["1824"].rules
    drawn = grid_svg(rules.market, {"0:0": tuple(rules.companies)[:count]}, rules.companies, legend=())
    radius = 24 * float(re.findall(r'class="station".*?scale\(([\d.]+)\)', drawn)[0])
    found = re.findall(r'class="marker".*?translate\(([\d.]+) ([\d.]+)\)', drawn)
    places = [(float(x), float(y)) for x, y in found]
    assert len(places) == count
    assert min(y for _, y in places) - radius >= 23
    assert max(y for _, y in places) + radius <= HIGH
    assert all(math.dist(one, other) > radius * 1.4 for one, other in combinations(places, 2)) or count > 6
