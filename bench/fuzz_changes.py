"""How good inputs become strange ones: changes of text, of words, and of structure, all from one seed.

The strings and numbers of the good inputs are the vocabulary: an input whose every part is plausible gets further
than noise, and what lies behind the reader is where faults hide.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator

NUMBERS: list[Any] = [0, -1, 1, 2**31, 2**63, 2**64, 10**30, -(2**63) - 1, 1e308, 0.1, None, True, False]
TEXTS = ["", "\x00", "\ud7ff", "p1", "p9", "é", "a" * 300, "99999999999999999999", "-0", "[", "{", "none", "IPO"]
NASTY: list[Any] = [*NUMBERS, *TEXTS, [], {}, [[]], [{}], {"": ""}]
MARKS = [b'"', b"[", b"]", b"{", b"}", b",", b":", b"null", b"\\u0000", b"-", b"e999", b"&a ", b"*a", b"!!", b"\n"]
LONGEST = 20_000
STRANGE = 0.25
"""How often a value is replaced by one that fits nowhere, and not by one from the vocabulary."""


class Changes:
    """Changes of one target's inputs; `prefix` bytes in front choose a position and are not part of the text."""

    def __init__(self, rng: random.Random, seeds: Iterable[bytes], prefix: int) -> None:
        self.rng = rng
        self.prefix = prefix
        known: dict[str, Any] = {}
        keys: dict[str, None] = {}
        for seed in seeds:
            for value in _parts(_read(seed[prefix:]), keys):
                known.setdefault(repr(value), value)
        self.values = list(known.values()) or [0]
        self.texts = [value for value in self.values if isinstance(value, str)] or ["x"]
        self.numbers = [value for value in self.values if not isinstance(value, str)] or [0]
        self.keys = list(keys) or ["x"]
        words = {word for seed in seeds for word in seed[prefix:].replace(b"=", b" ").split()}
        self.words = sorted(words) or [b"x"]

    def of(self, data: bytes, other: bytes) -> bytes:
        """A strange input made of a good one; `other` lends pieces."""
        chance = self.rng.random()
        head, body = data[: self.prefix], data[self.prefix :]
        value = _read(body) if chance < 0.8 else None
        if isinstance(value, dict | list):
            for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
                value = self.changed(value)
            body = _written(value)
        elif chance < 0.6:
            body = self.reworded(body)
        else:
            body = self.garbled(body, other)
        if head and self.rng.random() < 0.1:
            head = bytes([self.rng.randrange(256)])
        return head + body[:LONGEST]

    def changed(self, value: Any) -> Any:
        """A change somewhere in a structure."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.9:
            key = rng.choice(list(value))
            what = rng.randrange(10)
            if what == 0:
                return {name: one for name, one in value.items() if name != key}
            if what == 1:
                return {**value, rng.choice(self.keys): self.fresh(key)}
            return {**value, key: self.changed(value[key])}
        if isinstance(value, list) and value and rng.random() < 0.9:
            at = rng.randrange(len(value))
            what = rng.randrange(6)
            if what == 0:
                return value[:at] + value[at + 1 :]
            if what == 1:
                return value[: at + 1] + value[at:]
            if what == 2:
                return [value[rng.randrange(len(value))] if i == at else one for i, one in enumerate(value)]
            return [self.changed(one) if i == at else one for i, one in enumerate(value)]
        if type(value) is int and rng.random() < 0.4:
            return value + rng.choice((-10, -1, 1, 10, 1000))
        return self.fresh(value)

    def fresh(self, value: Any) -> Any:
        """In place of a value: one of its kind that is known elsewhere, or one that fits nowhere."""
        if self.rng.random() < STRANGE:
            return self.rng.choice(NASTY)
        return self.rng.choice(self.texts if isinstance(value, str) else self.numbers)

    def reworded(self, data: bytes) -> bytes:
        """Words replaced by other known words, names of fields kept: for moves as lines and for YAML."""
        words = data.split(b" ")
        for _ in range(self.rng.choice((1, 1, 2))):
            at = self.rng.randrange(len(words))
            name, equals, _ = words[at].partition(b"=")
            word = self.rng.choice(self.words)
            words[at] = name + b"=" + word if equals and self.rng.random() < 0.8 else word
        return b" ".join(words)

    def garbled(self, data: bytes, other: bytes) -> bytes:
        """A few changes of the bytes."""
        rng = self.rng
        found = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(found) + 1)
            what = rng.randrange(6)
            if what == 0 and found:
                found[at % len(found)] = rng.randrange(256)
            elif what == 1:
                found[at:at] = rng.choice(MARKS)
            elif what == 2:
                del found[at : at + rng.randint(1, 12)]
            elif what == 3:
                found[at:at] = found[at : at + rng.randint(1, 40)] * rng.randint(1, 3)
            elif what == 4:
                cut = rng.randrange(len(other) + 1)
                found[at : at + 20] = other[cut : cut + rng.randint(1, 40)]
            elif rng.random() < 0.3:
                del found[at:]
        return bytes(found)


def _read(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return None


def _written(value: Any) -> bytes:
    try:
        return msgspec.json.encode(value)
    except (OverflowError, ValueError):  # numbers that only the slower writer has
        return json.dumps(value).encode()


def _parts(value: Any, keys: dict[str, None]) -> Iterator[Any]:
    """The texts and numbers within a structure; the names of its fields go to `keys`."""
    if isinstance(value, dict):
        for name, one in value.items():
            keys.setdefault(name)
            yield from _parts(one, keys)
    elif isinstance(value, list):
        for one in value:
            yield from _parts(one, keys)
    elif value is not None:
        yield value
