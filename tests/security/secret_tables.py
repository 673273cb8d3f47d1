"""A table at which money is secret, and everything that somebody can get of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from doors import account
from sites import api, browser

from railhead.site.store import games
from railhead.view.stages import STAGES

PLACES = (
    *("log/", "why/", "place/I4/", "place/A0/", "fan/I4/", "fan/A0/", "lays/", "run/DE/", "run/SR/"),
    *("waiting/", "join/", "chat/"),
)
TABS = ("log", "chat", "notes", "charts", "rules", "table")
FILES = (
    *("record.json", "18xx.json", "figures.csv", "map.svg", "market.svg"),
    *("worth.svg", "prices.svg", "treasury.svg", "dividends.svg"),
)
RANDOM = re.compile(r'(name="key" value="|csrfmiddlewaretoken" value="|"X-CSRFToken": ")[^"]+"')


class Table:
    """Three players, and two who watch: one by invitation, one a governor of the site."""

    def __init__(self, title: str, options: tuple[str, ...] = (), name: str = "secret", bot: str = "") -> None:
        self.people = {f"p{at + 1}": account(f"{name}-{at + 1}") for at in range(3)}
        seats: list[dict[str, str]] = [{"name": f"P{at + 1}"} for at in range(3)]
        if bot:
            seats[2]["bot"] = bot
        host = self.people["p1"]
        data = {"title": title, "options": list(options), "kind": "online", "seed": 5, "seats": seats, "hints": True}
        made = api(host, "POST", "/games", data).json()
        self.game, self.invite = made["id"], made["invite"]
        for who in ("p2",) if bot else ("p2", "p3"):
            api(self.people[who], "POST", f"/games/{self.game}/join", {"name": "X", "invite": made["invite"]})
        self.asked: set[str] = set()  # names of addresses that were asked for
        watcher = browser()
        watcher.get(f"/t/{self.game}/join/{made['invite']}/")
        self.watchers = {"spectator": watcher, "admin": account(f"{name}-admin", is_staff=True, is_superuser=True)}

    def shown(self, client: Any) -> dict[str, str]:
        """Everything that somebody can ask about the game without changing it."""
        return {name: f"{answer.status_code} {text(answer)}" for name, answer in self._asked(client)}

    def _asked(self, client: Any) -> Iterator[tuple[str, Any]]:
        for path in self._paths():
            yield path, self._noted(client.get(path))
        for name, answer in (*self._page_requests(client), *self._api_requests(client)):
            yield name, self._noted(answer)

    def _noted(self, answer: Any) -> Any:
        self.asked.add(answer.resolver_match.view_name)
        return answer

    def _paths(self) -> list[str]:
        """What is fetched; the last few also as they were three moves ago."""
        count = games.now(self.game)[0].count
        base, api_base = f"/t/{self.game}/", f"/api/games/{self.game}"
        paths = [f"{base}?tab={tab}" for tab in TABS] + [f"{base}live/?always=1&tab={tab}" for tab in TABS]
        paths += [f"{base}live/?always=1&stage={stage}" for stage in STAGES]
        paths += [f"{base}?at={count - 3}&tab=table", f"{base}?at={count - 3}&stage=sheet"]
        paths += [f"{base}{tail}" for tail in PLACES] + [f"{base}file/{name}" for name in FILES]
        paths += [f"{api_base}{tail}" for tail in ("", "/position", f"/position?at={count - 3}", "/legal")]
        paths += [f"{api_base}{tail}" for tail in ("/moves", "/record", "/export", "/messages")]
        return [*paths, "/", "/api/games", "/api/me"]

    def _page_requests(self, client: Any) -> Iterator[tuple[str, Any]]:
        """Requests of a page that are refused, or that only ask; refusals must not tell anything either."""
        head, state = games.now(self.game)
        late, base = head.version + 7, f"/t/{self.game}/"
        for price in (1, 50, 500, 5000):
            yield f"bargain {price}", client.post(f"{base}bargain/", {"counter_price": price, "seq": late})
        for seat in state.players:
            yield f"move {seat}", client.post(f"{base}move/", {"seq": late, "move": f"{seat} pass"})
        yield "live", client.post(f"{base}live/", {"always": "1", "have": ""}, headers={"HX-Request": "true"})
        yield "draft", client.post(f"{base}draft/", {"routes": "[]"})
        yield "branch", client.post(f"{base}branch/", {"what": "begin"})
        yield "line", client.post(f"{base}branch/", {"what": "line 3"})
        yield "copy", client.post(f"{base}copy/")
        yield "late undo", client.post(f"{base}undo/", {"seq": late})
        yield "rules", client.post(f"{base}rules/", {"what": "agree"})
        yield "no seat", client.post(f"{base}seat/", {"what": "replace", "number": "9"})

    def _api_requests(self, client: Any) -> Iterator[tuple[str, Any]]:
        """The same over the API, for any seat, also those of others."""
        head, state = games.now(self.game)
        late, base = head.version + 7, f"/games/{self.game}"
        for seat in state.players:
            for company in (*state.companies, ""):
                move = f"{seat} buy company={company}" if company else f"{seat} pass"
                yield f"check {move}", api(client, "POST", f"{base}/check", {"move": move})
                yield f"late {move}", api(client, "POST", f"{base}/moves", {"seq": late, "move": move})
        yield "api undo", api(client, "POST", f"{base}/undo", {"seq": late})
        yield "api redo", api(client, "POST", f"{base}/redo", {"seq": late})
        yield "api rules", api(client, "POST", f"{base}/rules", {})

    def acted(self, client: Any) -> dict[str, str]:
        """The answers to requests that change something besides the position, in an order that all of them allow."""
        version = games.now(self.game)[0].version
        base = f"/t/{self.game}/"
        answers = {
            "note": client.post(f"{base}note/", {"text": "mine"}),
            "chat": client.post(f"{base}chat/", {"text": "Good run!"}),
            "message": api(client, "POST", f"/games/{self.game}/messages", {"text": "Well played."}),
            "talk": client.get(f"{base}chat/"),
            "hint": client.post(f"{base}hint/"),
            "api hint": api(client, "POST", f"/games/{self.game}/hint"),
            "program": client.post(f"{base}program/", {"program": "buy p1", "company": "SR"}),
            "api program": api(client, "POST", f"/games/{self.game}/program", {"seat": "p1", "kind": "none"}),
            "undo": client.post(f"{base}undo/", {"seq": version}),
            "refuse": client.post(f"{base}undo/", {"what": "refuse"}),
            "join": client.post(f"{base}join/", {"name": "Q", "invite": self.invite}),
            "api join": api(client, "POST", f"/games/{self.game}/join", {"name": "Q", "invite": self.invite}),
            "invitation": client.get(f"{base}join/{self.invite}/"),
            "waiting": client.get(f"{base}waiting/"),
            "delete": api(client, "DELETE", f"/games/{self.game}"),
            "stand in": api(client, "POST", f"/games/{self.game}/stand-in", {"number": 2, "bot": "clerk"}),
            "back": client.post(f"{base}seat/", {"what": "return-2"}),
            "leave": api(client, "POST", f"/games/{self.game}/leave"),
            "stream": client.get(f"{base}stream/"),  # from here on, whoever has a seat counts as present
            "api stream": api(client, "GET", f"/games/{self.game}/events"),
            "own stream": api(client, "GET", "/me/events"),
        }
        for answer in answers.values():
            self._noted(answer)
        return {name: f"{answer.status_code} {text(answer)}" for name, answer in answers.items()}


def text(answer: Any) -> str:
    """What an answer says, without what differs from one answer to the next."""
    return RANDOM.sub("", re.sub(r"\b[A-Za-z0-9]{64}\b", "", answer.content.decode()))
