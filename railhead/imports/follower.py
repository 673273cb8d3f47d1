"""Following a game of 18xx.games with our own moves, every check on.

That site passes for players and companies that can do nothing, and its steps open and close a little
differently. So the follower looks one action ahead: whatever stands between the position and the player
or company that acts next is passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from railhead.core.auction import Auction, Bidding
from railhead.core.change import find_frame
from railhead.core.engine import actors, refusal
from railhead.core.moves import Accept, Move, Pass, to_text
from railhead.core.offers import Offer
from railhead.core.operating import OperatingTurn, turn_frame
from railhead.core.phases import Discard
from railhead.core.rulings import IllegalMove, Refusal
from railhead.core.state import State, players_from
from railhead.core.stock import StockRound
from railhead.core.waivers import NOT_NOW, StatedRun, WaiverError, objections
from railhead.imports.actions import Action, Recording, RecordingError, is_silent, seed_number
from railhead.imports.summary import OTHER, Remark, kind_of, summary
from railhead.record.entries import NOT_WAIVED
from railhead.record.session import Session
from railhead.view.refusal_words import refusal_text

if TYPE_CHECKING:
    from railhead.core.rules import Title

LONGEST_REMARK = 400
COMPARING = 30.0
"""Seconds that a game may take to find the best runs; a whole recorded game takes well under one."""
STEPS = {
    "lay_tile": "track",
    "place_token": "station",
    "run_routes": "run",
    "dividend": "dividend",
    "buy_train": "trains",
    "discard_train": "",
}
"""The step in which an action of a company belongs."""


Handler = Callable[["Follower", Action], None]


@dataclass(frozen=True, eq=False, kw_only=True)
class Reader:
    """What a title adds to the reading of its recorded games."""

    names: tuple[str, ...]  # what that site calls the title
    options: Callable[[Recording], tuple[str, ...]]  # the dialect and the variants of a game
    special: Mapping[str, Callable[[Follower, Action], bool]] = field(default_factory=dict)  # by type of action
    steps: Mapping[str, str] = field(default_factory=dict)  # further types of action and their steps
    powers_of: Callable[[Follower, Action], str | None] = field(default=lambda _follower, _action: None)
    """The company in whose turn a private company's action belongs; None: it waits for nobody's turn."""
    in_turn: Callable[[Follower, Action], bool] = field(default=lambda _follower, _action: True)
    waits_for: Callable[[Follower], str | None] = field(default=lambda _follower: None)
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Private companies by other names that files have had, and our symbols for them."""
    answers: Callable[[Follower, Action], bool] = field(default=lambda _follower, _action: False)
    """Whether an action that waits for nobody's turn decides what the position asks."""
    meets: Callable[[Follower, Action], bool] = field(default=lambda _follower, _action: False)
    """Whether the moment for an action has come although the position waits for somebody else."""
    belongs: Callable[[Follower, Action], bool] = field(default=lambda _follower, _action: True)
    """Whether an action of the player awaited is one for this moment, and not for a later round."""
    dealt: Callable[[State, str], set[str]] = field(default=lambda _state, _company: set())
    """Recorded shares of a company that never were in the offering."""
    player_line: Callable[[State, str, dict[str, Any]], None] = field(default=lambda _state, _player, _line: None)
    company_line: Callable[[State, str, dict[str, Any]], None] = field(default=lambda _state, _sym, _line: None)
    line: Callable[[State, dict[str, Any]], None] = field(default=lambda _state, _line: None)


