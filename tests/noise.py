"""What stands in real files besides the line of play: chat, undo and redo, programs, actions in others' names."""

from __future__ import annotations

import random
from typing import Any

Action = dict[str, Any]


def with_noise(actions: list[Action], rng: random.Random) -> tuple[list[Action], list[int]]:
    """The same game with noise in it, and for every action which of the first ones stands after it."""
    found: list[Action] = []
    origin: list[int] = []
    number = 0

    def put(action: Action, at: int) -> None:
        nonlocal number
        number += 1 if rng.random() < 0.9 else rng.randint(1, 5)
        found.append({**action, "id": number, "created_at": 1600000000 + number})
        origin.append(at)

    at = 0
    while at < len(actions):
        action = actions[at]
        chance = rng.random()
        if chance < 0.03:
            put({"type": "message", "entity": action["entity"], "message": "well"}, at - 1)
        elif chance < 0.06:
            put(action, at)
            put({"type": "undo", "entity": action["entity"], "user": 7}, at - 1)
        elif chance < 0.08:
            put(action, at)
            last = found[-1]["id"]
            if at + 1 < len(actions):
                put(actions[at + 1], at + 1)
                put({"type": "message", "entity": action["entity"], "message": "oops"}, at)
            put({"type": "undo", "entity": action["entity"], "action_id": last}, at)
            at += 1
            continue
        elif chance < 0.10:
            put(action, at)
            put({"type": "undo", "entity": action["entity"]}, at - 1)
            put({"type": "redo", "entity": action["entity"]}, at)
            at += 1
            continue
        elif chance < 0.12 and action["entity_type"] == "player":
            put({"type": "program_share_pass", **who(action), "unconditional": False, "indefinite": False}, at - 1)
        elif chance < 0.14 and action["entity_type"] == "player":
            put({"type": "program_disable", **who(action), "reason": "user", "original_type": "x"}, at - 1)
        taken = [action]
        while rng.random() < 0.3 and at + len(taken) < len(actions) and automatic(actions[at + len(taken)]):
            taken.append(actions[at + len(taken)])
        if len(taken) > 1:
            rest = [{k: v for k, v in one.items() if k != "id"} for one in taken[1:]]
            put({**action, "auto_actions": rest}, at + len(rest))
        elif automatic(action) and action["type"] == "pass" and rng.random() < 0.1:
            plain = {k: v for k, v in action.items() if k != "id"}
            put({"type": "program_share_pass", **who(action), "auto_actions": [plain], "indefinite": True}, at)
        else:
            put(action, at)
        at += len(taken)
    return found, origin


def who(action: Action) -> Action:
    """Whoever acts."""
    return {"entity": action["entity"], "entity_type": action["entity_type"]}


def automatic(action: Action) -> bool:
    """What programs do by themselves: players pass and buy shares."""
    return action["entity_type"] == "player" and action["type"] in ("pass", "buy_shares")
