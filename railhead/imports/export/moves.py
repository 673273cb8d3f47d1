"""What that site records of each usual move."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from railhead.core.market import cell_key
from railhead.core.moves import (
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Move,
    PlaceStation,
    RaiseMoney,
    RunTrains,
    SellLarge,
    SellShares,
    SetPar,
    StartCompany,
    StepBack,
)
from railhead.core.operating import operating_company
from railhead.core.scoring import Run
from railhead.core.state import POOL, State
from railhead.core.trains import SUPPLY
from railhead.imports.export.routes import write_route

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railhead.core.scoring import Route
    from railhead.imports.export.writer import Exporter, Writer


def share_price(state: State, sym: str, price: int) -> str:
    """A price with its place on the market, as in '70,4,3'."""
    row, column = state.companies[sym].cell or (0, 0)
    return f"{price},{row},{column}"


def bid(exporter: Exporter, move: Bid) -> None:
    """A bid, or a purchase."""
    exporter.write(exporter.player(move.by), "bid", company=exporter.private(move.private), price=move.price)


def start(exporter: Exporter, move: StartCompany | SetPar) -> None:
    """A par price."""
    name = exporter.company(move.company)["entity"]
    price = share_price(exporter.mid, move.company, move.price)
    assert exporter.mid.market[cell_key(exporter.mid.companies[move.company].cell or (0, 0))]
    exporter.named = [exporter.books.president(move.company)]
    exporter.write(exporter.player(move.by), "par", corporation=name, share_price=price)


def pick(exporter: Exporter, sym: str, holder: str, percent: int) -> str:
    """A certificate that a holder has."""
    there = [n for n in exporter.books.of(sym, holder) if exporter.books.percent[sym][n] == percent]
    return there[0] if exporter.rng.random() < 0.5 else exporter.rng.choice(there)


def buy_share(exporter: Exporter, move: BuyShare) -> None:
    """A share."""
    name = pick(exporter, move.company, move.source, move.percent)
    exporter.named = [name]
    exporter.write(exporter.player(move.by), "buy_shares", shares=[name], percent=move.percent)


def sell_shares(exporter: Exporter, move: SellShares) -> None:
    """A block: what came to the bank, and the president's certificate for what the seller got for it or of it."""
    books, place = exporter.books, exporter.state.rules.stock.sold_to
    sizes, first = books.percent[move.company], books.president(move.company)
    there = [state.companies[move.company].shares.get(place, ()) for state in (exporter.state, exporter.mid)]
    ordinary = [name for name in books.of(move.company, move.by) if name != first]
    chosen: list[str] = []
    for size in (Counter(there[1]) - Counter(there[0])).elements():
        chosen += [name for name in ordinary if sizes[name] == size and name not in chosen][:1]
    if sum(sizes[name] for name in chosen) < move.percent:
        chosen.append(first)
    exporter.named = list(chosen)
    exporter.write(exporter.player(move.by), "sell_shares", shares=chosen, percent=move.percent)


def lay_tile(exporter: Exporter, move: LayTile) -> None:
    """Track of the company that operates."""
    write_tile(exporter, exporter.company(operating_company(exporter.state)), move.hex, move.tile, move.rotation)


def write_tile(exporter: Exporter, who: dict[str, Any], hex_id: str, tile: str, rotation: int) -> None:
    """A tile, by whomever."""
    copy = exporter.books.next_tile(tile)
    exporter.named = [copy]
    exporter.write(who, "lay_tile", hex=hex_id, tile=copy, rotation=rotation)


def city_id(exporter: Exporter, hex_id: str, city: int) -> str:
    """The id of a city: its tile's, or its hex's with some number."""
    copy = exporter.books.copies.get(hex_id, f"{hex_id}-{exporter.rng.randrange(7)}")
    return f"{copy}-{city}"


def place_station(exporter: Exporter, move: PlaceStation) -> None:
    """A marker of the company that operates."""
    who = exporter.company(operating_company(exporter.state))
    write_token(exporter, who, who["entity"], move)


