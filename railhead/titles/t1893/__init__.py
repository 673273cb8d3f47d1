"""1893: Cologne, by Edwin Eckert."""

from pathlib import Path

from railhead.core.rules import Option, Title
from railhead.titles.t1893 import rules, terms
from railhead.titles.t1893.positions import POSITIONS

OPTIONS = (
    Option(terms.EXTRA_TRAIN, "An eighth 2-train (21.1)."),
    Option(terms.DELAYED, "Owners may delay the exchange of their minors after a voted merger (21.2)."),
    Option(terms.INDUSTRY, "Industrial areas: every corporation has an industry marker (21.3)."),
    Option(terms.GREY, "Grey phase: other tiles for Köln, dearer and up to grey (21.4)."),
    Option(terms.EXISTING, "Existing track in Grevenbroich and Solingen (21.5)."),
    Option(terms.SEATS_IN_ORDER, "Players sit as they are listed; the book draws lots (2.2).", house=True),
)

TITLE = Title(
    name="1893",
    full_name="1893: Cologne",
    seats=range(2, 5),
    options=OPTIONS,
    build=rules.build,
    folder=Path(__file__).parent,
    positions=POSITIONS,
    about={
        "designer": "Edwin Eckert",
        "length": "3 to 4 hours",
        "special": "Minors that merge by vote, bonds of the City of Cologne, four bridges over the Rhine.",
    },
)
