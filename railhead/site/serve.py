"""`railhead serve`: prepare the data folder and run the server."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import resource
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

from railhead.folders import data_path, old_folder_note

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for every address of this machine."""


class NotReady(ValueError):
    """The server cannot start; says why."""


def set_up(database: str = "") -> None:
    """Set Django up on a database address; an empty one is the usual database."""
    import django

    if database:
        os.environ["RAILHEAD_DATABASE"] = database
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railhead.site.settings")
    django.setup()
    _knock()


def bring_up_to_date() -> None:
    """Set Django up and bring the database up to date."""
    from django.core.management import call_command
    from django.db import DatabaseError

    set_up()
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        raise NotReady(f"the database {_where()} cannot be used: {_first_line(error)}") from None


def _knock() -> None:
    """Try PostgreSQL once without the pool, which would only report a timeout."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return
    import psycopg

    from railhead.site.live import conninfo

    try:
        psycopg.connect(conninfo(), connect_timeout=8).close()
    except psycopg.Error as error:
        raise NotReady(f"the database {_where()} refuses the connection: {_first_line(error)}") from None


def _where() -> str:
    """The database as people know it, without the password."""
    from django.db import connection

    facts = connection.settings_dict
    if connection.vendor != "postgresql":
        return str(facts["NAME"])
    port = f":{facts['PORT']}" if facts["PORT"] else ""
    return f"{facts['NAME'] or '(no name)'} at {facts['HOST'] or 'this machine'}{port}"


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0]


def _is_free(host: str, port: int) -> None:
    """Whether we can listen there; several workers would otherwise fail one by one and restart forever."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise NotReady(f"port {port} is in use by another program; choose another with --port") from None
        raise NotReady(f"cannot listen on {host}, port {port}: {error.strerror}") from None


LEFT_OUT = ("*.map", "redoc*", "htmax-4*", "htmx-2*", "hx-*", "htmx-2-compat*", "xregexp*")
"""Static files of our companions that no page asks for."""


def prepare() -> None:
    """Bring the database up to date and collect the static files; both are quick when nothing changed."""
    bring_up_to_date()
    if os.environ.get("RAILHEAD_STATIC") != "off":
        lay_out_static()


def lay_out_static() -> None:
    """Hash and compress the static files, unless that was done for the very same files."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders
    from django.core.management import call_command

    seen = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            facts = os.stat(storage.path(name))
            seen.update(f"{name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    stamp = root / "laid-out.stamp"
    with (root / "laid-out.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several servers may start at once
        if stamp.exists() and stamp.read_text(encoding="ascii") == seen.hexdigest():
            return
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=list(LEFT_OUT))
        stamp.write_text(seen.hexdigest(), encoding="ascii")


def _open_when_ready(host: str, port: int) -> None:
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            webbrowser.open(f"http://{host}:{port}/")
            return
        time.sleep(0.1)


def _proxies() -> str:
    """The proxies trusted to name a client's address: the last address that is not theirs counts."""
    found = os.environ.get("RAILHEAD_PROXIES", "127.0.0.1,::1")
    if "*" in found:
        raise NotReady("RAILHEAD_PROXIES must name the proxies: a trusted proxy may claim any address")
    return found


def _hosts_note(host: str) -> str:
    """What to set when the site listens to the network, but answers only to the names of this machine."""
    if host not in EVERYWHERE or os.environ.get("RAILHEAD_HOSTS"):
        return ""
    return (
        f"Warning: the site listens on {host}, but RAILHEAD_HOSTS is not set, so it answers only to localhost. "
        "Set it to the names and addresses by which others reach it: RAILHEAD_HOSTS=play.example.org,192.0.2.7"
    )


def _raise_file_limit() -> None:
    """Every open stream is a socket: take as many as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def serve(
    host: str = "127.0.0.1", port: int = 8000, database: str = "", workers: int = 1, open_browser: bool = False
) -> None:
    """Serve the site until interrupted."""
    import uvicorn

    if database:
        os.environ["RAILHEAD_DATABASE"] = database
    if host not in ("127.0.0.1", "localhost", "::1", *EVERYWHERE):
        hosts = os.environ.get("RAILHEAD_HOSTS", "")
        os.environ["RAILHEAD_HOSTS"] = ",".join(name for name in (hosts, host) if name)
    _is_free(host, port)
    _raise_file_limit()
    prepare()
    seen = "127.0.0.1" if host in EVERYWHERE else host
    for note in (old_folder_note(), _hosts_note(host)):
        if note:
            print(note, file=sys.stderr)
    print(f"Data folder: {data_path()}", file=sys.stderr)
    print(f"Railhead is at http://{seen}:{port}/ (stop with Ctrl-C)", file=sys.stderr)
    if open_browser:
        threading.Thread(target=_open_when_ready, args=(seen, port), daemon=True).start()
    from railhead.site.metrics import shared_figures
    from railhead.site.protocol import LARGEST_HEAD

    with shared_figures() if workers > 1 else contextlib.nullcontext():
        uvicorn.run(
            "railhead.site.asgi:application",
            host=host,
            port=port,
            workers=workers if workers > 1 else None,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=5,
            timeout_keep_alive=30,
            http="railhead.site.protocol:GuardedProtocol",
            h11_max_incomplete_event_size=LARGEST_HEAD,
            proxy_headers=os.environ.get("RAILHEAD_TLS") == "1",
            forwarded_allow_ips=_proxies(),
            server_header=False,
        )


TABLES_OF_PLACE = 8
"""Jobs that a worker takes per thinking process: a quick bot mostly pauses so that people can follow."""


def think(database: str = "", places: int = 1) -> None:
    """Be a worker of the queue of bots until interrupted."""
    os.environ["RAILHEAD_THINKERS"] = str(places)
    if database:
        os.environ["RAILHEAD_DATABASE"] = database
    os.environ.pop("RAILHEAD_BOTS", None)
    bring_up_to_date()
    from django.db import connection

    if connection.vendor != "postgresql":
        raise NotReady("a queue of bots needs PostgreSQL; on SQLite bots think in the server itself")
    from railhead.site import bot_queue
    from railhead.site.bot_pool import bot_pool
    from railhead.site.prepared import prepare_records

    prepare_records()
    print(f"Bots think here, {places} at once (stop with Ctrl-C)", file=sys.stderr, flush=True)
    try:
        bot_queue.work(places * TABLES_OF_PLACE)
    finally:
        bot_pool.close()
