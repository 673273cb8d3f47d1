"""Two games that differ only in secret money, played side by side through requests: others cannot tell them apart.

The second game gives one player, or one player's company, more money from the bank than the first. Both are played
with the same moves, a bot makes its own, and what everybody else gets must be equal to the last byte: pages, parts,
answers of the API and their statuses, files, news for streams, whose turn it is, what a bot does and why it says so.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from secret_tables import Table
from sites import api

from railhead.core.engine import actors, new_game
from railhead.core.money import cash_of
from railhead.core.moves import to_text
from railhead.core.secrecy import with_money
from railhead.core.state import State, president_of
from railhead.play import timeline
from railhead.play.hidden import kept_from
from railhead.play.stand_in import choose
from railhead.site import bots
from railhead.site.live import moved
from railhead.site.models import Game
from railhead.site.parts import memory
from railhead.site.store import games
from railhead.site.streams import API_KINDS, PAGE_KINDS, Ticket, events

RICH, BOT = "p2", "p3"
MORE = 400
TIMES = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^\"<]*|\d\d? (?:seconds?|minutes?) ago|\b\d\d:\d\d\b|\b17\d{8}(?:\.\d+)?\b"
)
HASHES = re.compile(r'(data-part|data-hash|data-after|data-before|nonce|data-parts)="[^"]*"')


class Play:
    """One of the two games: its requests, and everything that the others got."""

    def __init__(self, title: str, options: tuple[str, ...], name: str) -> None:
        self.name = name
        self.table = Table(title, options, name, bot="clerk")
        self.game = self.table.game
        self.lines: list[str] = []
        self.got: list[dict[str, str]] = []
        self.news: list[Any] = []

    @property
    def state(self) -> State:
        return games.now(self.game)[1]

    def move(self, wanted: str = "") -> None:
        """The next move: a bot's own, one that is given, or what the stand-in chooses."""
        head, state = games.now(self.game)
        seat = actors(state)[0]
        if seat == BOT:
            assert bots.play(self.game, at_most=1) == 1
            self.lines.append("")
            return
        self.lines.append(wanted or to_text(choose(state, seat)))
        asked = {"seq": head.version, "move": self.lines[-1]}
        answer = api(self.table.people[seat], "POST", f"/games/{self.game}/moves", asked)
        assert answer.status_code == 200, answer.content

    def hear(self) -> None:
        """Keep what streams tell everybody."""
        row = Game.objects.get(pk=self.game)
        ticket = Ticket("*", 0, 0, "p1", (), (*PAGE_KINDS, *API_KINDS))
        self.news += events(ticket, moved("*", row.version, row.count, row.awaited))

    def look(self, who: str, thoroughly: bool) -> None:
        """Keep what somebody gets now."""
        client = {**self.table.people, **self.table.watchers}[who]
        if thoroughly:
            found = self.table.shown(client)
        else:
            count = games.now(self.game)[0].count
            paths = [f"/api/games/{self.game}{tail}" for tail in (f"/moves?first={count}", "/legal", "/position")]
            found = {path: client.get(path).content.decode() for path in paths}
        self.got.append({self._plain(f"{who} {path}"): self._plain(text) for path, text in found.items()})

    def _plain(self, text: str) -> str:
        for word in (self.game, self.table.invite, self.name):
            text = text.replace(word, "*")
        return HASHES.sub("", TIMES.sub("", text))


def with_more(state: State, whose: str) -> State:
    """The position with money of the bank in somebody's hands."""
    return with_money(state, {whose: cash_of(state, whose) + MORE}, state.bank - MORE)


def looks(play: Play, number: int, whole: frozenset[int]) -> None:
    """What streams tell and the other player gets after every move; at times all there is, for a spectator too."""
    play.hear()
    play.look("p1", thoroughly=number in whole)
    if number in whole:
        play.look("spectator", thoroughly=True)


@pytest.mark.parametrize(
    ("title", "options", "company", "until", "whole"),
    [
        ("1893", (), "", 60, frozenset({59})),
        ("1889", ("secret-treasuries",), "p2", 75, frozenset({74})),
    ],
    ids=["1893", "1889 with secret treasuries"],
)
def test_others_cannot_tell(
    title: str, options: tuple[str, ...], company: str, until: int, whole: frozenset[int], monkeypatch: Any
) -> None:
    """The same seed, the same moves; in the second game p2, or the first company that he runs, has 400 more."""
    monkeypatch.setattr(bots, "wake", lambda *_: None)
    first = Play(title, options, f"side-one-{title}")
    rounds: set[str] = set()
    for number in range(until):
        rounds.add(first.state.round.kind)
        first.move()
        looks(first, number, whole)
    whose = RICH
    if company:
        whose = next(sym for sym in first.state.companies if president_of(first.state, sym) == RICH)
    assert whose in kept_from(first.state, ("p1",))
    assert len(rounds) > 1, rounds

    memory._kept.clear()
    monkeypatch.setattr(timeline, "new_game", lambda *it: with_more(new_game(*it), whose))
    second = Play(title, options, f"side-two-{title}")
    known = 0  # what was open to all before somebody ran the company
    for number in range(until):
        second.move(first.lines[number])
        if whose not in kept_from(second.state, ("p1",)):
            known = len(second.got) + 1
        looks(second, number, whole)
    assert cash_of(second.state, whose) == cash_of(first.state, whose) + MORE, "they do differ"
    assert first.news == second.news
    assert known < len(second.got) - 10
    for one, other in zip(first.got[known:], second.got[known:], strict=True):
        for path, text in one.items():
            assert other[path] == text, f"{path}: {_where(text, other[path])}"


def _where(one: str, other: str) -> tuple[str, str]:
    """The two texts where they first differ."""
    at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
    return one[max(at - 80, 0) : at + 80], other[max(at - 80, 0) : at + 80]
