"""Cisleithania for two: the draft, construction railways and the regional railway that nobody runs (X)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from railhead.core.chance import draws
from railhead.core.change import Change
from railhead.core.events import DividendPaid, RoundBegan, SharesMoved
from railhead.core.kinds import Kind, Procedure
from railhead.core.market import move_marker, place_marker, price_of
from railhead.core.money import pay
from railhead.core.moves import Pass, PlaceStation
from railhead.core.privates import close_private
from railhead.core.reach import face_at, free_slots
from railhead.core.rulings import Facts, check
from railhead.core.shares import percent_of
from railhead.core.state import BANK, IPO, POOL, Frame, Round, State, president_of
from railhead.core.stations import put_station
from railhead.titles.t1824.first_round import (
    BuyRailway,
    FirstRound,
    can_pay_railway,
    for_sale,
    free_share,
    prices_of,
    right_price,
    take_railway,
)
from railhead.titles.t1824.railways import (
    COAL,
    PRE_STATE,
    VIENNA,
    builds_only,
    close_railway,
    extra_of,
    kind_of,
    note,
    of_kind,
    practice,
    regional_of,
    rename_marker,
)
from railhead.titles.t1824.stations import city_only, keeps_homes

CONSTRUCTION_PRICE = 120
BOND_TRAINS = ("4", "5")
CHOOSERS = (0, 1, 1, 0)


class Draft(Frame, frozen=True):
    """The stacks that are left, and the railway that the other player receives from the last one."""

    stacks: tuple[tuple[str, ...], ...]
    turn: int = 0
    other: str = ""


class MountainOffer(Frame, frozen=True):
    """Every player may buy one mountain railway."""

    waiting: tuple[str, ...]


class BondStation(Frame, frozen=True):
    """A player places a marker of the railway that nobody runs; `hexes`: only there."""

    player: str
    hexes: tuple[str, ...] = ()


# Set-up (X.3)


def lots(seed: int, number: int) -> list[int]:
    """So many numbers that depend on the seed alone."""
    return list(islice(draws(seed), number))


def set_stacks(change: Change) -> None:
    """Make the four stacks; the first one has the construction railways (`draft.stacks`)."""
    state = change.state
    coals = of_kind(state, COAL)
    ones = tuple(sym for sym in of_kind(state, PRE_STATE) if sym.endswith("1"))
    small = tuple(sorted(sym for sym in of_kind(state, PRE_STATE) if sym not in ones))
    drawn = lots(state.seed, len(coals) + len(small))
    coal = min(zip(drawn, coals, strict=False))[1]
    pre_state = min(zip(drawn[len(coals) :], small, strict=True))[1]
    bond = regional_of(state, coal)
    note(change, construction=(coal, pre_state), bond=bond, bond_train=BOND_TRAINS[0])
    others = tuple(sym for sym in small if sym != pre_state)
    stacks = ((coal, pre_state), ones, others, tuple(sym for sym in coals if sym != coal))
    free_share(change, pre_state)
    if not practice(state).bond_opens_later:
        open_bond(change, bond)
        place_bond_home(change, bond)
    change.set(round=Round("SR", 1))
    change.emit(RoundBegan(kind="SR", number=1, rule="draft.stacks"))
    change.push(Draft(stacks))


def open_bond(change: Change, bond: str) -> None:
    """All its shares lie in the pool at a low price (`bond.start`)."""
    row, column = change.state.rules.facts.special["cisleithania"]["bond_cell"]
    shares = change.state.companies[bond].shares[IPO]
    change.company(bond, certificate=POOL, shares={POOL: shares}, floated=True)
    place_marker(change, bond, (row, column), "par", "bond.start")
    change.company(bond, par=price_of(change.state, bond))


def place_bond_home(change: Change, bond: str) -> None:
    """Its home marker."""
    home = change.state.rules.companies[bond].home[0]
    if len(change.state.companies[bond].tokens) == len(change.state.rules.companies[bond].tokens):
        put_station(change, bond, home, 0, rule="bond.home")
        change.company(bond, tokens=change.state.companies[bond].tokens[1:])


# The draft (X.5)


def chooser(state: State, frame: Draft) -> str:
    """Who chooses now, or receives what is left of the stack."""
    seats = state.order[::-1] if practice(state).second_player_drafts else state.order
    seat = CHOOSERS[frame.turn]
    return seats[1 - seat if frame.other else seat]


def draft_price(state: State, railway: str) -> tuple[int, ...]:
    """What a railway may cost in the draft; a construction railway has one price."""
    return (CONSTRUCTION_PRICE,) if builds_only(state, railway) else prices_of(state, railway)


@check("draft.stack")
def in_stacks(state: State, move: BuyRailway) -> Facts | None:
    """A railway of a stack that is left; the other player gets the other one of the same stack."""
    frame: Draft = state.top
    if frame.other:
        return None if move.railway == frame.other else {"railway": move.railway, "wanted": frame.other}
    return None if any(move.railway in stack for stack in frame.stacks) else {"railway": move.railway}


@check("railway.price")
def price_in_draft(state: State, move: BuyRailway) -> Facts | None:
    """Printed prices; coal railways as their owner decides."""
    prices = draft_price(state, move.railway)
    return None if move.price in prices else {"price": move.price, "prices": list(prices)}


def take_in_draft(change: Change, move: BuyRailway) -> None:
    """Pay and take a railway; the rest of its stack is the other player's."""
    frame: Draft = change.state.top
    if builds_only(change.state, move.railway):
        pay(change, move.by, BANK, move.price, "construction railway", "construction.price")
        change.company(move.railway, certificate=move.by, floated=True)
        change.emit(SharesMoved(company=move.railway, percent=100, source=IPO, target=move.by, price=move.price))
    else:
        take_railway(change, move.railway, move.by, move.price)
    if builds_only(change.state, move.railway) and not change.state.companies[extra_of(change.state).bond].floated:
        open_bond(change, extra_of(change.state).bond)
    if frame.other:
        change.top(other="", turn=frame.turn + 1)
        return
    stack = next(stack for stack in frame.stacks if move.railway in stack)
    rest = tuple(other for other in frame.stacks if other != stack)
    change.top(stacks=rest, other=next(sym for sym in stack if sym != move.railway))


