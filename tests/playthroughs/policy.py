"""How moves are chosen when a playthrough is made: mostly as a bot would, now and then something rare.

Nothing here is used when a playthrough is checked, so it may change at any time.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from playthroughs.game import Game, Table, line_of, verb_of
from railhead.bots.player import ask, bot, next_seat
from railhead.core import engine

MOST = 1500
"""Moves after which a game is cut."""
LEAST = 140
"""Moves of a game that is cut, at least."""
LAST_RESORT = ("bankrupt",)
NO_WAY_ON = {"step_back"}
"""Verbs that lead only back to the choice before: a style that shuns the rest would go round for ever."""


@dataclass(frozen=True)
class Style:
    """How a game is played: how often on a whim, and what is liked or shunned.

    A like is a verb, perhaps with fields: `buy_train source=supply`.
    """

    whim: float = 0.0
    likes: tuple[str, ...] = ()
    shuns: tuple[str, ...] = ()
    gives_up: bool = False  # goes bankrupt where that is allowed


def any_style(rng: random.Random, verbs: Sequence[str]) -> Style:
    """A style that leads to strange games."""
    odd = [verb for verb in verbs if verb not in ("pass", "run_trains", *LAST_RESORT)]
    likes, shuns = tuple(rng.sample(odd, 2)), tuple(rng.sample(odd, 2))
    return Style(rng.choice((0.03, 0.1, 0.3, 1.0)), likes, shuns, rng.random() < 0.5)


@dataclass
class Played:
    """A game that was played, and for every move what was met by it."""

    table: Table
    moves: list[str] = field(default_factory=list)
    met: list[set[str]] = field(default_factory=list)
    over: bool = False

    def gain(self, known: Counter[str], most: int) -> tuple[float, int]:
        """How much that is new a game shows for its length, and where to cut it.

        A game that must be complete has no limit of moves (0).
        """
        fresh: set[str] = set()
        best, at = -1e9, len(self.moves)
        for number, met in enumerate(self.met, start=1):
            fresh |= {thing for thing in met if not known[thing]}
            worth = len(fresh) - number / (15 if not most else 25)
            whole = number == len(self.moves)
            if (most and LEAST <= number <= most and worth > best) or (whole and self.over and worth > best):
                best, at = worth, number
        return best, at


def play(table: Table, rng: random.Random, style: Style, used: Counter[str], most: int = MOST) -> Played:
    """A game in this style; whims prefer verbs that were used rarely."""
    game = Game.begin(table)
    done = Played(table)
    talk = rng.random() < 0.3
    count = Counter(used)
    while not game.over and len(done.moves) < most:
        move = _chosen(game, rng, style, count, talk)
        state, events = engine.apply(game.state, move)
        done.met.append(met_by(move, events))
        done.moves.append(line_of(move))
        count[f"verb {verb_of(move)}"] += 1
        game = Game(state)
    done.over = game.over
    return done


def _chosen(game: Game, rng: random.Random, style: Style, used: Counter[str], talk: bool) -> Any:
    if talk and rng.random() < 0.004 and (said := list(engine.out_of_band_moves(game.state))):
        return rng.choice(said)
    moves = _all_moves(game, rng)
    verbs = [verb for verb in moves if style.gives_up or verb not in LAST_RESORT] or list(moves)
    new = [verb for verb in verbs if not used[f"verb {verb}"]]
    liked = [move for like in style.likes for move in _like(like, moves)]
    if (style.whim or style.likes) and new and rng.random() < 0.6:
        return rng.choice(moves[rng.choice(new)])
    if liked and rng.random() < 0.4:
        return rng.choice(liked)
    if open_verbs := [verb for verb in verbs if verb not in style.shuns and verb not in NO_WAY_ON]:
        verbs = open_verbs
    if rng.random() >= style.whim:
        move = ask(bot("clerk"), game.state, next_seat(game.state), 1.0, rng).move
        if verb_of(move) in verbs:
            return move
    weights = [1.0 / (1 + used[f"verb {verb}"]) for verb in verbs]
    return rng.choice(moves[rng.choices(verbs, weights)[0]])


def _like(like: str, moves: dict[str, list[Any]]) -> list[Any]:
    verb, *fields = like.split()
    return [move for move in moves.get(verb, []) if set(fields) <= set(line_of(move).split())]


def _all_moves(game: Game, rng: random.Random) -> dict[str, list[Any]]:
    """The legal moves by verb, with one price out of each range."""
    moves = {verb: list(there) for verb, there in game.legal.items()}
    for span in engine.price_ranges(game.state):
        value = rng.randrange(span.low, span.high + 1, span.step) if span.high > span.low else span.low
        move = replace(span.move, **{span.field: min(value, span.low + 20 * span.step)})
        if engine.refusal(game.state, move) is None:
            moves.setdefault(verb_of(move), []).append(move)
    return moves


def met_by(move: Any, events: Iterable[Any]) -> set[str]:
    """What a move shows: its verb and the kinds of events."""
    return {f"verb {verb_of(move)}", *(_feature(event) for event in events)}


def again(table: Table, moves: Sequence[str]) -> Played:
    """A game that a file keeps, played again for what it meets."""
    game = Game.begin(table)
    done = Played(table, list(moves))
    for line in moves:
        after, events = game.play(line)
        done.met.append(met_by(game.read(line), events))
        game = after
    done.over = game.over
    return done


def _feature(event: Any) -> str:
    """What is worth meeting: the kind of event, its reason and its rule."""
    words = [type(event).__name__]
    for name in ("what", "why", "how", "reason", "phase", "train", "automatic", "accepted"):
        value = getattr(event, name, "")
        if value != "" and not (name == "what" and words[0] == "OfferMade"):
            words.append(str(value))
    return " ".join([*words, event.rule])
