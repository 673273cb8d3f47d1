"""1824: Austrian-Hungarian Railway, by Leonhard Orgler and Helmut Ohley."""

from pathlib import Path

from railhead.core.phases import ANY_DISCARD_ORDER
from railhead.core.revenue import RECORDED_RUNS
from railhead.core.rules import Option, Title
from railhead.titles.t1824 import cisleithania, components, exchange, founding, railways, rules, stock, trains
from railhead.titles.t1824.positions import POSITIONS
from railhead.titles.t1824.recorded import RECORDED

OPTIONS = (
    Option(
        railways.CISLEITHANIA, "The small map: variant A for two players, variant B for three (X, XI).", seats=(2, 3)
    ),
    Option(
        railways.GOODS_TIME,
        "Variant C: towns are added as in the suggested scenario, and 17 tiles (XII).",
        seats=(3, 4, 5, 6),
    ),
    Option(
        railways.GOODS_TIME_PLACING,
        "Variant C: the players add the towns themselves, to and fro (XII.2).",
        seats=(3, 4, 5, 6),
    ),
    Option(
        components.THREE_ROUNDS_EARLY,
        "Three operating rounds from the first 5-train on; the book has 6 (VII.1).",
        house=True,
    ),
    Option(
        rules.MOUNTAINS_COUNT,
        "Mountain railways count against the certificate limit (IV.1 exempts them).",
        house=True,
    ),
    Option(
        exchange.MOUNTAINS_MAY_LAPSE,
        "A mountain railway need not be exchanged at the first 4-train: it may lapse.",
        house=True,
    ),
    Option(
        founding.STATE_WITHOUT_DIRECTOR_RUNS,
        "A state railway without director runs its trains for a shareholder (IV.4.4: it does not operate).",
        house=True,
    ),
    Option(
        trains.EXPORT_ALWAYS,
        "A train is exported after every set, even before a 2-train is bought (VII.15).",
        house=True,
    ),
    Option(
        rules.FACE_VALUES,
        "Railways that are left at the end count what was paid for them (IX.2 does not).",
        house=True,
    ),
    Option(
        rules.ENDS_BEFORE_EXPORT,
        "The last set of a game ends without an export and without founding a state railway.",
        house=True,
    ),
    Option(
        rules.ORDER_FOLLOWS_PRICES,
        "Prices that fall in a round change the order of those still to operate.",
        house=True,
    ),
    Option(
        stock.SALES_IN_PARTS,
        "Shares of a company may be sold in several blocks in a turn, each a step down.",
        house=True,
    ),
    Option(
        components.CASH_700,
        "Cisleithania for three begins with 700, the designer's correction of XI.2.",
        house=True,
        seats=(3,),
    ),
    Option(
        rules.BUKOWINA_FOR_THREE, "The Bukowina bonus also with three players (X.4 only).", house=True, seats=(3,)
    ),
    Option(
        cisleithania.DRAFT_AS_RECORDED,
        "The second player begins the draft, and every railway is taken by a move of its own.",
        house=True,
        seats=(2,),
    ),
    Option(
        founding.CONSTRUCTION_MARKER_LOST,
        "A state railway gets no marker in place of its construction railway's (VII.8: five in all).",
        house=True,
        seats=(2,),
    ),
    Option(
        stock.BOND_HALF,
        "At most half of the railway without director lies in the pool after a sale (X.4: all of it may).",
        house=True,
        seats=(2,),
    ),
    Option(
        cisleithania.BOND_ROUNDS_DOWN, "The railway without director rounds down (X.4: up).", house=True, seats=(2,)
    ),
    Option(
        cisleithania.BOND_OPENS_LATER,
        "The railway without director opens in the draft, its home marker comes in its first turn (X.4: at once).",
        house=True,
        seats=(2,),
    ),
    Option(
        ANY_DISCARD_ORDER,
        "Companies over the train limit discard in any order; otherwise the buyer first, then by price.",
        house=True,
    ),
    Option(
        RECORDED_RUNS,
        "Runs, track and markers of an imported game stand as they were recorded.",
        house=True,
    ),
)

TITLE = Title(
    name="1824",
    full_name="1824: Austrian-Hungarian Railway",
    seats=range(2, 7),  # two players always play Cisleithania
    options=OPTIONS,
    build=rules.build,
    folder=Path(__file__).parent,
    positions=POSITIONS,
    recorded=RECORDED,
    about={
        "designer": "Leonhard Orgler, Helmut Ohley",
        "length": "3 to 6 hours",
        "special": "Coal mines, mountain and pre-state railways grow into three state railways; no bankruptcies.",
    },
)