def draft_candidates(state: State) -> Iterator[BuyRailway]:
    """Every railway of every stack that is left, at every price."""
    frame: Draft = state.top
    names = (frame.other,) if frame.other else tuple(sym for stack in frame.stacks for sym in stack)
    for railway in names:
        for price in draft_price(state, railway):
            yield BuyRailway(chooser(state, frame), railway, price)


def advance_draft(change: Change, frame: Draft) -> bool:
    """The other railway of a stack changes hands by itself unless there is a price to choose."""
    if frame.turn == len(CHOOSERS):
        change.pop()
        change.push(MountainOffer(change.state.order))
        return True
    if frame.other and not practice(change.state).second_player_drafts:
        prices = draft_price(change.state, frame.other)
        if len(prices) == 1:
            take_in_draft(change, BuyRailway(chooser(change.state, frame), frame.other, prices[0]))
            return True
    return False


DRAFT = Kind(BuyRailway, draft_candidates, (in_stacks, price_in_draft, can_pay_railway), take_in_draft)
DRAFT_PROCEDURE = Procedure(
    actors=lambda state, frame: (chooser(state, frame),),
    kinds=lambda state, frame: (DRAFT,),
    advance=advance_draft,
    all_kinds=(DRAFT,),
)


@check("draft.mountain")
def is_mountain(state: State, move: BuyRailway) -> Facts | None:
    """After the draft every player may buy one mountain railway."""
    return None if move.railway in state.privates and for_sale(state, move.railway) else {"railway": move.railway}


def take_mountain(change: Change, move: BuyRailway) -> None:
    """Buy one."""
    change.top(waiting=change.state.top.waiting[1:])
    take_railway(change, move.railway, move.by, move.price)


def no_mountain(change: Change, move: Pass) -> None:
    """Go without one."""
    change.top(waiting=change.state.top.waiting[1:])


def mountain_candidates(state: State) -> Iterator[BuyRailway]:
    """Every mountain railway that is left."""
    for sym in state.privates:
        if for_sale(state, sym):
            yield BuyRailway(state.top.waiting[0], sym, prices_of(state, sym)[0])


def advance_offer(change: Change, frame: MountainOffer) -> bool:
    """When all have been asked the rest is removed, and the stock round goes on as usual."""
    if frame.waiting:
        moves = mountain_candidates(change.state)
        if any(MOUNTAIN.objection(change.state, move) is None for move in moves):
            return False
        change.top(waiting=frame.waiting[1:])
        return True
    change.pop()
    for sym in change.state.privates:
        if for_sale(change.state, sym):
            close_private(change, sym, "railway.unsold")
    change.push(FirstRound(at=change.state.priority, first=True))
    return True


MOUNTAIN = Kind(BuyRailway, mountain_candidates, (is_mountain, right_price, can_pay_railway), take_mountain)
NO_MOUNTAIN = Kind(Pass, lambda state: [Pass(state.top.waiting[0])], (), no_mountain)
OFFER_PROCEDURE = Procedure(
    actors=lambda state, frame: frame.waiting[:1],
    kinds=lambda state, frame: (MOUNTAIN, NO_MOUNTAIN),
    advance=advance_offer,
    all_kinds=(MOUNTAIN, NO_MOUNTAIN),
)


