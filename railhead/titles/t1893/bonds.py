"""Bonds of the City of Cologne (6): bought one a turn, sold any number, always worth a hundred."""

from __future__ import annotations

from railhead.core.buying import nothing_bought, room_for_one_more
from railhead.core.change import Change
from railhead.core.costs import player_pays
from railhead.core.events import PrivateBought
from railhead.core.kinds import Kind
from railhead.core.money import pay
from railhead.core.moves import Move, Sale
from railhead.core.rulings import Facts, check
from railhead.core.selling import in_order, not_in_first_round
from railhead.core.state import BANK, State
from railhead.core.stock import note_purchase, note_sale, stock_frame
from railhead.titles.t1893.package import package_first
from railhead.titles.t1893.terms import BOND_PRICE, BONDS

BOND = "bond"
"""Stands for all bonds among the things that a player has bought or sold."""


class BuyBond(Move, frozen=True):
    """Buy a bond from the bank; they are all alike, so it need not be named."""

    bond: str = ""


class SellBond(Sale, frozen=True):
    """Sell a bond to the bank."""

    bond: str = ""


def bonds_of(state: State, holder: str) -> tuple[str, ...]:
    """The bonds that a player holds; those of the bank for an empty name."""
    return tuple(sym for sym in BONDS if state.privates[sym].owner == holder)


@check("1893.bond-there")
def bond_there(state: State, move: BuyBond) -> Facts | None:
    """The bank must have a bond left."""
    there = bonds_of(state, "")
    return None if there and (not move.bond or move.bond in there) else {"left": len(there)}


@check("1893.bond-rebuy")
def no_bond_sold(state: State, move: BuyBond) -> Facts | None:
    """A player who has sold a bond in this round cannot buy one."""
    return {} if BOND in stock_frame(state).sold.get(move.by, ()) else None


can_pay_bond = player_pays(lambda _state, _move: BOND_PRICE, "A bond costs a hundred.")


def buy_bond(change: Change, move: BuyBond) -> None:
    """Pay and take the bond."""
    bond = move.bond or bonds_of(change.state, "")[0]
    pay(change, move.by, BANK, BOND_PRICE, "bond")
    change.private(bond, owner=move.by)
    change.emit(PrivateBought(private=bond, owner=move.by, price=BOND_PRICE))
    note_purchase(change, BOND)


@check("1893.bond-owned")
def owns_bond(state: State, move: SellBond) -> Facts | None:
    """A player sells only bonds that he owns."""
    mine = bonds_of(state, move.by)
    return None if mine and (not move.bond or move.bond in mine) else {"bonds": len(mine)}


def give_back(change: Change, move: SellBond) -> None:
    """A bond returns to the bank for a hundred."""
    sym = move.bond or bonds_of(change.state, move.by)[0]
    pay(change, BANK, move.by, BOND_PRICE, "bond")
    change.private(sym, owner="")
    change.emit(PrivateBought(private=sym, owner=BANK, price=BOND_PRICE))


def sell_bond(change: Change, move: SellBond) -> None:
    """Sell in a stock round."""
    give_back(change, move)
    note_sale(change, move.by, BOND)


BUY_BOND = Kind(
    BuyBond,
    lambda state: [BuyBond(stock_frame(state).at)],
    (package_first, nothing_bought, bond_there, no_bond_sold, room_for_one_more, can_pay_bond),
    buy_bond,
    complete=False,
)
SELL_BOND = Kind(
    SellBond,
    lambda state: [SellBond(stock_frame(state).at)],
    (not_in_first_round, in_order, owns_bond),
    sell_bond,
    complete=False,
)
