"""The pictures of the docs, drawn by Railhead: the map of every title, and a game under way.

python scripts/pictures.py docs/pictures
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from railhead.bots.player import ask, bot, next_seat
from railhead.core.engine import apply, new_game
from railhead.titles import TITLES
from railhead.view.map_svg import map_svg
from railhead.view.market_svg import market_svg

if TYPE_CHECKING:
    from railhead.core.state import State

MOVES = 90
"""Moves of the bots before the picture of a game is drawn."""
OURS = ("1824", "1843", "1889", "1893", "1894")


def opening(name: str, seats: int) -> State:
    """The first position of a title."""
    return new_game(TITLES[name].rules(seats), [f"Player {seat + 1}" for seat in range(seats)], 1)


def under_way(name: str) -> State:
    """A game that Clerk has played for a while in every seat; the same one every time."""
    state, rng = opening(name, 3), random.Random(1)
    for _ in range(MOVES):
        if state.ended is not None:
            break
        state, _ = apply(state, ask(bot("clerk"), state, next_seat(state), 1.0, rng).move)
    return state


def main() -> None:
    """Write the pictures into a folder."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    for name in OURS:
        game = under_way(name)
        (folder / f"{name}.svg").write_text(map_svg(game), encoding="utf-8")
        if name == "1889":
            (folder / "market.svg").write_text(market_svg(game), encoding="utf-8")


if __name__ == "__main__":
    main()
