"""Long names break between syllables."""

from __future__ import annotations

import pytest

from railhead.view.hyphens import SOFT, hyphenated

NAMES = (
    ("Eisenbahnverkehrsmittel Aktiengesellschaft", "Eisen-bahn-ver-kehrs-mit-tel Aktien-ge-sell-schaft"),
    ("Spoorwegmaatschappij", "Spoor-weg-maat-schap-pij"),
    ("Siebenbürgische Bahn", "Sie-ben-bür-gi-sche Bahn"),
    ("Takamatsu", "Takamatsu"),
)


@pytest.mark.parametrize(("name", "broken"), NAMES)
def test_long_words_break_between_syllables(name: str, broken: str) -> None:
    assert hyphenated(name).replace(SOFT, "-") == broken
