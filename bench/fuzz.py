"""Fuzzing of moves, records, imports, facts files and positions: no traceback, no hang, no memory growth.

The plain engine mutates good inputs as text and as JSON, with a seed, so that a finding can be had again; the
engine atheris (the extra `fuzz`) is led by coverage. A finding is written to a file and ends the run of its target.

    python bench/fuzz.py [--inputs 1000000] [--targets moves,records] [--engine plain] [--jobs 2] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import resource
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

NAMES = ("moves", "lines", "records", "imports", "facts", "texts")
HANG = 5.0
"""Seconds in which every input must be done with."""
GROWTH = 300 * 1024
"""Kilobytes that a process may grow after its first inputs."""
NUMBERS: list[Any] = [0, -1, 1, 2**31, 2**63, 2**64, 10**30, -(2**63) - 1, 1e308, 0.1, None, True, False]
TEXTS = [
    "",
    "\x00",
    "\ud7ff",
    "p1",
    "p9",
    "1889",
    "é",
    "a" * 300,
    "99999999999999999999",
    "-0",
    "[",
    "{",
    "none",
    "IPO",
]
NASTY: list[Any] = [*NUMBERS, *TEXTS, [], {}, [[]], [{}], {"": ""}]
WORDS = [
    b'"',
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b":",
    b"null",
    b"\\u0000",
    b"-",
    b"e999",
    b"&a ",
    b"*a",
    b"!!",
    b"\n",
    b"\xff",
]


class Hang(Exception):
    """An input takes too long."""


def mutate_bytes(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """A few changes of the text."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(found) + 1)
        what = rng.randrange(6)
        if what == 0 and found:
            found[at % len(found)] = rng.randrange(256)
        elif what == 1:
            found[at:at] = rng.choice(WORDS)
        elif what == 2:
            del found[at : at + rng.randint(1, 12)]
        elif what == 3:
            found[at:at] = found[at : at + rng.randint(1, 40)] * rng.randint(1, 3)
        elif what == 4:
            cut = rng.randrange(len(other) + 1)
            found[at : at + 20] = other[cut : cut + rng.randint(1, 40)]
        else:
            del found[at:]
    return bytes(found[:20_000])


def mutate_json(rng: random.Random, data: bytes, prefix: int) -> bytes:
    """A change of the structure; text that is no JSON comes back as it was."""
    try:
        value = json.loads(data[prefix:])
    except ValueError:
        return data
    for _ in range(rng.randint(1, 3)):
        value = _changed(rng, value)
    return data[:prefix] + json.dumps(value).encode()


def _changed(rng: random.Random, value: Any) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        what = rng.randrange(5)
        if what == 0:
            return {name: one for name, one in value.items() if name != key}
        if what == 1:
            return {**value, rng.choice(["by", "x", "move", key + "_", "company"]): rng.choice(NASTY)}
        return {**value, key: _changed(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.85:
        at = rng.randrange(len(value))
        what = rng.randrange(5)
        if what == 0:
            return value[:at] + value[at + 1 :]
        if what == 1:
            return value[: at + 1] + value[at:]
        if what == 2:
            other = rng.randrange(len(value))
            return [value[other] if i == at else one for i, one in enumerate(value)]
        return [_changed(rng, one) if i == at else one for i, one in enumerate(value)]
    if isinstance(value, int) and rng.random() < 0.6:
        return value + rng.choice([-10, -1, 1, 10, 1000])
    return rng.choice(NASTY)


def run(name: str, inputs: int, seed: int, target: Any, seeds: list[bytes], say: bool = False) -> str:
    """Feed a target; the finding, or nothing."""
    rng = random.Random(f"{name} {seed}")
    prefix = 1 if name in ("moves", "lines") else 0
    pool = list(seeds)
    warm = max(inputs // 20, 200)
    base = 0
    began = time.monotonic()

    def late(*_: object) -> None:
        raise Hang(f"an input took more than {HANG} s")

    before = signal.signal(signal.SIGALRM, late)
    try:
        for number in range(inputs):
            data = rng.choice(pool)
            if number >= len(seeds):
                shaped = rng.random() < 0.6
                data = mutate_json(rng, data, prefix) if shaped else mutate_bytes(rng, data, rng.choice(pool))
                if prefix and rng.random() < 0.2:
                    data = bytes([rng.randrange(256)]) + data[1:]
            else:
                data = seeds[number]
            signal.setitimer(signal.ITIMER_REAL, HANG)
            try:
                target(data)
            except BaseException as error:
                signal.setitimer(signal.ITIMER_REAL, 0)
                if isinstance(error, KeyboardInterrupt):
                    raise
                return _finding(name, number, data, error)
            signal.setitimer(signal.ITIMER_REAL, 0)
            if number == warm:
                base = _resident()
            if number % 5000 == 0 and number > warm and _resident() - base > GROWTH:
                return f"{name}: the process grew by {(_resident() - base) // 1024} MB in {number} inputs"
            if rng.random() < 0.02 and len(pool) < 400:
                pool.append(data)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if say:
        rate = inputs / max(time.monotonic() - began, 1e-9)
        grown = (_resident() - base) / 1024 if base else 0.0
        print(f"{name}: {inputs} inputs, nothing found; {rate:.0f} a second, grown by {grown:.0f} MB", flush=True)
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
