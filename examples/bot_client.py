"""A bot that plays over HTTP: it takes a seat at every public table that waits, and moves when it is its turn.

    pip install 'railhead[site]' httpx
    python examples/bot_client.py https://railhead.example TOKEN --bot clerk

Make the token on the account page of the bot's account. The bot sees what its account may see: it fetches the
position, asks Clerk for a move, and posts it. `--games 1` stops after one game.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any

import httpx

from railhead.bots.player import ask, bot
from railhead.core.moves import to_plain
from railhead.core.text import from_json
from railhead.titles import title

PAUSE = 2.0
"""Seconds between two looks for tables that wait."""


def rules_of(table: dict[str, Any]) -> Any:
    """The rules that a table plays by."""
    return title(table["title"]).rules(len(table["seats"]), table["options"])


def play(site: httpx.Client, table: dict[str, Any], name: str) -> dict[str, Any]:
    """Play one game to its end: listen to its stream, and move whenever this seat is awaited."""
    seat = next(one["seat"] for one in table["seats"] if one["mine"])
    with site.stream("GET", f"games/{table['id']}/events", timeout=None) as stream:
        for line in stream.iter_lines():
            if not line.startswith("event: ") or line == "event: chat":
                continue
            while (table := site.get(f"games/{table['id']}").json())["status"] == "playing":
                if seat not in table["awaited"] or not move(site, table, seat, name):
                    break
            if table["status"] == "over":
                return table
    return table


def move(site: httpx.Client, table: dict[str, Any], seat: str, name: str) -> bool:
    """Make one move; False if the game has gone on meanwhile."""
    seen = site.get(f"games/{table['id']}/position").json()
    state = from_json(json.dumps(seen["state"]).encode(), lambda *_: rules_of(table))
    choice = ask(bot(name), state, seat, 1.0, random.Random())
    answer = site.post(f"games/{table['id']}/moves", json={"seq": seen["version"], "move": to_plain(choice.move)})
    if answer.status_code not in (200, 409):
        raise SystemExit(f"refused: {answer.json()['detail']}")
    return answer.status_code == 200


def main() -> None:
    """Join tables and play, for ever or for so many games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site"), parser.add_argument("token")
    parser.add_argument("--bot", default="clerk"), parser.add_argument("--games", type=int, default=0)
    given = parser.parse_args()
    headers = {"Authorization": f"Bearer {given.token}"}
    site = httpx.Client(base_url=f"{given.site.rstrip('/')}/api/v1/", headers=headers, timeout=30)
    played = 0
    while not given.games or played < given.games:
        me = site.get("me").raise_for_status().json()
        for table in me["open"]:
            site.post(f"games/{table['id']}/join", json={"name": me["name"]})
        mine = [
            table for table in me["games"] if table["status"] == "playing" and any(s["mine"] for s in table["seats"])
        ]
        for table in mine[:1]:
            print(json.dumps(play(site, table, given.bot)["result"]))
            played += 1
        if not mine:
            time.sleep(PAUSE)


if __name__ == "__main__":
    main()
