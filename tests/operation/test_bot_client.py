"""The worked example of a bot account: `examples/bot_client.py` against a live server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from rig import Server, wait_until
from sites import lay_database

CLIENT = Path(__file__).resolve().parents[2] / "examples" / "bot_client.py"
TOKENS = """
import django
django.setup()
from django.contrib.auth import get_user_model
from railhead.site.models import Token
from railhead.site.people import digest
for name in ("host", "robot"):
    user = get_user_model().objects.create_user(name, password="a-long-railway-word")
    Token.objects.create(user=user, name="test", digest=digest(f"token-of-{name}"))
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    one = Server(lay_database(tmp_path), RAILHEAD_PAUSE="0", RAILHEAD_THINKERS="0").start()
    env = {**os.environ, "RAILHEAD_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "railhead.site.settings"}
    env["RAILHEAD_DATABASE"] = ""
    subprocess.run([sys.executable, "-c", TOKENS], env=env, check=True)
    yield one
    one.kill()


def play(server: Server, moves: int) -> dict[str, Any]:
    """A public table of two accounts that the example plays for; the table after this many moves, or at the end."""
    address = f"http://127.0.0.1:{server.port}"
    headers = {"Authorization": "Bearer token-of-host"}
    with httpx.Client(base_url=f"{address}/api/v1/", headers=headers, timeout=30) as host, ExitStack() as stack:
        data = {"title": "1889", "kind": "online", "public": True, "seats": [{"name": "host"}, {}], "seed": 4}
        made = host.post("games", json=data)
        assert made.status_code == 201, made.text
        path = f"games/{made.json()['id']}"
        clients = []
        for name in ("host", "robot"):
            command = [sys.executable, str(CLIENT), address, f"token-of-{name}", "--games", "1"]
            clients.append(stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True)))
            stack.callback(clients[-1].terminate)
        wait_until(lambda: _enough(host.get(path).json(), moves) or _ended(clients), 500, "moves of the example")
        table: dict[str, Any] = host.get(path).json()
        table["log"] = host.get(f"{path}/moves").json()
        return table


def _enough(table: dict[str, Any], moves: int) -> bool:
    return table["status"] == "over" or table["count"] >= moves


def _ended(clients: list[subprocess.Popen[str]]) -> bool:
    return any(client.poll() not in (None, 0) for client in clients)


def test_the_example_takes_a_seat_and_moves(server: Server) -> None:
    table = play(server, 12)
    assert [seat["name"] for seat in table["seats"]] == ["host", "robot"]
    assert {line["by"] for line in table["log"]} == {"p1", "p2"}
    assert len(table["log"]) >= 12
    assert not any(line["auto"] for line in table["log"])


@pytest.mark.long
def test_the_example_plays_a_game_to_its_end(server: Server) -> None:
    table = play(server, 10**6)
    assert table["status"] == "over", json.dumps(table)[:300]
