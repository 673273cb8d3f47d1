"""The map: every hex there, valid XML, words for those who hear it, and what is shown on top."""

from __future__ import annotations

import json
import math
import time
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from railhead.core.facts import load_facts
from railhead.core.map import build_map
from railhead.core.moves import RunTrains
from railhead.core.revenue import run_candidates
from railhead.core.scoring import Route
from railhead.core.state import Board, State
from railhead.core.tiles import Face
from railhead.core.track import fitting
from railhead.titles import TITLES
from railhead.view import symbols
from railhead.view.geometry import centre
from railhead.view.hex_svg import CROWDED, Lying, centres, hex_art
from railhead.view.labels import Room
from railhead.view.map_svg import Overlay, board_svg, map_svg
from railhead.view.routes_svg import route_curves
from railhead.view.tile_svg import tile_svg
from railhead.view.track_svg import FaceArt, face_art

NS = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT.parent / "shared" / "bench" / "positions-recorded.jsonl"


def hexes_of(picture: str) -> dict[str, ET.Element]:
    """The groups of hexes in a picture, which must be valid XML."""
    root = ET.fromstring(picture)
    return {group.attrib["data-hex"]: group for group in root.iter(f"{NS}g") if "data-hex" in group.attrib}


@pytest.mark.parametrize("name", sorted(TITLES))
def test_every_hex_is_drawn_and_named(openings: dict[str, State], name: str) -> None:
    state = openings[name]
    picture = map_svg(state)
    hexes = hexes_of(picture)
    assert set(hexes) == set(state.rules.map.hexes)
    for hex_id, group in hexes.items():
        assert group.attrib["id"] == f"hex-{hex_id}"
        assert group.attrib["role"] == "button"
        assert group.attrib["tabindex"] == "0"
        assert hex_id in group.attrib["aria-label"]
    assert len(picture.encode()) < 250_000


@pytest.mark.parametrize("name", sorted(TITLES))
def test_cities_can_be_clicked(openings: dict[str, State], name: str) -> None:
    map_ = openings[name].rules.map
    for hex_id, group in hexes_of(map_svg(openings[name])).items():
        cities = {int(city.attrib["data-city"]) for city in group.iter(f"{NS}g") if "data-city" in city.attrib}
        assert cities == set(map_.hexes[hex_id].face.cities), hex_id


@pytest.mark.parametrize("name", sorted(TITLES))
def test_every_tile_in_every_rotation(openings: dict[str, State], name: str) -> None:
    map_ = openings[name].rules.map
    for tile in map_.tiles:
        for rotation in range(6):
            root = ET.fromstring(tile_svg(map_, tile, rotation, styles=False))
            assert root.attrib["aria-label"], tile


def test_a_hex_is_told_in_words(openings: dict[str, State]) -> None:
    label = hexes_of(map_svg(openings["1889"]))["K4"].attrib["aria-label"]
    assert label == "Takamatsu K4, yellow, city 30, home of KO, letter T"


@pytest.mark.skipif(not RECORDED.exists(), reason="needs the recorded positions beside the project")
def test_late_boards_of_recorded_games() -> None:
    fullest: dict[str, dict[str, Any]] = {}
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        position = json.loads(line)
        known = fullest.get(position["title"])
        if position["map"] == "base" and (known is None or len(position["hexes"]) > len(known["hexes"])):
            fullest[position["title"]] = position
    for name, position in fullest.items():
        facts = load_facts(ROOT / "railhead" / "titles" / f"t{name}" / "facts.yaml")
        map_ = build_map(facts.layout, facts.axes, facts.hexes, facts.tiles)
        laid = {hex_id: (tile, turn) for hex_id, (tile, turn) in position["hexes"].items()}
        picture = board_svg(map_, Board(laid=laid, stations={}, supply={}), facts.companies, colour="brown")
        assert set(hexes_of(picture)) == set(map_.hexes)
        assert len(picture.encode()) < 250_000


def test_what_can_be_chosen_is_lit(late: State) -> None:
    picture = map_svg(late, lit={"K4", "F9.0"}, highlight=["E4"])
    hexes = hexes_of(picture)
    assert {hex_id for hex_id, group in hexes.items() if "lit" in group.attrib["class"].split()} == {"K4", "F9"}
    assert 'class="rh map choosing"' in picture
    assert picture.count('class="mark"') == 1


def test_a_ghost_lies_as_if_it_were_laid(openings: dict[str, State]) -> None:
    hexes = hexes_of(map_svg(openings["1889"], ghost=("K8", "6", 2)))
    assert "ghost" in hexes["K8"].attrib["class"]
    assert "tile 6" in hexes["K8"].attrib["aria-label"]


