"""1889: The History of Railroading in Shikoku, by Yasutaka Ikeda."""

from pathlib import Path

from railhead.core.emergency import EARLY_BANKRUPTCY
from railhead.core.phases import ANY_DISCARD_ORDER
from railhead.core.revenue import RECORDED_RUNS
from railhead.core.rules import Option, Title
from railhead.routes.positions import PositionTitle, by_colour
from railhead.titles.t1889 import rules
from railhead.titles.t1889.recorded import RECORDED
from railhead.titles.t1889.scoring import scoring

OPTIONS = (
    Option(rules.BEGINNER, "Beginner game: privates are dealt, without powers; more tiles (section 16)."),
    Option(rules.FREE_RUNS, "A run below the best total is accepted (8.3 demands the best).", house=True),
    Option(
        rules.LOWEST_SPEAKS,
        "In an auction between bidders the lowest bidder speaks; the book goes round from the highest (5.7).",
        house=True,
    ),
    Option(
        rules.SELL_DOWN,
        "A holding above 60 % must be sold down once the price has left the orange area.",
        house=True,
    ),
    Option(
        rules.NO_EMERGENCY_SELL_DOWN,
        "A forced sale need not bring a holding down to 60 % (10.6.2 demands it).",
        house=True,
    ),
    Option(
        ANY_DISCARD_ORDER,
        "Companies over the train limit discard in any order; the book begins with the buyer (10.2.1).",
        house=True,
    ),
    Option(
        EARLY_BANKRUPTCY,
        "A president who cannot raise the money for a train may give up before the company runs.",
        house=True,
    ),
    Option(
        rules.FIVE_WITHOUT_B,
        "In the beginner game five players have the privates A, C, D, E, F; by the book B to F (table 3).",
        house=True,
    ),
    Option(RECORDED_RUNS, "Runs, track and markers of an imported game stand as they were recorded.", house=True),
)

TITLE = Title(
    name="1889",
    full_name="1889: Shikoku",
    seats=range(2, 7),
    options=OPTIONS,
    build=rules.build,
    folder=Path(__file__).parent,
    positions=PositionTitle(lambda: rules.FACTS, by_colour(scoring)),
    recorded=RECORDED,
    about={
        "designer": "Yasutaka Ikeda",
        "length": "2 to 4 hours",
        "special": "Short and sharp: an island, seven companies, a port and a green tile to bargain with.",
    },
)
