"""Games imported into a site on PostgreSQL: by the command, and over the API of its server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
from game_files import game_file
from rig import Server, wait_until

from railhead.record.games import to_json
from railhead.site.recordings import read_file

OPEN = ("written 1889", "written 1824")
"""Games without secrets: their records can be downloaded while they are played."""


def test_imports_on_postgresql(postgres: Any, tmp_path: Path) -> None:
    """The stored record is the one that was followed, byte for byte, whichever way it came in."""
    database = postgres.database("imports")
    env = {**os.environ, "RAILHEAD_DATABASE": database, "RAILHEAD_DATA": str(tmp_path)}
    files = {tmp_path / f"{name}.json": game_file(name) for name in OPEN}
    bad = tmp_path / "bad.json"
    for path, data in files.items():
        path.write_bytes(data)
    bad.write_bytes(b'{"actions": [')
    command = [sys.executable, "-m", "railhead", "import", *map(str, [*files, bad])]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1, done.stderr
    assert f"{bad}: not imported: " in done.stdout
    tables = dict(re.findall(r"^(.*\.json): table (\w+), \d+ moves\.", done.stdout, re.MULTILINE))
    assert set(tables) == {str(path) for path in files}
    server = Server(tmp_path, database=database).start()
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as site:
            for path, data in files.items():
                session = read_file(data, path.name)
                stored = site.get(f"/api/v1/games/{tables[str(path)]}/record")
                assert stored.content == to_json(session.record()), path.name
                assert site.get(f"/api/v1/games/{tables[str(path)]}").json()["summary"] == session.summary
            site.get("/")
            name = "written 1889"
            sent = {"file": ("game.json", game_file(name))}
            token = {"X-CSRFToken": site.cookies["csrftoken"]}
            row = site.post("/api/v1/imports", files=sent, headers=token)
            assert row.status_code == 202, row.text
            address = f"/api/v1/imports/{row.json()['id']}"
            wait_until(lambda: site.get(address).json()["status"] == "done", 60, "the import to end")
            table = site.get(address).json()["game"]
            assert site.get(f"/api/v1/games/{table}/record").content == to_json(
                read_file(game_file(name), "game").record()
            )
    finally:
        server.kill()
