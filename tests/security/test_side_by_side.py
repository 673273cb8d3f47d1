"""Two games that differ only in secret money, played side by side through requests: others cannot tell them apart.

The second game gives one player, or one player's company, more money from the bank than the first. Both are played
with the same moves, a bot makes its own, and what everybody else gets must be equal to the last byte: pages, parts,
answers of the API and their statuses, files, news for streams, mails and web hooks, whose turn it is, what a bot does
and why it says so. `CHANNELS` names every address of the site: a new one fails here until it is compared too, or
somebody says why it tells nothing of a game.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import resolve
from doors import Scene, addresses
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
from railhead.site import bots, notices
from railhead.site.live import moved
from railhead.site.models import Game, Profile
from railhead.site.parts import memory
from railhead.site.store import games
from railhead.site.streams import API_KINDS, PAGE_KINDS, Ticket, events

RICH, BOT = "p2", "p3"
MORE = 400
TIMES = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^\"<]*|\d\d? (?:seconds?|minutes?) ago|\b\d\d:\d\d\b|\b17\d{8}(?:\.\d+)?\b"
)
HASHES = re.compile(r'(data-part|data-hash|data-after|data-before|nonce|data-parts)="[^"]*"')


COMPARED = """
home table live log place why lays fan draft past-run file bargain move branch copy undo agree-rules seat note chat
hint program join invitation waiting stream
api:list_games api:me api:get_game api:position api:legal api:check api:make_move api:log api:hint api:undo api:redo
api:agree_rules api:program api:message api:messages api:events api:my_events api:join_game api:leave_game
api:stand_in api:delete_game api:get_record api:get_export
"""
ACCOUNTS = """
login logout register account confirm-mail password-change password-reset password_reset_confirm preferences
"""
CHANNELS = {
    **dict.fromkeys(COMPARED.split(), COMPARED),
    **dict.fromkeys(ACCOUNTS.split(), "about an account, knows no game"),
    **dict.fromkeys(["new", "title-map", "api:titles", "api:create_game"], "about titles, and games yet to begin"),
    **dict.fromkeys(
        ["import", "import-progress", "api:begin", "api:look"], "about files that somebody brings, for them alone"
    ),
    **dict.fromkeys(["pictures", "api:openapi-json", "api:openapi-view", "api:api-root"], "the same for every game"),
    "healthz": "says whether the database answers",
    "metrics": "counts requests and moves of the whole process",
}
"""What each address may tell of a game with secret money."""


class Play:
    """One of the two games: its requests, and everything that the others got."""

    def __init__(self, title: str, options: tuple[str, ...], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.name = name
        self.notices: list[str] = []
        self._expect_notices(monkeypatch)
        self.table = Table(title, options, name, bot="clerk")
        self.game = self.table.game
        self.lines: list[str] = []
        self.got: list[dict[str, str]] = []
        self.news: list[Any] = []
        self.seen_by_rich = ""
        user = get_user_model().objects.get(username=f"{name}-1")
        user.email = "p1@example.org"
        user.save()
        wish = {"mail_on_turn": True, "confirmed": user.email, "webhook": "https://example.org/turn"}
        Profile.objects.update_or_create(user=user, defaults=wish)

    def _expect_notices(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Keep mails and calls of web hooks instead of sending them."""
        monkeypatch.setattr(notices, "later", lambda tell: tell())
        for way in ("send_mail", "call_hook"):
            monkeypatch.setattr(notices, way, lambda *said: self.notices.append(self._plain(repr(said[1:]))))

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

    def look(self, who: str, thoroughly: bool = False) -> None:
        """Keep what somebody gets now: what is new, or thoroughly all there is, and answers to what they do."""
        client = {**self.table.people, **self.table.watchers}[who]
        if thoroughly:
            found = self.table.shown(client)
            found |= {f"then {name}": text for name, text in self.table.acted(client).items()}
        else:
            count = games.now(self.game)[0].count
            paths = [f"/api/games/{self.game}{tail}" for tail in (f"/moves?first={count}", "/legal", "/position")]
            found = {path: client.get(path).content.decode() for path in paths}
        self.got.append({self._plain(f"{who} {path}"): self._plain(text) for path, text in found.items()})

    def look_thoroughly(self) -> None:
        """Keep all there is for a player and a spectator, and what p2 sees, to whom the games are not the same."""
        own = self.table.people[RICH].get(f"/api/games/{self.game}/position")
        self.seen_by_rich = self._plain(own.content.decode())
        self.look("p1", thoroughly=True)
        self.look("spectator", thoroughly=True)

    def _plain(self, text: str) -> str:
        for word in (self.game, self.table.invite, self.name):
            text = text.replace(word, "*")
        return HASHES.sub("", TIMES.sub("", text))


