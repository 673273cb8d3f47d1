"""A bot that plays over HTTP: it joins every public table that is waiting for players, and moves when it is its turn.

    pip install railhead httpx
    python examples/bot_client.py https://railhead.example TOKEN --bot clerk

Make the token on the account page of the bot's account. `--games 1` stops after one game.
"""

import json
import random
from typing import Any

import httpx
import typer

from railhead.bots.player import ask, bot
from railhead.core.moves import to_plain
from railhead.core.text import from_json
from railhead.titles import title


def move(site: httpx.Client, game: str, name: str) -> None:
    """Make one move; if the game has moved on since (409), the stream will say so."""
    table = site.get(f"games/{game}").raise_for_status().json()
    seat = next((one["seat"] for one in table["seats"] if one["mine"] and one["seat"] in table["awaited"]), None)
    if seat is None:
        return
    rules = title(table["title"]).rules_of_game(len(table["seats"]), table["options"])
    seen = site.get(f"games/{game}/position").raise_for_status().json()
    state = from_json(json.dumps(seen["state"]).encode(), lambda *_: rules)
    choice = ask(bot(name), state, seat, 1.0, random.Random())
    answer = site.post(f"games/{game}/moves", json={"seq": seen["version"], "move": to_plain(choice.move)})
    if answer.status_code not in (200, 409):
        raise SystemExit(f"refused: {answer.json()['detail']}")


def answer(site: httpx.Client, event: str, data: dict[str, Any], name: str) -> None:
    """Do what an event of the account's stream asks for."""
    if event == "challenge":
        me = site.get("me").raise_for_status().json()["name"]
        site.post(f"games/{data['game']}/join", json={"name": me})
    elif event == "turn":
        move(site, data["game"], name)
    elif event == "over":
        print(json.dumps(site.get(f"games/{data['game']}").json()["result"]), flush=True)


def main(address: str, token: str, bot: str = "clerk", games: int = 0) -> None:
    """Join tables and play: forever, or for this many games."""
    base, headers = f"{address.rstrip('/')}/api/v1/", {"Authorization": f"Bearer {token}"}
    over, event = 0, ""
    with (
        httpx.Client(base_url=base, headers=headers, timeout=30) as site,
        site.stream("GET", "me/events", timeout=None) as stream,
    ):
        for line in stream.raise_for_status().iter_lines():
            field, _, value = line.partition(": ")
            if field == "event":
                event = value
            elif field == "data":
                answer(site, event, json.loads(value), bot)
                over += event == "over"
                if games and over == games:
                    return


if __name__ == "__main__":
    typer.run(main)
