"""Games written by hand: moves as text, with what must hold between them.

game seats=3 seed=53          the opening position; or set-up lines, see `settings.py`
p1 bid private=1 price=15     a move
! auction.price p2 bid ...    a move that must be refused, with this rule
all pass                      everybody passes once, in turn
run 4+1 I16 J15, J15 K16.1    the awaited director runs trains on these legs; several routes by semicolons
best 90                       the awaited director runs the trains as well as he can, which earns this
= cash p1 785                 something that must hold (see `value`)
... | stock.priced            the clause that the line is an example of; the events of a move must cite it
# ...                         why
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kit import begin, read
from msgspec.structs import replace

from railhead.core.engine import actors, apply, refusal
from railhead.core.invariants import broken_invariants
from railhead.core.market import price_of
from railhead.core.money import total_money
from railhead.core.moves import Move, Pass, RunTrains
from railhead.core.operating import operating_company
from railhead.core.revenue import best_of, run_candidates
from railhead.core.scoring import Route
from railhead.core.shares import certificates_of, percent_of
from railhead.core.state import State, president_of
from railhead.titles.t1843.extra import extra_of
from railhead.titles.t1843.tests.helpers import line
from railhead.titles.t1843.tests.settings import ARRANGE, fields_of, made_whole

FOLDER = Path(__file__).parent / "golden"


@dataclass
class Golden:
    """A file being played, with the clauses that its lines are examples of."""

    state: State | None = None
    arranging: bool = False
    money: int = 0
    refused: set[str] = field(default_factory=set)  # by a check, or shown by a refusal
    shown: set[str] = field(default_factory=set)  # by a fact or by events

    def play_file(self, path: Path) -> None:
        """Play every line; one that does not hold fails with its number."""
        for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            text = raw.partition("#")[0].strip()
            if not text:
                continue
            said, _, clauses = (part.strip() for part in text.partition("|"))
            try:
                self.step(said, tuple(clauses.split()))
            except AssertionError as error:
                raise AssertionError(f"{path.name}:{number}: {text}\n{error}") from None
        assert self.state is not None, f"{path.name} is empty"

    def step(self, said: str, clauses: tuple[str, ...]) -> None:
        """One line."""
        word, *rest = said.split()
        if word == "game":
            given = fields_of(tuple(rest))
            self.state = begin("1843", int(given["seats"]), seed=int(given["seed"]))
            self.arranging = True
        elif word in ARRANGE:
            assert self.arranging or word == "later", "set-up lines stand at the beginning"
            self.state = ARRANGE[word](self.state, *rest)
            self.arranging = True
        else:
            self.begin()
            self.play(word, rest, said, clauses)

    def begin(self) -> None:
        """The set-up is over as soon as something is played or looked at."""
        assert self.state is not None, "a file begins with 'game' or 'later'"
        if self.arranging:
            self.state = made_whole(self.state)
            self.money = total_money(self.state)
            self.arranging = False

    def play(self, word: str, rest: list[str], said: str, clauses: tuple[str, ...]) -> None:
        """A move, a refused move, or a fact."""
        state = self.state
        assert state is not None
        if word == "!":
            objection = refusal(state, self.read(" ".join(rest[1:])))
            found = "ok" if objection is None else objection.rule
            assert found == rest[0], f"is {found}"
            self.refused |= {rest[0], *clauses}
        elif word == "=":
            found = value(state, *rest[:-1])
            assert found == rest[-1], f"is {found}"
            self.shown |= set(clauses)
        elif word == "best":
            best = best_of(state, operating_company(state))
            assert best.proven
            assert str(best.revenue) == rest[0], f"is {best.revenue}"
            self.moves([next(iter(run_candidates(state)))], ())
            self.shown |= set(clauses)
        elif said == "all pass":
            self.moves([Pass("")] * len(state.order), clauses)
        else:
            self.moves([self.read(said)], clauses)
        assert self.state is not None
        assert not broken_invariants(self.state, self.money), broken_invariants(self.state, self.money)

    def read(self, said: str) -> Move:
        """A move from its words; runs are written as legs."""
        assert self.state is not None
        if not said.startswith("run "):
            return read(self.state, said)
        routes = []
        for part in said.removeprefix("run ").split(";"):
            train, _, legs = part.strip().partition(" ")
            ways = [leg.strip() for leg in legs.split(",")]
            routes.append(line(train, *ways) if " " in legs else Route(train, (f"{legs}.0",), ()))
        return RunTrains(actors(self.state)[0], tuple(routes))

    def moves(self, moves: list[Move], clauses: tuple[str, ...]) -> None:
        """Make moves that must be legal, by the awaited player where nobody is named; events cite the clauses."""
        cited: set[str] = set()
        for move in moves:
            assert self.state is not None
            move = move if move.by else replace(move, by=actors(self.state)[0])
            objection = refusal(self.state, move)
            assert objection is None, f"refused by {objection}"
            self.state, events = apply(self.state, move)
            cited |= {event.rule for event in events}
        assert set(clauses) <= cited, f"cites {sorted(cited - {''})}"
        self.shown |= set(clauses)


def value(state: State, what: str, *about: str) -> str:
    """A fact of a position as a word; a dash where there is nothing."""
    found = _of_players(state, what, *about)
    if found is None:
        found = _of_companies(state, what, *about)
    if found is None:
        found = _of_the_board(state, what, *about)
    if found is None:
        found = _of_the_game(state, what, *about)
    assert found is not None, f"no such fact: {what}"
    return str(found).replace(" ", "_") or "-"


def _of_players(state: State, what: str, *about: str) -> object:
    match what, *about:
        case "cash", who:
            return state.players[who].cash if who in state.players else state.companies[who].cash
        case "certificates", who:
            return f"{certificates_of(state, who)}/{state.rules.certificate_limit}"
        case "owner", private:
            return "closed" if state.privates[private].closed else state.privates[private].owner
        case "score", player:
            return state.ended.scores[player] if state.ended else ""
    return None


def _of_companies(state: State, what: str, *about: str) -> object:
    match what, *about:
        case "price", company:
            return price_of(state, company)
        case "cell", company:
            return ":".join(map(str, state.companies[company].cell or ()))
        case "percent", company, holder:
            return percent_of(state, company, holder)
        case "director", company:
            return president_of(state, company)
        case "floated", company:
            return state.companies[company].floated
        case "trains", company:
            return ",".join(state.companies[company].trains)
        case "markers", company:
            return ",".join(map(str, state.companies[company].tokens))
    return None


def _of_the_board(state: State, what: str, *about: str) -> object:
    match what, *about:
        case "tile", hex_id:
            return "@".join(map(str, state.board.laid.get(hex_id, ())))
        case "tiles", tile:
            return state.board.supply[tile]
        case "station", hex_id:
            return "/".join(",".join(slots) for slots in state.board.stations.get(hex_id, ()))
        case "on", hex_id:
            return ",".join(state.board.markers.get(hex_id, ()))
        case "port", hex_id:
            return extra_of(state).ports.get(hex_id, "")
        case "left", train:
            return state.depot.supply[train.replace("_", " ")]
        case ("pool",):
            return ",".join(state.depot.pool)
        case "stack", cell:
            return ",".join(state.market.get(cell, ()))
    return None


def _of_the_game(state: State, what: str, *about: str) -> object:
    match what, *about:
        case ("phase",):
            return state.rules.phases[state.phase].name
        case ("round",):
            return f"{state.round.kind}{state.round.number}.{state.round.part}/{state.round.of}"
        case ("order",):
            return ",".join(state.order)
        case ("turn",):
            return ",".join(actors(state))
        case ("operating",):
            return operating_company(state)
        case ("ended",):
            return state.ended.reason if state.ended else ""
        case ("winners",):
            return ",".join(state.ended.winners) if state.ended else ""
    return None
