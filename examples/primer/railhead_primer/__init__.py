"""The Primer: a small 18xx of our own, to learn with. RULES.md is its rulebook."""

from pathlib import Path

from railhead.core.rules import Title
from railhead.routes.positions import PositionTitle, by_colour
from railhead.usual import scoring
from railhead_primer import rules

TITLE = Title(
    name="primer",
    full_name="The Primer: Tern Island",
    seats=range(2, 5),
    options=(),
    build=rules.build,
    folder=Path(__file__).parent,
    positions=PositionTitle(lambda: rules.FACTS, by_colour(scoring)),
    about={
        "designer": "the Railhead project",
        "length": "half an hour",
        "special": "The game to learn with: a small island, four companies, every common rule once.",
    },
)
