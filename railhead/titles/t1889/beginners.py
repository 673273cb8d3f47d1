"""The beginner game (16): privates are dealt, without powers; there are more tiles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from railhead.core.chance import shuffled
from railhead.core.change import Change
from railhead.core.facts import Facts, PrivateFacts, TileFacts
from railhead.core.money import pay
from railhead.core.rules import Rules
from railhead.core.setup import opening
from railhead.core.state import BANK, State
from railhead.core.stock import begin_stock_round


def set_up(rules: Rules, names: tuple[str, ...], seed: int) -> State:
    """The privates are dealt and paid, and the first stock round begins (16.3)."""
    change = Change(opening(rules, names, seed, rules.facts.setup[len(names)].cash))
    for player, private in zip(change.state.players, shuffled(tuple(rules.privates), seed), strict=True):
        pay(change, player, BANK, rules.privates[private].value, "private")
        change.private(private, owner=player)
    begin_stock_round(change, 1, first=True)
    return change.state


def facts_for(facts: Facts, seats: int) -> Facts:
    """The facts with the privates for this many players (18, table 3) and more tiles (table 4)."""
    chosen = facts.special["beginner"]["privates_in_play"][seats]
    return replace(facts, privates=dealt_privates(facts, chosen), tiles=tiles(facts))


def dealt_privates(facts: Facts, chosen: Iterable[str]) -> dict[str, PrivateFacts]:
    """These privates as the beginner game has them: without powers, at other values (16.3)."""
    table: dict[str, Any] = facts.special["beginner"]["privates"]
    return {sym: replace(facts.privates[sym], blocks=(), special={}, **table[sym]) for sym in chosen}


def tiles(facts: Facts) -> dict[str, TileFacts]:
    """The tiles of the box, and some more (18, table 4)."""
    extra: dict[str, int] = facts.special["beginner"]["tiles"]
    return {name: _more(tile, extra.get(name, 0)) for name, tile in facts.tiles.items()}


def _more(tile: TileFacts, number: int) -> TileFacts:
    return tile if tile.count is None else replace(tile, count=tile.count + number)
