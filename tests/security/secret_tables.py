"""A table at which money is secret, and everything that somebody can get of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from doors import account
from sites import api, browser

from railhead.site.store import games

TABS = ("log", "chat", "notes", "charts", "rules", "table")
FILES = ("figures.csv", "map.svg", "market.svg", "worth.svg", "prices.svg", "treasury.svg", "dividends.svg")
RANDOM = re.compile(r'(name="key" value="|csrfmiddlewaretoken" value="|"X-CSRFToken": ")[^"]+"')


class Table:
    """Three players, and two who watch: one by invitation, one a governor of the site."""

    def __init__(self, title: str, options: tuple[str, ...] = (), name: str = "secret", bot: str = "") -> None:
        self.people = {f"p{at + 1}": account(f"{name}-{at + 1}") for at in range(3)}
        seats: list[dict[str, str]] = [{"name": f"P{at + 1}"} for at in range(3)]
        if bot:
            seats[2]["bot"] = bot
        host = self.people["p1"]
        data = {"title": title, "options": list(options), "kind": "online", "seed": 5, "seats": seats}
        made = api(host, "POST", "/games", data).json()
        self.game, self.invite = made["id"], made["invite"]
        for who in ("p2",) if bot else ("p2", "p3"):
            api(self.people[who], "POST", f"/games/{self.game}/join", {"name": "X", "invite": made["invite"]})
        watcher = browser()
        watcher.get(f"/t/{self.game}/join/{made['invite']}/")
        self.watchers = {"spectator": watcher, "admin": account(f"{name}-admin", is_staff=True, is_superuser=True)}

    def shown(self, client: Any) -> dict[str, str]:
        """Everything that somebody can fetch of the game."""
        count = games.now(self.game)[0].count
        base = f"/t/{self.game}/"
        paths = [f"{base}?tab={tab}" for tab in TABS] + [f"{base}live/?always=1&tab={tab}" for tab in TABS]
        paths += [f"{base}?at={count - 3}&tab=table", f"{base}log/", f"{base}why/", f"{base}place/I4/"]
        paths += [f"{base}{tail}" for tail in ("fan/I4/", "lays/", "run/DE/", "run/SR/")]
        paths += [f"{base}file/{name}" for name in FILES] + ["/"]
        paths += [
            f"/api/games/{self.game}{tail}" for tail in ("", "/position", f"/position?at={count - 3}", "/legal")
        ]
        paths += [f"/api/games/{self.game}/moves", f"/api/games/{self.game}/record"]
        found = {path: RANDOM.sub("", client.get(path).content.decode()) for path in paths}
        return found | {name: f"{answer.status_code} {text(answer)}" for name, answer in self._tried(client)}

    def _tried(self, client: Any) -> Iterator[tuple[str, Any]]:
        """Requests that change nothing, and whose refusals must not tell either; of any seat, also of others'."""
        head, state = games.now(self.game)
        late = head.version + 7
        for seat in state.players:
            for company in (*state.companies, ""):
                move = f"{seat} buy company={company}" if company else f"{seat} pass"
                yield f"check {move}", api(client, "POST", f"/games/{self.game}/check", {"move": move})
                yield f"late {move}", api(client, "POST", f"/games/{self.game}/moves", {"seq": late, "move": move})
        for price in (1, 50, 500, 5000):
            yield (
                f"bargain {price}",
                client.post(f"/t/{self.game}/bargain/", {"counter_price": price, "seq": late}),
            )
        yield "undo", api(client, "POST", f"/games/{self.game}/undo", {"seq": late})


def text(answer: Any) -> str:
    """What an answer says, without what differs from one answer to the next."""
    return RANDOM.sub("", re.sub(r"\b[A-Za-z0-9]{64}\b", "", answer.content.decode()))
