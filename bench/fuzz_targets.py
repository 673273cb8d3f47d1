"""What is fuzzed: each target takes bytes and must neither raise, nor hang, nor grow.

The errors that a target expects are the ones that people are told in a sentence; everything else is a fault.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from railhead.core.engine import actors, apply, explain, new_game, refusal
from railhead.core.facts import FactsError, parse_facts
from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.moves import to_plain, to_text
from railhead.core.rulings import MalformedMove
from railhead.core.state import State
from railhead.core.text import TextError, codec_of, from_json, to_json
from railhead.play.stand_in import choose
from railhead.record.actions import ImportError18, read_recording
from railhead.record.games import RecordError, positions, record_of
from railhead.record.games import from_json as record_from_json
from railhead.record.games import to_json as record_to_json
from railhead.record.imports import follow_all, is_recording, title_of
from railhead.titles import TITLES, title

Target = Callable[[bytes], None]
SHARED = Path(__file__).resolve().parents[2] / "shared"
MOVES = 45
EVERY = 9
FACTS = """
title: "18XX"
name: Small
layout: flat
axes: {x: letter, y: number}
currency: "$"
bank: 1000
setup: {2: {cash: 400, certificates: 20}}
float_percent: 50
hexes:
  A1: {colour: white, cost: 80}
  A3: {colour: yellow, nodes: [{type: city, revenue: 20, slots: 1}], track: [[0, n0]]}
tiles: {"7": {colour: yellow, count: 3, track: [[0, 1]]}}
market: ["60 65p 70", "50 60 65"]
companies: {AR: {name: Alpha, colour: "#ff0000", tokens: [0, 40], home: [A3]}}
privates: {A: {name: First, value: 20, revenue: 5}}
trains: {"2": {count: 5, price: 80, range: {total: 2}, rusts_on: ["4"]}}
phases: [{name: "2", tiles: [yellow], limit: {public: 4}, rounds: 1}]
"""


def played(name: str, seats: int, moves: int = MOVES) -> list[tuple[State, Any]]:
    """Positions of a game that the stand-in plays, each with the move made in it."""
    state = new_game(title(name).rules(seats), [f"P{at}" for at in range(seats)], 3)
    found = []
    while state.ended is None and state.count < moves:
        move = choose(state, actors(state)[0])
        found.append((state, move))
        state, _ = apply(state, move)
    return found


class Targets:
    """The targets and good inputs to begin from."""

    def __init__(self, titles: tuple[str, ...] = tuple(TITLES), moves: int = MOVES) -> None:
        self.games = {name: played(name, max(3, title(name).seats[0]), moves) for name in titles}
        self.positions = [pair for game in self.games.values() for pair in game[::EVERY]]
        self.money = [total_money(state) for state, _ in self.positions]

    def all(self) -> dict[str, tuple[Target, list[bytes]]]:
        """Name -> target and its first inputs."""
        return {
            "moves": (self.moves, self.move_seeds()),
            "lines": (self.lines, self.line_seeds()),
            "records": (self.records, self.record_seeds()),
            "imports": (self.imports, self.import_seeds()),
            "facts": (self.facts, [FACTS.encode()]),
            "texts": (self.texts, [to_json(state)[:4000] for state, _ in self.positions[:3]]),
        }

    # A move as JSON; its first byte chooses the position

    def move_seeds(self) -> list[bytes]:
        """Legal moves in their positions."""
        return [
            bytes([at % 256]) + json.dumps(to_plain(move)).encode() for at, (_, move) in enumerate(self.positions)
        ]

    def moves(self, data: bytes) -> None:
        """Read a move, judge it, and make it if it is legal."""
        at = data[0] % len(self.positions) if data else 0
        state = self.positions[at][0]
        try:
            move = codec_of(state.law).from_json(data[1:])
        except MalformedMove:
            return
        self._judge(at, state, move)

    def _judge(self, at: int, state: State, move: Any) -> None:
        objection = refusal(state, move)
        explain(state, move)
        if objection is None:
            after, _ = apply(state, move)
            faults = broken_invariants(after, self.money[at])
            assert not faults, f"{to_text(move)}: {faults}"

    # A move as a line of text

    def line_seeds(self) -> list[bytes]:
        """Legal moves as lines."""
        return [bytes([at % 256]) + to_text(move).encode() for at, (_, move) in enumerate(self.positions)]

    def lines(self, data: bytes) -> None:
        """Read a line, judge the move."""
        at = data[0] % len(self.positions) if data else 0
        state = self.positions[at][0]
        try:
            move = codec_of(state.law).from_text(data[1:].decode("utf-8", "replace"))
        except MalformedMove:
            return
        self._judge(at, state, move)

    # Records of ours

    def record_seeds(self) -> list[bytes]:
        """Short records."""
        found = []
        for game in self.games.values():
            until = min(12, len(game) - 1)
            found.append(record_to_json(record_of(game[until][0], [move for _, move in game[:until]])))
        return found

    def records(self, data: bytes) -> None:
        """Read a record and replay it."""
        try:
            for _ in positions(record_from_json(data, "fuzz"), title):
                pass
        except RecordError:
            return

    # Games of 18xx.games

    def import_seeds(self) -> list[bytes]:
        """The first actions of recorded games, where they lie beside the project; otherwise a game without any."""
        found = []
        for path in sorted(SHARED.glob("games/*/*.game.json")):
            raw = json.loads(path.read_bytes())
            raw["actions"] = raw["actions"][:10]
            kept = {key: raw[key] for key in ("title", "players", "actions", "settings", "id") if key in raw}
            found.append(json.dumps(kept).encode())
        bare = {"title": "1889", "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]}
        actions = [{"type": "pass", "entity": 1, "entity_type": "player", "id": 1}]
        return [*found, json.dumps({**bare, "actions": actions}).encode()]

    def imports(self, data: bytes) -> None:
        """Read a recorded game and follow it."""
        is_recording(data)
        try:
            recording = read_recording(data, "fuzz")
            follow_all(recording, title_of(recording, TITLES, title))
        except ImportError18:
            return

    # Facts files and positions as text

    def facts(self, data: bytes) -> None:
        """Read a facts file."""
        try:
            parse_facts(data.decode("utf-8", "replace"), "fuzz")
        except FactsError:
            return

    def texts(self, data: bytes) -> None:
        """Read a position."""
        try:
            from_json(data, lambda name, seats, options: title(name).rules(seats, options))
        except TextError:
            return
