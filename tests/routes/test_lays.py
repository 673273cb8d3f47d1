"""What tile lays are worth, against solving every board by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from kit import shared
from recorded import recorded
from small_networks import segments_of

from railhead.core.change import find_frame
from railhead.core.engine import apply, legal_moves, new_game
from railhead.core.moves import LayTile
from railhead.core.operating import OperatingTurn
from railhead.core.state import State
from railhead.core.tiles import keeps_track, next_colour
from railhead.imports.reading import follow_all, load_recording, title_of
from railhead.network import build_network
from railhead.record.entries import remake
from railhead.routes import best_run, value_of_lay
from railhead.routes.lays.effects import Changes
from railhead.routes.lays.values import values_of_lays
from railhead.routes.problem import Problem
from railhead.routes.solve import solve
from railhead.titles import TITLES, title


@dataclass(frozen=True)
class Tile:
    hex: str
    tile: str
    rotation: int


def lays_of(problem: Problem) -> list[Tile]:
    """Lays on and around the company's track that keep what lies there; more than the rules of a title allow."""
    board = problem.network.map
    near = set()
    for segment in segments_of(problem.network):
        if segment.a in problem.reach or segment.b in problem.reach:
            for name in segment.hexes:
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
        changes = Changes(problem)
        for n in dice.sample(range(len(lays)), min(12, len(lays))):
            lay = lays[n]
            change = changes.change(lay.hex, (lay.tile, lay.rotation))
            laid = {**problem.network.laid, lay.hex: change.laid}
            after = max(
                solve(
                    Problem(
                        build_network(problem.network.map, laid, {**problem.stations, lay.hex: stations}),
                        problem.company, problem.scoring, problem.alternatives,
                    )
                ).total
                for stations, _ in change.options
            )  # fmt: skip
            assert values[n] == max(0, after - before), (raw["id"], lay)
            raised += values[n] > 0
    assert raised > 5


def late_turns(path: Path) -> Iterator[tuple[State, str, list[LayTile]]]:
    """Positions of the last third of a recorded game in which a company with trains may lay track."""
    recording = load_recording(path)
    follower = follow_all(recording, title_of(recording, TITLES, title))
    names = [player.name for player in follower.state.players.values()]
    state = new_game(follower.state.rules, names, follower.state.seed)
    entries = follower.session.entries
    for n, entry in enumerate(entries):
        turn = find_frame(state, OperatingTurn)
        late = 3 * n > 2 * len(entries) and isinstance(entry.move, LayTile)
        if late and turn is not None and state.companies[turn.company].trains:
            yield state, turn.company, [lay for lay in legal_moves(state) if isinstance(lay, LayTile)]
        state, _ = remake(state, entry)


@pytest.mark.parametrize("game", ["1889/314", "1824/235932_premature_ending", "1894/green_city_upgrades"])
def test_legal_lays_are_worth_what_the_engine_makes_of_them(game: str) -> None:
    path = shared("games", *f"{game}.game.json".split("/"))
    dice = Random(3)
    for state, company, lays in list(late_turns(path))[::6]:
        before = best_run(state, company).total
        values = value_of_lay(state, company, lays)
        for n in dice.sample(range(len(lays)), min(10, len(lays))):
            after, _ = apply(state, lays[n])
            choices = [after]
            if find_frame(after, OperatingTurn) is not after.top:  # markers wait to be placed anew
                choices = [apply(after, move)[0] for move in legal_moves(after)]
            best = max(best_run(one, company).total for one in choices)
            assert values[n] == max(0, best - before), lays[n]
