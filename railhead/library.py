"""The public library, behind `import railhead`: a title's name and players' names in, positions and moves out.

`railhead/__init__.py` lists the names. A type that is imported here under its own name is one of them.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from railhead import routes
from railhead.bots.player import ask
from railhead.bots.player import bot as find_bot
from railhead.core import engine
from railhead.core.events import Event as Event
from railhead.core.moves import Move as Move
from railhead.core.moves import to_text
from railhead.core.rules import Title as Title
from railhead.core.rulings import IllegalMove as IllegalMove
from railhead.core.rulings import MalformedMove as MalformedMove
from railhead.core.rulings import Refusal as Refusal
from railhead.core.scoring import Run as Run
from railhead.core.state import State as State
from railhead.core.text import codec_of
from railhead.imports.actions import RecordingError, read_recording
from railhead.imports.reading import follow_all, is_recording, title_of
from railhead.record import games
from railhead.record.games import Record as Record
from railhead.record.games import RecordError as RecordError
from railhead.titles import TITLES
from railhead.titles import title as find_title
from railhead.view.event_words import sentence
from railhead.view.map_svg import map_svg as draw
from railhead.view.market_svg import market_svg as draw_market
from railhead.view.refusal_words import refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


THEMES = ("light", "dark", "contrast")
"""How pictures can be drawn; without a theme they follow the system."""


def list_titles() -> tuple[str, ...]:
    """The names of the titles that are installed."""
    return tuple(TITLES)


def new_game(title: str, players: Sequence[str], options: Iterable[str] = (), seed: int = 0) -> State:
    """The opening position. A wrong title, number of players or option is a `ValueError` that says so."""
    for what, given in (("players", players), ("options", options)):
        if isinstance(given, str):
            raise ValueError(f"{what} is a list of names, as in [{given!r}]")
    if not isinstance(seed, int):
        raise ValueError(f"a seed is a whole number, not {seed!r}")
    return engine.new_game(find_title(title).rules(len(players), options), players, seed)


def actors(state: State) -> tuple[str, ...]:
    """The seats whose turn it is: p1, p2, ... in the order of the names; none when the game is over."""
    return engine.actors(state)


def legal_moves(state: State) -> Iterator[Move]:
    """Every legal move. Of moves that differ only in a price, the lowest and the highest."""
    return engine.legal_moves(state)


def parse_move(state: State, text: str) -> Move:
    """A move from its text, such as "p1 bid private=A price=20". A text that is not a move raises `MalformedMove`."""
    return codec_of(state.rules).from_text(text)


def move_text(move: Move) -> str:
    """The text of a move."""
    return to_text(move)


def refusal(state: State, move: Move | str) -> Refusal | None:
    """Why a move is not legal here: the slug of the rule and the facts of the case. None if it is legal."""
    return engine.refusal(state, _move(state, move))


def why(state: State, objection: Refusal) -> str:
    """A refusal in a sentence, with the section of the rulebook."""
    return refusal_text(state, objection)


def apply(state: State, move: Move | str) -> tuple[State, tuple[Event, ...]]:
    """The position after a move, and what happened. An illegal move raises `IllegalMove`, which says why."""
    try:
        return engine.apply(state, _move(state, move))
    except IllegalMove as error:
        raise IllegalMove(error.refusal, why(state, error.refusal)) from None


def _move(state: State, move: Move | str) -> Move:
    if isinstance(move, str):
        return parse_move(state, move)
    if not isinstance(move, Move):
        raise MalformedMove(f"{move!r} is not a move; give a Move, or its text, such as 'p1 pass'")
    return move


def best_run(state: State, company: str, seconds: float | None = None) -> Run:
    """The run of a company's trains that earns most. The search stops after ten seconds, or after the time you give.

    `proven` says whether it got to the end. If not, no run earns more than `bound`.
    """
    if company not in state.companies:
        raise ValueError(f"{state.rules.title} has no company {company!r}; there are: {', '.join(state.companies)}")
    return routes.best_run(state, company, seconds)


def tell(state: State, events: Iterable[Event]) -> list[str]:
    """What happened, in sentences; `state` is the position after it. Events that are no news are left out."""
    return [words for event in events if (words := sentence(state, event))]


def bot_move(state: State, bot: str = "clerk", seconds: float = 1.0, seed: int = 0) -> Move:
    """The move that a bot would make for the first seat whose turn it is. It sees only what that seat may see."""
    seats = engine.actors(state)
    if not seats:
        raise ValueError("the game is over")
    return ask(find_bot(bot), state, seats[0], seconds, Random(seed)).move


def map_svg(state: State, *, theme: str | None = None) -> str:
    """The board as an SVG picture; `theme` is light, dark or contrast."""
    return draw(state, theme=_known(theme))


def market_svg(state: State, *, theme: str | None = None) -> str:
    """The stock market as an SVG picture; `theme` is light, dark or contrast."""
    return draw_market(state, theme=_known(theme))


def _known(theme: str | None) -> str | None:
    if theme not in (None, *THEMES):
        raise ValueError(f"unknown theme {theme!r}; there are: {', '.join(THEMES)}")
    return theme


def record_of(state: State, moves: Iterable[Move | str]) -> Record:
    """The record of a game that reached this position by these moves."""
    return games.record_of(state, [_move(state, move) for move in moves])


def replay(record: Record) -> State:
    """The last position of a record, every move checked; a `RecordError` says which move is wrong, and why."""
    return games.replay(record, find_title)


def save(record: Record, path: Path | str) -> None:
    """Write a record to a file: all of it, or nothing."""
    games.save(record, Path(path))


def load(path: Path | str) -> Record:
    """Read a record from a file, or a game exported from 18xx.games, which is followed move by move.

    A `RecordError` says what is wrong with the file, or at which action the rules refuse to follow.
    """
    file = Path(path)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise RecordError(f"{file}: {error.strerror}") from None
    return _followed(data, file.name) if is_recording(data) else games.from_json(data, file.name)


def _followed(data: bytes, name: str) -> Record:
    try:
        recording = read_recording(data, name)
        return follow_all(recording, title_of(recording, TITLES, find_title)).session.record()
    except RecordingError as error:
        raise RecordError(str(error)) from None


def positions(record: Record) -> Iterator[tuple[State, Move | None]]:
    """The opening with None, then each position with the move that led to it. Every move is checked again."""
    return games.positions(record, find_title)
