"""Seats played by bots in the terminal. Their names identify them, so a saved game needs nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from railhead.bots.player import bot
from railhead.play.hidden import Sight, visible
from railhead.play.setup import LONGEST_NAME, clean_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.state import State

PREFIX, SUFFIX = "bot:", "(bot)"


def is_bot_name(name: str) -> bool:
    """Whether a name marks a seat as a bot's."""
    return name.startswith(PREFIX) or name.endswith(SUFFIX)


def person(seat: int) -> str:
    """The name of a person who gave none."""
    return f"Player {seat}"


def bot_name(kind: str, seat: int) -> str:
    """The name of a bot of this kind on a seat; an unknown kind is a `ValueError`."""
    return f"{bot(kind).name.title()} {seat} {SUFFIX}"


def bot_named(name: str) -> str:
    """The bot that plays under a name such as `bot:clerk` or `Clerk 2 (bot)`; empty for a person."""
    if not is_bot_name(name):
        return ""
    word = re.split(r"[^a-z]+", name.lower().removeprefix(PREFIX).strip())[0]
    return bot(word).name


def with_bots(people: Sequence[str], bots: Sequence[str]) -> list[str]:
    """The names of a table: people first, then these bots; an unknown bot or an odd name is a `ValueError`."""
    for name in people:
        if name != clean_name(name) or not name:
            raise ValueError(
                f"{name[:60]!r} cannot be the name of a player: a name has 1 to {LONGEST_NAME} letters, no control "
                "characters, and no blanks at its ends"
            )
    first = len(people) + 1
    names = [*people, *(bot_name(kind, seat) for seat, kind in enumerate(bots, first))]
    for name in names:
        bot_named(name)
    return names


def sight(state: State, player: str) -> Sight:
    """What the screen shows while a player acts: where cash is secret, that of the others is not."""
    return visible(state, (player,) if player else ())
