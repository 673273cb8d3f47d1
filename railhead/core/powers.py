"""Powers of private companies that lay tiles for the company that owns them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.costs import company_pays
from railhead.core.kinds import Kind
from railhead.core.money import pay
from railhead.core.operating import operating_company
from railhead.core.privates import owner_of
from railhead.core.reach import face_at, reach
from railhead.core.rulings import Check, Facts, check
from railhead.core.state import BANK, State, president_of
from railhead.core.track import fitting, note_lay, put_tile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railhead.core.change import Change


def lays_by_power(state: State, private: str, move: type[Any], *hexes: str) -> Iterator[Any]:
    """The power as moves of the operating company, if it owns the private company: tiles that fit these hexes.

    Where no hex is named, the power is open on every hex that the company reaches.
    """
    company = operating_company(state)
    if owner_of(state, private) != company:
        return
    player = president_of(state, company)
    for hex_id in hexes or sorted(reach(state, company).hexes & state.rules.map.hexes.keys()):
        for tile, rotation in fitting(state, hex_id):
            yield move(player, hex=hex_id, tile=tile, rotation=rotation)


def put_by_power(change: Change, move: Any, mark: str, cost: int = 0, why: str = "tile") -> None:
    """Pay for the tile and lay it; the turn notes it under this mark, so that it is not taken for a normal lay."""
    company = operating_company(change.state)
    pay(change, company, BANK, cost, why)
    put_tile(change, move.hex, move.tile, move.rotation, company, cost)
    note_lay(change, move.hex, mark)
    change.state.rules.track.laid(change, company, move.hex)


def tile_colour(rule: str, says: str, *colours: str) -> Check[Any]:
    """A power that lays tiles of certain colours only; `says` is the rule in a sentence."""

    def objects(state: State, move: Any) -> Facts | None:
        colour = state.rules.map.tiles[move.tile].colour
        return None if colour in colours else {"tile": colour}

    objects.__doc__ = says
    return check(rule)(objects)


def additional_tile(
    move: type[Any],
    private: str,
    price: int,
    mark: str,
    checks: tuple[Check[Any], ...],
    used: Callable[[Change, Any], None],
    why: str = "tile",
) -> Kind:
    """One tile beyond the normal build, for a price and the terrain; `used` is what becomes of the power."""

    def cost(state: State, lay: Any) -> int:
        return price + face_at(state, lay.hex).cost

    def candidates(state: State) -> Iterator[Any]:
        return iter(()) if state.privates[private].used else lays_by_power(state, private, move)

    def effect(change: Change, lay: Any) -> None:
        put_by_power(change, lay, mark, cost(change.state, lay), why)
        used(change, lay)

    can_pay = company_pays(cost, f"The additional tile costs {price} and the terrain.")
    return Kind(move, candidates, (*checks, can_pay), effect)
