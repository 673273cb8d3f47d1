"""Results computed once and cached: the one way to cache an answer with a board, a position, a map or the rules.

A memo belongs to the module that fills it, and its type says what it holds. The answers live as long as the value
they were computed from. A key names everything else that an answer depends on, so a cached answer and a fresh
one are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Generic, TypeVar

Owner = TypeVar("Owner")
Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


class Memo(Generic[Key, Answer]):
    """Answers of one kind, by key, kept with the value (`owner`) that they were computed from."""

    __slots__ = ()

    def of(self, owner: object, key: Key, work: Callable[[], Answer]) -> Answer:
        """The answer for a key, computed when it is first asked for."""
        kept = self.kept(owner)
        try:
            return kept[key]
        except KeyError:
            pass
        answer = kept[key] = work()
        return answer

    def kept(self, owner: object) -> dict[Key, Answer]:
        """All answers kept with a value so far."""
        fields: dict[object, dict[Key, Answer]] = owner.__dict__  # type: ignore[assignment]
        found = fields.get(self)
        if found is None:
            found = fields[self] = {}
        return found


def remembered(work: Callable[[Owner, Key], Answer]) -> Callable[[Owner, Key], Answer]:
    """A function of a value and a key that computes each answer once per value."""
    memo = Memo[Key, Answer]()

    @wraps(work)
    def answer(owner: Owner, key: Key) -> Answer:
        fields: dict[object, dict[Key, Answer]] = owner.__dict__  # type: ignore[assignment]
        kept = fields.get(memo)
        if kept is None:
            kept = fields[memo] = {}
        elif key in kept:
            return kept[key]
        found = kept[key] = work(owner, key)
        return found

    return answer