def test_numbers_tint_hexes_and_are_written(openings: dict[str, State]) -> None:
    picture = map_svg(openings["1889"], tint={"B5": 30, "C8": -10})
    assert ">+30<" in picture
    assert ">-10<" in picture


def test_routes_follow_the_track(played: list[State]) -> None:
    runs: list[tuple[State, tuple[Route, ...]]] = []
    for state in played:
        turn = state.frames[-1] if state.frames else None
        if turn is not None and getattr(turn, "company", "") and getattr(turn, "revenue", 0) < 0:
            moves = [move for move in _runs(state) if move.routes]
            runs += [(state, moves[0].routes)] if moves else []
    assert runs
    for state, routes in runs:
        for route in routes:
            assert_unbroken(state, route)
    state, routes = runs[-1]
    assert map_svg(state, routes=routes).count('class="way route-1"') == sum(map(len, routes[0].legs))


def assert_unbroken(state: State, route: Route) -> None:
    """Every hex of every leg has its piece of track, and each piece begins where the last one ended."""
    map_ = state.rules.map

    def lying(hex_id: str) -> tuple[Face, FaceArt]:
        laid = state.board.laid.get(hex_id)
        face = map_.face(hex_id, laid)
        return face, face_art(map_.layout, face, laid[1] if laid else 0)

    pieces = list(route_curves(map_, lying, route))
    assert len(pieces) == sum(map(len, route.legs))
    ends = []
    for hex_id, curve in pieces:
        x, y = centre(hex_id, map_.layout, map_.axes)
        ends.append(((x + curve.start[0], y + curve.start[1]), (x + curve.end[0], y + curve.end[1])))
    assert all(math.dist(one[1], other[0]) < 1 for one, other in pairwise(ends)), route


def _runs(state: State) -> list[RunTrains]:
    company = state.frames[-1].company
    return list(run_candidates(state)) if state.companies[company].trains else []


def test_themes(openings: dict[str, State]) -> None:
    state = openings["1889"]
    assert 'data-theme="dark"' in map_svg(state, theme="dark")
    assert "prefers-color-scheme:dark" in map_svg(state)
    assert "<style>" not in map_svg(state, styles=False)


def test_names_are_escaped(openings: dict[str, State]) -> None:
    rules = openings["1889"].rules
    overlay = Overlay(blocks={"<b>": ["K4"]}, tint={"nowhere": 1})
    picture = board_svg(rules.map, openings["1889"].board, rules.companies, overlay=overlay, name='"<x>"')
    ET.fromstring(picture)


def test_a_second_picture_is_quick(late: State) -> None:
    map_svg(late)
    begin = time.perf_counter()
    for _ in range(5):
        map_svg(late)
    assert (time.perf_counter() - begin) / 5 < 0.1  # about 2 ms; the rest is for a busy machine


def name_sizes(state: State) -> list[float]:
    """The size of every line of a name on the printed board, as the style sheet has it."""
    root = ET.fromstring(map_svg(state))
    classes = [text.attrib["class"].split() for text in root.iter(f"{NS}text")]
    return [
        next((float(name[1:]) for name in one if name in ("p28", "p31", "p34")), 25.0)
        for one in classes
        if "serif" in one
    ]


def test_names_are_larger_where_hexes_come_out_small(openings: dict[str, State]) -> None:
    assert set(name_sizes(openings["1889"])) == {25.0}
    for name in ("1843", "1893", "1824"):
        sizes = name_sizes(openings[name])
        assert sum(size > 30 for size in sizes) > len(sizes) / 3, name


@pytest.mark.parametrize("layout", ["flat", "pointy"])
def test_names_shrink_where_there_is_no_room(layout: str) -> None:
    nothing: list[Any] = []
    [(lines, _)], size = Room(layout, nothing).names([[("Ulm", (0.0, 0.0), 28.0)]], 34.0)
    assert (lines, size) == (("Ulm",), 34.0)
    _, size = Room(layout, nothing).names([[("Ulm", (0.0, 0.0), 28.0)]], 25.0)
    assert size == 25.0
    _, size = Room(layout, nothing).names([[("Wolfenbüttel", (0.0, 0.0), 28.0)]], 34.0)
    assert size < 34.0, "it would leave its hex"


def test_two_names_on_a_hex_have_one_size_and_stand_apart() -> None:
    wanted = [("Metz", (-25.0, -44.0), 28.0), ("Nancy", (25.0, 44.0), 28.0)]
    found, size = Room("pointy", []).names([wanted], 34.0)
    (_, one), (_, other) = found
    apart = abs(one[1] - other[1]) >= size * 0.8 or abs(one[0] - other[0]) >= size * 0.5 * 4.5
    assert apart


