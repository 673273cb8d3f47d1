"""1889: The History of Railroading in Shikoku, by Yasutaka Ikeda."""

from pathlib import Path

from railhead.core.rules import Option, Title
from railhead.routes.positions import PositionTitle, by_colour
from railhead.titles.t1889 import rules
from railhead.titles.t1889.scoring import scoring

OPTIONS = (
    Option(rules.BEGINNER, "Beginner game: privates are dealt, without powers; more tiles (section 16)."),
    Option(
        rules.SECRET_TREASURIES,
        "Only its president knows what a company has (3.4, 5.6.3); the bank is not shown either.",
        house=True,
    ),
    Option(rules.FREE_RUNS, "A run below the best total is accepted (8.3 demands the best).", house=True),
)

TITLE = Title(
    name="1889",
    full_name="1889: Shikoku",
    seats=range(2, 7),
    options=OPTIONS,
    build=rules.build,
    folder=Path(__file__).parent,
    positions=PositionTitle(lambda: rules.FACTS, by_colour(scoring)),
    about={
        "designer": "Yasutaka Ikeda",
        "length": "2 to 4 hours",
        "special": "Short and sharp: an island, seven companies, a port and a green tile to bargain with.",
    },
)
