"""What must be ready before several threads serve.

msgspec builds what it knows of a record type when the type is first read, and has crashed when several threads did
that for related types at once (docs/msgspec-threads.md). So one thread reads everything once before requests come.
"""

from __future__ import annotations

import gc

import msgspec

from railhead.core.engine import actors, apply, new_game
from railhead.core.text import codec_of, fingerprint
from railhead.play.figures import figures
from railhead.play.records import Figures, PendingState, Pin
from railhead.play.snapshots import pack_head, unpack_any
from railhead.play.stand_in import choose
from railhead.play.timeline import events_from_json, events_to_json, move_to_json
from railhead.record.games import Record
from railhead.titles import TITLES


def prepare_records() -> None:
    """Read and write a record of every type that requests read."""
    msgspec.json.decode(b"{}", type=PendingState)
    msgspec.json.decode(b"[]", type=tuple[Pin, ...])
    for title in TITLES.values():
        rules = title.rules(title.seats[0])
        state = new_game(rules, [f"Player {at + 1}" for at in range(title.seats[0])], 1)
        unpack_any(rules, pack_head(state))
        fingerprint(state)
        msgspec.json.decode(msgspec.json.encode(figures(state)), type=Figures)
        move = choose(state, actors(state)[0])
        if move is not None:
            codec = codec_of(rules)
            codec.from_json(move_to_json(move))
            after, events = apply(state, move)
            events_from_json(events_to_json(events))
            unpack_any(rules, pack_head(after))
    msgspec.convert({"title": "", "rules_version": 1, "seats": []}, Record)


COLLECT_AFTER = (10_000, 20, 50)
"""How many more objects, collections of the young and of the middle generation call for the next collection."""


def spare_collections() -> None:
    """Look for garbage more rarely, and not among what lives as long as the process.

    A full collection looks at everything that the process knows and held up whoever moved just then for a tenth of a
    second. Positions and parts go by reference counts; only what refers to itself waits longer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
