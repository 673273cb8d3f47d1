"""Pictures of tables as people see them: any position of a playthrough, at any width, in both themes.

python scripts/screens.py FOLDER 1889-3-b:lay_port 1843-6:120 --widths 1440,390 --themes light,dark --stages market

A position is a playthrough (tests/playthroughs) and either a verb, before whose first move the game stands, or a
number of moves. Without `--stages` the table shows the stage of the decision. Needs Chromium and the tools for tests.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from browsing import arrive, chromium, serving
from positions import after, before

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HEIGHTS = {1920: 1080, 1440: 900, 1024: 768, 390: 844}
"""The height of the screen for each width; others get the shape of a desk's screen."""
PHONE_AT_MOST = 600


def _words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def asked() -> argparse.Namespace:
    """What the command line asks for."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("folder", type=Path)
    reader.add_argument("positions", nargs="+")
    reader.add_argument("--widths", type=_words, default=["1440"])
    reader.add_argument("--themes", type=_words, default=["light"])
    reader.add_argument("--stages", type=_words, default=[""])
    reader.add_argument("--at", default="", help="the address of a site that is already running")
    reader.add_argument("--fan", action="store_true", help="choose a lit hex of the map")
    return reader.parse_args()


def screen(width: int) -> dict[str, Any]:
    """A browser's screen of this width; narrow ones are phones."""
    phone = {"has_touch": True, "is_mobile": True} if width <= PHONE_AT_MOST else {}
    return {"viewport": {"width": width, "height": HEIGHTS.get(width, width * 10 // 16)}, **phone}


def look(browser: Browser, address: str, position: str, wanted: argparse.Namespace) -> None:
    """Import a position, and picture its table at every width, in every theme, on every stage."""
    name, _, where = position.partition(":")
    record = after(name, int(where)) if where.isdigit() else before(name, where)[0]
    host = browser.new_context(base_url=address)
    page = host.new_page()
    with tempfile.TemporaryDirectory() as folder:
        arrive(page, record, Path(folder))
    page.evaluate("document.querySelector('#pointers button')?.click()")
    kept, table = host.storage_state(), page.url
    for width in map(int, wanted.widths):
        for theme in wanted.themes:
            context = browser.new_context(storage_state=kept, color_scheme=theme, **screen(width))
            one = context.new_page()
            for stage in wanted.stages:
                one.goto(f"{table}?stage={stage}" if stage else table)
                one.wait_for_function("document.documentElement.dataset.ready")
                if wanted.fan and (lit := one.locator("#board .hex.lit:visible").all()):
                    lit[len(lit) // 2].click(force=True)
                    one.locator(".fan-card").wait_for()
                parts = (name, where, stage, str(width), theme)
                file = wanted.folder / ("-".join(filter(None, parts)) + ".png")
                one.screenshot(path=file, animations="disabled")
                print(file)
            context.close()
    host.close()


def main() -> None:
    """Picture everything that is asked for."""
    wanted = asked()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.nullcontext(wanted.at) if wanted.at else serving(Path(folder)) as address,
        chromium() as browser,
    ):
        for position in wanted.positions:
            look(browser, address, position, wanted)


if __name__ == "__main__":
    main()
