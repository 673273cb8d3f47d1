"""A position in game terms: one heading for each player, company and so on, with its figures as short texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from railhead.core.market import price_of
from railhead.core.shares import certificates_of, holders
from railhead.core.state import State, president_of

Position = dict[str, dict[str, str]]
"""Heading -> name of a figure -> its value; what is empty is left out."""


def position(state: State) -> Position:
    """Everything that lies on the table."""
    found: Position = {"game": _game(state)}
    for player in state.players:
        found[player] = {
            "cash": str(state.players[player].cash),
            "worth": str(state.rules.score(state, player)),
            "certificates": str(certificates_of(state, player)),
            "also": ", ".join(state.rules.also_holds(state, player)),
        }
    for company in state.companies:
        found[company] = _company(state, company)
    found["privates"] = {sym: _private(state, sym) for sym in state.privates}
    found["trains"] = {
        "left": _counts(state.depot.supply),
        "pool": _bag(state.depot.pool),
        "gone": _bag(state.depot.gone),
    }
    board = state.board
    found["tiles"] = {hex_id: f"{tile}/{rotation}" for hex_id, (tile, rotation) in sorted(board.laid.items())}
    found["stations"] = {
        hex_id: "|".join("+".join(slot or "." for slot in city) for city in cities)
        for hex_id, cities in sorted(board.stations.items())
        if any(slot for city in cities for slot in city)
    }
    found["markers"] = {hex_id: "+".join(marks) for hex_id, marks in sorted(board.markers.items())}
    found["tiles left"] = {tile: _left(number) for tile, number in sorted(board.supply.items())}
    return {heading: {name: value for name, value in values.items() if value} for heading, values in found.items()}


def _game(state: State) -> dict[str, str]:
    here = state.round
    ended = state.ended
    return {
        "round": f"{here.kind} {here.number}" + (f" ({here.part} of {here.of})" if here.of else ""),
        "phase": state.rules.phases[state.phase].name,
        "bank": str(state.bank) + (" broken" if state.broken else ""),
        "priority": state.priority,
        "order": " ".join(state.order),
        "ending": state.ending,
        "ended": "" if ended is None else f"{ended.reason}, won by {' '.join(ended.winners)}",
        "scores": "" if ended is None else " ".join(f"{who} {score}" for who, score in sorted(ended.scores.items())),
    }


def _company(state: State, company: str) -> dict[str, str]:
    charter = state.companies[company]
    if charter.closed:
        return {"status": "closed"}
    shown = {
        "status": "running" if charter.floated else "",
        "operated": "yes" if charter.operated else "",
        "director": president_of(state, company),
        "price": _place(state, company),
        "par": str(charter.par or ""),
        "cash": str(charter.cash or ""),
        "trains": " ".join(charter.trains),
        "markers": " ".join(str(price) for price in charter.tokens),
        "revenue": str(charter.revenue or ""),
        "also": ", ".join(state.rules.also_holds(state, company)),
    }
    return shown | {who: f"{percent}%" for who, percent in holders(state, company).items()}


def _place(state: State, company: str) -> str:
    """The price with row, column and the place in the stack."""
    cell = state.companies[company].cell
    if cell is None:
        return ""
    row, column = cell
    stack = state.market[f"{row}:{column}"]
    return f"{price_of(state, company)}@{row}:{column}" + (f"#{stack.index(company) + 1}" if len(stack) > 1 else "")


def _private(state: State, sym: str) -> str:
    it = state.privates[sym]
    if it.closed:
        return "closed"
    used = f" used {it.used}" if it.used else ""
    pays = f" pays {it.revenue}" if it.revenue else ""
    return f"{it.owner or '-'}{used}{pays}"


def _counts(left: Mapping[str, int]) -> str:
    return " ".join(f"{name}:{_left(number)}" for name, number in left.items() if number)


def _left(number: int) -> str:
    return "any" if number < 0 else str(number)


def _bag(names: Iterable[str]) -> str:
    return " ".join(f"{name}*{number}" if number > 1 else name for name, number in sorted(Counter(names).items()))


QUIET = {("game", "bank"), *((f"p{seat}", "worth") for seat in range(1, 7))}
"""Figures that follow from others and are told once a round."""


def changes(old: Position, new: Position) -> list[str]:
    """What is different, heading by heading: `p1 cash 400>310`."""
    found = []
    for heading in dict.fromkeys([*old, *new]):
        before, after = old.get(heading, {}), new.get(heading, {})
        if before == after or heading == "tiles left":
            continue
        names = [name for name in dict.fromkeys([*before, *after]) if before.get(name) != after.get(name)]
        names = [name for name in names if (heading, name) not in QUIET]
        words = [f"{name} {before.get(name, '-')}>{after.get(name, '-')}" for name in names]
        if words:
            found.append(f"{heading}: {', '.join(words)}")
    return found
