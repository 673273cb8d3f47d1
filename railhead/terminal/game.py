"""A game at one screen: its positions and moves, the file they are saved in, and the seats that bots play.

Both tables of the terminal, full-screen and line by line, play through this.
"""

from __future__ import annotations

import random
import shlex
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.player import Choice, ask, bot, public_reason
from railhead.core.engine import actors, explain, legal_moves, out_of_band_moves, price_ranges
from railhead.core.events import GameEnded, Passed
from railhead.core.rulings import MalformedMove
from railhead.core.text import codec_of
from railhead.record.entries import Entry
from railhead.record.games import load, save
from railhead.record.session import Session, session_of
from railhead.terminal.choices import line
from railhead.terminal.hand_run import is_run, read_run
from railhead.terminal.kept import games_folder, new_path, put_away
from railhead.terminal.seats import bot_named
from railhead.titles import title as find_title
from railhead.view.log_words import headed, passages
from railhead.view.sentences import label, refusal_text, sentence, who

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railhead.core.events import Event
    from railhead.core.kinds import PriceRange
    from railhead.core.moves import Move
    from railhead.core.state import State

ADVISER = "chairman"
BUDGET, HINT_BUDGET = 4.0, 1.0
"""Seconds that a bot may think at most; each has its own limit below that."""


class Told(NamedTuple):
    """A move in sentences."""

    move: list[str]  # what it did
    after: list[str]  # the rounds and turns that began with it


