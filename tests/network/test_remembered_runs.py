"""A best run that was remembered through changes elsewhere is the best run of the board as it is now."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from boards import COMPANIES, changed, region

from railhead.core.facts import RangeFacts
from railhead.core.scoring import Scoring
from railhead.core.state import Board
from railhead.network import Network, build_network
from railhead.network.network import NETWORKS
from railhead.routes import best_run
from railhead.routes.problem import Problem
from railhead.routes.remembered import runs_of
from railhead.routes.solve import solve
from railhead.titles import TITLES

SCORING = Scoring(ranges={"3": RangeFacts(total=3)})
TRAINS = (("3", "3"),)


def position(network: Network) -> Any:
    """As much of a position as the optimiser asks for, with what earlier boards knew."""
    board = Board(laid=network.laid, stations=network.stations, supply={})
    NETWORKS.kept(board)[network.map] = network
    rules = SimpleNamespace(
        map=network.map, scoring=lambda state, company: SCORING, running_trains=lambda state, company: TRAINS
    )
    return SimpleNamespace(rules=rules, board=board)


def problem(network: Network, company: str) -> Problem:
    """The question of a company's run."""
    return Problem(network, company, SCORING, TRAINS)


@pytest.mark.parametrize("title", sorted(TITLES))
def test_best_runs_through_changes(title: str) -> None:
    dice = Random(title)
    board = TITLES[title].rules(TITLES[title].seats[-1]).map
    earned = kept = 0
    for _ in range(3):
        network, near = build_network(board, {}), region(board, dice)
        for _ in range(40):
            kept += sum(runs_of(network).find(problem(network, company)) is not None for company in COMPANIES)
            for company in COMPANIES:
                built = build_network(board, network.laid, network.stations)
                best = solve(problem(built, company)).total
                assert best_run(position(network), company).total == best
                earned += best > 0
            network = changed(network, near, dice)
    assert earned
    assert kept
