"""Where long words may break: soft hyphens between the syllables of names such as Eisenbahnverkehrsmittel.

Browsers know where to hyphenate only in languages for which they have a dictionary. The names of railways are German,
Dutch, French or Japanese, and one rule serves them all: a syllable begins with the last consonant before a vowel.
"""

from __future__ import annotations

import re
from functools import lru_cache

LONG = 13
"""Words with fewer letters fit on a card."""
SOFT = "\N{SOFT HYPHEN}"
LEAST = 3
"""Letters that stay together at either end of a word."""

_SOUNDS = ("sch", "ch", "ck", "ph", "th", "qu")
"""Letters that make one sound: no word breaks between them."""
_WORD = re.compile(r"[^\W\d_]+")
_VOWELS = "aeiouyäöüáàâéèêëîïôû"
_START = re.compile(rf"(?:{'|'.join(_SOUNDS)}|[^{_VOWELS}])[{_VOWELS}]")


@lru_cache(maxsize=512)
def hyphenated(text: str) -> str:
    """The text with soft hyphens in its long words."""
    return _WORD.sub(lambda word: _broken(word[0]), text)


def _broken(word: str) -> str:
    if len(word) < LONG:
        return word
    lower, inside = word.lower(), range(LEAST, len(word) - LEAST + 1)
    places = [at for at in inside if _START.match(lower, at) and not _in_sound(lower, at)]
    return SOFT.join(word[a:b] for a, b in zip([0, *places], [*places, len(word)], strict=True))


def _in_sound(word: str, at: int) -> bool:
    """Whether a break at this letter would split a sound."""
    return any(word.startswith(one, at - cut) for one in _SOUNDS for cut in range(1, len(one)))
