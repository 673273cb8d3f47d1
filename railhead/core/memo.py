"""What is worked out once and kept: the one way to remember an answer with a board, a position, a map or the rules.

A memo belongs to the module that fills it, and its type says what it holds. The answers live as long as the value
they were worked out from. A key names everything else that an answer depends on, so a remembered answer and a fresh
one are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


class Memo(Generic[Key, Answer]):
    """Answers of one kind, by key, kept with the value (`owner`) that they were worked out from."""

    __slots__ = ()

    def of(self, owner: object, key: Key, work: Callable[[], Answer]) -> Answer:
        """The answer for a key, worked out when it is first asked for."""
        kept = self.kept(owner)
        if key not in kept:
            kept[key] = work()
        return kept[key]

    def kept(self, owner: object) -> dict[Key, Answer]:
        """All answers kept with a value so far."""
        fields: dict[object, dict[Key, Answer]] = vars(owner)  # type: ignore[assignment]
        found = fields.get(self)
        if found is None:
            found = fields[self] = {}
        return found
