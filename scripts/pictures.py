"""The pictures of the docs, drawn by Railhead: the map of every title, a game under way, tables in a browser.

python scripts/pictures.py docs/pictures
python scripts/pictures.py --table docs/1889.png
python scripts/pictures.py --tables docs/pictures
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from railhead.bots.player import ask, bot, next_seat
from railhead.core.engine import actors, apply, legal_moves, new_game
from railhead.core.moves import BuyShare, LayTile, RunTrains
from railhead.play.stand_in import choose
from railhead.record.games import record_of, to_json
from railhead.titles import TITLES
from railhead.view.map_svg import map_svg
from railhead.view.market_svg import market_svg

if TYPE_CHECKING:
    from collections.abc import Callable

    from railhead.core.moves import Move
    from railhead.core.state import State

MOVES = 90
"""Moves of the bots before the picture of a game is drawn."""
TABLE_MOVES = 240
"""Moves before the picture of the table is taken."""
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


def record_of_a_game(name: str, least: int, there: Callable[[State], bool]) -> bytes:
    """A game that the stand-in has played for at least this many moves, and until `there` is true."""
    state = first = new_game(TITLES[name].rules(4), ["Ann", "Bob", "Clara", "Dan"], 3)
    moves = []
    while state.count < least or not there(state):
        move = choose(state, actors(state)[0])
        if move is None:
            break
        moves.append(move)
        state, _ = apply(state, move)
    return to_json(record_of(first, moves))


def _may(kind: type[Move]) -> Callable[[State], bool]:
    return lambda state: any(isinstance(move, kind) for move in legal_moves(state))


TABLES = {
    "1824": (300, _may(RunTrains)),
    "1843": (330, _may(BuyShare)),
    "1893": (0, lambda state: state.count == OPENING),
    "1894": (420, _may(LayTile)),
}
"""For each title: after how many moves its table is shown, and what is going on then."""
OPENING = 3


def table(files: dict[str, Path]) -> None:
    """Tables in a browser, with imported games; needs Chromium and the tools for tests."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    from browsing import WIDE, arrive, chromium, serving

    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, chromium() as browser:
        for name, file in files.items():
            page = browser.new_context(base_url=address, viewport=WIDE).new_page()
            least, there = TABLES.get(name, (TABLE_MOVES, _may(LayTile)))
            arrive(page, record_of_a_game(name, least, there), Path(folder))
            page.evaluate("document.getElementById('pointers')?.remove()")
            if lit := page.locator("#board .hex.lit:visible").all():
                lit[len(lit) // 2].click(force=True)  # the fan of tiles that fit there
                page.locator(".fan-card").wait_for()
            page.screenshot(path=file, animations="disabled")


def main() -> None:
    """Write the drawings into a folder, or one table into a file, or the other tables into a folder."""
    if sys.argv[1:2] == ["--table"]:
        table({"1889": Path(sys.argv[2])})
        return
    if sys.argv[1:2] == ["--tables"]:
        table({name: Path(sys.argv[2]) / f"table-{name}.png" for name in TABLES})
        return
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    for name in OURS:
        game = under_way(name)
        (folder / f"{name}.svg").write_text(map_svg(game), encoding="utf-8")
        if name == "1889":
            (folder / "market.svg").write_text(market_svg(game), encoding="utf-8")


if __name__ == "__main__":
    main()
