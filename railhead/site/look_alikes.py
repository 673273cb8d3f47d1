"""Names that look alike: two with the same skeleton cannot be told apart on a page."""

from __future__ import annotations

import unicodedata

from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

ALIKE = str.maketrans("01i|", "olll")
SEPARATORS = str.maketrans("", "", "-_.+@ ")


def skeleton(name: str) -> str:
    """What a name looks like: letters of other scripts as the Latin ones they look like, no separators, no case."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(_latin(char) for char in plain).casefold().translate(ALIKE).translate(SEPARATORS)


def _latin(char: str) -> str:
    if char.isascii():
        return char
    for found in confusables.is_confusable(char, greedy=True, preferred_aliases=["latin"]) or ():
        for one in found["homoglyphs"]:
            if one["c"].isascii() and len(one["c"]) == 1:
                return str(one["c"])
    return char
