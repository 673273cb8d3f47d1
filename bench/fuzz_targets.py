"""What is fuzzed: each target takes bytes and must neither raise, nor hang, nor grow.

The errors that a target expects are the ones that people are told in a sentence; everything else is a fault. A
target says whether the input was read, so that the engine can go on from those that got far.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import yaml

from railhead.core.engine import actors, apply, explain, legal_moves, new_game, refusal
from railhead.core.facts import FactsError, facts_of, parse_facts
from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.moves import to_plain, to_text
from railhead.core.rulings import MalformedMove
from railhead.core.text import TextError, codec_of, from_json, to_json
from railhead.imports.actions import RecordingError, read_recording
from railhead.imports.reading import follow_all, is_recording, title_of
from railhead.play.stand_in import choose
from railhead.record.games import RecordError, positions, record_of
from railhead.record.games import from_json as record_from_json
from railhead.record.games import to_json as record_to_json
from railhead.titles import TITLES, title

if TYPE_CHECKING:
    from railhead.core.state import State

Target = Callable[[bytes], bool]
SHARED = Path(__file__).resolve().parents[2] / "shared"
MOVES = 360
"""Into the operating rounds of every title, where most of the rules are."""
POSITIONS = 40
"""Of each title; 256 in all at most, for a byte chooses among them."""
OPEN_MOVES = 300
"""Legal moves that are looked at in a position, to find one of every kind."""
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


def fact_seeds() -> list[bytes]:
    """A small facts file, as people write it and as JSON, which YAML reads as well."""
    return [FACTS.encode(), json.dumps(yaml.safe_load(FACTS)).encode()]


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
        self.positions = [pair for game in self.games.values() for pair in game[:: -(-len(game) // POSITIONS)]]
        self.money = [total_money(state) for state, _ in self.positions]

    def all(self) -> dict[str, tuple[Target, list[bytes]]]:
        """Name -> target and its first inputs."""
        return {
            "moves": (self.moves, self.move_seeds()),
            "lines": (self.lines, self.line_seeds()),
            "records": (self.records, self.record_seeds()),
            "imports": (self.imports, self.import_seeds()),
            "facts": (self.facts, fact_seeds()),
            "texts": (
                self.texts,
                [to_json(state) for state, _ in self.positions[:: max(len(self.positions) // 8, 1)]],
            ),
        }

    # A move as JSON; its first byte chooses the position

    def open_moves(self) -> list[tuple[int, Any]]:
        """The numbers of positions, each with the move made in it and a legal one of every other kind."""
        found: list[tuple[int, Any]] = []
        for at, (state, made) in enumerate(self.positions):
            kinds = {type(move): move for move in islice(legal_moves(state), OPEN_MOVES)}
            found += [(at, move) for move in {**kinds, type(made): made}.values()]
        return found

    def move_seeds(self) -> list[bytes]:
        """Legal moves in their positions."""
        return [bytes([at]) + json.dumps(to_plain(move)).encode() for at, move in self.open_moves()]

    def moves(self, data: bytes) -> bool:
        """Read a move, judge it, and make it if it is legal."""
        at = data[0] % len(self.positions) if data else 0
        state = self.positions[at][0]
        try:
            move = codec_of(state.rules).from_json(data[1:])
        except MalformedMove:
            return False
        self._judge(at, state, move)
        return True

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
        return [bytes([at]) + to_text(move).encode() for at, move in self.open_moves()]

    def lines(self, data: bytes) -> bool:
        """Read a line, judge the move."""
        at = data[0] % len(self.positions) if data else 0
        state = self.positions[at][0]
        try:
            move = codec_of(state.rules).from_text(data[1:].decode("utf-8", "replace"))
        except MalformedMove:
            return False
        self._judge(at, state, move)
        return True

    # Our own records

    def record_seeds(self) -> list[bytes]:
        """Short records."""
        found = []
        for game in self.games.values():
            until = min(12, len(game) - 1)
            found.append(record_to_json(record_of(game[until][0], [move for _, move in game[:until]])))
        return found

    def records(self, data: bytes) -> bool:
        """Read a record and replay it."""
        try:
            record = record_from_json(data, "fuzz")
        except RecordError:
            return False
        with contextlib.suppress(RecordError):
            for _ in positions(record, title):
                pass
        return True

    # Games of 18xx.games

    def import_seeds(self) -> list[bytes]:
        """The first actions of recorded games, where they lie beside the project; otherwise a game without any."""
        found = []
        for number, path in enumerate(sorted(SHARED.glob("games/*/*.game.json"))):
            raw = json.loads(path.read_bytes())
            raw["actions"] = raw["actions"][: 2 + number % 9]
            kept = {key: raw[key] for key in ("title", "players", "actions", "settings", "id") if key in raw}
            found.append(json.dumps(kept).encode())
        bare = {"title": "1889", "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]}
        actions = [{"type": "pass", "entity": 1, "entity_type": "player", "id": 1}]
        return [*found, json.dumps({**bare, "actions": actions}).encode()]

    def imports(self, data: bytes) -> bool:
        """Read a recorded game and follow it."""
        is_recording(data)
        try:
            recording = read_recording(data, "fuzz")
        except RecordingError:
            return False
        with contextlib.suppress(RecordingError):
            follow_all(recording, title_of(recording, TITLES, title))
        return True

    # Facts files and positions as text

    def facts(self, data: bytes) -> bool:
        """Read a facts file; what is JSON goes to the schema at once, for the reader of YAML is the slow part."""
        try:
            raw = msgspec.json.decode(data) if data[:1] == b"{" else None
        except (ValueError, RecursionError):
            raw = None
        try:
            if raw is None:
                parse_facts(data.decode("utf-8", "replace"), "fuzz")
            else:
                facts_of(raw, "fuzz")
        except FactsError:
            return False
        return True

    def texts(self, data: bytes) -> bool:
        """Read a position."""
        try:
            from_json(data, lambda name, seats, options: title(name).rules(seats, options))
        except TextError:
            return False
        return True
