"""docs/differences.md, made from the DEPARTURES.md of every title.

python scripts/differences.py
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "differences.md"
HEAD = """\
# What differs from 18xx.games

Railhead follows the rulebooks of all five titles. 18xx.games plays some things in another way. A game that is
imported from there is followed as it was played there, in the dialect `18xx.games`; it keeps that dialect when you
play on. A table that you set up plays by the book. It can choose the few house rules that are named below, and no
other departure.

The names in the first column are what records and messages call a departure. This page is made from the file
`DEPARTURES.md` in the folder of each title.
"""


def page() -> str:
    """The text of the page."""
    parts = [HEAD]
    for path in sorted(ROOT.glob("railhead/titles/t*/DEPARTURES.md")):
        text = path.read_text(encoding="utf-8")
        _, _, body = text.partition("\n\n")
        if "dialect `18xx.games`" in body.partition("\n\n")[0]:
            _, _, body = body.partition("\n\n")  # what the head of the page says for all titles
        parts.append(f"## {path.parent.name[1:]}\n\n{re.sub(r'^#', '##', body, flags=re.MULTILINE)}")
    return "\n".join(part.rstrip() + "\n" for part in parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
