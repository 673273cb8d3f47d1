"""Where a server keeps its things: the data folder, the secret key, the database."""

from __future__ import annotations

import contextlib
import os
import secrets
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from railhead.folders import DATABASE, data_folder

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["data_folder", "database", "secret_key"]


def secret_key(folder: Path) -> str:
    """The key that signs cookies: made once, readable by nobody else, complete as soon as it exists."""
    path = folder / "secret.key"
    if not path.exists():
        part = folder / f"secret.key.{os.getpid()}.{secrets.token_hex(4)}"
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48))
        with contextlib.suppress(FileExistsError):  # another process was quicker
            os.link(part, path)
        part.unlink()
    return path.read_text(encoding="ascii").strip()


SQLITE: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}


def _port(url: str) -> str:
    try:
        return str(urlsplit(url).port or "")
    except ValueError:
        raise ValueError("the port in the database's address is not a number up to 65535") from None


def database(url: str, folder: Path) -> dict[str, Any]:
    """Django's settings for a database address; an empty one is the file in the data folder."""
    if not url:
        url = f"sqlite:///{folder / DATABASE}"
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        name = unquote(parts.path[1:] if parts.path.startswith("//") else parts.path)
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": dict(SQLITE), "CONN_MAX_AGE": None}
    if parts.scheme in ("postgres", "postgresql"):
        if find_spec("psycopg") is None:
            raise ValueError("PostgreSQL needs psycopg; run: pip install 'railhead[postgres]'")
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(parts.hostname or ""),
            "PORT": _port(url),
            "OPTIONS": {"pool": {"min_size": 1, "max_size": 12, "timeout": 8}},
        }
    known = "an address begins with postgresql:// or sqlite://"
    raise ValueError(f"{parts.scheme or url!r} is not a database this program knows; {known}")
