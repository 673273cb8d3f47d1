"""A site of its own for every test process: a data folder that goes away, a migrated database, no rate limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browsing import browser, pages, site
from sites import set_up_django

set_up_django()

from django.test import Client  # noqa: E402

__all__ = ["browser", "pages", "site"]

HTMX = {"HX-Request": "true"}


def hash_of(tag: str) -> str:
    """The hash that a part carries."""
    return tag.rpartition('data-part="')[2].rstrip('"')


def parts_on(page: str) -> str:
    """The parts that a page has, as its scripts tell the server."""
    tags = re.findall(r'<[^>]* data-part="[\w.]+"', page)
    names = [re.search(r'data-of="([\w-]+)"', tag) or re.search(r' id="([\w-]+)"', tag) for tag in tags]
    return " ".join(f"{name[1]}:{hash_of(tag)}" for name, tag in zip(names, tags, strict=True) if name)


class Person(Client):
    """Somebody with a browser of their own."""

    def __init__(self) -> None:
        super().__init__(SERVER_NAME="localhost")

    def new_table(self, title: str = "1889", players: int = 3, **more: Any) -> str:
        """Set a table up and return its id."""
        form = {"players": str(players), "kind": "hotseat", "seed": "7", **more}
        answer = self.post(f"/new/{title}/", form)
        assert answer.status_code == 302, answer.content
        return str(answer["Location"]).strip("/").split("/")[1]

    def parts_on(self, page: str) -> str:
        """The parts that a page has, as its scripts tell the server."""
        return parts_on(page)

    def htmx(self, path: str, **data: Any) -> Any:
        """Post what a part of the page would post."""
        return self.post(path, data, headers=HTMX)

    def move(self, game: str, seq: int, move: str, key: str = "", **more: Any) -> Any:
        """Make a move by the form of the page."""
        return self.htmx(f"/t/{game}/move/", seq=seq, move=move, key=key, **more)


@pytest.fixture
def somebody() -> Callable[[], Person]:
    """Makes people."""
    return Person


@pytest.fixture
def ann() -> Person:
    """Somebody."""
    return Person()


@pytest.fixture
def played() -> Iterator[Callable[[str, int], Any]]:
    """Plays a game on with the stand-in up to a number of moves; gives the position."""
    from railhead.core.engine import actors
    from railhead.play.stand_in import choose
    from railhead.site import seating
    from railhead.site.store import games

    def play(game: str, until: int, stop: Callable[[Any], bool] = lambda state: True) -> Any:
        for _ in range(3000):
            head, state = games.now(game)
            if state.ended is not None or (head.count >= until and stop(state)):
                return state
            seat = actors(state)[0]
            seating.submit(game, head.version, choose(state, seat), (seat,))
        raise AssertionError("never came to such a position")

    return play
