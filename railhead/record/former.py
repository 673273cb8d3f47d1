"""Moves as earlier versions stored them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.moves import PlaceStation
from railhead.core.waivers import NOT_NOW, STATED

if TYPE_CHECKING:
    from railhead.core.rules import Rules

WHY = "kept as it was recorded"
LAYS = ("track.blocked", "track.dead-end", "track.reach", "track.adds", "track.home-first")
STATIONS_KEPT = frozenset(
    {"station.left", "station.one-a-turn", "station.city", "station.one-a-hex", "station.slot", "money.company"}
)
"""The rules that a marker placed against the rules still obeyed."""


def modern(rules: Rules, raw: dict[str, Any]) -> dict[str, Any]:
    """A stored move in today's form."""
    form = FORMER.get(str(raw.get("move")))
    return raw if form is None else form(rules, raw)


def _run(_rules: Rules, raw: dict[str, Any]) -> dict[str, Any]:
    return {**raw, "move": "stated_run", "waived": {STATED: WHY}}


def _lay(rules: Rules, raw: dict[str, Any]) -> dict[str, Any]:
    return {**raw, "move": "lay_tile", "waived": {rule: WHY for rule in LAYS if rule in rules.waivable}}


def _station(rules: Rules, raw: dict[str, Any]) -> dict[str, Any]:
    placing = [kind for step in rules.steps for kind in step.kinds if kind.move is PlaceStation]
    others = {check.rule for kind in placing for check in kind.checks} - STATIONS_KEPT
    return {
        **raw,
        "move": "place_station",
        "waived": {rule: WHY for rule in (NOT_NOW, *sorted(others)) if rule in rules.waivable},
    }


FORMER = {"run_recorded": _run, "lay_recorded": _lay, "place_recorded": _station}
