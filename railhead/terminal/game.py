"""A game at one screen: its positions and moves, the file that keeps them, and the seats that bots play.

Both tables of the terminal, full-screen and line by line, play through this.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from railhead.bots.player import Choice, ask, bot, public_reason
from railhead.core.engine import actors, apply, legal_moves, out_of_band_moves, price_ranges
from railhead.core.events import Event
from railhead.core.kinds import PriceRange
from railhead.core.moves import Move
from railhead.core.state import State
from railhead.core.text import codec_of
from railhead.record.games import RecordError, load, positions, record_of, save
from railhead.terminal.seats import bot_named
from railhead.titles import title as find_title
from railhead.view.log_words import headed, passages
from railhead.view.sentences import sentence, who

ADVISER = "chairman"
BUDGET, HINT_BUDGET = 2.0, 1.0
"""Seconds that a bot may think."""


class TerminalGame:
    """One game: every position since the opening, every move, and what bots said about theirs."""

    def __init__(self, state: State, path: Path | None = None) -> None:
        self.path = path
        self.states = [state]
        self.moves: list[Move] = []
        self.remarks: dict[int, str] = {}
        self.undone: list[tuple[Move, str]] = []
        self.trouble = ""  # why the game could not be written the last time
        self.rng = random.Random(state.seed)
        self._lines: dict[int, list[str]] = {}

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    # Moves

    def make(self, move: Move, remark: str = "") -> tuple[Event, ...]:
        """Make a move and keep the game; `IllegalMove` leaves everything as it was."""
        events = self._apply(move, remark)
        self.undone.clear()
        self.keep()
        return events

    def _apply(self, move: Move, remark: str) -> tuple[Event, ...]:
        state, events = apply(self.state, move)
        self.states.append(state)
        self.moves.append(move)
        if remark:
            self.remarks[len(self.moves)] = remark
        self._lines[len(self.moves)] = _sentences(state, move, events)
        return events

    def undo(self) -> list[Move]:
        """Go back to before the last move that a person made; the moves undone, the last one first."""
        gone: list[Move] = []
        while self.moves:
            number = len(self.moves)
            self.states.pop()
            move = self.moves.pop()
            self._lines.pop(number, None)
            self.undone.append((move, self.remarks.pop(number, "")))
            gone.append(move)
            if not self.bot_of(move.by):
                break
        if gone:
            self.keep()
        return gone

    def redo(self) -> list[Move]:
        """Make the moves again that were undone last, up to the next one of a person."""
        made: list[Move] = []
        while self.undone:
            move, remark = self.undone.pop()
            self._apply(move, remark)
            made.append(move)
            if self.undone and not self.bot_of(self.undone[-1][0].by):
                break
        if made:
            self.keep()
        return made

    def branch(self) -> TerminalGame:
        """The same game as a trial: what is played there is kept nowhere."""
        other = TerminalGame(self.states[0])
        other.states, other.moves, other.remarks = list(self.states), list(self.moves), dict(self.remarks)
        other._lines = dict(self._lines)
        return other

    # Keeping

    def keep(self) -> None:
        """Write the game to its file; if that fails, `trouble` says why and play goes on."""
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            save(record_of(self.state, self.moves, remarks=self.remarks), self.path)
        except OSError as error:
            self.trouble = f"The game could not be saved to {self.path}: {error.strerror}."
        else:
            self.trouble = ""

    def where_kept(self) -> str:
        """A sentence that says where the game is kept, for somebody who leaves."""
        if self.path is None:
            return "This game is not kept."
        if self.trouble:
            return self.trouble
        if not self.path.exists():
            return "No move was made, so nothing was kept."
        return f"The game is kept in {self.path}. Run 'railhead play' to go on."

    # People and bots

    def bot_of(self, player: str) -> str:
        """The bot that plays a seat, or an empty string."""
        return bot_named(self.state.players[player].name)

    def acting(self) -> str:
        """Who acts next: a bot first if several are awaited; empty when the game is over."""
        awaited = actors(self.state)
        return next((seat for seat in awaited if self.bot_of(seat)), awaited[0] if awaited else "")

    def think(self, player: str) -> tuple[Move, str]:
        """What the bot of a seat would do, and what it says about it; changes nothing."""
        machine = bot(self.bot_of(player))
        choice = ask(machine, self.state, player, BUDGET, self.rng)
        return choice.move, public_reason(machine, self.state, player, choice)

    def hint(self, player: str) -> Choice:
        """What a strong player would do for a seat, and why."""
        return ask(bot(ADVISER), self.state, player, HINT_BUDGET, self.rng)

    # What can be done

    def menu(self, player: str) -> tuple[list[Move], list[PriceRange]]:
        """The moves of a player: those of the turn, without the powers of others."""
        mine = [move for move in legal_moves(self.state) if move.by == player]
        return mine, [prices for prices in price_ranges(self.state) if prices.move.by == player]

    def beside(self) -> list[Move]:
        """What people may do out of turn or say beside the play, everybody at this screen."""
        player = self.acting()
        powers = [move for move in legal_moves(self.state) if move.by != player]
        return [move for move in [*powers, *out_of_band_moves(self.state)] if not self.bot_of(move.by)]

    def read(self, text: str, player: str) -> Move:
        """A typed move; the player need not be named. `MalformedMove` says what is wrong with it."""
        words = text.split(maxsplit=1)
        named = bool(words) and words[0] in self.state.players
        return codec_of(self.state.rules).from_text(text if named else f"{player} {text}")

    # Telling

    def lines(self, number: int) -> list[str]:
        """What a move brought about, in sentences; moves count from 1."""
        if number not in self._lines:
            state, events = apply(self.states[number - 1], self.moves[number - 1])
            self._lines[number] = _sentences(state, self.moves[number - 1], events)
        return self._lines[number]


def _sentences(state: State, move: Move, events: Sequence[Event]) -> list[str]:
    """The events of a move as sentences; the first says who acted."""
    found: list[str] = []
    for at, passage in enumerate(passages(state, events)):
        told = passage.sentences
        if at == 0:
            told = headed(state, who(state, move.by), told)
        mark = sentence(state, passage.mark) if passage.mark else None
        found.extend(words for words in (mark, *told) if words)
    return found


def resume(path: Path) -> TerminalGame:
    """The game of a file, with every move checked again."""
    record = load(path)
    game: TerminalGame | None = None
    for state, move in positions(record, find_title):
        if game is None:
            game = TerminalGame(state, path)
        elif move is not None:
            game.states.append(state)
            game.moves.append(move)
    if game is None:
        raise RecordError(f"{path.name}: empty")
    numbers = range(1, len(game.moves) + 1)
    game.remarks = {number: said for number in numbers if (said := record.remarks.get(str(number)))}
    return game