def write_token(exporter: Exporter, who: dict[str, Any], tokener: str, move: PlaceStation) -> None:
    """A marker, by whomever."""
    slots = exporter.state.board.stations.get(move.hex, ())
    free = [n for n, name in enumerate(slots[move.city])] if move.city < len(slots) else [0]
    where = city_id(exporter, move.hex, move.city)
    exporter.write(who, "place_token", city=where, slot=free[-1] if free else 0, tokener=tokener)


def run(exporter: Exporter, move: RunTrains) -> None:
    """A run, in one of the three forms that exports have had."""
    state = exporter.state
    company = operating_company(state)
    judged = state.rules.judge_run(state, company, move.routes)
    assert isinstance(judged, Run)
    form = exporter.rng.randrange(3) if exporter.style.old_routes else 2
    routes = write_routes(exporter, company, ((value.route, value.revenue) for value in judged.routes), form)
    fields = {} if form < 2 else {"extra_revenue": 0, "subsidy": judged.subsidy}
    exporter.write(exporter.company(company), "run_routes", routes=routes, **fields)


def write_routes(
    exporter: Exporter, company: str, earned: Iterable[tuple[Route, int]], form: int = 2
) -> list[dict[str, Any]]:
    """Routes with what each of them earned, each with a train of its type."""
    trains = list(exporter.books.trains[company])
    found = []
    for route, revenue in earned:
        name = next(name for name in trains if name.rsplit("-", 1)[0] == route.train)
        trains.remove(name)
        found.append(write_route(exporter.state, route, name, revenue, form, exporter.rng))
    return found


def dividend(exporter: Exporter, move: Dividend) -> None:
    """Payout or withhold."""
    kind = {"pay": "payout", "withhold": "withhold", "half": "half"}[move.how]
    exporter.write(exporter.company(operating_company(exporter.state)), "dividend", kind=kind)


def buy_train(exporter: Exporter, move: BuyTrain) -> None:
    """A train, perhaps for another one."""
    books, company = exporter.books, operating_company(exporter.state)
    if move.source == SUPPLY:
        name = books.next_train(move.train)
    else:
        holder = POOL if move.source == POOL else move.source
        name = exporter.rng.choice([n for n in books.trains[holder] if n.rsplit("-", 1)[0] == move.train])
    fields: dict[str, Any] = {"train": name, "price": move.price}
    if exporter.rng.random() < 0.7:
        fields["variant"] = move.train
    exporter.named = [name]
    if move.trade:
        old = exporter.rng.choice([n for n in books.trains[company] if n.rsplit("-", 1)[0] == move.trade])
        fields["exchange"] = old
        exporter.named.append(old)
    exporter.write(exporter.company(company), "buy_train", **fields)
    if move.trade == move.train and move.source == SUPPLY:
        books.trade_in(company, old, name)


def discard(exporter: Exporter, move: DiscardTrain) -> None:
    """A train above the limit."""
    there = [n for n in exporter.books.trains[move.company] if n.rsplit("-", 1)[0] == move.train]
    name = exporter.rng.choice(there)
    exporter.named = [name]
    exporter.write(exporter.company(move.company), "discard_train", train=name)


def buy_private(exporter: Exporter, move: BuyPrivate) -> None:
    """A private company for the company that operates."""
    who = exporter.company(operating_company(exporter.state))
    exporter.write(who, "buy_company", company=exporter.private(move.private), price=move.price)


def bankrupt(exporter: Exporter, _move: Bankrupt) -> None:
    """The end of a president."""
    exporter.write(exporter.company(operating_company(exporter.state)), "bankrupt")


def nothing(exporter: Exporter, move: Move) -> None:
    """That a president chooses a train before he sells for it is not recorded there."""


WRITERS: dict[type, Writer] = {
    Bid: bid,
    StartCompany: start,
    SetPar: start,
    BuyShare: buy_share,
    SellShares: sell_shares,
    SellLarge: sell_shares,
    LayTile: lay_tile,
    PlaceStation: place_station,
    RunTrains: run,
    Dividend: dividend,
    BuyTrain: buy_train,
    DiscardTrain: discard,
    BuyPrivate: buy_private,
    RaiseMoney: nothing,
    StepBack: nothing,
    Bankrupt: bankrupt,
}
