"""Servers, a throw-away PostgreSQL and a small HTTP client, for the harnesses and the tests of operation.

Everything stays on the loopback, every wait has a deadline, and only processes started here are ended.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "scripts" / "postgres.sh"
START = "import sys; from railhead.site.serve import serve; serve(port=int(sys.argv[1]), workers=int(sys.argv[2]))"
LOST = (OSError, http.client.HTTPException)
"""What a client meets when the server is killed under it."""


def wait_until(true: Callable[[], Any], seconds: float, what: str) -> Any:
    """Look again and again until something is true; after the deadline say what did not come."""
    end = time.monotonic() + seconds
    while True:
        found = true()
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(0.02)


def free_port() -> int:
    """A port of the loopback that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Answer:
    """A status, headers and a body."""

    def __init__(self, status: int, headers: http.client.HTTPMessage, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Caller:
    """A client with cookies on one kept connection, as one browser has it."""

    def __init__(self, port: int, timeout: float = 30.0, host: str = "127.0.0.1", source: str = "") -> None:
        self.port = port
        self.timeout = timeout
        self.cookies: dict[str, str] = {}
        self.host = host
        self.source = (source, 0) if source else None  # the address that the server sees
        self._line: http.client.HTTPConnection | None = None

    def twin(self) -> Caller:
        """A second tab of the same browser."""
        other = Caller(self.port, self.timeout, self.host)
        other.cookies = self.cookies
        return other

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """One request; a lost connection raises one of `LOST`."""
        if self._line is None:
            self._line = http.client.HTTPConnection(
                self.host, self.port, timeout=self.timeout, source_address=self.source
            )
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method != "GET" and "csrftoken" in self.cookies:
            sent["X-CSRFToken"] = self.cookies["csrftoken"]
        try:
            self._line.request(method, path, body, sent)
            got = self._line.getresponse()
            answer = Answer(got.status, got.headers, got.read())
        except LOST:
            self.close()
            raise
        for line in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        """Look at something."""
        return self.ask("GET", path, None, **headers)

    def form(self, path: str, **fields: Any) -> Answer:
        """Send a form."""
        return self.ask("POST", path, urlencode(fields).encode(), Content_Type="application/x-www-form-urlencoded")

    def post(self, path: str, data: Any, **headers: str) -> Answer:
        """Send JSON."""
        return self.ask("POST", path, json.dumps(data).encode(), Content_Type="application/json", **headers)

    def enter(self) -> Caller:
        """Get the token that forms need."""
        answer = self.get("/register/")
        if "csrftoken" not in self.cookies:
            raise RuntimeError(f"no token in the answer {answer.status}")
        return self

    def lines(self, path: str, seconds: float = 30.0) -> Iterator[str]:
        """The lines of a stream as they come; ends when the server ends it."""
        line = http.client.HTTPConnection(self.host, self.port, timeout=seconds)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        line.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        got = line.getresponse()
        try:
            while True:
                text = got.readline()
                if not text:
                    return
                yield text.decode().rstrip("\n")
        finally:
            line.close()


class Server:
    """A server process of our own, which can be killed and started again on the same data."""

    def __init__(self, data: Path, database: str = "", workers: int = 1, port: int = 0, **env: str) -> None:
        self.data = data
        self.database = database
        self.workers = workers
        self.port = port or free_port()
        self.env = env
        self.process: subprocess.Popen[bytes] | None = None
        self.log = data / f"server-{self.port}.log"

    def start(self, seconds: float = 60.0, ready: bool = True) -> Server:
        """Start, and wait until it answers."""
        env = {**os.environ, "RAILHEAD_DATA": str(self.data), "RAILHEAD_DATABASE": self.database}
        env.update({"RAILHEAD_UNLIMITED": "1", "RAILHEAD_STATIC": "off", "PYTHONUNBUFFERED": "1"}, **self.env)
        env.pop("DJANGO_SETTINGS_MODULE", None)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, str(self.port), str(self.workers)],
                cwd=ROOT,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            if ready:
                wait_until(self.is_ready, seconds, f"the server on {self.port} ({self.log})")
        except BaseException:
            self.kill()
            raise
        return self

    def is_ready(self) -> bool:
        """Whether it answers."""
        if self.process is not None and self.process.poll() is not None:
            raise RuntimeError(f"the server ended by itself: {self.log.read_text(errors='replace')[-2000:]}")
        caller = Caller(self.port, 2.0)
        try:
            return caller.get("/healthz").status == 200
        except LOST:
            return False
        finally:
            caller.close()

    def kill(self) -> None:
        """SIGKILL, with all of its workers."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM; the exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        process = self.process
        if process is None:
            return 0
        with contextlib.suppress(ProcessLookupError):
            if number is signal.SIGKILL:
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
        try:
            return process.wait(20)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            return process.wait(10)
        finally:
            self.process = None

    def pids(self) -> list[int]:
        """The process and its children."""
        if self.process is None:
            return []
        task = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [self.process.pid, *(int(pid) for pid in task.read_text().split())]

    def processor(self) -> float:
        """Seconds of processor time that the server and its workers have used."""
        ticks = 0
        for pid in self.pids():
            with contextlib.suppress(OSError):
                words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks += int(words[11]) + int(words[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> list[int]:
        """Resident kilobytes of every serving process."""
        found = []
        for pid in self.pids():
            with contextlib.suppress(OSError):
                status = Path(f"/proc/{pid}/status").read_text()
                found += [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")]
        return found

    def __enter__(self) -> Server:
        return self.start() if self.process is None else self

    def __exit__(self, *_: object) -> None:
        self.stop()


class NoPostgres(RuntimeError):
    """PostgreSQL is not available here; says why."""


class Postgres:
    """A throw-away PostgreSQL in a folder of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="railhead-pg-"))
        self.folder.chmod(0o755)
        self.url = ""

    def start(self) -> Postgres:
        """Make it and start it."""
        done = self._run("start")
        if done.returncode:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise NoPostgres(f"PostgreSQL does not start: {done.stderr.strip()[-500:]}")
        self.url = done.stdout.strip().splitlines()[-1]
        return self

    def restart(self) -> None:
        """End it at once, as a crash would, and start it again."""
        done = self._run("restart")
        if done.returncode:
            raise RuntimeError(f"PostgreSQL does not come back: {done.stderr}")

    def _run(self, what: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", str(SCRIPT), what, str(self.folder)], capture_output=True, text=True, timeout=120, check=False
        )

    def database(self, name: str) -> str:
        """A new, empty database; its address."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as line:
            line.execute(f'CREATE DATABASE "{name}"')
        return self.url.rpartition("/")[0] + f"/{name}"

    def stop(self) -> None:
        """Stop it and clear it away."""
        self._run("stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Postgres:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


@contextmanager
def folder() -> Iterator[Path]:
    """A data folder that goes away."""
    found = Path(tempfile.mkdtemp(prefix="railhead-rig-"))
    try:
        yield found
    finally:
        shutil.rmtree(found, ignore_errors=True)


def percentile(values: list[float], share: float) -> float:
    """The value below which this share lies."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0
