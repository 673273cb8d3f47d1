"""Refusals as sentences: what is wrong with one, and a watch over every refusal that the tests of titles bring about.

Each of those tests is a direct case: a position, a move, a slug. The watch says every such case once for each set of
facts, and a test fails whose refusal reads badly. After a run of all tests of one of our titles it names the slugs
that no test has brought about, and the run fails: such a slug cannot be reached, or has no direct case. A title of
another package, such as the Primer, says in its own tests how much it wants to be sure of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from railhead import titles
from railhead.conformance import ANSWERS, every_rules
from railhead.core import engine
from railhead.core.rulings import Refusal
from railhead.core.state import State
from railhead.titles import TITLES
from railhead.view.refusal_words import case_text, has_words, refusal_text

HOLE = re.compile(
    r"  |\( |\(\)|\[| [.,;]|[.,;:]{2}|:\s*\.|[{}<>_]|\bNone\b|\bTrue\b|\bFalse\b|\b(?:to|of|for|is|has|and|the) \."
    r"|\b(\w+) \1\b"
)
"""What is left where a figure is missing or was never put in words, and a word said twice."""
INNER = re.compile(r"\bp\d\b|\b[A-Z]+\d+\.\d\b|\bipo\b|\bbought over\b")
"""Names of the program's own: players, stops of the network, places."""


def faults(state: State, refusal: Refusal) -> list[str]:
    """What is wrong with the sentences of a refusal; nothing, if a player can read them."""
    text = refusal_text(state, refusal)
    found = []
    if not (text and text[0] == text[0].upper() and text.endswith(".")):
        found.append("is not a sentence")
    if hole := HOLE.search(text):
        found.append(f"has a hole at {hole.group()!r}")
    if inner := INNER.search(text):
        found.append(f"says {inner.group()!r}")
    if refusal.rule in text:
        found.append("says its slug")
    if not has_words(state, refusal):
        found.append(f"has no words for {sorted(refusal.facts)}")
    said = [_plain(one) for one in (*case_text(state, refusal).split(". "), state.rules.rulebook.says(refusal.rule))]
    if len(set(said)) < len(said):
        found.append("says the same twice")
    return found


def _plain(sentence: str) -> str:
    return re.sub(r"\W+", " ", sentence).strip().lower()


class Watch:
    """What was heard in this process: the slugs of every title, each set of facts said once."""

    def __init__(self) -> None:
        self.heard: dict[str, set[str]] = {}
        self.whole: set[str] = set()  # titles of which every test is in the run
        self._said: set[tuple[Any, ...]] = set()

    @contextmanager
    def over(self) -> Iterator[list[str]]:
        """Listen to the refusals of a test; what reads badly is in the list at the end."""
        judge, bad = engine._judge, []

        def listening(state: State, move: Any) -> Any:
            kind, refusal = judge(state, move)
            if refusal is not None:
                bad.extend(self.hear(state, refusal))
            return kind, refusal

        engine._judge = listening
        try:
            yield bad
        finally:
            engine._judge = judge

    def hear(self, state: State, refusal: Refusal) -> list[str]:
        """Say a refusal, if its like was not said before; what is wrong with it."""
        title = state.rules.title
        self.heard.setdefault(title, set()).add(refusal.rule)
        empty = tuple(name for name, value in refusal.facts.items() if value in ("", [], (), None))
        like = (title, refusal.rule, refusal.verb, tuple(sorted(refusal.facts)), empty)
        if like in self._said:
            return []
        self._said.add(like)
        text = refusal_text(state, refusal)
        return [f"{refusal.rule} {fault}: {text!r} {dict(refusal.facts)}" for fault in faults(state, refusal)]

    def add(self, heard: dict[str, Iterable[str]], whole: Iterable[str]) -> None:
        """What another process has heard."""
        for title, slugs in heard.items():
            self.heard.setdefault(title, set()).update(slugs)
        self.whole.update(whole)

    def never_heard(self) -> dict[str, list[str]]:
        """By title the slugs that a run of all its tests did not bring about."""
        missing = {}
        for title in sorted(self.whole):
            built = every_rules(TITLES[title])
            wanted = ANSWERS.union(*(rules.slugs() for rules in built))
            if left := wanted - self.heard.get(title, set()):
                missing[title] = sorted(left)
        return missing


WATCH = Watch()
FOLDERS = {name: title.folder / "tests" for name, title in TITLES.items()}
OURS = Path(titles.__file__).parent
"""The titles in this folder are ours: each of their slugs needs a direct case."""


def _title_of(path: Path) -> str:
    return next((name for name, folder in FOLDERS.items() if path.is_relative_to(folder)), "")


@pytest.fixture(autouse=True)
def refusals_are_sentences(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever the tests of a title have refused is said in sentences that a player can read."""
    if not _title_of(request.path):
        yield
        return
    with WATCH.over() as bad:
        yield
    assert not bad, "\n".join(bad)


def pytest_collection_finish(session: pytest.Session) -> None:
    """A title whose tests are all in the run must have all its slugs heard."""
    option = session.config.option
    if option.keyword or option.collectonly or any("::" in arg for arg in session.config.args):
        return
    files = {item.path for item in session.items}
    for name, folder in FOLDERS.items():
        own = set(folder.glob("test_*.py"))
        if own and own <= files and folder.is_relative_to(OURS):
            WATCH.whole.add(name)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker has finished: what it heard counts too."""
    output = getattr(node, "workeroutput", {})
    WATCH.add(output.get("heard", {}), output.get("whole", ()))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand on what was heard, or fail the run for what was not."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["heard"] = {title: sorted(slugs) for title, slugs in WATCH.heard.items()}
        output["whole"] = sorted(WATCH.whole)
    elif session.exitstatus == pytest.ExitCode.OK and WATCH.never_heard():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say which slugs no test has brought about, where all tests have passed."""
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        return
    for title, slugs in WATCH.never_heard().items():
        terminalreporter.line(f"{title}: no test of the title has been refused by {', '.join(slugs)}", red=True)
