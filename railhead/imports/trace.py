"""The position after every action of a recorded game, in the form and with the symbols of 18xx.games' traces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.finish import worth
from railhead.core.market import cell_key, price_of
from railhead.core.shares import certificates_of, percent_of, privates_of
from railhead.core.state import IPO, POOL, RESERVED, State, players_from, president_of
from railhead.imports.follower import Follower, Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railhead.core.facts import CompanyFacts, PrivateFacts
    from railhead.imports.actions import Action

PLAIN = Reader(names=(), options=lambda _recording: ())
"""For titles that 18xx.games does not have."""


def alias_of(facts: CompanyFacts | PrivateFacts, sym: str) -> str:
    """The symbol that recorded games use."""
    return facts.alias or sym


def company_name(state: State, sym: str) -> str:
    """The recorded symbol of a company."""
    return alias_of(state.rules.companies[sym], sym)


def private_name(state: State, sym: str) -> str:
    """The recorded symbol of a private company."""
    return alias_of(state.rules.privates[sym], sym)


def trace(follower: Follower) -> Iterator[dict[str, Any]]:
    """A line for the set-up and one for every action that counts."""
    before = follower.state
    yield line_of(follower.reader, before, before, {"n": -1, "id": 0, "type": "start"})
    for n, action, state in follower.follow():
        yield line_of(follower.reader, before, state, _head(n, action))
        before = state


def _head(n: int, action: Action) -> dict[str, Any]:
    head: dict[str, Any] = {"n": n, "id": action.get("id"), "type": action["type"], "entity": action.get("entity")}
    if action["type"] == "run_routes":
        head["revenue"] = sum(int(route.get("revenue") or 0) for route in action["routes"])
    return head


def line_of(reader: Reader, before: State, state: State, head: dict[str, Any]) -> dict[str, Any]:
    """One line of a trace: a head that names the action, and the position after it."""
    line = dict(head)
    changed = {
        hex_id: [tile, rotation]
        for hex_id, (tile, rotation) in state.board.laid.items()
        if before.board.laid.get(hex_id) != (tile, rotation)
    }
    if changed:
        line["hexes_changed"] = changed
    mark = state.round
    line["round"] = f"{mark.kind} {mark.number}.{mark.part}" if mark.kind == "OR" else f"{mark.kind} {mark.number}"
    line["phase"] = state.rules.phases[state.phase].name
    line["bank"] = state.bank
    if state.ended is not None:
        line["finished"] = True
    line["priority"] = state.players[state.priority].name
    line["order"] = [state.players[player].name for player in players_from(state, state.priority)]
    line["players"] = {}
    for player in state.order:
        line["players"][state.players[player].name] = _player(reader, state, player)
    line["companies"] = {company_name(state, sym): _company(reader, state, sym) for sym in _listed(state)}
    line["depot"] = {
        "upcoming": {train: abs(left) for train, left in state.depot.supply.items() if left},
        "pool": list(state.depot.pool),
    }
    reader.line(state, line)
    return line


def _listed(state: State) -> list[str]:
    """Companies in play."""
    return [sym for sym, charter in state.companies.items() if not charter.closed]


def _player(reader: Reader, state: State, player: str) -> dict[str, Any]:
    shares = {
        company_name(state, sym): percent_of(state, sym, player)
        for sym in state.companies
        if percent_of(state, sym, player) and state.rules.companies[sym].shares != (100,)
    }
    line: dict[str, Any] = {
        "cash": state.players[player].cash,
        "value": worth(state, player),
        "shares": shares,
        "certs": certificates_of(state, player),
        "privates": [private_name(state, sym) for sym in privates_of(state, player)],
        "minors": [
            company_name(state, sym)
            for sym, charter in state.companies.items()
            if charter.certificate == player and state.rules.companies[sym].shares == (100,)
        ],
    }
    reader.player_line(state, player, line)
    return line


def _company(reader: Reader, state: State, sym: str) -> dict[str, Any]:
    charter = state.companies[sym]
    president = president_of(state, sym)
    placed = [
        [hex_id, city, slot]
        for hex_id, cities in state.board.stations.items()
        for city, slots in enumerate(cities)
        for slot, name in enumerate(slots)
        if name == sym
    ]
    line: dict[str, Any] = {
        "cash": charter.cash,
        "price": price_of(state, sym) or None,
        "cell": list(charter.cell) if charter.cell else None,
        "par": charter.par or None,
        "ipo": percent_of(state, sym, IPO),
        "reserved": percent_of(state, sym, RESERVED),
        "pool": percent_of(state, sym, POOL),
        "trains": list(charter.trains),
        "tokens_placed": [spot[0] for spot in placed],
        "token_at": placed,
        "tokens_left": list(charter.tokens),
        "president": state.players[president].name if president else None,
        "floated": charter.floated,
        "privates": [private_name(state, other) for other in privates_of(state, sym)],
    }
    if charter.cell and len(state.market[cell_key(charter.cell)]) > 1:
        line["stack"] = state.market[cell_key(charter.cell)].index(sym)
    reader.company_line(state, sym, line)
    return line


REQUIRED_PLAYER = ("cash", "shares", "privates")
REQUIRED_COMPANY = ("cash", "price", "trains", "tokens_placed", "president", "floated")


def difference(want: dict[str, Any], got: dict[str, Any]) -> str | None:
    """The first difference in what two traces must share, in words."""
    for key in ("n", "phase", "bank", "hexes_changed"):
        if want.get(key) != got.get(key):
            return f"{key}: expected {want.get(key)!r}, got {got.get(key)!r}"
    for group, keys in (("players", REQUIRED_PLAYER), ("companies", REQUIRED_COMPANY)):
        for name, line in want[group].items():
            mine = got[group].get(name)
            if mine is None:
                return f"{group}.{name}: missing"
            for key in keys:
                if key in line and _plain(line[key]) != _plain(mine.get(key)):
                    return f"{group}.{name}.{key}: expected {line[key]!r}, got {mine.get(key)!r}"
    return None


def _plain(value: Any) -> Any:
    return sorted(map(str, value)) if isinstance(value, list) else value
