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

Railhead follows the rulebooks of all five titles. 18xx.games plays some points differently. These differences make
up its *dialect*. A game that you import keeps the dialect, even when you play on. A table that you set up plays by
the rulebook; it can choose the house rules named below, and no other difference.

The first column has the names that records and messages use. This page is made from the file `DEPARTURES.md` in the
folder of each title.
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
