"""How good a company's home is: what lies around it, and how hard it is to build there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.facts import COLOURS, NodeFacts
from railhead.core.memo import Memo

if TYPE_CHECKING:
    from railhead.core.rules import Rules
    from railhead.core.state import State

REACH = 4
"""Hexes that a home looks around."""
_HOMES = Memo[None, dict[str, float]]()


def home_value(state: State, company: str) -> float:
    """The quality of a home between 0 and 1, compared with the best one of the title."""
    return _HOMES.of(state.rules, None, lambda: _compared(state.rules)).get(company, 0.0)


def _compared(rules: Rules) -> dict[str, float]:
    raw = {sym: _around(rules, facts.home) for sym, facts in rules.companies.items()}
    best = max([*raw.values(), 1.0])
    return {sym: value / best for sym, value in raw.items()}


def _around(rules: Rules, homes: tuple[str, ...]) -> float:
    """The value of all centres near the homes, the near ones more."""
    distance = {home: 0 for home in homes if home in rules.map.hexes}
    todo = list(distance)
    while todo:
        here = todo.pop(0)
        if distance[here] >= REACH:
            continue
        for edge, other in enumerate(rules.map.hexes[here].sides):
            if other is not None and other not in distance and edge not in rules.map.hexes[here].closed:
                distance[other] = distance[here] + 1
                todo.append(other)
    total = 0.0
    for hex_id, far in distance.items():
        face = rules.map.hexes[hex_id].face
        worth = sum(printed(node) for node in face.nodes)
        total += worth / (1 + far) - face.cost * 0.1 / (1 + far)
    return max(total, 0.0)


def printed(node: NodeFacts) -> float:
    """What a centre will be worth, about."""
    if isinstance(node.revenue, int):
        usual = 20 if node.type == "city" else 10
        return float(max(node.revenue, usual))
    values = [node.revenue[colour] for colour in COLOURS if colour in node.revenue]
    return sum(values) / max(len(values), 1)
