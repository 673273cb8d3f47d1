"""What tile lays are worth, against solving every board by itself."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from recorded import recorded

from railhead.core.tiles import keeps_track, next_colour
from railhead.routes.lays import Ground, values_of_lays
from railhead.routes.network import build_network
from railhead.routes.problem import Problem
from railhead.routes.solve import solve


@dataclass(frozen=True)
class Tile:
    hex: str
    tile: str
    rotation: int


def lays_of(problem: Problem) -> list[Tile]:
    """Lays on and around the company's track that keep what lies there; more than the rules of a title allow."""
    board = problem.network.map
    near = set()
    for stretch in problem.network.stretches:
        if stretch.a in problem.reach or stretch.b in problem.reach:
            for name in stretch.hexes:
                near.update({name, *board.hexes[name].sides} - {None})
    found = []
    for name in sorted(near):
        old = board.face(name, problem.network.laid.get(name))
        for tile in board.tiles.values():
            if tile.colour != next_colour(old.colour) or tile.facts.label != old.label:
                continue
            for rotation in tile.facts.rotations:
                face = tile.faces[rotation]
                if keeps_track(old, face) and not board.dead_ends(name, face):
                    found.append(Tile(name, tile.id, rotation))
    return found


def test_lays_are_worth_what_solving_their_boards_says() -> None:
    dice = Random(7)
    raised = 0
    for raw, problem in recorded()[::16]:
        lays = lays_of(problem)
        if not lays:
            continue
        values = values_of_lays(problem, lays)
        before = solve(problem).total
        ground = Ground(problem)
        for n in dice.sample(range(len(lays)), min(12, len(lays))):
            lay = lays[n]
            change = ground.change(lay.hex, (lay.tile, lay.rotation))
            network = build_network(problem.network.map, {**problem.network.laid, lay.hex: change.laid})
            stations = {**problem.stations, lay.hex: change.stations}
            after = solve(Problem(network, stations, problem.company, problem.scoring, problem.alternatives))
            assert values[n] == max(0, after.total - before), (raw["id"], lay)
            raised += values[n] > 0
    assert raised > 5
