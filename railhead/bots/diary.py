"""How a game was played, in the figures by which bots are compared with people.

A diary hears of every decision and of the end; it looks at positions and never inside a bot.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from msgspec import Struct

from railhead.bots.outlook import earnings, rusted, unit_of
from railhead.bots.protocol import EMPTY, Choice
from railhead.core.engine import apply
from railhead.core.moves import BuyTrain, Move
from railhead.core.state import State, president_of
from railhead.core.trains import SUPPLY, must_buy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MIDDLE = (0.35, 0.65)
"""The part of a game's rounds that is its middle."""


class Diary(Struct):
    """What happened in one game."""

    opening: int = 0  # decisions before the first stock or operating round
    started: dict[str, str] = {}  # companies, and the round in which they were started
    floated: dict[str, str] = {}
    revenue: dict[str, int] = {}  # all companies' runs by operating round
    company_rounds: int = 0
    trains: int = 0  # bought from the supply
    handed_over: int = 0  # presidencies that changed hands
    rounds: int = 0  # operating rounds
    by_phase: dict[str, int] = {}  # operating rounds that ended in each phase
    cash: list[float] = []  # the players' cash as a share of worth after each stock round
    reasons: int = 0
    empty: int = 0
    nonsense: list[str] = []
    phase: str = ""
    _last: State | None = None

    def watch(self, state: State, seat: str, choice: Choice) -> None:
        """Note a decision before it takes effect."""
        self._compare(state)
        self.reasons += 1
        self.empty += choice.why in EMPTY
        if state.round.kind not in ("SR", "OR"):
            self.opening += 1
        if isinstance(choice.move, BuyTrain):
            self.trains += choice.move.source == SUPPLY
            self.nonsense.extend(_nonsense(state, choice.move))
        self._last = state

    def close(self, end: State) -> None:
        """Note the end; the operating round in which the game ends counts as well."""
        self._compare(end)
        if end.round.kind == "OR":
            self._note_round(end)
        self.phase = end.rules.phases[end.phase].name

    def _compare(self, state: State) -> None:
        before = self._last
        if before is None:
            return
        here = round_name(before)
        for sym, charter in state.companies.items():
            old = before.companies.get(sym)
            if old is None:
                continue
            if charter.par and not old.par and president_of(state, sym) in state.players:
                self.started[sym] = here  # a company that is formed out of others has no president yet
            if charter.floated and not old.floated:
                self.floated[sym] = here
            was, now = president_of(before, sym), president_of(state, sym)
            self.handed_over += bool(was and now and was != now)
        if state.round != before.round and before.round.kind == "OR":
            self._note_round(before)
        if state.round != before.round and before.round.kind == "SR":
            worth = sum(max(before.rules.score(before, player), 0) for player in before.players)
            held = sum(player.cash for player in before.players.values())
            self.cash.append(held / worth if worth else 0.0)

    def _note_round(self, last: State) -> None:
        """Note an operating round by its last position."""
        running = [charter for charter in last.companies.values() if charter.floated and not charter.closed]
        self.company_rounds += len(running)
        self.revenue[round_name(last)] = sum(charter.revenue for charter in running)
        self.rounds += 1
        phase = last.rules.phases[last.phase].name
        self.by_phase[phase] = self.by_phase.get(phase, 0) + 1

    @property
    def pace(self) -> float:
        """Trains bought from the supply, per company and operating round."""
        return self.trains / max(self.company_rounds, 1)

    @property
    def prompt(self) -> float:
        """The share of started companies that floated in the round in which they were started."""
        return fmean(self.floated.get(sym) == here for sym, here in self.started.items()) if self.started else 1.0

    @property
    def idle(self) -> float:
        """The players' cash as a share of their worth in mid-game, each time when they could last buy something."""
        low, high = (int(part * len(self.cash)) for part in MIDDLE)
        return fmean(self.cash[low : high + 1] or [0.0])

    def revenue_in(self, number: int) -> int | None:
        """All companies' runs in the last operating round of a set; None if the game was over."""
        found = [value for name, value in self.revenue.items() if name.startswith(f"OR {number}.")]
        return found[-1] if found else None


def round_name(state: State) -> str:
    """A round as players call it."""
    here = state.round
    return f"{here.kind} {here.number}.{here.part}" if here.kind == "OR" else f"{here.kind} {here.number}"


def read_log(start: State, moves: Iterable[Move]) -> Diary:
    """The diary of a game that was played before, from its set-up or any position and the moves that followed."""
    diary, state = Diary(), start
    for move in moves:
        diary.watch(state, move.by, Choice(move, ""))
        state, _ = apply(state, move)
    diary.close(state)
    return diary


DEAR = 4
"""A train is dear from this many prices of the cheapest one on."""


def _nonsense(state: State, move: BuyTrain) -> Iterable[str]:
    """A dear train that costs twice its price when new, or that is not needed, can run nowhere and rusts nothing."""
    company = getattr(state.top, "company", "")
    if company not in state.companies:
        return
    new = state.rules.trains[move.train].price
    bought = f"{round_name(state)}: {company} pays {move.price} for a {move.train}-train"
    if move.price > 2 * new and move.price >= DEAR * unit_of(state.rules):
        yield f"{bought} that costs {new} when new"
    elif (
        move.price >= DEAR * unit_of(state.rules)
        and not must_buy(state, company)
        and not earnings(state, company, (move.train,))
        and not (move.source == SUPPLY and rusted(state, move.train))
    ):
        yield f"{bought} that can run nowhere"


def summary(diaries: Iterable[Diary]) -> Mapping[str, object]:
    """The figures of some games of one title."""
    games = list(diaries)
    runs = {number: [it for game in games if (it := game.revenue_in(number)) is not None] for number in (3, 5, 6, 7)}
    phases = [game.phase for game in games]
    return {
        "games": len(games),
        "decisions in the opening auction": f"{min(g.opening for g in games)}-{max(g.opening for g in games)}",
        "floated in the round of their start": round(fmean(game.prompt for game in games), 2),
        "trains a company and round": round(fmean(game.pace for game in games), 2),
        "last phase": ", ".join(f"{name} {phases.count(name)}" for name in sorted(set(phases))),
        "revenue by set of operating rounds": {n: round(fmean(found)) for n, found in runs.items() if found},
        "operating rounds": round(fmean(game.rounds for game in games), 1),
        "presidencies handed over": round(fmean(game.handed_over for game in games), 1),
        "cash after stock rounds in mid-game": round(fmean(game.idle for game in games), 2),
        "empty reasons": round(sum(game.empty for game in games) / max(sum(game.reasons for game in games), 1), 2),
        "nonsense": [line for game in games for line in game.nonsense][:5],
    }
