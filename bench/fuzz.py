"""Fuzzing of moves, records, imports, facts files and positions: no traceback, no hang, no memory growth.

The plain engine changes good inputs (`fuzz_changes.py`) with a seed, so that a finding can be repeated, and goes on
from those that were read; the engine atheris (the extra `fuzz`) is led by coverage. A finding is written to a file
and ends the run of its target. A million inputs for each of the six targets take some twenty minutes of one core.

    python bench/fuzz.py [--inputs 1000000] [--targets moves,records] [--engine plain] [--jobs 2] [--seed 1]
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import signal
import subprocess
import sys
import time
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from fuzz_changes import Changes  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("moves", "lines", "records", "imports", "facts", "texts")
HANG = 5.0
"""Seconds in which every input must be done with."""
GROWTH = 300 * 1024
"""Kilobytes that a process may grow after its first inputs."""
POOL = 400
"""How many inputs that got far are changed again at once."""


class Hang(Exception):
    """An input takes too long."""


@contextmanager
def watchdog() -> Iterator[None]:
    """An input that takes too long raises `Hang`: a clock that is looked at, not one that is set for every input."""

    def late(*_: object) -> None:
        if time.monotonic() - _began[0] > HANG:
            raise Hang(f"an input took more than {HANG} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 1.0, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


_began = [0.0]


def run(name: str, inputs: int, seed: int, target: Any, seeds: list[bytes], say: bool = False) -> str:
    """Feed a target; the finding, or nothing."""
    rng = random.Random(f"{name} {seed}")
    changes = Changes(rng, seeds, 1 if name in ("moves", "lines") else 0)
    pool: list[bytes] = []
    warm = max(inputs // 20, 200)
    base, far = 0, 0
    began = time.process_time()
    with watchdog():
        for number in range(inputs):
            if number < len(seeds):
                data = seeds[number]
            else:
                source = pool if pool and rng.random() < 0.4 else seeds
                data = changes.of(rng.choice(source), rng.choice(seeds))
            _began[0] = time.monotonic()
            try:
                read = target(data)
                if time.monotonic() - _began[0] > HANG:
                    raise Hang(f"an input took more than {HANG} s")
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                return _finding(name, number, data, error)
            if read:
                far += 1
                if len(pool) < POOL:
                    pool.append(data)
                elif rng.random() < 0.02:
                    pool[rng.randrange(POOL)] = data
            if number == warm:
                base = _resident()
            if number % 5000 == 0 and number > warm and _resident() - base > GROWTH:
                return f"{name}: the process grew by {(_resident() - base) // 1024} MB in {number} inputs"
            if say and number and number % 100_000 == 0:
                print(f"{name}: {number} inputs, {far} of them read", file=sys.stderr, flush=True)
    if say:
        rate = inputs / max(time.process_time() - began, 1e-9)
        grown = (_resident() - base) / 1024 if base else 0.0
        print(
            f"{name}: {inputs} inputs, nothing found; {100 * far / inputs:.0f} % were read; "
            f"{rate:.0f} a second of processor time, grown by {grown:.0f} MB",
            flush=True,
        )
    return ""


def _resident() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * resource.getpagesize() // 1024


def _finding(name: str, number: int, data: bytes, error: BaseException) -> str:
    folder = Path("fuzz-findings")
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-{number}.bin"
    path.write_bytes(data)
    trace = "".join(traceback.format_exception(error)[-6:])
    return f"{name}: input {number} ({path}): {type(error).__name__}: {error}\n{trace}"


def _part(task: tuple[str, int, int]) -> str:
    from fuzz_targets import Targets

    name, inputs, seed = task
    target, seeds = Targets().all()[name]
    return run(name, inputs, seed, target, seeds, say=True)


def led_by_coverage(name: str, inputs: int) -> None:
    """Let atheris run one target; it ends the process."""
    import atheris

    with atheris.instrument_imports(include=["railhead"]):
        from fuzz_targets import Targets
    target, seeds = Targets().all()[name]
    corpus = Path("fuzz-findings") / f"corpus-{name}"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    options = [
        f"-runs={inputs}",
        f"-timeout={int(HANG)}",
        "-max_len=8192",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *options, "-artifact_prefix=fuzz-findings/", str(corpus)], target)
    atheris.Fuzz()


def main() -> int:
    """Run all targets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=1_000_000, help="for each target")
    parser.add_argument("--targets", default=",".join(NAMES))
    parser.add_argument("--engine", choices=("plain", "atheris"), default="plain")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--one", default="", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.one:
        led_by_coverage(wanted.one, wanted.inputs)
        return 0
    names = [name for name in wanted.targets.split(",") if name in NAMES]
    if wanted.engine == "atheris":
        command = [sys.executable, __file__, "--engine", "atheris", "--inputs", str(wanted.inputs), "--one"]
        return max(subprocess.run([*command, name], check=False).returncode for name in names)
    share = -(-wanted.inputs // wanted.jobs)
    tasks = [(name, share, wanted.seed * 1000 + at) for name in names for at in range(wanted.jobs)]
    with multiprocessing.get_context("spawn").Pool(wanted.jobs) as pool:
        findings = [found for found in pool.imap_unordered(_part, tasks) if found]
    print("\n".join(findings) or f"{len(names)} targets, {wanted.inputs} inputs each: nothing found")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
