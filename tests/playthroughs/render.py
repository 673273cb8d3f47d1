"""Playthroughs as text: the moves of a game, and after each of them everything that a player could see.

A file keeps its own moves. Rendering plays them again and writes down what the program says now.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from playthroughs.game import Game, Table, event_line
from playthroughs.position import changes

FOLDER = Path(__file__).parent
SHORT = 5
"""Lists of moves up to this length are written in full."""
FIRST = 2
"""Of a longer list, so many."""
PROBES = 8
"""Moves that are tried at every decision although they belong elsewhere."""
REFUSED = "!! the move is refused now:"
"""Where a text stops because its next move has become illegal."""

_HEAD = re.compile(r"^(title|seats|options|seed|told from): ?(.*)$")
_DECISION = re.compile(r"^#\d+ [^|]*\| [^|]*\| (.*)$")


def read(path: Path) -> tuple[Table, list[str]]:
    """The table and the moves that a file keeps."""
    head: dict[str, str] = {}
    moves: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := _DECISION.match(line):
            moves.append(found[1])
        elif not moves and (found := _HEAD.match(line)):
            head[found[1]] = found[2]
    options = tuple(head["options"].split())
    table = Table(head["title"], int(head["seats"]), options, int(head["seed"]), int(head["told from"]))
    return table, moves


def render(table: Table, moves: Sequence[str]) -> str:
    """The text of a playthrough."""
    return "\n".join(written(table, moves)) + "\n"


def written(
    table: Table, moves: Sequence[str], in_full: int = -1, every: Sequence[str] | None = None
) -> Iterator[str]:
    """The lines of a playthrough; the decision with the number `in_full` shows every move and every probe.

    `every` are all moves of the file, where only some are played.
    """
    yield f"title: {table.title}"
    yield f"seats: {table.seats}"
    yield f"options: {' '.join(table.options)}"
    yield f"seed: {table.seed}"
    yield f"told from: {table.told_from}"
    game = Game.begin(table)
    probes = Probes(every or moves)
    shown = ""
    for number, move in enumerate(moves):
        told = number >= table.told_from
        if told and game.round != shown:
            shown = game.round
            yield from ("", f"== {shown}", *_position(game))
        yield f"#{number} {game.round} | {' '.join(game.deciders)} | {move}"
        if (slug := game.refusal(move)) != "ok":
            yield f"{REFUSED} {slug}"
            return
        if not told:
            game, _ = game.play(move)
            continue
        full = number == in_full
        yield from (f" may {text}" for text in listed(game.offered, game.deciders, full))
        yield from (f" from {text}" for text in listed(game.ranges(), game.deciders, full))
        if refused := probes.tried(game, number, full):
            yield f" no {refused}"
        after, events = game.play(move)
        yield from (f" * {event_line(event)}" for event in events)
        yield from (f" > {text}" for text in changes(game.position, after.position))
        game = after
    yield from ("", "== the end" if game.over else "== cut here", *_position(game))
    yield _named("tiles left", game.position["tiles left"])


def _position(game: Game) -> Iterator[str]:
    """The whole position, a line for each heading; the tiles that are left as a digest."""
    for heading, values in game.position.items():
        if values and heading != "tiles left":
            yield _named(heading, values)
    yield f"tiles left: {digest([f'{tile} {number}' for tile, number in game.position['tiles left'].items()])}"


def _named(heading: str, values: dict[str, str]) -> str:
    return f"{heading}: {', '.join(f'{name} {value}' for name, value in values.items())}"


def listed(offered: dict[str, list[str]], deciders: Sequence[str], in_full: bool = False) -> Iterator[str]:
    """Moves or ranges by verb; a long list is cut and gets a digest."""
    found = []
    for verb, texts in offered.items():
        own = [_without(text, deciders) for text in texts]
        if len(own) == 1 and not own[0]:
            found.append(verb)
        elif len(own) <= SHORT or in_full:
            found.append(f"{verb} {', '.join(own)}")
        else:
            found.append(f"{verb} {len(own)}: {', '.join(own[:FIRST])} .. {digest(own)}")
    if found:
        yield from found if in_full else ["; ".join(found)]


def _without(text: str, deciders: Sequence[str]) -> str:
    """A move without the player, where only one can make it."""
    by, _, rest = text.partition(" ")
    return rest if len(deciders) == 1 and by == deciders[0] else text


def digest(texts: Sequence[str]) -> str:
    """A few characters that differ when the list does."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:6]


class Probes:
    """Moves of other moments, tried here by whoever must decide.

    Half of them take turns through all verbs of the game. The other half have a verb that is open now; they
    come from the moves played in the game and from those offered so far.
    """

    def __init__(self, moves: Sequence[str]) -> None:
        self.by_verb: dict[str, list[str]] = {}
        for move in moves:
            self.by_verb.setdefault(_verb(move), []).append(move)
        self.verbs = sorted(self.by_verb)
        self.seen: dict[str, list[str]] = {}

    def tried(self, game: Game, number: int, in_full: bool = False) -> str:
        """The slugs that the probes are refused with, and how often; in full, with the moves."""
        found: dict[str, list[str]] = {}
        for line in self._chosen(game, number):
            found.setdefault(game.refusal(line), []).append(line)
        for verb in game.legal:
            if verb not in ("pass", "run_trains"):
                self.seen.setdefault(verb, []).append(game.sample(verb, number * 17))
        if in_full:
            return "; ".join(f"{slug}: {', '.join(tried)}" for slug, tried in sorted(found.items()))
        return " ".join(f"{slug}*{len(tried)}" if len(tried) > 1 else slug for slug, tried in sorted(found.items()))

    def _chosen(self, game: Game, number: int) -> Iterator[str]:
        who = game.deciders[number % len(game.deciders)]
        for at in range(PROBES // 2):
            moves = self.by_verb[self.verbs[(number * 3 + at) % len(self.verbs)]]
            move = moves[(number * 13 + at * 5) % len(moves)]
            if at == 0 or not game.is_offered(move := _by(who, move)):
                yield move
        open_now = [verb for verb in game.legal if verb != "pass"]
        for at in range(PROBES // 2 if open_now else 0):
            verb = open_now[(number + at) % len(open_now)]
            moves = self.by_verb.get(verb, []) + self.seen.get(verb, [])
            for more in range(min(len(moves), 3)):
                move = _by(who, moves[(number * 7 + at * 11 + more * 5) % len(moves)])
                if not game.is_offered(move):
                    yield move
                    break


def _verb(line: str) -> str:
    return line.split(" ")[1]


def _by(who: str, line: str) -> str:
    return f"{who} {line.partition(' ')[2]}"
