"""Players who know the rules: each keeps a position of its own beside the server's, and remembers what was answered.

The position comes from the kernel, so that whatever the server says can be compared with what must be true.
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rig import LOST, Answer, Caller

from railhead.core.engine import actors, apply, new_game
from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.moves import Move, to_plain
from railhead.core.text import codec_of, to_json
from railhead.play.stand_in import choose
from railhead.titles import title

if TYPE_CHECKING:
    from railhead.core.state import State

PATIENCE = 120.0
"""Seconds that a player tries to get one move answered while the server is away."""


class Wrong(AssertionError):
    """Something that must not happen."""


@dataclass
class Table:
    """A game on one machine, played by one client that holds all seats."""

    caller: Caller
    name: str
    seats: int
    seed: int
    id: str = ""
    version: int = 0
    made: list[dict[str, Any]] = field(default_factory=list)  # answered moves, in order
    retried: int = 0
    first_answers: int = 0
    refused_rivals: int = 0
    state: State = field(init=False)
    times: list[float] = field(default_factory=list)

    def begin(self) -> Table:
        """Set the table up; asked again until it is answered (a table too many does no harm)."""
        names = [f"Player {at + 1}" for at in range(self.seats)]
        data = {"title": self.name, "seats": [{"name": name} for name in names], "seed": self.seed}
        self._patiently(self.caller.enter)
        answer: Answer = self._patiently(lambda: self._well(self.caller.post("/api/games", data)))
        self.id = answer.json["id"]
        self.state = new_game(title(self.name).rules(self.seats), names, self.seed)
        return self

    def _well(self, answer: Answer) -> Answer:
        if answer.status >= 500 or answer.status == 429:
            raise ConnectionError(f"{answer.status}: {answer.body[:200]!r}")
        if answer.status >= 400:
            raise Wrong(f"{self.id}: {answer.status}: {answer.body[:400]!r}")
        return answer

    def _patiently(self, ask: Any) -> Any:
        """Try until the server is back."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return ask()
            except LOST:
                if time.monotonic() > end:
                    raise
                self.retried += 1
                time.sleep(0.05)

    def pick(self) -> Move | None:
        """The next move, as the stand-in would make it."""
        if self.state.ended is not None:
            return None
        return choose(self.state, actors(self.state)[0])

    def post(self, caller: Caller, move: Move, key: str) -> Answer:
        """Send a move."""
        data = {"seq": self.version, "move": to_plain(move), "key": key}
        return caller.post(f"/api/games/{self.id}/moves", data)

    def step(self) -> bool:
        """Make one move, however often it takes; False when the game is over."""
        move = self.pick()
        if move is None:
            return False
        key = uuid.uuid4().hex
        tries = 0

        def once() -> Answer:
            nonlocal tries
            tries += 1
            return self._well(self.post(self.caller, move, key))

        began = time.perf_counter()
        answer = self._patiently(once)
        self.times.append(time.perf_counter() - began)
        if tries > 1 and not answer.json["events"]:
            self.first_answers += 1
        self._made(move, key, answer.json)
        return True

    def _made(self, move: Move, key: str, told: dict[str, Any]) -> None:
        self.state, _ = apply(self.state, move)
        self.version += 1
        if told["version"] != self.version or told["count"] != self.state.count:
            raise Wrong(f"{self.id}: {told} after move {self.version}")
        sent = json.loads(json.dumps(to_plain(move)))  # as the server will show it: lists, not tuples
        self.made.append({"key": key, "move": sent})

    def race(self, rivals: int = 2) -> bool:
        """Several tabs send the same move at the same moment under their own keys: one must win."""
        move = self.pick()
        if move is None:
            return False
        keys = [uuid.uuid4().hex for _ in range(rivals)]
        callers = [self.caller, *(self.caller.twin() for _ in keys[1:])]
        answers: list[Answer | BaseException | None] = [None] * rivals
        gate = threading.Barrier(rivals)

        def run(at: int) -> None:
            gate.wait()
            try:
                answers[at] = self._patiently(lambda: _alive(self.post(callers[at], move, keys[at])))
            except BaseException as error:
                answers[at] = error

        threads = [threading.Thread(target=run, args=(at,)) for at in range(rivals)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for other in callers[1:]:
            other.close()
        there = [one for one in answers if isinstance(one, Answer)]
        if len(there) < rivals:
            raise Wrong(f"{self.id}: {answers}")
        winners = [at for at, one in enumerate(there) if one.status == 200]
        if len(winners) != 1 or sorted(one.status for one in there)[1:] != [409] * (rivals - 1):
            raise Wrong(f"{self.id}: {[one.status for one in there]} for one move")
        self.refused_rivals += rivals - 1
        self._made(move, keys[winners[0]], there[winners[0]].json)
        return True

    def verify(self, caller: Caller) -> None:
        """What the server holds is exactly what it answered, and replays to the position it shows."""
        log = self._patiently(lambda: self._well(caller.get(f"/api/games/{self.id}/moves"))).json
        moves = [line["move"] for line in log]
        if moves != [one["move"] for one in self.made]:
            raise Wrong(f"{self.id}: {len(moves)} moves in the log, {len(self.made)} answered")
        if [line["number"] for line in log] != list(range(1, len(log) + 1)):
            raise Wrong(f"{self.id}: the numbers of the moves are not in order")
        shown = self._patiently(lambda: self._well(caller.get(f"/api/games/{self.id}/position"))).json
        game_rules = self.state.rules
        state = new_game(game_rules, [player.name for player in self.state.players.values()], self.seed)
        money = total_money(state)
        for plain in moves:
            state, _ = apply(state, codec_of(game_rules).from_plain(plain))
            faults = broken_invariants(state, money)
            if faults:
                raise Wrong(f"{self.id}: move {state.count}: {faults}")
        if shown["state"] != json.loads(to_json(state)) or shown["version"] != self.version:
            raise Wrong(f"{self.id}: the position shown is not that of its moves")


def _alive(answer: Answer) -> Answer:
    if answer.status >= 500:
        raise ConnectionError(str(answer.status))
    return answer