class TerminalGame:
    """One game: a session with every position since the opening, its file, and who plays which seat."""

    def __init__(self, session: Session, path: Path | None = None) -> None:
        self.session = session
        self.path = path
        self.spare: Path | None = None  # where the game is saved while its own file cannot be written
        self.undone: list[tuple[Entry, str]] = []
        self.trouble = ""  # why the last save failed
        self.rng = random.Random(session.opening.seed)
        self._told: dict[int, Told] = {}

    @property
    def state(self) -> State:
        """The position now."""
        return self.session.state

    @property
    def moves(self) -> list[Move]:
        """Every move so far."""
        return self.session.moves

    @property
    def remarks(self) -> dict[int, str]:
        """What was said about moves, by their number."""
        return self.session.remarks

    def at(self, number: int) -> State:
        """The position after this many moves."""
        return self.session.steps[number - 1].state if number else self.session.opening

    # Moves

    def make(self, move: Move, remark: str = "") -> None:
        """Make a move and save the game; `IllegalMove` leaves everything as it was."""
        self._add(Entry(move), remark)
        self.undone.clear()
        self.keep()

    def _add(self, entry: Entry, remark: str) -> None:
        self.session.keep(entry)
        if remark:
            self.session.remark(remark)

    def undo(self) -> list[Move]:
        """Undo to before the last move by a person; returns the moves undone, the last one first."""
        gone: list[Move] = []
        while self.session.steps:
            number = len(self.session.steps)
            entry = self.session.steps[-1].entry
            self.undone.append((entry, self.remarks.get(number, "")))
            self.session.back_to(number - 1)
            self._told.pop(number, None)
            gone.append(entry.move)
            if not self.bot_of(entry.move.by):
                break
        if gone:
            self.keep()
        return gone

    def redo(self) -> list[Move]:
        """Redo the last undone moves, up to the next one by a person."""
        made: list[Move] = []
        while self.undone:
            entry, remark = self.undone.pop()
            self._add(entry, remark)
            made.append(entry.move)
            if self.undone and not self.bot_of(self.undone[-1][0].move.by):
                break
        if made:
            self.keep()
        return made

    def branch(self, number: int) -> TerminalGame:
        """The game after this many moves as a trial: what is played there is not saved."""
        steps = list(self.session.steps[:number])
        remarks = {at: said for at, said in self.remarks.items() if at <= number}
        return TerminalGame(Session(self.session.opening, steps, remarks))

    # Keeping

    def keep(self) -> None:
        """Save the game to its file, or else among the other saved games; `trouble` says what went wrong."""
        if self.path is None:
            return
        self.trouble = self._save(self.path)
        if self.trouble and self.path.parent != games_folder():
            self.spare = self.spare or new_path(self.state.rules.title)
            if not self._save(self.spare):
                self.trouble += f" It is saved in {self.spare} instead."

    def _save(self, path: Path) -> str:
        """Write the file; a sentence if that fails."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            save(self.session.record(), path)
        except OSError as error:
            return f"The game could not be saved to {path}: {error.strerror}."
        return ""

    def put_away(self) -> None:
        """Move the file of a game that is over out of the list of games to resume."""
        if self.path is not None:
            self.path = put_away(self.path)
        if self.spare is not None:
            moved = put_away(self.spare)
            self.trouble = self.trouble.replace(str(self.spare), str(moved))
            self.spare = moved

    def where_kept(self) -> str:
        """A sentence that says where the game is saved, for somebody who leaves."""
        if self.path is None:
            return "This game is not saved."
        if self.trouble:
            return self.trouble
        if not self.path.exists():
            return "No move was made, so nothing was saved."
        said = f"The game is saved in {self.path}."
        if self.state.ended is not None:
            return said
        listed = self.path.parent == games_folder()
        return f"{said}\nRun 'railhead play{'' if listed else f' --file {shlex.quote(str(self.path))}'}' to continue."

    # People and bots

    def bot_of(self, player: str) -> str:
        """The bot that plays a seat, or an empty string."""
        return bot_named(self.state.players[player].name)

    def acting(self) -> str:
        """Who acts next: a bot first if several have to act; empty when the game is over."""
        awaited = actors(self.state)
        return next((seat for seat in awaited if self.bot_of(seat)), awaited[0] if awaited else "")

    def looking(self) -> str:
        """Who looks at the screen: the person who acts, or while a bot acts the only person there is.

        Empty if several people share the screen and none of them acts: then all secrets stay hidden.
        """
        acting = self.acting()
        people = [seat for seat in self.state.players if not self.bot_of(seat)]
        return acting if acting in people else people[0] if len(people) == 1 else ""

    def think(self, state: State, player: str) -> tuple[Move, str]:
        """What the bot of a seat would do, and what it says about it.

        The position is given, because the game may go on while a bot thinks in the background.
        """
        machine = bot(self.bot_of(player))
        choice = ask(machine, state, player, BUDGET, self.rng)
        return choice.move, public_reason(machine, state, player, choice)

    def hint(self, state: State, player: str) -> Choice:
        """What a strong player would do for a seat in this position, and why."""
        return ask(bot(ADVISER), state, player, HINT_BUDGET, self.rng)

    # What can be done

    def menu(self, player: str) -> tuple[list[Move], list[PriceRange]]:
        """The moves of a player: those of the turn, without the powers of others."""
        mine = [move for move in legal_moves(self.state) if move.by == player]
        return mine, [prices for prices in price_ranges(self.state) if prices.move.by == player]

    def beside(self) -> list[Move]:
        """What people may do out of turn, and table talk, for everybody at this screen."""
        player = self.acting()
        powers = [move for move in legal_moves(self.state) if move.by != player]
        return [move for move in [*powers, *out_of_band_moves(self.state)] if not self.bot_of(move.by)]

    def read(self, text: str, player: str) -> Move:
        """A typed move; the player need not be named. `MalformedMove` says what is wrong with it."""
        if is_run(text):
            return read_run(self.state, player, text)
        words = text.split(maxsplit=1)
        named = bool(words) and words[0] in self.state.players
        return codec_of(self.state.rules).from_text(text if named else f"{player} {text}")

    def why(self, text: str, player: str) -> list[str]:
        """What speaks against a typed move, with its sections, or that it is legal; `MalformedMove` as for `read`."""
        if not text:
            raise MalformedMove("write a move after the question mark, as in: ? lay_tile hex=J3 tile=8 rotation=3")
        move = self.read(text, player)
        objections = [refusal_text(self.state, objection) for objection in explain(self.state, move)]
        return objections or [f"That is legal: {line(self.state, label(self.state, move))}."]

    # Telling

    def told(self, number: int) -> Told:
        """What a move led to, in sentences; moves are numbered from 1."""
        if number not in self._told:
            step = self.session.steps[number - 1]
            self._told[number] = _told(step.state, step.entry.move, step.events)
        return self._told[number]


def _told(state: State, move: Move, events: Sequence[Event]) -> Told:
    """The events of a move as sentences; the first says who acted."""
    own = list(takewhile(lambda event: not _afterwards(event), events))
    first, *later = passages(state, own)
    after: list[str] = []
    for passage in [*later, *passages(state, events[len(own) :])]:
        mark = sentence(state, passage.mark) if passage.mark else None
        after.extend(words for words in (mark, *passage.sentences) if words)
    return Told([words for words in headed(state, who(state, move.by), first.sentences) if words], after)


def _afterwards(event: Event) -> bool:
    """Whether this is no part of the move: somebody else is skipped, or the game ends."""
    return isinstance(event, GameEnded) or (isinstance(event, Passed) and event.automatic)


def resume(path: Path) -> TerminalGame:
    """The game in a file, with every move checked again."""
    return TerminalGame(session_of(load(path), find_title), path)
