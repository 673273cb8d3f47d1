"""A bot that plays over HTTP: it takes a seat at every public table that waits, and moves when it is its turn.

    pip install 'railhead[site]' httpx
    python examples/bot_client.py https://railhead.example TOKEN --bot clerk

Make the token on the account page of the bot's account. The bot listens to one stream of challenges and turns. It
sees what its account may see: it fetches the position, asks Clerk for a move, and posts it. `--games 1` stops after
one game.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import TYPE_CHECKING, Any

import httpx

from railhead.bots.player import ask, bot
from railhead.core.moves import to_plain
from railhead.core.text import from_json
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator


def events(site: httpx.Client) -> Iterator[tuple[str, dict[str, Any]]]:
    """What waits for this account: challenges, turns, and games that are over."""
    name = ""
    with site.stream("GET", "me/events", timeout=None) as stream:
        stream.raise_for_status()
        for line in stream.iter_lines():
            field, _, value = line.partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                yield name, json.loads(value)


def move(site: httpx.Client, game: str, name: str) -> None:
    """Make one move; if the game has gone on meanwhile, the stream will say so."""
    table = site.get(f"games/{game}").raise_for_status().json()
    seat = next((one["seat"] for one in table["seats"] if one["mine"] and one["seat"] in table["awaited"]), None)
    if seat is None:
        return
    rules = title(table["title"]).rules(len(table["seats"]), table["options"])
    seen = site.get(f"games/{game}/position").raise_for_status().json()
    state = from_json(json.dumps(seen["state"]).encode(), lambda *_: rules)
    choice = ask(bot(name), state, seat, 1.0, random.Random())
    answer = site.post(f"games/{game}/moves", json={"seq": seen["version"], "move": to_plain(choice.move)})
    if answer.status_code not in (200, 409):
        raise SystemExit(f"refused: {answer.json()['detail']}")


def main() -> None:
    """Join tables and play, for ever or for so many games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site"), parser.add_argument("token")
    parser.add_argument("--bot", default="clerk"), parser.add_argument("--games", type=int, default=0)
    given = parser.parse_args()
    headers = {"Authorization": f"Bearer {given.token}"}
    with httpx.Client(base_url=f"{given.site.rstrip('/')}/api/v1/", headers=headers, timeout=30) as site:
        me = site.get("me").raise_for_status().json()["name"]
        over = 0
        for what, data in events(site):
            if what == "challenge":
                site.post(f"games/{data['game']}/join", json={"name": me})
            elif what == "turn":
                move(site, data["game"], given.bot)
            elif what == "over":
                print(json.dumps(site.get(f"games/{data['game']}").json()["result"]), flush=True)
                over += 1
                if over == given.games:
                    return


if __name__ == "__main__":
    main()
