"""The full-screen table of the terminal for tests: open it, press keys, read what it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from textual.pilot import Pilot
from textual.widgets import Static
from textual.worker import WorkerCancelled

from railhead.terminal.app import RailheadApp
from railhead.terminal.game import TerminalGame
from railhead.terminal.menu import MoveList
from railhead.terminal.start import Wishes, game_for
from railhead.terminal.table_screen import TableScreen

SIZES = [(80, 24), (200, 50)]
Steps = Callable[[RailheadApp, Pilot[None]], Awaitable[None]]


def run(steps: Steps, game: TerminalGame | None, size: tuple[int, int] = (80, 24)) -> RailheadApp:
    """Open the table on a screen of this size and do the steps."""

    async def play() -> RailheadApp:
        app = RailheadApp(game, pause=0)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await steps(app, pilot)
        return app

    # In a thread of its own: the browser of an earlier test may keep an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, play()).result()


async def settled(app: RailheadApp, pilot: Pilot[None]) -> None:
    """Wait until bots and other work are done and the screen is drawn."""
    for _ in range(60):
        await pilot.pause()
        with suppress(WorkerCancelled):  # a newer thought has taken the place of one that was too late
            await app.workers.wait_for_complete()
        await pilot.pause()
        game = app.game
        if game is None or not game.acting() or not game.bot_of(game.acting()):
            break


async def press(app: RailheadApp, pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(app, pilot)


def screen(app: RailheadApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen), app.screen
    return app.screen


def text(app: RailheadApp, name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).content)


def lines(app: RailheadApp) -> list[str]:
    found = app.screen.query_one(MoveList)
    return [str(found.get_option_at_index(at).prompt) for at in range(found.option_count)]


def people(*names: str, title: str = "1889") -> TerminalGame:
    return game_for(Wishes(title, list(names) or ["Ann", "Bob"], seed=3))
