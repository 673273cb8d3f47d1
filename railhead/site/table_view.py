"""What a page of a table shows: the position now, at an earlier move, or in a branch that nobody has played."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.core.engine import actors
from railhead.core.rulings import IllegalMove
from railhead.play.errors import Illegal, Malformed, NotPossible
from railhead.play.games import what_if
from railhead.play.hidden import Sight, is_secret, visible
from railhead.play.records import Head, PendingState
from railhead.site import panel, seating
from railhead.site.models import Game, Seat
from railhead.site.people import Person, is_host, person, seats_of
from railhead.site.store import games
from railhead.view.stages import STAGES, stage_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest

    from railhead.core.moves import Move
    from railhead.core.state import State

LIVE, PAST, BRANCH = "live", "past", "branch"
LONGEST_BRANCH = 400
MOST_KEPT = 60
"""The most tried-out moves that can be made in one go; they lock the game meanwhile."""
TABS = ("log", "chat", "notes", "charts", "rules", "table")
"""What the lower half of the rail shows."""
PIN = "pin"
"""The cookie that keeps a stage in sight whatever is decided."""


@dataclass
class TableView:
    """A position of a game as one person sees it."""

    game: Game
    who: Person
    seats: list[Seat]
    mine: tuple[str, ...]
    head: Head
    state: State
    mode: str = LIVE
    branch: list[Move] = field(default_factory=list)
    tab: str = TABS[0]
    focus: str = ""  # the company whose possible market moves are shown
    chosen: str = ""  # the stage that the viewer chose, as long as it holds
    pinned: str = ""
    memo: dict[str, Any] = field(default_factory=dict)  # what several parts of one answer need

    @cached_property
    def natural(self) -> str:
        """The stage that the current decision is about."""
        return stage_of(self.state)

    @property
    def stage(self) -> str:
        """The stage that is shown."""
        return self.chosen or self.pinned or self.natural

    @cached_property
    def acts(self) -> bool:
        """Whether the viewer has to decide in what is shown."""
        return any(seat in self.acting_for for seat in actors(self.state))

    @cached_property
    def key(self) -> tuple[object, ...] | None:
        """What names the position for whoever sees what everybody sees; None in a branch, which is one person's."""
        if self.mode == BRANCH:
            return None
        return self.game.pk, self.head.epoch, self.head.version, self.state.count, self.mode, self.sight.hidden

    @cached_property
    def acting_for(self) -> tuple[str, ...]:
        """The seats that may act in what is shown: nobody's in the past, everybody's in a branch."""
        if self.mode == PAST:
            return ()
        return tuple(self.state.players) if self.mode == BRANCH else self.mine

    @cached_property
    def sees_as(self) -> tuple[str, ...]:
        """The seats whose secrets are shown; on one machine those of the player who acts."""
        if self.game.kind == Game.HOTSEAT and self.mine:
            awaited = [seat for seat in actors(self.state) if seat in self.mine]
            return tuple(awaited) or self.mine
        return self.mine

    @cached_property
    def sight(self) -> Sight:
        """The position without what is hidden."""
        return visible(self.state, self.sees_as)

    @cached_property
    def panel(self) -> panel.Panel:
        """What can be done."""
        return panel.build(self.state, self.acting_for)

    @cached_property
    def pending(self) -> PendingState:
        """What is pending in the game."""
        return msgspec.json.decode(self.game.pending, type=PendingState)

    @property
    def bots(self) -> dict[str, str]:
        """Seats played by code."""
        return {seat.player: seat.bot for seat in self.seats if seat.bot}

    @property
    def thinking(self) -> str:
        """The bot that the table waits for; nobody if it waits for people too, or is not waiting now."""
        awaited = actors(self.state) if self.mode == LIVE and not self.game.differs else ()
        bots = [self.state.players[seat].name for seat in awaited if seat in self.bots]
        return bots[0] if bots and len(bots) == len(awaited) else ""

    @property
    def is_host(self) -> bool:
        """Whether the viewer set the table up."""
        return is_host(self.game, self.who)

    @property
    def map_key(self) -> tuple[str, int] | None:
        """The name of the position, where its picture may be remembered."""
        if self.mode == BRANCH:
            return None
        return f"{self.game.pk}/{self.head.epoch}/{self.head.version}", self.state.count

    @property
    def base(self) -> int:
        """The move that the page looks at; a branch begins there."""
        return self.state.count - len(self.branch)

    @property
    def before(self) -> int:
        """The number of the move before the one that is shown."""
        return max(self.base - 1, 0)

    @property
    def after(self) -> str:
        """The number of the move after the one that is shown; an empty string for now."""
        return str(self.base + 1) if self.base + 1 < self.head.count else ""

    @property
    def may_branch(self) -> bool:
        """Whether things may be tried out: not where that would reveal somebody's cash."""
        return not is_secret(self.state) or len(self.mine) == len(self.state.players)

    @cached_property
    def to_keep(self) -> list[Move]:
        """The moves of the branch that the viewer may make now: up to the first that is somebody else's."""
        if self.mode != BRANCH or self.base != self.head.count:
            return []
        return list(takewhile(lambda move: move.by in self.mine, self.branch[:MOST_KEPT]))

    @property
    def branch_json(self) -> str:
        """The moves of the branch, for the page to send back."""
        return msgspec.json.encode(self.branch).decode()


