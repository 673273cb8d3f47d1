"""The titles that Railhead plays. One line here puts a title on every shelf: site, terminal, bots, records."""

from railhead.core.rules import Title
from railhead.titles import t1824, t1843, t1889, t1893, t1894

TITLES: dict[str, Title] = {
    "1824": t1824.TITLE,
    "1843": t1843.TITLE,
    "1889": t1889.TITLE,
    "1893": t1893.TITLE,
    "1894": t1894.TITLE,
}


def title(name: str) -> Title:
    """The title of this name; an unknown one is a `ValueError` that says which there are."""
    if name not in TITLES:
        raise ValueError(f"unknown title {name!r}; there are: {', '.join(TITLES)}")
    return TITLES[name]