def boxes_and_discs(labels: str) -> tuple[list[tuple[float, float, float, float]], list[tuple[float, float]]]:
    """The boxes of the lines of names on a hex (left, top, right, bottom), and the middles of its revenue discs."""
    root = ET.fromstring(f"<g>{labels}</g>")
    boxes = []
    for line in root.iter("text"):
        if "serif" in line.attrib["class"].split():
            size = next((float(name[1:]) for name in line.attrib["class"].split() if name[1:].isdigit()), 25.0)
            x, y, half = float(line.attrib["x"]), float(line.attrib["y"]), len(line.text or "") * size * 0.25
            boxes.append((x - half, y - size * 0.7, x + half, y))
    discs = []
    for group in root.iter("g"):
        if any(child.attrib.get("class") == "disc" for child in group.iter("circle")) and "translate" in str(
            group.attrib
        ):
            x, y = group.attrib["transform"].removeprefix("translate(").removesuffix(")").split()
            discs.append((float(x), float(y)))
    return boxes, discs


@pytest.mark.parametrize("rotation", range(6))
def test_long_names_of_neighbours_keep_apart(openings: dict[str, State], rotation: int) -> None:
    """A town at a gentle curve beside a city: Komatsujima and Tokushima of 1889."""
    state = openings["1889"]
    laid = {**state.board.laid, "J9": ("58", rotation), "K8": ("57", 1)}
    drawn = map_svg(replace(state, board=replace(state.board, laid=laid)))
    places = {}
    for label in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}g"):
        for line in label.iterfind("{http://www.w3.org/2000/svg}text"):
            if line.text in ("Komatsujima", "Tokushima"):
                x, y = map(float, label.attrib["transform"].removeprefix("translate(").removesuffix(")").split())
                half = float(line.attrib["textLength"]) / 2
                places[line.text] = (x + float(line.attrib["x"]), y + float(line.attrib["y"]), half)
    (ax, ay, a), (bx, by, b) = places["Komatsujima"], places["Tokushima"]
    assert abs(ax - bx) > a + b or abs(ay - by) > 20


@pytest.mark.parametrize("name", sorted(TITLES))
def test_names_cover_neither_cities_nor_towns_nor_values(openings: dict[str, State], name: str) -> None:
    """On every named hex with every tile that can ever lie there."""
    state = openings[name]
    map_ = state.rules.map
    seen = 0
    for hex_id, here in map_.hexes.items():
        faces = [Lying(here.face)]
        faces += [Lying(map_.tiles[t].faces[r], r, map_.tiles[t]) for t, r in fitting(state, hex_id)][:12]
        for lying in faces if here.facts.name else ():
            art = hex_art(map_.layout, lying, here, "brown", here.facts.name, 1.3)
            boxes, discs = boxes_and_discs(art.labels)
            for left, top, right, bottom in boxes:
                for x, y in discs:
                    assert not (left - 6 < x < right + 6 and top - 6 < y < bottom + 6), (hex_id, "value")
                for x, y in (slot for spot in art.face.spots for slot in spot.slots):
                    assert not (left < x < right and top < y < bottom), (hex_id, "city")
                    seen += 1
                towns = (spot.point for spot in art.face.spots if spot.bar is not None)
                assert not any(left < x < right and top < y < bottom for x, y in towns), (hex_id, lying.tile)
    assert seen > 10


def test_more_stations_than_slots_stand_side_by_side(openings: dict[str, State]) -> None:
    state = openings["1894"]
    hex_id, here = next((name, one) for name, one in state.rules.map.hexes.items() if one.face.cities)
    art = hex_art(state.rules.map.layout, Lying(here.face), here, "yellow")
    there = tuple(list(state.rules.companies)[:3])
    node = here.face.cities[0]
    stations = tuple(there if i == node else () for i in range(len(here.face.nodes)))
    drawn = ET.fromstring(f"<g>{centres(here.face, art.face, stations, state.rules.companies)}</g>")
    at = []
    for group in drawn.iter("g"):
        if any("sym" in child.attrib.get("class", "") for child in group.iter("text")):
            where = group.attrib.get("transform", "")
            if where.startswith("translate"):
                at.append(tuple(map(float, where.removeprefix("translate(").removesuffix(")").split())))
    assert len(at) == len(there), hex_id
    radius = symbols.SLOT * CROWDED
    assert all(math.dist(one, other) >= 2 * radius for one, other in pairwise(at))
