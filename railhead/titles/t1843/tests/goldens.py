"""Games written by hand: moves as text, with what must hold between them.

game seats=3 seed=53          the opening position
position red_phase            or a position of `positions.py`
p1 bid private=1 price=15     a move
! auction.price p2 bid ...    a move that must be refused, with this rule
best 90                       the awaited director runs the trains; the best run earns this
= cash p1 785                 something that must hold (see `value`)
# ...                         why
"""

from __future__ import annotations

from pathlib import Path

from kit import begin, play, refused

from railhead.core.engine import actors, apply
from railhead.core.market import price_of
from railhead.core.operating import operating_company
from railhead.core.revenue import best_of, run_candidates
from railhead.core.shares import percent_of
from railhead.core.state import State, president_of
from railhead.titles.t1843.extra import extra_of
from railhead.titles.t1843.tests import positions

FOLDER = Path(__file__).parent / "golden"


def run_file(path: Path) -> tuple[State, set[str]]:
    """Play a file; the last position and the rules that refused something."""
    state: State | None = None
    rules: set[str] = set()
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = raw.partition("#")[0].strip()
        if not text:
            continue
        try:
            state = _step(state, text, rules)
        except AssertionError as error:
            raise AssertionError(f"{path.name}:{number}: {text}\n{error}") from None
    assert state is not None, f"{path.name} is empty"
    return state, rules


def _step(state: State | None, text: str, rules: set[str]) -> State:
    word, *rest = text.split()
    if word == "game":
        fields = dict(part.split("=") for part in rest)
        return begin("1843", int(fields["seats"]), seed=int(fields["seed"]))
    if word == "position":
        made: State = getattr(positions, rest[0])()
        return made
    assert state is not None, "a file begins with 'game' or 'position'"
    if word == "!":
        assert refused(state, " ".join(rest[1:])) == rest[0], refused(state, " ".join(rest[1:]))
        rules.add(rest[0])
        return state
    if word == "=":
        wanted, found = rest[-1], value(state, *rest[:-1])
        assert found == wanted, f"is {found}"
        return state
    if word == "best":
        assert str(best_of(state, operating_company(state)).revenue) == rest[0], best_of(
            state, operating_company(state)
        ).revenue
        return apply(state, next(iter(run_candidates(state))))[0]
    return play(state, text)


def value(state: State, what: str, *about: str) -> str:
    """A fact of a position as a word; a dash where there is nothing."""
    match what, *about:
        case "cash", who:
            found: object = state.players[who].cash if who in state.players else state.companies[who].cash
        case "price", company:
            found = price_of(state, company)
        case "cell", company:
            found = ":".join(map(str, state.companies[company].cell or ()))
        case "stack", cell:
            found = ",".join(state.market.get(cell, ()))
        case "percent", company, holder:
            found = percent_of(state, company, holder)
        case "director", company:
            found = president_of(state, company)
        case "floated", company:
            found = state.companies[company].floated
        case "trains", company:
            found = ",".join(state.companies[company].trains)
        case "owner", private:
            found = "closed" if state.privates[private].closed else state.privates[private].owner
        case "port", hex_id:
            found = extra_of(state).ports.get(hex_id, "")
        case "left", train:
            found = state.depot.supply[train.replace("_", " ")]
        case ("pool",):
            found = ",".join(state.depot.pool)
        case ("phase",):
            found = state.law.phases[state.phase].name
        case ("round",):
            found = f"{state.round.kind}{state.round.number}.{state.round.part}/{state.round.of}"
        case ("order",):
            found = ",".join(state.order)
        case ("turn",):
            found = ",".join(actors(state))
        case ("operating",):
            found = operating_company(state)
        case "tile", hex_id:
            found = "@".join(map(str, state.board.laid.get(hex_id, ())))
        case "station", hex_id:
            found = "/".join(",".join(slots) for slots in state.board.stations.get(hex_id, ()))
        case ("ended",):
            found = state.ended.reason if state.ended else ""
        case "score", player:
            found = state.ended.scores[player] if state.ended else ""
        case ("winners",):
            found = ",".join(state.ended.winners) if state.ended else ""
        case _:
            raise AssertionError(f"no such fact: {what}")
    return str(found).replace(" ", "_") or "-"
