"""Our games as exported files, and whether importing them gives the same games."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
from deciders import Stuck, choose
from noise import with_noise

from railhead.core.agreement import EndCall, ProposeEnd
from railhead.core.engine import new_game
from railhead.core.state import State
from railhead.core.waivers import StatedRun
from railhead.imports.actions import Recording, is_silent, read_recording
from railhead.imports.export.files import STYLES
from railhead.imports.export.writer import Exporter
from railhead.imports.reading import READERS, follower_of, title_of
from railhead.record.entries import remake
from railhead.titles import TITLES, title


def recorded_options(name: str, site_title: str, seats: int, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The options with which a recorded game is followed."""
    blank = Recording(site_title, tuple((str(n), str(n)) for n in range(seats)), (), {}, {"optional_rules": chosen})
    options: tuple[str, ...] = READERS[name].options(blank)
    return options


def written_game(
    name: str, seats: int, seed: int, *chosen: str, site_title: str = "", most: int = 3000, sense: float = 0.0
) -> tuple[dict[str, Any], Exporter]:
    """A game played by chance and the file that 18xx.games would have made of it."""
    rng = random.Random(f"{name} {seats} {seed} {chosen}")
    site_title = site_title or name
    rules = title(name).rules_of_game(seats, recorded_options(name, site_title, seats, chosen))
    state = new_game(rules, [f"Player {n + 1}" for n in range(seats)], seed)
    exporter = Exporter(state, STYLES[name], rng)
    while exporter.state.ended is None and exporter.state.count < most:
        try:
            move = choose(exporter.state, rng, exporter.style.can_record, sense)
        except Stuck:
            break
        exporter.play(move)
    players = [{"id": exporter.ids[p], "name": state.players[p].name} for p in state.players]
    file = {
        "id": f"hs_test_{seed}",
        "title": site_title,
        "players": players,
        "settings": {"seed": seed, "optional_rules": list(chosen), "player_order": None},
        "actions": exporter.actions,
        "status": "finished",
    }
    return file, exporter


def written_again(recording: Recording) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Type and entity of every action that counts in a recorded game, and of those that the exporter makes of it."""
    follower = follower_of(recording, title_of(recording, TITLES, title))
    style = replace(STYLES[follower.title.name], asks_more=0.0)
    exporter = Exporter(follower.state, style, random.Random(1))
    for _ in follower.follow():
        pass
    for entry in follower.session.entries:
        if isinstance(entry.move, StatedRun | ProposeEnd) or isinstance(exporter.state.top, EndCall):
            exporter.state, _ = remake(exporter.state, entry)
        else:
            exporter.play(entry.move, entry.waived)
    counted = [n for n in range(len(recording.actions)) if n not in recording.skipped]
    flat = [one for n in counted for one in (recording.actions[n], *(recording.actions[n].get("auto_actions") or ()))]
    real = [one for one in flat if not is_silent(one) and one["type"] != "end_game"]
    seats = {str(number): player for player, number in exporter.ids.items()}
    there = [(one["type"], _who(one, follower.ids)) for one in real]
    return there, [(one["type"], _who(one, seats)) for one in exporter.actions]


def _who(action: Mapping[str, Any], players: Mapping[str, str]) -> str:
    name = str(action["entity"])
    return players[name] if action["entity_type"] == "player" else name


def comparable(state: State) -> dict[str, Any]:
    """What must be equal: everything but frames and counters."""
    return {
        "players": dict(state.players),
        "companies": dict(state.companies),
        "privates": dict(state.privates),
        "board": (dict(state.board.laid), dict(state.board.stations), dict(state.board.markers)),
        "depot": (dict(state.depot.supply), sorted(state.depot.pool)),
        "bank": state.bank,
        "market": {cell: stack for cell, stack in state.market.items() if stack},
        "phase": state.phase,
        "extra": state.extra,
    }


def differing(got: Any, wanted: Any, where: str = "") -> list[str]:
    """Where two comparable positions differ, in words."""
    if isinstance(got, dict) and isinstance(wanted, dict):
        keys = sorted({*got, *wanted}, key=str)
        return [text for key in keys for text in differing(got.get(key), wanted.get(key), f"{where} {key}")]
    if isinstance(got, msgspec.Struct) and type(got) is type(wanted):
        return differing(msgspec.structs.asdict(got), msgspec.structs.asdict(wanted), where)
    return [] if got == wanted else [f"{where}: got {got!r:.200}, wanted {wanted!r:.200}"]


def first_difference(file: dict[str, Any], exporter: Exporter, noisy: int | None = None) -> str | None:
    """Import a written game and say where it leaves ours; None if it never does."""
    actions, origin = file["actions"], list(range(len(file["actions"])))
    if noisy is not None:
        actions, origin = with_noise(actions, random.Random(noisy))
    data = json.dumps({**file, "actions": actions}).encode()
    recording = read_recording(data)
    follower = follower_of(recording, title(exporter.state.rules.title))
    try:
        for n, action, state in follower.follow():
            at = origin[n]
            wanted = exporter.wanted[at] if at >= 0 else ()
            got = comparable(state)
            if wanted and action["type"] != "pass" and all(comparable(one) != got for one in wanted):
                nearest = min((differing(got, comparable(one)) for one in wanted), key=len)
                return f"after {n} {json.dumps(action)[:200]}: {'; '.join(nearest)}"
    except ValueError as error:
        return f"{type(error).__name__}: {error}\n near: {json.dumps(actions[follower.n])[:300]}"
    if exporter.state.ended is None:
        return None  # cut short: what the last players were asked is not in the file
    if comparable(follower.state) != comparable(exporter.state):
        return "the final positions differ"
    if (follower.state.ended is None) != (exporter.state.ended is None):
        return f"the end: {follower.state.ended} {exporter.state.ended}"
    return None
