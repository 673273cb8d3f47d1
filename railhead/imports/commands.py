"""The commands that deal with games from files: replay and export. What they need is loaded when they run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from railhead.core.state import State
    from railhead.imports.follower import Follower


def replay(
    file: Annotated[Path, typer.Argument(help="A Railhead record, or a game exported from 18xx.games.")],
    trace: Annotated[Path | None, typer.Option(help="Write the position after every action here.")] = None,
    audit_routes: Annotated[Path | None, typer.Option(help="Write every run beside the best one here.")] = None,
    save: Annotated[Path | None, typer.Option(help="Save the game as a Railhead record.")] = None,
) -> None:
    """Replay a game with every check on and show how it ends."""
    from railhead.imports.reading import is_recording

    data = file.read_bytes()
    if is_recording(data):
        state = _replay_recording(file, data, trace, audit_routes, save)
    else:
        state = _replay_record(file, data, trace, audit_routes, save)
    show_scores(state)


def _replay_recording(
    file: Path, data: bytes, trace: Path | None, audit_routes: Path | None, save: Path | None
) -> State:
    from railhead.imports.actions import read_recording
    from railhead.imports.reading import follower_of, title_of
    from railhead.imports.trace import trace as lines_of
    from railhead.record.games import save as save_record
    from railhead.titles import TITLES, title

    recording = read_recording(data, file.name)
    follower = follower_of(recording, title_of(recording, TITLES, title))
    follower.audit = [] if audit_routes else None
    lines = []
    with progress(f"Replaying {file.name}", len(recording.actions)) as report:
        if trace:
            for line in lines_of(follower):
                lines.append(line)
                report(line["n"])
        else:
            for n, _, _ in follower.follow():
                report(n)
    if trace:
        write_lines(trace, lines)
    if audit_routes:
        write_lines(audit_routes, follower.audit or [])
    if save:
        save_record(follower.session.record(), save)
    _tell(follower)
    return follower.state


def _tell(follower: Follower) -> None:
    from rich.console import Console

    err = Console(stderr=True)
    for remark in follower.remarks:
        rule = f" ({follower.state.rules.rulebook.cite(remark.rule)})" if remark.rule else ""
        err.print(f"action {remark.n}: {remark.text}{rule}", highlight=False, markup=False)
    err.print(follower.session.summary, highlight=False, markup=False)


def _replay_record(
    file: Path, data: bytes, trace: Path | None, audit_routes: Path | None, save: Path | None
) -> State:
    from rich.console import Console

    from railhead.imports.audit import lines_of_game
    from railhead.imports.reading import READERS
    from railhead.imports.trace import PLAIN, line_of
    from railhead.record.games import from_json
    from railhead.record.games import save as save_record
    from railhead.record.session import session_of
    from railhead.titles import title

    record = from_json(data, file.name)
    session = session_of(record, title)
    if trace is not None:
        reader = READERS.get(record.title, PLAIN)
        lines = [line_of(reader, session.opening, session.opening, {"n": -1, "type": "start"})]
        before = session.opening
        for n, step in enumerate(session.steps):
            head = {"n": n, "type": str(type(step.entry.move).__struct_config__.tag)}
            lines.append(line_of(reader, before, step.state, head))
            before = step.state
        write_lines(trace, lines)
    if audit_routes is not None:
        write_lines(audit_routes, list(lines_of_game(session, file.stem)))
    if save is not None:
        save_record(session.record(), save)
    if session.summary:
        Console(stderr=True).print(session.summary, highlight=False, markup=False)
    return session.state


def export(
    file: Annotated[Path, typer.Argument(help="A Railhead record, or a game from 18xx.games.")],
    to: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to write; otherwise to the screen.")
    ] = None,
) -> None:
    """Write a game in the format of 18xx.games, or say what has no counterpart there."""
    import sys

    from rich.console import Console

    from railhead.imports.actions import read_recording
    from railhead.imports.export.files import export as write_file
    from railhead.imports.reading import follow_all, is_recording, title_of
    from railhead.record.games import from_json
    from railhead.record.session import session_of
    from railhead.titles import TITLES, title

    data = file.read_bytes()
    if is_recording(data):
        recording = read_recording(data, file.name)
        session = follow_all(recording, title_of(recording, TITLES, title)).session
    else:
        session = session_of(from_json(data, file.name), title)
    found = write_file(session, file.stem[:40])
    err = Console(stderr=True)
    for remark in found.remarks:
        err.print(remark, highlight=False)
    if to is None:
        sys.stdout.buffer.write(found.data() + b"\n")
    else:
        to.write_bytes(found.data() + b"\n")


def show_scores(state: State) -> None:
    """How a game stands or ended."""
    from rich.console import Console
    from rich.table import Table

    out = Console()
    table = Table("player", "worth", "cash")
    scores = state.ended.scores if state.ended else {one: state.rules.score(state, one) for one in state.players}
    for player in sorted(scores, key=lambda name: -scores[name]):
        table.add_row(state.players[player].name, str(scores[player]), str(state.players[player].cash))
    out.print(table)
    if state.ended is None:
        out.print(f"Not over: {state.round.kind} {state.round.number}, {state.count} moves made.")
    else:
        out.print(f"Ended: {state.ended.reason}, after {state.count} moves.")


def write_lines(path: Path, lines: list[Any]) -> None:
    """Write JSON lines."""
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


@contextmanager
def progress(what: str, total: int) -> Iterator[Any]:
    """A progress bar on a terminal, silence elsewhere."""
    from rich.console import Console
    from rich.progress import Progress

    err = Console(stderr=True)
    with Progress(console=err, disable=not err.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
