"""1894, by Jan Kłos: north-eastern France and Belgium."""

from pathlib import Path

from railhead.core.emergency import EARLY_BANKRUPTCY
from railhead.core.phases import ANY_DISCARD_ORDER
from railhead.core.revenue import RECORDED_RUNS
from railhead.core.rules import Option, Title
from railhead.titles.t1894 import opening, powers, rules, shares, track, trains
from railhead.titles.t1894.positions import POSITIONS
from railhead.titles.t1894.recorded import RECORDED

OPTIONS = (
    Option(opening.SEATS_IN_ORDER, "Number cards follow the seats; the book deals them at random (3).", house=True),
    Option(
        opening.PAR_AFTER_AUCTIONS,
        "Par prices of the major shareholdings are set when all bids are settled; the book says at once (5.3).",
        house=True,
    ),
    Option(
        shares.LOOSE_DOUBLE,
        "The second gray share may follow a sale, and the share that made its buyer president (6.1 allows neither).",
        house=True,
    ),
    Option(shares.PAR_100, "Every company may be parred at 100 (6.5: only the two that start floated).", house=True),
    Option(
        shares.LATE_HOME_FREE_SLOT,
        "A late company's home needs a free location only; the book excludes waiting homes (11.3.3).",
        house=True,
    ),
    Option(powers.STATION_POWER_ONCE, "A station private lays one tile only (11.2.2.3: one a turn).", house=True),
    Option(
        track.EXTRA_TILE_UPGRADE,
        "The extra tile of the Reims-Charleville line may be upgraded at once (11.2.2.1 forbids it).",
        house=True,
    ),
    Option(trains.LONDON_DUTY, "Track to London obliges to own a train even without a ferry (12.3.3).", house=True),
    Option(trains.MANY_UPGRADES, "More than one train upgrade in a turn (7.3.7.2: one).", house=True),
    Option(rules.FREE_RUNS, "A run below the best total is accepted (7.3.5 demands the best).", house=True),
    Option(
        ANY_DISCARD_ORDER,
        "Companies over the train limit discard in any order, not the buyer first.",
        house=True,
    ),
    Option(
        EARLY_BANKRUPTCY,
        "A president who cannot raise the money for a train may give up before it runs, and then sells nothing.",
        house=True,
    ),
    Option(RECORDED_RUNS, "Runs, track and markers of an imported game stand as they were recorded.", house=True),
)

TITLE = Title(
    name="1894",
    full_name="1894: France and Belgium",
    seats=range(3, 5),
    options=OPTIONS,
    build=rules.build,
    folder=Path(__file__).parent,
    positions=POSITIONS,
    recorded=RECORDED,
    about={
        "designer": "Jan Kłos",
        "length": "3 to 5 hours",
        "special": "A random start, green cities that split, ferries to London, companies that buy back shares.",
    },
)
