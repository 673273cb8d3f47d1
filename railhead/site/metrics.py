"""What the server counts, for Prometheus: of all workers of a server together, whichever of them is asked.

With several workers each writes its figures to files of its own in a folder that they share, and whoever is asked
adds them up; what a dead worker had counted stays counted. Several servers are asked one by one.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
PREFIX = "railhead-figures-"
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

registry = CollectorRegistry()
REQUESTS = Counter(
    "railhead_requests_total", "Requests that were answered.", ["method", "view", "status"], registry=registry
)
SECONDS = Histogram("railhead_request_seconds", "Seconds to the answer.", ["view"], buckets=BOUNDS, registry=registry)
MOVES = Counter("railhead_moves_total", "Moves that were committed.", registry=registry)
WATCHERS = Gauge("railhead_watchers", "Open streams.", multiprocess_mode="livesum", registry=registry)


def count_request(method: str, view: str, status: int, seconds: float) -> None:
    """Count an answer; made-up methods are counted as one, so that they do not fill the memory."""
    REQUESTS.labels(method if method in METHODS else "other", view, str(status)).inc()
    SECONDS.labels(view).observe(seconds)


def lines() -> bytes:
    """All figures in the form that Prometheus reads."""
    folder = os.environ.get(FOLDER, "")
    told = registry
    if folder:
        for pid in _writers(Path(folder)) - set(_workers()):
            multiprocess.mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]
        told = CollectorRegistry()
        multiprocess.MultiProcessCollector(told, folder)  # type: ignore[no-untyped-call]
    return generate_latest(told) + generate_latest(_Processes())


def _writers(folder: Path) -> set[int]:
    """The processes that have written figures."""
    return {int(path.stem.rpartition("_")[2]) for path in folder.glob("*.db")}


def _workers() -> list[int]:
    """The processes that serve now."""
    folder = os.environ.get(FOLDER, "")
    return sorted(pid for pid in _writers(Path(folder)) if _alive(pid)) if folder else [os.getpid()]


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class _Processes(Collector):
    """Memory and processor time of every worker, where the system tells them."""

    def collect(self) -> Iterator[Metric]:
        """Look at each of them now."""
        memory = GaugeMetricFamily("process_resident_memory_bytes", "Memory held.", labels=["pid"])
        spent = CounterMetricFamily("process_cpu_seconds_total", "Processor time used.", labels=["pid"])
        ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
        for pid in _workers():
            with contextlib.suppress(OSError, IndexError, ValueError):
                fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                memory.add_metric([str(pid)], int(fields[21]) * page)
                spent.add_metric([str(pid)], (int(fields[11]) + int(fields[12])) / ticks)
        yield memory
        yield spent


@contextmanager
def shared_figures() -> Iterator[None]:
    """A folder in which the workers that are started meanwhile add their figures up.

    In memory where there is such a place: on a full disk writing to it would end the worker.
    """
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()
    _clear_away(Path(place))
    folder = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=place)
    os.environ[FOLDER] = folder
    try:
        yield
    finally:
        os.environ.pop(FOLDER, None)
        shutil.rmtree(folder, ignore_errors=True)


def _clear_away(place: Path) -> None:
    """Folders of servers that were killed."""
    for folder in place.glob(f"{PREFIX}*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        with contextlib.suppress(OSError):
            if owner.isdecimal() and not _alive(int(owner)) and folder.stat().st_uid == os.getuid():
                shutil.rmtree(folder, ignore_errors=True)
