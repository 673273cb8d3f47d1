"""What tile lays are worth, against solving the boards after them: random boards, and random games of every title."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from kit import begin

from railhead.core.change import find_frame
from railhead.core.engine import apply, legal_moves
from railhead.core.facts import RangeFacts
from railhead.core.map import Map
from railhead.core.moves import LayTile
from railhead.core.operating import OperatingTurn
from railhead.core.scoring import Run
from railhead.core.state import Laid, State, Stations
from railhead.core.tiles import keeps_track, next_colour
from railhead.network import build_network
from railhead.routes import best_run, value_of_lay
from railhead.routes.lays.effects import Changes
from railhead.routes.lays.joint_search import LayLimits
from railhead.routes.lays.values import values_of_lays
from railhead.routes.positions import Reader
from railhead.routes.problem import Problem
from railhead.routes.solve import solve
from railhead.titles import POSITION_TITLES

READER = Reader(POSITION_TITLES)
FACTS = {title: POSITION_TITLES[title].facts() for title in sorted(POSITION_TITLES)}
LENGTHS = {"1824": 900, "1843": 900, "1889": 500, "1893": 900, "1894": 900}


@dataclass(frozen=True)
class Tile:
    hex: str
    tile: str
    rotation: int


def lays_on(board: Map, laid: Mapping[str, Laid], name: str) -> list[Tile]:
    """Tiles of the next colour that keep the track of a hex; more than the rules of a title allow."""
    old = board.face(name, laid.get(name))
    return [
        Tile(name, tile.id, rotation)
        for tile in board.tiles.values()
        if tile.colour == next_colour(old.colour) and tile.facts.label == old.label
        for rotation in tile.facts.rotations
        if keeps_track(old, tile.faces[rotation]) and not board.dead_ends(name, tile.faces[rotation])
    ]


def board_from(title: str, seed: int) -> tuple[Problem, list[Tile]]:
    """A company with one to three trains among some tiles and stations, and lays there.

    Built from a seed and not drawn piece by piece: that lets many of them be tried.
    """
    dice = Random(seed)
    facts = FACTS[title]
    company, rival, *_ = sorted(facts.companies)
    raw = {
        "id": "x", "title": title, "phase": dice.choice(facts.phases).name, "company": company,
        "trains": dice.choices(sorted(facts.trains), k=dice.randint(1, 3)), "hexes": {}, "stations": {},
    }  # fmt: skip
    _, empty = READER.problem(json.dumps(raw), "test")
    board = empty.network.map
    centre = dice.choice([name for name, here in board.hexes.items() if here.face.cities])
    near = {centre}
    for _ in range(2):
        near |= {other for name in near for other in board.hexes[name].sides if other is not None}
    laid: dict[str, Laid] = {}
    for _ in range(40):
        for lay in dice.sample(fit := lays_on(board, laid, dice.choice(sorted(near))), min(1, len(fit))):
            laid[lay.hex] = (lay.tile, lay.rotation)
    stations: dict[str, Stations] = {}
    for name in sorted(near):
        face = board.face(name, laid.get(name))
        if face.cities and (name == centre or dice.random() < 0.4):
            choices = [company] if name == centre else ["", company, rival]
            stations[name] = tuple(tuple(dice.choices(choices, k=node.slots)) for node in face.nodes)
    lays = [lay for name in sorted(near) for lay in lays_on(board, laid, name)]
    problem = Problem(build_network(board, laid, stations), company, empty.scoring, empty.alternatives)
    return problem, dice.sample(lays, min(12, len(lays)))


def after(problem: Problem, lay: Tile) -> int:
    """The best run on the board with a lay, markers put as well as may be."""
    laid = {**problem.network.laid, lay.hex: (lay.tile, lay.rotation)}
    options = Changes(problem).change(lay.hex, (lay.tile, lay.rotation)).options
    return max(
        solve(
            Problem(
                build_network(problem.network.map, laid, {**problem.stations, lay.hex: stations}),
                problem.company, problem.scoring, problem.alternatives,
            )
        ).total
        for stations, _ in options
    )  # fmt: skip


@pytest.mark.parametrize("title", list(FACTS))
@settings(deadline=None, derandomize=True, max_examples=25)
@given(seed=st.integers(0, 2**32))
@example(seed=300278)  # 1843: two ways between the same stops cross the same sides
def test_lays_on_random_boards(title: str, seed: int) -> None:
    problem, lays = board_from(title, seed)
    before = solve(problem).total
    for lay, value in zip(lays, values_of_lays(problem, lays), strict=True):
        assert value == max(0, after(problem, lay) - before), lay


@pytest.mark.parametrize("title", list(FACTS))
def test_lays_one_by_one(title: str) -> None:
    raised = 0
    for seed in range(15):
        problem, lays = board_from(title, seed)
        values = values_of_lays(problem, lays, limits=None)
        assert values == values_of_lays(problem, lays), seed
        raised += sum(value > 0 for value in values)
    assert raised > 5


def test_a_lay_beside_one_that_makes_a_town_a_city() -> None:
    """For a train that counts cities only, a town is free, even if another lay would make it a city.

    G6 is Leverkusen. AGV runs A4-D5-G6 for 50 + 30 + 10. With track on F7 it goes on to the town on B7, worth 10.
    With the city on G6, worth 30, it does as well as before by A4-D5-B7.
    """
    raw = {"id": "x", "title": "1893", "phase": "6", "company": "AGV", "trains": [], "hexes": {}, "stations": {}}
    _, empty = READER.problem(json.dumps(raw), "test")
    laid = {
        "B7": ("143", 5), "C6": ("42", 1), "D5": ("K15", 3), "E6": ("43", 2), "G6": ("K55", 2), "G8": ("39", 0),
        "H7": ("28", 4),
    }  # fmt: skip
    network = build_network(empty.network.map, laid, {"D5": (("AGV", ""),)})
    scoring = msgspec.structs.replace(empty.scoring, ranges={"2+x": RangeFacts(cities=2)})
    problem = Problem(network, "AGV", scoring, (("2+x",),))
    assert solve(problem).total == 50 + 30 + 10
    assert values_of_lays(problem, [Tile("F7", "9", 2), Tile("G6", "K314", 3)]) == (10, 0)


@pytest.mark.parametrize("limits", [LayLimits(arms=1), LayLimits(joins=1)])
def test_lays_where_the_search_is_hard(limits: LayLimits, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where many routes make the search for all lays long, their boards are solved one by one."""
    problems = [board_from(title, seed) for title in FACTS for seed in range(6)]
    before = [values_of_lays(problem, lays) for problem, lays in problems]
    assert sum(value > 0 for values in before for value in values) > 5
    alone = list[Problem]()

    def solve_alone(problem: Problem, *budget: float) -> Run:
        alone.append(problem)
        return solve(problem, *budget)

    monkeypatch.setattr("railhead.routes.lays.values.solve", solve_alone)
    assert [values_of_lays(problem, lays, limits=limits) for problem, lays in problems] == before
    assert len(alone) > len(problems)


