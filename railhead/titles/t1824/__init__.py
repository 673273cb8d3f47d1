"""1824: Austrian-Hungarian Railway, by Leonhard Orgler and Helmut Ohley."""

from pathlib import Path

from railhead.core.rules import Option, Title
from railhead.titles.t1824 import components, railways, rules
from railhead.titles.t1824.positions import POSITIONS

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
        "Variant C: the players add the towns themselves, in snake order (XII.2).",
        seats=(3, 4, 5, 6),
    ),
    Option(
        components.GOODS_TRAINS_AS_PRINTED,
        "The first 10-train scraps 3g, 2g and 1g, the first 4g also 1g, as VII.14 says and the train table does not.",
    ),
    Option(
        components.CASH_700,
        "Cisleithania for three begins with 700, the designer's correction of XI.2.",
        house=True,
        seats=(3,),
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
    about={
        "designer": "Leonhard Orgler, Helmut Ohley",
        "length": "3 to 6 hours",
        "special": "Coal mines, mountain and pre-state railways grow into three state railways; no bankruptcies.",
    },
)