class Follower:
    """Makes the moves of a recorded game, one recorded action after the other."""

    def __init__(self, recording: Recording, title: Title, reader: Reader, handlers: Mapping[str, Handler]) -> None:
        self.recording = recording
        self.handlers = handlers
        self.title = title
        self.reader = reader
        rules = title.rules_of_game(len(recording.players), reader.options(recording))
        self.ids = {name: f"p{seat + 1}" for seat, (_, name) in enumerate(recording.players)}
        self.ids |= {player_id: f"p{seat + 1}" for seat, (player_id, _) in enumerate(recording.players)}
        self.companies = {facts.alias or sym: sym for sym, facts in rules.companies.items()}
        self.privates = {facts.alias or sym: sym for sym, facts in rules.privates.items()}
        self.privates |= {facts.name: sym for sym, facts in rules.privates.items()}
        self.privates |= {name: sym for name, sym in self.reader.aliases.items() if sym in rules.privates}
        seed = recording.settings.get("seed")
        if seed is None or seed == "":
            seed = recording.raw.get("id", 0)
        self.session = Session.begin(rules, [name for _, name in recording.players], seed_number(seed))
        self.remarks: list[Remark] = []
        self.n = -1
        self.kind = ""  # the type of the action that is being read
        self.ahead: Action | None = None  # the next action that some turn waits for
        self.following: Action | None = None  # the next action of all
        self.ended_by_hand = False
        self.audit: list[dict[str, Any]] | None = None  # what every run was worth, if asked for
        self.comparing = COMPARING  # seconds that are left for comparing runs with the best
        self.trains: dict[str, str] = {}  # who owns a recorded train
        self.copies: dict[str, str] = {}  # where a recorded copy of a tile lies
        self.notes: dict[str, str] = {}  # what a title must remember from one action to another
        self.left_ids: dict[str, set[str]] = {}  # recorded shares that have left the offering

    @property
    def state(self) -> State:
        """The position now."""
        return self.session.state

    @property
    def moves(self) -> list[Move]:
        """The moves so far."""
        return self.session.moves

    def follow(self) -> Iterator[tuple[int, Action, State]]:
        """Every action that counts, with the position after it."""
        counted = [n for n in range(len(self.recording.actions)) if n not in self.recording.skipped]
        flat = [(n, action) for n in counted for action in self._with_automatic(n)]
        for at, (n, action) in enumerate(flat):
            self.n, self.kind = n, str(action["type"])
            with self._reading():
                rest = range(at + 1, len(flat))
                self.ahead = next((flat[later][1] for later in rest if self._is_turn(flat[later][1])), None)
                self.following = next((flat[later][1] for later in rest if not is_silent(flat[later][1])), None)
                if not is_silent(action) and not self.ended_by_hand:
                    by = self._in_whose_turn(action)
                    self.take(action)
                    self.catch_up(by)
            if at + 1 == len(flat) or flat[at + 1][0] != n:
                yield n, self.recording.actions[n], self.state
        self._compare_result()
        self.session.summary = summary(self.remarks)

    def _compare_result(self) -> None:
        """The file of a finished game says how it ended: that is compared with what we make of its actions."""
        raw = self.recording.raw
        result = raw.get("result")
        if raw.get("status") != "finished" or not isinstance(result, dict) or not result:
            return
        names = {player: seat.name for player, seat in self.state.players.items()}
        there = {names[self.ids[str(who)]]: value for who, value in result.items() if str(who) in self.ids}
        if self.state.ended is None:
            self.remark(f"the file says that the game ended with {there}; its actions do not end it here")
            return
        here = {names[player]: score for player, score in self.state.ended.scores.items()}
        if here != there:
            self.remark(f"the file says that the game ended with {there}; here it ends with {here}")

    def _in_whose_turn(self, action: Action) -> str:
        """Who acts; where a company's turn is interrupted, as by a discard, that company."""
        turn = find_frame(self.state, OperatingTurn)
        interrupted = bool(self.state.frames) and self.state.frames[-1] is not turn
        return str(turn.company) if turn is not None and interrupted else self.entity(action)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """A file that somebody edited may lack anything: report that with the number of the action."""
        try:
            yield
        except RecordingError:
            raise
        except (LookupError, TypeError, AttributeError, ValueError, OverflowError, RecursionError) as error:
            field = f": {str(error.args[0])[:60]}" if isinstance(error, KeyError) and error.args else ""
            raise self.fault(f"a field is missing or has a wrong value{field}") from None

    def fault(self, why: str) -> RecordingError:
        """What stops an import: the action with its place in the file, its id and its type, and why."""
        action = self.recording.actions[self.n] if 0 <= self.n < len(self.recording.actions) else {}
        number = f"id {action['id']}, " if action.get("id") is not None else ""
        return RecordingError(f"action {self.n} ({number}{self.kind[:40]}): {why}")

    def _with_automatic(self, n: int) -> list[Action]:
        action = self.recording.actions[n]
        automatic = action.get("auto_actions") or ()
        if not isinstance(automatic, list | tuple) or not all(
            isinstance(one, dict) and isinstance(one.get("type"), str) for one in automatic
        ):
            raise RecordingError(f"action {n}: its automatic actions are not a list")
        return [action, *automatic]

    def _is_turn(self, action: Action) -> bool:
        """Whether an action waits for its turn; powers of private companies and messages do not."""
        if is_silent(action) or action["type"] == "end_game":
            return False
        if self.by_private(action):
            return self.reader.powers_of(self, action) is not None
        return self.reader.in_turn(self, action)

    # Who and where

    def player(self, entity: Any) -> str:
        """Our name of a recorded player."""
        try:
            return self.ids[str(entity)]
        except KeyError:
            raise self.fault(f"unknown player {entity!r}") from None

    def company(self, entity: Any) -> str:
        """Our symbol of a recorded company."""
        try:
            return self.companies[str(entity)]
        except KeyError:
            raise self.fault(f"unknown company {entity!r}") from None

    def private(self, entity: Any) -> str:
        """Our symbol of a recorded private company."""
        try:
            return self.privates[str(entity)]
        except KeyError:
            raise self.fault(f"unknown private company {entity!r}") from None

    def entity(self, action: Action) -> str:
        """Our name of whoever acts: a player, or a company."""
        name = str(action.get("entity"))
        if self.by_private(action):
            return self.reader.powers_of(self, action) or name
        if action.get("entity_type") in ("corporation", "minor"):
            return self.companies.get(name) or name
        return self.ids.get(name) or self.companies.get(name) or name

    def by_private(self, action: Action) -> bool:
        """Whether a private company acts; early files do not say what kind of name they mean."""
        kind, name = action.get("entity_type"), str(action.get("entity"))
        if kind is None:
            return name in self.privates and name not in self.companies and name not in self.ids
        return bool(kind == "company")

    def waiting(self) -> str:
        """Whom the position waits for: a player or a company."""
        if self.state.ended is not None or not self.state.frames:
            return ""
        own = self.reader.waits_for(self)
        if own is not None:
            return own
        top = self.state.top
        if isinstance(top, OperatingTurn | Discard):
            return top.company
        if isinstance(top, StockRound | Auction | Bidding):
            return top.at
        return actors(self.state)[0]

    def step(self) -> int:
        """The step of the company that operates; -1 if none does."""
        return turn_frame(self.state).step if isinstance(self.state.top, OperatingTurn) else -1

    def step_of(self, action: Action) -> int | None:
        """The step in which an action belongs, None for those that belong in any."""
        own, kind = self.reader.steps, action["type"]
        name = own.get(f"{kind} {action.get('entity')}", own.get(kind, STEPS.get(kind, "")))
        names = [step.name for step in self.state.rules.operating.steps]
        return names.index(name) if name in names else None

    def known_shares(self, company: str) -> set[str]:
        """Recorded shares of a company that have left the offering: bought again, they come from the pool."""
        if company not in self.left_ids:
            self.left_ids[company] = set(self.reader.dealt(self.state, company))
        return self.left_ids[company]

    def note_shares(self, action: Action, company: str) -> None:
        """Remember which shares an action took out of the offering."""
        self.known_shares(company).update(action.get("shares") or [str(action.get("share"))])

    # Making moves

    def make(self, move: Move, waivable: Mapping[str, str] = NOT_WAIVED) -> None:
        """Make a move; one that the rules refuse stops the import with its rule.

        A rule in `waivable` does not: the move is kept anyway, and its sentence is reported.
        """
        if isinstance(move, StatedRun):
            self._keep(move, waivable)
            return
        refused = refusal(self.state, move)
        if refused is not None:
            needed, beyond = objections(self.state, move, waivable) if waivable else ([], refused)
            if beyond is not None or all(one.rule == NOT_NOW for one in needed):
                raise self.refused(move, beyond or refused)
            self._keep(move, {one.rule: waivable[one.rule] for one in needed})
            return
        self.session.make(move)
        while self.state.ended is None and isinstance(self.state.top, Offer):
            self.session.make(Accept(self.state.top.to))  # the other side's word is not recorded

    def _keep(self, move: Move, waived: Mapping[str, str]) -> None:
        try:
            self.session.make(move, waived)
        except IllegalMove as error:
            raise self.refused(move, error.refusal) from None
        except WaiverError as error:
            raise self.fault(f"'{to_text(move)}' cannot be kept: {error}") from None
        for rule, text in waived.items():
            if rule != NOT_NOW:
                self.remark(text, rule, kind_of(move))
                break

    def refused(self, move: Move, objection: Refusal) -> RecordingError:
        """What to say about a move that the rules refuse."""
        what = "the run" if isinstance(move, StatedRun) else f"'{to_text(move)}'"
        return self.fault(f"{what} is refused: {refusal_text(self.state, objection)}")

    def can(self, move: Move) -> bool:
        """Whether a move is legal now."""
        return refusal(self.state, move) is None

    def pass_on(self) -> bool:
        """Pass for whoever is awaited; False if passing is not open."""
        if self.state.ended is not None:
            return False
        for player in actors(self.state):
            move = Pass(player)
            if self.can(move):
                self.make(move)
                return True
        return False

    def wait_for(self, entity: str, action: Action | None = None) -> None:
        """Pass until the position waits for somebody, and for an action of this kind."""
        for _ in range(200):
            if self.waiting() == entity and (action is None or self.reader.belongs(self, action)):
                return
            if action is not None and self.reader.meets(self, action):
                return
            if not self.pass_on():
                return

    def catch_up(self, by: str = "") -> None:
        """Pass what stands between here and the next recorded action: nobody was asked there."""
        action = self.ahead
        if action is None or self.state.ended is not None:
            return
        if self.following is not None and self.reader.answers(self, self.following):
            return
        entity = self.entity(action)
        if action["type"] == "pass" and self._had_turn(entity, by):
            return  # that site asked somebody who can do nothing more here
        operating = isinstance(self.state.top, OperatingTurn)
        if operating and entity in self.state.players and action["type"] == "sell_shares":
            return  # a president raises money
        self.wait_for(entity, action)
        if self.following is not action:
            return  # a private company's power comes first, perhaps in this very step
        target = self.step_of(action)
        while target is not None and self.waiting() == entity and 0 <= self.step() < target:
            if not self.pass_on():
                return

    def _had_turn(self, entity: str, by: str) -> bool:
        """Whether somebody's turn is over already; `by` acted last.

        Nobody who can do something is passed over to reach a mere pass: that site asks those too.
        """
        here = self.waiting()
        if entity in self.state.companies:
            return entity == by != here
        if not {by, entity} <= self.state.players.keys() or isinstance(self.state.top, Auction | Bidding):
            return False
        if here in self.state.players and isinstance(self.state.top, StockRound):
            order = players_from(self.state, by)
            once_round = here == by and not self.state.top.acted
            return once_round or order.index(entity) < order.index(here)
        return here != entity

    def take(self, action: Action) -> None:
        """Carry out one recorded action."""
        kind = action["type"]
        if kind == "lay_tile":
            self.copies = {copy: at for copy, at in self.copies.items() if at != action.get("hex")}
            self.copies[str(action.get("tile"))] = str(action.get("hex"))
        special = self.reader.special.get(kind)
        if special is not None and special(self, action):
            return
        handler = self.handlers.get(kind)
        if handler is None:
            raise self.fault(f"unknown type {kind[:40]!r}: no action of this title")
        handler(self, action)

    def remark(self, text: str, rule: str = "", kind: tuple[str, str] = OTHER) -> None:
        """Note something about the last move for the reader."""
        said = " ".join(text.split())[:LONGEST_REMARK]
        self.remarks.append(Remark(self.n, said, rule, len(self.session.steps), kind))
        self.session.remark(f"Action {self.n}: {said}")