@pytest.mark.parametrize("title", list(FACTS))
def test_searches_agree_on_random_boards(title: str) -> None:
    """Both searches find the same best run, on boards of every title."""
    earned = 0
    for seed in range(25):
        problem, _ = board_from(title, seed)
        one, two = solve(problem, 60, diagrams=False), solve(problem, 60, diagrams=True)
        assert one.proven
        assert two.proven
        assert one.total == two.total, seed
        earned += one.total > 0
    assert earned > 5


def turns(title: str) -> Iterator[tuple[State, str, list[LayTile]]]:
    """Positions of random games, one after the other, in which a company with trains may lay track."""
    dice = Random(5)
    state = begin(title, 3)
    for _ in range(LENGTHS.get(title, 900)):
        if state.ended is not None:
            state = begin(title, 3)
        moves = list(legal_moves(state))
        turn = find_frame(state, OperatingTurn)
        lays = [move for move in moves if isinstance(move, LayTile)]
        if lays and turn is state.top and turn is not None and state.companies[turn.company].trains:
            yield state, turn.company, lays
        state, _ = apply(state, dice.choice(moves))


@pytest.mark.parametrize("title", list(FACTS))
def test_lays_in_random_games(title: str) -> None:
    dice = Random(2)
    tried = 0
    for n, (state, company, lays) in enumerate(turns(title)):
        if n % 4:
            continue
        before = best_run(state, company).total
        values = value_of_lay(state, company, lays)
        for k in dice.sample(range(len(lays)), min(6, len(lays))):
            then, _ = apply(state, lays[k])
            choices = [then]
            waiting = then.ended is None and find_frame(then, OperatingTurn) is not then.top
            if waiting:  # markers are to be placed anew
                choices = [apply(then, move)[0] for move in legal_moves(then)]
            best = max(best_run(one, company).total for one in choices)
            assert values[k] == max(0, best - before), lays[k]
            tried += 1
        if tried > 60:
            break
    assert tried > 10