# Construction railways (X.3)


def close_construction(change: Change) -> None:
    """Both close with the train that founds the state railway of the pre-state one (`construction.closes`)."""
    for railway in extra_of(change.state).construction:
        if kind_of(change.state, railway) == PRE_STATE:
            state: str = change.state.rules.companies[railway].special["becomes"]
            if state in extra_of(change.state).due:
                for sym in extra_of(change.state).construction:
                    rename_marker(change, sym, "")
                    close_railway(change, sym, "construction.closes")
                note(change, construction=())
                return


# The railway without a director (X.4)


def pay_bond(change: Change, company: str) -> None:
    """It pays its share price on all shares, rounded up, and rises (`bond.pays`)."""
    state = change.state
    amount = price_of(state, company)
    change.company(company, revenue=amount)
    change.emit(DividendPaid(company=company, how="pay", revenue=amount, rule="bond.pays"))
    for player in state.order:
        share = amount * percent_of(state, company, player)
        pay(change, BANK, player, share // 100 if practice(state).bond_rounds_down else -(-share // 100), "dividend")
    move_marker(change, company, "right", 1, "dividend", "market.right")


def last_train_bought(change: Change, company: str, train: str) -> None:
    """Who buys the last 4-train, or else the last 5-train, may place its second marker (`bond.second-marker`)."""
    if train == extra_of(change.state).bond_train and not change.state.depot.supply[train]:
        note(change, bond_train="")
        change.push(BondStation(president_of(change.state, company)))


def last_train_exported(change: Change, train: str) -> None:
    """An exported last train passes the right on to the next type, or ends it."""
    if train == extra_of(change.state).bond_train and not change.state.depot.supply[train]:
        note(change, bond_train="5" if train == "4" else "")


def vienna_upgraded(change: Change, company: str, hex_id: str) -> None:
    """Its third marker comes to Vienna with the brown tile (`bond.third-marker`)."""
    bond = extra_of(change.state).bond
    if hex_id == VIENNA and bond and face_at(change.state, hex_id).colour == "brown":
        change.push(BondStation(president_of(change.state, company), (VIENNA,)))


@check("bond.where")
def where_it_may(state: State, move: PlaceStation) -> Facts | None:
    """The third marker goes to Vienna."""
    hexes = state.top.hexes
    return {"hexes": list(hexes)} if hexes and move.hex not in hexes else None


@check("station.one-a-hex")
def not_there_yet(state: State, move: PlaceStation) -> Facts | None:
    """A company has at most one station in a hex."""
    cities = state.board.stations.get(move.hex, ())
    return {"hex": move.hex} if any(extra_of(state).bond in slots for slots in cities) else None


@check("station.slot")
def slot_is_free(state: State, move: PlaceStation) -> Facts | None:
    """The city must have a free slot."""
    return None if free_slots(state, move.hex, move.city) else {"hex": move.hex}


def place_bond_marker(change: Change, move: PlaceStation) -> None:
    """Free of charge, and no track need lead there."""
    bond = extra_of(change.state).bond
    rule = "bond.third-marker" if change.state.top.hexes else "bond.second-marker"
    change.pop()
    put_station(change, bond, move.hex, move.city, rule=rule)
    change.company(bond, tokens=change.state.companies[bond].tokens[1:])


def marker_candidates(state: State) -> Iterator[PlaceStation]:
    """Every city on the board."""
    frame: BondStation = state.top
    for hex_id in frame.hexes or state.rules.map.hexes:
        for city in face_at(state, hex_id).cities:
            yield PlaceStation(frame.player, hex_id, city)


def advance_bond_station(change: Change, frame: BondStation) -> bool:
    """Without a marker or a place for it there is nothing to do."""
    moves = marker_candidates(change.state)
    left = change.state.companies[extra_of(change.state).bond].tokens
    if left and any(MARKER.objection(change.state, move) is None for move in moves):
        return False
    change.pop()
    return True


@check("bond.third-marker")
def may_do_without(state: State, move: Pass) -> Facts | None:
    """The second marker is a right, the third one is placed in any case."""
    return {"hexes": list(state.top.hexes)} if state.top.hexes else None


MARKER = Kind(
    PlaceStation,
    marker_candidates,
    (city_only, where_it_may, not_there_yet, slot_is_free, keeps_homes),
    place_bond_marker,
)
NO_MARKER = Kind(Pass, lambda state: [Pass(state.top.player)], (may_do_without,), lambda change, move: change.pop())
STATION_PROCEDURE = Procedure(
    actors=lambda state, frame: (frame.player,),
    kinds=lambda state, frame: (MARKER, NO_MARKER),
    advance=advance_bond_station,
    all_kinds=(MARKER, NO_MARKER),
)