def with_more(state: State, whose: str) -> State:
    """The position with money of the bank in somebody's hands."""
    return with_money(state, {whose: cash_of(state, whose) + MORE}, state.bank - MORE)


def play_first(play: Play, until: int) -> set[str]:
    """Play at least so many moves, and on until p1 has to act; says in which kinds of rounds."""
    rounds = set()
    while len(play.lines) < until or actors(play.state)[0] != "p1":
        rounds.add(play.state.round.kind)
        play.move()
        play.hear()
        play.look("p1")
    play.look_thoroughly()
    return rounds


def play_again(play: Play, first: Play, whose: str) -> int:
    """Play the moves of another game; says how much was seen while somebody's money was still open to all."""
    known = 0
    for line in first.lines:
        play.move(line)
        if whose not in kept_from(play.state, ("p1",)):
            known = len(play.got) + 1
        play.hear()
        play.look("p1")
    play.look_thoroughly()
    return known


@pytest.mark.parametrize(
    ("title", "options", "company", "until"),
    [("1893", (), "", 60), ("1889", ("secret-treasuries",), "p2", 75)],
    ids=["1893", "1889 with secret treasuries"],
)
def test_others_cannot_tell(
    title: str, options: tuple[str, ...], company: str, until: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same seed, the same moves; in the second game p2, or the first company that he runs, has 400 more."""
    monkeypatch.setattr(bots, "wake", lambda *_: None)
    monkeypatch.setattr(bots, "ADVISER", "clerk")  # who gives the same answer however busy the machine is
    first = Play(title, options, f"side-one-{title}", monkeypatch)
    rounds = play_first(first, until)
    whose = RICH
    if company:
        whose = next(sym for sym in first.state.companies if president_of(first.state, sym) == RICH)
    assert whose in kept_from(first.state, ("p1",))
    assert len(rounds) > 1, rounds
    assert first.notices, "p1 was told about a turn"
    assert first.got[-2]["p1 then hint"].startswith("200 ")

    memory._kept.clear()
    monkeypatch.setattr(timeline, "new_game", lambda *it: with_more(new_game(*it), whose))
    second = Play(title, options, f"side-two-{title}", monkeypatch)
    known = play_again(second, first, whose)
    assert cash_of(second.state, whose) == cash_of(first.state, whose) + MORE, "they do differ"
    assert first.seen_by_rich != second.seen_by_rich, "who may see it does"
    assert first.news == second.news
    assert first.notices == second.notices
    assert known < len(second.got) - 10
    for one, other in zip(first.got[known:], second.got[known:], strict=True):
        for path, text in one.items():
            assert other[path] == text, f"{path}: {_where(text, other[path])}"
    compared = {resolve(path).view_name for name, path in channels() if CHANNELS[name] == COMPARED}
    assert compared - first.table.asked == set(), "said to be compared, but nobody asks for them"


def channels() -> list[tuple[str, str]]:
    """Every address of the site but the admin's, whose users may read the database."""
    return [one for one in addresses(Scene().values()) if not one[0].startswith("admin:")]


def test_every_address_is_compared_or_tells_nothing() -> None:
    there = {name for name, _ in channels()}
    assert there - set(CHANNELS) == set(), "addresses that may tell what is secret: compare them"
    assert set(CHANNELS) - there == set(), "no such addresses"


def _where(one: str, other: str) -> tuple[str, str]:
    """The two texts where they first differ."""
    at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
    return one[max(at - 80, 0) : at + 80], other[max(at - 80, 0) : at + 80]
