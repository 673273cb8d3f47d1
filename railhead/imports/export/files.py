"""A game as a file for 18xx.games, and whether that site's reading of it is the same game."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from railhead.core.agreement import STOPPED, EndCall, ProposeEnd
from railhead.core.moves import Accept
from railhead.core.waivers import StatedRun
from railhead.imports.actions import RecordingError, read_recording
from railhead.imports.dialects import SITE
from railhead.imports.export.t1824 import S1824
from railhead.imports.export.t1889 import S1889
from railhead.imports.export.t1893 import S1893
from railhead.imports.export.t1894 import S1894
from railhead.imports.export.writer import Exporter, Style
from railhead.imports.reading import follower_of, title_of
from railhead.titles import TITLES, title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railhead.core.state import State
    from railhead.record.session import Session

T = TypeVar("T")
STYLES: Mapping[str, Style] = {"1889": S1889, "1824": S1824, "1893": S1893, "1894": S1894}
SMALL_MAP = "1824 Cisleithania"
OPTIONAL_RULES = {
    "beginner": "beginner_game",
    "goods-time": "goods_time",
    "optional-2-train": "optional_2_train",
    "grey-phase": "optional_grey_phase",
    "existing-track": "optional_existing_track",
}
"""Variants that both have."""
UNDERSTOOD = {SITE, "free-runs", "seats-in-order", "cisleithania", "cisleithania-700"}
"""Options that a file need not name: it shows them, or that site always plays so."""


class ExportError(ValueError):
    """A game that cannot be written for that site; says what has no counterpart there."""


@dataclass
class Exported:
    """A file, and what its reader should know."""

    file: dict[str, Any]
    remarks: list[str] = field(default_factory=list)

    def data(self) -> bytes:
        """The text of the file."""
        return json.dumps(self.file, ensure_ascii=False, indent=1).encode()


class _Steady(random.Random):
    """Where that site's files take several forms, always the usual one."""

    def random(self) -> float:
        return 0.6

    def choice(self, seq: Any) -> Any:
        return seq[0]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return 0 if stop is None else start


def export(session: Session, name: str = "railhead") -> Exported:
    """The file of a game; `ExportError` if something in it does not exist there."""
    opening = session.opening
    rules = opening.rules
    if rules.title not in STYLES:
        raise ExportError(f"18xx.games files of {rules.title} cannot be written.")
    chosen = set(rules.options) | ({"cisleithania"} if rules.on("cisleithania") else set())
    missing = sorted(chosen - OPTIONAL_RULES.keys() - UNDERSTOOD)
    if missing:
        raise ExportError(f"18xx.games does not have {', '.join(missing)}.")
    found = Exported({})
    exporter = Exporter(opening, replace(STYLES[rules.title], asks_more=0.0, old_routes=False), _Steady())
    _write(exporter, session, found)
    small = rules.title == "1824" and rules.on("cisleithania")
    found.file = {
        "id": name,
        "title": SMALL_MAP if small else rules.title,
        "description": "",
        "players": [{"id": exporter.ids[one], "name": opening.players[one].name} for one in opening.order],
        "settings": {
            "seed": opening.seed,
            "optional_rules": [OPTIONAL_RULES[one] for one in sorted(chosen & OPTIONAL_RULES.keys())],
        },
        "actions": exporter.actions,
        "status": "finished" if session.state.ended is not None else "active",
        "loaded": True,
    }
    if session.state.ended is not None:
        found.file["result"] = {str(exporter.ids[one]): score for one, score in session.state.ended.scores.items()}
    _compare(session, found)
    return found


def _write(exporter: Exporter, session: Session, found: Exported) -> None:
    for number, step in enumerate(session.steps, 1):
        move = step.entry.move
        try:
            if isinstance(move, ProposeEnd):
                exporter.skip(step.state)
                if session.state.ended is not None and session.state.ended.reason == STOPPED:
                    exporter.write(exporter.player(move.by), "end_game")
            elif isinstance(exporter.state.top, EndCall):
                exporter.skip(step.state)
            elif isinstance(move, StatedRun):
                exporter.stated_run(move, step.state)
                without = "" if move.routes else ", written without its routes"
                found.remarks.append(f"move {number}: a stated revenue of {move.revenue}{without}")
            else:
                exporter.play(move, step.entry.waived)
        except (LookupError, NotImplementedError, AssertionError, StopIteration, ValueError) as error:
            meant = exporter.state.top.deal if isinstance(move, Accept) else move
            verb = str(type(meant).__struct_config__.tag).replace("_", " ")
            who = session.opening.players[meant.by].name
            raise ExportError(f"move {number} ({verb} by {who}) has no counterpart on 18xx.games.") from error


def _compare(session: Session, found: Exported) -> None:
    """Read the file as an import would; if that gives a different game, say so and write nothing."""
    try:
        recording = read_recording(found.data())
        follower = follower_of(recording, title_of(recording, TITLES, title))
        follower.comparing = 0.0  # the runs were looked at when they were made
        for _ in follower.follow():
            pass
    except RecordingError as error:
        raise ExportError(f"18xx.games would not play this game as it was played here: {error}") from None
    here, there = comparable(session.state), comparable(follower.state)
    different = [what for what in here if here[what] != there[what]]
    if different:
        raise ExportError(f"18xx.games would come to another position: {', '.join(different)} differ.")


def comparable(state: State) -> dict[str, Any]:
    """What two readings of a game must share, with players by name."""
    names: dict[str, str] = {player: one.name for player, one in state.players.items()}

    def named(holder: str) -> str:
        return names.get(holder, holder)

    def holdings(shares: Mapping[str, Sequence[T]]) -> dict[str, list[T]]:
        return {named(holder): sorted(sizes) for holder, sizes in shares.items() if sizes}  # type: ignore[type-var]

    return {
        "cash": {one.name: one.cash for one in state.players.values()},
        "bank": state.bank,
        "shares": {sym: (named(it.certificate), holdings(it.shares)) for sym, it in state.companies.items()},
        "treasuries": {sym: it.cash for sym, it in state.companies.items()},
        "trains": {sym: sorted(it.trains) for sym, it in state.companies.items()},
        "prices": {sym: it.cell for sym, it in state.companies.items()},
        "private companies": {sym: (named(it.owner), it.closed) for sym, it in state.privates.items()},
        "track": dict(state.board.laid),
        "stations": {hex_id: cities for hex_id, cities in state.board.stations.items() if any(map(any, cities))},
        "end": None if state.ended is None else {named(one): score for one, score in state.ended.scores.items()},
    }
