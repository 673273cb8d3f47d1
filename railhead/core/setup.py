"""Opening positions: charters, depot, board and bank before the first move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.state import IPO, Board, Company, Depot, Player, Private, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from railhead.core.rules import Rules


def blank_company(rules: Rules, sym: str) -> Company:
    """A company with all its certificates in the initial offering."""
    facts = rules.companies[sym]
    shares = {IPO: facts.shares[1:]} if facts.shares[1:] else {}
    return Company(certificate=IPO, shares=shares, tokens=facts.tokens)


def opening(
    rules: Rules, names: tuple[str, ...], seed: int, cash: int, privates: Iterable[str] | None = None
) -> State:
    """The position that most titles begin from; a title pushes its first frame and changes what differs."""
    players = {f"p{seat + 1}": Player(name, cash) for seat, name in enumerate(names)}
    in_play = tuple(privates) if privates is not None else tuple(rules.privates)
    return State(
        rules=rules,
        seed=seed,
        players=players,
        order=tuple(players),
        priority="p1",
        companies={sym: blank_company(rules, sym) for sym in rules.companies},
        privates={sym: Private(revenue=rules.privates[sym].revenue) for sym in in_play},
        board=Board(laid={}, stations={}, supply=_supply(rules)),
        depot=Depot(supply=trains_in_supply(rules)),
        bank=(rules.bank or 0) - cash * len(names),
    )


def _supply(rules: Rules) -> Mapping[str, int]:
    return {name: -1 if tile.facts.count is None else tile.facts.count for name, tile in rules.map.tiles.items()}


def trains_in_supply(rules: Rules) -> dict[str, int]:
    """Trains left by type; -1 means no limit."""
    return {name: -1 if facts.count is None else facts.count for name, facts in rules.trains.items()}
