"""All tests here need the site."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from sites import set_up_django

set_up_django()


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rate limits but where a test wants them."""
    monkeypatch.setenv("RAILHEAD_UNLIMITED", "1")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL for this run; without it a test is skipped, except in CI."""
    from rig import NoPostgres, Postgres

    try:
        running = Postgres().start()
    except NoPostgres as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))
    yield running
    running.stop()
