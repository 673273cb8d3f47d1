"""The map for the terminal: a compact hex picture with rich markup, one screen.

Every hex takes two lines: its coordinates with an arrow for each way out, then stations, the value of a city or town,
and the cost of terrain. The colour of the tile is the background.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.facts import CompanyFacts, revenue_at
from railhead.core.hexes import place
from railhead.core.reach import face_at
from railhead.core.state import BLOCKED, Board, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railhead.core.map import Map
    from railhead.core.tiles import Face

WIDE, NARROW = 8, 6
"""Characters that a hex takes on a wide screen and on a narrow one."""

_MARKS = {"town": "•", "offboard": "»", "mine": "⚒"}
_ARROWS = {"flat": "↓↙↖↑↗↘", "pointy": "↙←↖↗→↘"}

_STYLES = {
    "white": "black on #efe6cb",
    "yellow": "black on #f5d348",
    "green": "black on #78b56d",
    "brown": "black on #b98350",
    "gray": "black on #b9b8b2",
    "red": "black on #d5694f",
    "blue": "black on #a7cfe3",
}


def text_map(state: State, width: int = 120) -> str:
    """The map of a position as lines of rich markup, for a screen this many characters wide."""
    colour = state.rules.phases[state.phase].colour
    faces = {name: face_at(state, name) for name in state.rules.map.hexes}
    return board_text(state.rules.map, state.board, state.rules.companies, faces, colour, width)


def board_text(
    map_: Map,
    board: Board,
    companies: Mapping[str, CompanyFacts],
    faces: Mapping[str, Face],
    colour: str,
    width: int = 120,
) -> str:
    """A board as lines of rich markup."""
    wide = WIDE if _extent(map_, WIDE) <= width else NARROW
    at = {name: _cell(map_, name, wide) for name in map_.hexes}
    left = min(x for x, _ in at.values())
    top = min(y for _, y in at.values())
    rows: dict[int, dict[int, str]] = {}
    for name, (x, y) in at.items():
        style = _STYLES.get(faces[name].colour, _STYLES["white"])
        head, body = _head(map_, faces[name], name, wide), _content(faces[name], board, name, colour, wide)
        rows.setdefault(y - top, {})[x - left] = f"[{style}]{head}[/]"
        rows.setdefault(y - top + 1, {})[x - left] = f"[{style}]{_coloured(body, companies, wide)}[/]"
    return "\n".join(_line(rows.get(y, {}), wide) for y in range(max(rows) + 1))


def _extent(map_: Map, wide: int) -> int:
    """How many characters the widest line takes."""
    columns = [_cell(map_, name, wide)[0] for name in map_.hexes]
    return max(columns) - min(columns) + wide


def _head(map_: Map, face: Face, name: str, wide: int) -> str:
    """The first line of a hex: its name, and where its track leads if there is room to say it."""
    arrows = "".join(_ARROWS[map_.layout][edge] for edge in sorted(face.exits))
    room = wide - len(name)
    return name + (arrows if len(arrows) <= room else "✳").rjust(room)


def _cell(map_: Map, name: str, wide: int) -> tuple[int, int]:
    """Where a hex goes: neighbouring columns or rows are half a hex apart."""
    x, y = place(name, map_.axes)
    if map_.layout == "flat":
        return x * wide, y
    return x * wide // 2, y * 2


def _line(cells: Mapping[int, str], wide: int) -> str:
    parts = []
    at = 0
    for x in sorted(cells):
        parts.append(" " * (x - at) + cells[x])
        at = x + wide
    return "".join(parts)


def _content(face: Face, board: Board, name: str, colour: str, wide: int) -> list[str]:
    """The second line of a hex, as words that fill its width."""
    words: list[str] = []
    for sym in (sym for city in board.stations.get(name, ()) for sym in city if sym):
        short = "✕" if sym == BLOCKED else sym[:3]
        if len("".join(words)) + len(short) <= wide - 2:
            words.append(short)
    value = max((revenue_at(node.revenue, colour) for node in face.nodes), default=0)
    if not words:
        words.append("".join(stop_mark(node.type, node.slots) for node in face.nodes))
    if not face.nodes and face.paths:
        words.append("=")
    if face.cost and not value:
        words.append(("~" if "water" in face.terrain else "^") + str(face.cost))
    room = wide - len("".join(words))
    return [*words, (str(value) if value else "").rjust(room)[-room:] if room > 0 else ""]


def stop_mark(kind: str, slots: int = 1) -> str:
    """A stop as one character; a city has one for each slot."""
    return "○" * max(slots, 1) if kind == "city" else _MARKS.get(kind, "◆")


def _coloured(words: list[str], companies: Mapping[str, CompanyFacts], wide: int) -> str:
    by_start = {sym[:3]: facts for sym, facts in companies.items()}
    shown = []
    length = 0
    for word in words:
        word = word[: wide - length]
        length += len(word)
        facts = by_start.get(word)
        shown.append(f"[bold {facts.text_colour} on {facts.colour}]{word}[/]" if facts is not None else word)
    return "".join(shown) + " " * (wide - length)
