"""A server that cannot begin says why in a sentence, before it says that it is there."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rig import free_port

from railhead.site.paths import database
from railhead.site.serve import NotReady, _hosts_note, serve

RAILHEAD = Path(sys.executable).with_name("railhead")


def refused(folder: Path, *words: str) -> str:
    """What the command says when it does not begin."""
    env = {**os.environ, "RAILHEAD_DATA": str(folder), "RAILHEAD_DATABASE": ""}
    env.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(
        [RAILHEAD, "serve", "--port", str(free_port()), *words],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert "Railhead is at" not in done.stderr
    return done.stderr


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(NotReady, match=f"port {port} is in use"):
            serve(port=port)


def test_an_address_that_is_not_ours() -> None:
    with pytest.raises(NotReady, match=r"cannot listen on 192\.0\.2\.1"):
        serve(host="192.0.2.1", port=free_port())


def test_a_database_that_is_not_there_and_no_password_in_what_is_said(tmp_path: Path, postgres: Any) -> None:
    nobody = f"postgresql://ann:hush@127.0.0.1:{free_port()}/club"
    said = refused(tmp_path, "--database", nobody)
    assert "the database club at 127.0.0.1" in said
    assert "refused" in said
    assert "hush" not in said
    missing = postgres.url.rpartition("/")[0] + "/nowhere"
    assert 'database "nowhere" does not exist' in " ".join(refused(tmp_path, "--database", missing).split())


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "railhead.sqlite3").write_bytes(b"something else altogether" * 50)
    assert "not a database" in refused(tmp_path)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("mysql://ann@host/club", "'mysql' is not a database"),
        ("club", "'club' is not a database"),
        ("postgresql://host:many/club", "port"),
        ("postgresql://host:99999/club", "port"),
    ],
)
def test_addresses_that_are_none(address: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=says):
        database(address, tmp_path)


@pytest.mark.parametrize(("host", "warned"), [("0.0.0.0", True), ("::", True), ("127.0.0.1", False)])
def test_listening_everywhere_without_a_name_is_said(
    host: str, warned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others would only get 400: the command says so before it serves."""
    monkeypatch.delenv("RAILHEAD_HOSTS", raising=False)
    assert ("RAILHEAD_HOSTS is not set" in _hosts_note(host)) is warned
    monkeypatch.setenv("RAILHEAD_HOSTS", "play.example.org")
    assert not _hosts_note(host)
