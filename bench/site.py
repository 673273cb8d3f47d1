"""How long the server works on a move and on the fragments that watchers get, on a late board.

Plays a game with the stand-in up to a late position, then makes moves through the web application (in process,
on SQLite in a temporary folder) and times each answer, and the fragments that another seat fetches after it.

    python bench/site.py [--title 1824] [--seats 4] [--from 450] [--moves 120]
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import tempfile
import time
from typing import Any
from urllib.parse import urlencode

from page_parts import Page

FORM = "application/x-www-form-urlencoded"
"""How htmx sends forms."""


def arguments() -> argparse.Namespace:
    """What to play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--title", default="1824")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--from", dest="start", type=int, default=450)
    parser.add_argument("--moves", type=int, default=120)
    parser.add_argument("--seed", type=int, default=3)
    return parser.parse_args()


def percentile(values: list[float], share: float) -> float:
    """The value below which this share lies."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def line(name: str, seconds: list[float], limit: tuple[float, float] | None = None) -> str:
    """One line of the table."""
    middle, high = statistics.median(seconds) * 1000, percentile(seconds, 0.99) * 1000
    verdict = ""
    if limit is not None:
        verdict = "ok" if middle <= limit[0] and high <= limit[1] else f"over {limit[0]:.0f}/{limit[1]:.0f}"
    return f"{name:<34}{middle:>9.1f} ms{high:>9.1f} ms{max(seconds) * 1000:>9.1f} ms  {verdict}"


def main() -> None:
    """Play, measure, print."""
    wanted = arguments()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RAILHEAD_DATA"] = folder
        os.environ["RAILHEAD_UNLIMITED"] = "1"
        os.environ["DJANGO_SETTINGS_MODULE"] = "railhead.site.settings"
        import django

        django.setup()
        import logging

        from django.conf import settings
        from django.core.management import call_command
        from django.test import Client

        from railhead.site.part_templates import compile_all
        from railhead.site.prepared import spare_collections

        logging.disable(logging.CRITICAL)
        settings.ALLOWED_HOSTS.append("testserver")
        call_command("migrate", verbosity=0)
        compile_all()
        spare_collections()
        measure(wanted, Client(), Client())


def measure(wanted: argparse.Namespace, player: Any, watcher: Any) -> None:
    """Make moves as one person, watch as another."""
    from railhead.core.engine import actors
    from railhead.play.stand_in import choose
    from railhead.play.timeline import move_to_json
    from railhead.site import seating
    from railhead.site.store import games

    form = {"players": str(wanted.seats), "kind": "hotseat", "seed": str(wanted.seed)}
    answer = player.post(f"/new/{wanted.title}/", form)
    game = answer["Location"].strip("/").split("/")[1]
    everybody = tuple(f"p{at + 1}" for at in range(wanted.seats))
    while True:
        head, state = games.now(game)
        if head.count >= wanted.start or state.ended is not None:
            break
        seating.submit(game, head.version, choose(state, actors(state)[0]), everybody)
    htmx = {"HX-Request": "true"}
    moves, work, pushed, further, pages, sizes = [], [], [], [], [], []
    mine, theirs, another = Page(), Page(), Page()
    for page, client in ((mine, player), (theirs, watcher), (another, watcher)):
        page.see(client.get(f"/t/{game}/").content)
    for _ in range(wanted.moves):
        head, state = games.now(game)
        if state.ended is not None:
            break
        move = choose(state, actors(state)[0])
        data = {"seq": head.version, "move": move_to_json(move), "key": f"k{head.version}", "have": mine.have}
        began, worked = time.perf_counter(), time.process_time()
        answer = player.post(f"/t/{game}/move/", urlencode(data), content_type=FORM, headers=htmx)
        moves.append(time.perf_counter() - began)
        work.append(time.process_time() - worked)
        assert answer.status_code == 200, answer.content
        mine.see(answer.content)
        for page, spent in ((theirs, pushed), (another, further)):
            worked = time.process_time()
            asked = urlencode({"always": "1", "have": page.have})
            fragments = watcher.post(f"/t/{game}/live/", asked, content_type=FORM, headers=htmx)
            spent.append(time.process_time() - worked)
            page.see(fragments.content)
        sizes.append(len(gzip.compress(fragments.content, 6)))
    for at in range(10):
        games.timeline.forget()
        began = time.perf_counter()
        page = player.get(f"/t/{game}/")
        pages.append(time.perf_counter() - began)
        began = time.perf_counter()
        player.post(f"/t/{game}/live/", {"at": str(40 * at + 7), "always": "1"}, headers=htmx)
    head, state = games.now(game)
    print(f"{wanted.title}, {wanted.seats} seats, moves {wanted.start} to {head.count}, on SQLite, in process")
    print(f"{'':<34}{'median':>12}{'99 %':>12}{'worst':>12}")
    print(line("a move, answered with its fragments", moves, (50, 150)))
    print(line("  of it the processor's time", work, (10, 40)))
    print(line("the first watcher, processor", pushed))
    print(line("each further watcher, processor", further))
    print(line("the page, nothing remembered", pages))
    whole = len(gzip.compress(page.content, 6))
    sent = f"median {statistics.median(sizes) / 1024:.1f} kB, worst {max(sizes) / 1024:.1f} kB"
    print(f"parts compressed: {sent}, page {whole / 1024:.0f} kB")


if __name__ == "__main__":
    main()
