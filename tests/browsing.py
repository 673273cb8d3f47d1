"""A server and browsers for tests that look at pages as people do."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from sites import lay_database

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MARKS = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: run scripts/browser.sh"),
]
"""For `pytestmark` of a module with such tests."""
expect.set_options(timeout=15_000)
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server of our own that keeps its games in a folder; its address."""
    port = free_port()
    environment = {**os.environ, "RAILHEAD_DATA": str(folder), "RAILHEAD_UNLIMITED": "1", "RAILHEAD_THINKERS": "1"}
    code = f"from railhead.site.serve import serve; serve(port={port})"
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=log, stderr=log)
        address = f"http://127.0.0.1:{port}"
        try:
            _until_up(address, server)
            yield address
        finally:
            server.terminate()
            server.wait(timeout=15)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one server for all."""
    with serving(lay_database(tmp_path_factory.mktemp("site"))) as address:
        yield address


def _until_up(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(2400):
        assert server.poll() is None, "the server did not start"
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/healthz", timeout=2):
            return
        time.sleep(0.05)
    raise AssertionError("the server did not answer")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all."""
    with chromium() as one:
        yield one


@pytest.fixture
def pages(browser: Browser, site: str) -> Iterator[Any]:
    """Makes pages of people of their own; at the end no page may have had an error."""
    contexts, errors = [], []

    def make(**more: Any) -> Page:
        context = browser.new_context(base_url=site, viewport=more.pop("viewport", WIDE), **more)
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


def version(page: Page) -> int:
    """The version of the game that the page shows."""
    return int(page.locator("#status").get_attribute("data-version") or 0)


def moved(page: Page, before: int) -> None:
    """Wait until the page shows a later version."""
    page.wait_for_function("before => Number(document.getElementById('status').dataset.version) > before", arg=before)


def begin(page: Page, title: str = "1889", players: int = 2, **fields: str) -> None:
    """A table in two clicks: its title's button, then Begin."""
    page.goto("/")
    page.locator(f"#title-{title}").get_by_role("link", name="Start a table").click()
    page.locator(f".segments label:has(input[value='{players}'])").click()
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/**")
    page.locator("html[data-ready=table]").wait_for()


def press(page: Page, button: Any) -> None:
    """Press a button that makes a move, and wait for what comes."""
    before = version(page)
    button.click()
    moved(page, before)


def first(page: Page) -> Any:
    """The first control that makes a move, on the stage or in Now."""
    return page.locator("#stage button[form=act]:visible, #moves button:visible, .pass-form button:visible").first


def two_people(pages: Any, title: str = "1889") -> tuple[Page, Page]:
    """Two people at a table, each with a browser."""
    ann, bob = pages(), pages()
    ann.goto(f"/new/{title}/")
    ann.locator("input[value=online]").check()
    ann.locator(".segments label:has(input[value='2'])").click()
    ann.locator("#name1").fill("Ann")
    ann.get_by_role("button", name="Begin").click()
    bob.goto(ann.locator("#link").input_value())
    bob.locator("#name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    for page in (ann, bob):
        page.locator("html[data-ready=table]").wait_for()
    return ann, bob


def arrive(page: Page, record: bytes, folder: Path) -> None:
    """Open a table with a recorded game."""
    file = folder / "game.json"
    file.write_bytes(record)
    page.goto("/")
    page.locator("#drop input[type=file]").set_input_files(file)
    page.locator("#drop").evaluate("form => form.requestSubmit()")
    page.wait_for_url("**/t/**")
    page.wait_for_function("document.documentElement.dataset.ready")
