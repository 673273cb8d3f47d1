"""What those who run a server lean on: health, figures, log lines, the key file, an orderly end."""

from __future__ import annotations

import json
import logging
import re
import signal
import stat
import threading
from pathlib import Path

from players import Table
from rig import Caller, Server, wait_until
from sites import browser, lay_database, new_game, play_on

from railhead.site.middleware import JsonLines
from railhead.site.paths import secret_key

LINE = re.compile(r'^[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? -?[0-9.e+]+$')


def test_figures_are_readable_by_prometheus() -> None:
    ann = browser()
    play_on(new_game(ann), 3)
    ann.get("/")
    answer = ann.get("/metrics")
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    lines = answer.content.decode().splitlines()
    typed = {line.split()[2] for line in lines if line.startswith("# TYPE")}
    for line in lines:
        if not line.startswith("#"):
            assert LINE.match(line), line
            name = re.match(r"[a-z_]+", line)
            assert name is not None, line
            assert name[0] in typed or re.sub(r"_(bucket|count|sum)$", "", name[0]) in typed, line
    moves = next(line for line in lines if line.startswith("railhead_moves_total"))
    assert float(moves.split()[1]) >= 3
    assert any(line.startswith("process_resident_memory_bytes") for line in lines)


def test_a_committed_move_leaves_a_line_with_game_and_number() -> None:
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLines().format(record))

    keep = Keep()
    logger = logging.getLogger("railhead.table")
    logger.addHandler(keep)
    logging.disable(logging.NOTSET)
    try:
        game = new_game(browser())
        play_on(game, 2)
    finally:
        logger.removeHandler(keep)
        logging.disable(logging.ERROR)
    facts = [json.loads(line) for line in lines]
    assert [(one["game"], one["move"], one["version"]) for one in facts] == [(game, 1, 1), (game, 2, 2)]
    assert all(one["level"] == "info" and one["what"] == "committed" for one in facts)


def test_the_key_is_made_once_for_nobody_else(tmp_path: Path) -> None:
    first = secret_key(tmp_path)
    assert len(first) >= 50
    assert secret_key(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


def test_an_orderly_end_drains_streams_and_loses_nothing(tmp_path: Path) -> None:
    server = Server(lay_database(tmp_path)).start()
    table = Table(Caller(server.port), "1889", 3, 4).begin()
    table.step()
    heard: list[str] = []
    hello = threading.Event()

    def watch() -> None:
        for line in table.caller.twin().lines(f"/t/{table.id}/stream/"):
            heard.append(line)
            hello.set()
        heard.append("ended")

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    assert hello.wait(20)
    assert server.stop() in (0, -signal.SIGTERM)
    thread.join(10)
    assert heard[-1] == "ended"
    server.start()
    wait_until(table.step, 20, "a move after the restart")
    table.verify(table.caller.twin())
    server.stop()
