"""1843, by J C Lawrence: railways in France, with double-sided trains and port markers."""

from pathlib import Path

from railhead.core.rules import Title
from railhead.routes.positions import PositionTitle, by_colour
from railhead.titles.t1843 import rules
from railhead.titles.t1843.trains import trains_to_run
from railhead.usual import scoring

TITLE = Title(
    name="1843",
    full_name="1843: France",
    seats=range(2, 7),
    options=(),
    build=rules.build,
    folder=Path(__file__).parent,
    positions=PositionTitle(lambda: rules.FACTS, by_colour(scoring), alternatives=trains_to_run),
    about={
        "designer": "J C Lawrence",
        "length": "4 to 6 hours",
        "special": "Double-sided trains, ports to claim, a foreign buyer at work, and gray trains to end it.",
    },
)
