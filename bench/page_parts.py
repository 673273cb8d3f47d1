"""A page of a table as its scripts keep it: which parts it has, and what it tells the server about them."""

from __future__ import annotations

import re


class Page:
    """Somebody's page."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}

    def see(self, content: bytes) -> None:
        """Take in the parts of an answer."""
        text = content.decode()
        for tag, hash_ in re.findall(r'(<[^>]* data-part="([\w.]+)")', text):
            named = re.search(r' data-of="([\w-]+)"', tag) or re.search(r' id="([\w-]+)"', tag)
            if named:
                self.parts[named[1]] = hash_
        self.parts.update(re.findall(r'<div id="(board)-changes"[^>]* data-after="([\w.]+)"', text))

    @property
    def have(self) -> str:
        """What the page sends."""
        return " ".join(f"{name}:{hash_}" for name, hash_ in self.parts.items())