def table_view(
    request: HttpRequest, game_id: str, base: bool = False, row: Game | None = None, live: bool = False
) -> TableView:
    """The moment that a request asks for, by its `at` or `branch`; `base` leaves the branch out, `live` both."""
    game = seating.find(game_id) if row is None else row
    who = person(request)
    seats = list(game.seats.all())
    mine = seats_of(game, who, seats)
    if game.status == Game.OPEN:
        raise NotPossible("The table is still waiting for players.")
    asked = request.POST if request.method == "POST" else request.GET
    head = Head(game.version, game.entry, game.count, game.epoch)
    found = TableView(game, who, seats, mine, head, games.timeline.at_head(game_id, head), tab=_tab(asked))
    focus = asked.get("focus", "")
    found.focus = focus if focus in found.state.companies else ""
    found.pinned = _stage(request.COOKIES.get(PIN, ""))
    at = asked.get("at", "")
    if at.isdecimal() and len(at) < 9 and int(at) < head.count and not live:
        found.state = games.at(game_id, int(at))
        found.mode = PAST
    branch = asked.get("branch", "")
    if branch and not (base or live):
        extend_branch(found, read_branch(game_id, branch))
    if asked.get("was", "") in ("", found.natural):  # a choice holds until another decision comes
        found.chosen = _stage(asked.get("stage", ""))
    return found


def _stage(name: str) -> str:
    return name if name in STAGES else ""


def _tab(asked: Any) -> str:
    tab = str(asked.get("tab", ""))
    return tab if tab in TABS else TABS[0]


def read_branch(game_id: str, text: str) -> list[Move]:
    """The moves of a branch as the page sends them."""
    try:
        raw: Any = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Malformed("the branch is not readable") from None
    if not isinstance(raw, list) or len(raw) > LONGEST_BRANCH:
        raise Malformed(f"a branch is a list of at most {LONGEST_BRANCH} moves")
    return [games.read(game_id, one) for one in raw if isinstance(one, dict)]


def extend_branch(found: TableView, moves: Sequence[Move]) -> None:
    """Show what the position would be after moves that nobody has made."""
    if not found.may_branch:
        raise NotPossible("Cash is secret in this game, so you cannot try out moves with everybody's money.")
    try:
        found.state = what_if(found.state, moves)
    except IllegalMove as error:
        raise Illegal(error.refusal, found.state) from None
    found.mode = BRANCH
    found.branch = [*found.branch, *moves]
