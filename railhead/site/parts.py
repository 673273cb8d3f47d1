"""Parts of a page that are sent only when they changed.

A part is one element with an id. Its template writes `data-part=""` into that element; the hash of the part is put
there, so that a page can say which parts it has. What everybody sees is rendered once and cached.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.utils.safestring import SafeString, mark_safe

from railhead.site.part_templates import rendered

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping

Made = TypeVar("Made")

PLACE = 'data-part=""'
MOST = 3000
"""How many parts are cached."""


@dataclass(frozen=True)
class Part:
    """A part of the page: the whole element, and the hash by which a page knows that it has it."""

    id: str
    drawn: SafeString | Callable[[], SafeString]
    """The element, or how to draw it: some are needed only by a page that lacks all of it."""
    hash: str
    instead: Callable[[str], str] | None = None
    """What to send to a page that has the part with this other hash; nothing if the whole part must go."""

    @cached_property
    def html(self) -> SafeString:
        """The whole element."""
        return self.drawn if isinstance(self.drawn, str) else self.drawn()

    def update(self, there: str) -> str:
        """What brings a page up to date that has the part with this hash, or lacks it."""
        less = self.instead(there) if self.instead is not None and there else ""
        return less or f'<hx-partial hx-target="#{self.id}" hx-swap="outerMorph">{self.html}</hx-partial>'


class Memory(Generic[Made]):
    """What was made once, by what it depends on: the most recently used."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Any, Made] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Any, make: Callable[[], Made]) -> Made:
        """What is cached under this key, made now if necessary."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        self.keep(key, made)
        return made

    def keep(self, key: Any, made: Made) -> None:
        """Cache what was made."""
        with self._lock:
            self._kept[key] = made
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def known(self, key: Any) -> Made | None:
        """What is cached under this key, if it still is."""
        with self._lock:
            return self._kept.get(key)


memory: Memory[Part] = Memory()


def part(id_: str, template: str, facts: Mapping[str, Any]) -> Part:
    """Render a part."""
    return made(id_, rendered(template, facts))


def block(template: str, **facts: Hashable) -> SafeString:
    """A piece of a part that is rendered once for the same facts, whoever sees it and whatever else has changed."""
    return memory.get((template, *facts.values()), lambda: part("", template, facts)).html


def made(id_: str, html: str) -> Part:
    """A part from its element."""
    name = hashlib.blake2s(html.encode(), digest_size=6).hexdigest()
    return Part(id_, mark_safe(html.replace(PLACE, f'data-part="{name}"', 1).strip()), name)


def had(text: str) -> dict[str, str]:
    """The parts that a page says it has: "id:hash id:hash"."""
    words = (word.partition(":") for word in text[:4000].split())
    return {name: hash_ for name, _, hash_ in words}


def changed(parts: Iterable[Part], there: Mapping[str, str]) -> SafeString:
    """The parts that a page lacks, each with where it goes."""
    return mark_safe("".join(one.update(there.get(one.id, "")) for one in parts if there.get(one.id) != one.hash))
