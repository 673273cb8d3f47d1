"""What is in play with these options and number of players: map, tiles, companies, trains, money."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from railhead import usual
from railhead.core.facts import (
    CompanyFacts,
    Facts,
    HexFacts,
    PrivateFacts,
    SetupFacts,
    TileFacts,
    TrainFacts,
)
from railhead.core.map import tiles_in_play
from railhead.titles.t1824.goods import town_tiles
from railhead.titles.t1824.railways import CISLEITHANIA, GOODS_TIME, GOODS_TIME_PLACING

FACTS, RULEBOOK, WORDS = usual.read(Path(__file__).parent)
GOODS_TRAINS_AS_PRINTED = "goods-trains-as-printed"
"""VII.14 as printed: the first 10-train scraps 3g, 2g and 1g, the first 4g also 1g; the train table does not."""
CASH_700 = "cisleithania-700"

Options = Mapping[str, bool]


def small_map(options: Options, seats: int) -> Mapping[str, Any] | None:
    """The table of the Cisleithania game for this many players, if that is the game."""
    if not options.get(CISLEITHANIA):
        return None
    table: Mapping[str, Any] = FACTS.special["cisleithania"][seats]
    return table


def facts_for(options: Options, seats: int) -> Facts:
    """The facts of this table."""
    table, bank = _setup(options, seats)
    return replace(
        FACTS,
        bank=bank,
        setup={seats: table},
        hexes=_hexes(options, seats),
        tiles=_tiles(options),
        companies=_companies(options, seats),
        privates=_privates(options, seats),
        trains=_trains(options, seats),
    )


def _hexes(options: Options, seats: int) -> dict[str, HexFacts]:
    names = []
    if options.get(CISLEITHANIA):
        names = ["hexes_cisleithania", *(["hexes_cisleithania_3_players"] if seats == 3 else [])]
    elif options.get(GOODS_TIME) and not options.get(GOODS_TIME_PLACING):
        names = ["hexes_goods_time"]
    found = {} if options.get(CISLEITHANIA) else dict(FACTS.hexes)
    for name in names:
        for hex_id, facts in msgspec.convert(FACTS.special[name], dict[str, HexFacts]).items():
            old = found.get(hex_id)
            same_place = old is not None and name == "hexes_goods_time"
            found[hex_id] = replace(facts, cost=old.cost, terrain=old.terrain) if same_place and old else facts
    return found


def _tiles(options: Options) -> dict[str, TileFacts]:
    """The tiles; Goods Time adds some, and town markers."""
    goods = bool(options.get(GOODS_TIME) or options.get(GOODS_TIME_PLACING))
    chosen = [CISLEITHANIA] * bool(options.get(CISLEITHANIA)) + ["goods_time"] * goods
    found = tiles_in_play(FACTS.tiles, chosen)
    if goods:
        for name, more in FACTS.special["goods_time_tiles"].items():
            found[name] = replace(found[name], count=(found[name].count or 0) + more)
    if options.get(GOODS_TIME_PLACING):
        found |= town_tiles()
    return found


def _companies(options: Options, seats: int) -> dict[str, CompanyFacts]:
    """The charters; in the small game for three the first Hungarian railway starts in the red Budapest."""
    table = small_map(options, seats)
    if table is None:
        return FACTS.companies
    budapest = (FACTS.special["cisleithania"]["budapest"],)
    return {
        sym: replace(facts, home=budapest, city=0) if sym in ("UG", "UG1") else facts
        for sym, facts in FACTS.companies.items()
        if sym in table["companies"]
    }


def _privates(options: Options, seats: int) -> dict[str, PrivateFacts]:
    """The mountain railways."""
    table = small_map(options, seats)
    number = FACTS.special["mountain_railways"][seats] if table is None else table["mountains"]
    return dict(list(FACTS.privates.items())[:number])


def _trains(options: Options, seats: int) -> dict[str, TrainFacts]:
    table = small_map(options, seats)
    found = FACTS.trains
    if table is not None:
        found = {name: replace(facts, count=table["trains"][name]) for name, facts in found.items()}
    if options.get(GOODS_TRAINS_AS_PRINTED):
        also = {"1g": ("4g", "10"), "2g": ("10",), "3g": ("10",)}
        found = {name: replace(it, rusts_on=(*it.rusts_on, *also.get(name, ()))) for name, it in found.items()}
    return found


def _setup(options: Options, seats: int) -> tuple[SetupFacts, int]:
    """Cash and certificate limit, and the money of the game."""
    table = small_map(options, seats)
    if table is None:
        return FACTS.setup[seats], FACTS.bank or 0
    cash = 700 if options.get(CASH_700) and seats == 3 else table["cash"]
    return SetupFacts(cash=cash, certificates=table["certificates"]), table["bank"]


def founded_by(options: Options, seats: int) -> Mapping[str, str]:
    """The train that founds each state railway."""
    table = small_map(options, seats) or FACTS.special
    named: Mapping[str, str] = table["founded_by"]
    return named
