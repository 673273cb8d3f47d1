"""1894, by Jan Kłos: north-eastern France and Belgium."""

from pathlib import Path

from railhead.core.rules import Option, Title
from railhead.titles.t1894 import opening, rules
from railhead.titles.t1894.positions import POSITIONS

OPTIONS = (
    Option(opening.SEATS_IN_ORDER, "Number cards follow the seats; the book deals them at random (3).", house=True),
    Option(rules.FREE_RUNS, "A run below the best total is accepted (7.3.5 demands the best).", house=True),
)

TITLE = Title(
    name="1894",
    full_name="1894: France and Belgium",
    seats=range(3, 5),
    options=OPTIONS,
    build=rules.build,
    folder=Path(__file__).parent,
    positions=POSITIONS,
    about={
        "designer": "Jan Kłos",
        "length": "3 to 5 hours",
        "special": "A random start, green cities that split, ferries to London, companies that buy back shares.",
    },
)
