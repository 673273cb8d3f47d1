"""What the usual actions of 18xx.games mean in our moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.core.agreement import EndCall, ProposeEnd
from railhead.core.change import find_frame
from railhead.core.engine import actors
from railhead.core.moves import (
    Accept,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    PlaceStation,
    RunTrains,
    SellLarge,
    SellShares,
    SetPar,
    StartCompany,
)
from railhead.core.operating import OperatingTurn, turn_frame
from railhead.core.phases import Discard
from railhead.core.revenue import HALF, PAY, WITHHOLD, best_of
from railhead.core.rulings import Refusal
from railhead.core.scoring import Fault
from railhead.core.state import IPO, POOL, president_of
from railhead.core.stock import StockRound
from railhead.core.trains import SUPPLY
from railhead.core.waivers import NOT_NOW, STATED, StatedRun
from railhead.imports.actions import first_digits
from railhead.imports.audit import below_best, line_of_run
from railhead.imports.runs import routes_of
from railhead.imports.summary import BELOW
from railhead.view.refusal_words import case_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from railhead.core.scoring import Route, Run
    from railhead.core.state import State
    from railhead.imports.actions import Action
    from railhead.imports.follower import Follower, Handler


def bid(follower: Follower, action: Action) -> None:
    """A bid, or the purchase of the cheapest private."""
    player = follower.player(action["entity"])
    follower.wait_for(player)
    follower.make(Bid(player, follower.private(action["company"]), int(action["price"])))


def par(follower: Follower, action: Action) -> None:
    """A company is started, or the par price of one that was won is set."""
    player = follower.player(action["entity"])
    company = follower.company(action["corporation"])
    price = int(str(action["share_price"]).split(",")[0])
    if isinstance(follower.state.top, StockRound):
        follower.wait_for(player)
        follower.make(StartCompany(player, company, price))
    else:
        follower.make(SetPar(player, company, price))


def share_company(follower: Follower, action: Action) -> str:
    """The company whose shares an action moves."""
    names = action.get("shares") or [action["share"]]
    return follower.company(first_share(names[0]))


def first_share(share: str) -> str:
    """The company in a share's id such as 'KO_3'."""
    return share.rsplit("_", 1)[0]


def buy_shares(follower: Follower, action: Action) -> None:
    """A share from wherever that site took it."""
    player = follower.player(action["entity"])
    company = share_company(follower, action)
    follower.wait_for(player)
    percent = named_percent(follower, action, company)
    moves = [BuyShare(player, company, source, percent) for source in sources(follower, action, company)]
    follower.make(next((move for move in moves if follower.can(move)), moves[0]))
    follower.note_shares(action, company)


def sources(follower: Follower, action: Action, company: str) -> tuple[str, ...]:
    """Where a share may have been bought, likeliest first: one that left the offering before lies in the pool."""
    names = action.get("shares") or [action.get("share")]
    price = action.get("share_price")
    at_par = follower.state.rules.stock.priced_by_market or price == follower.state.companies[company].par
    dear = price is not None and not at_par
    return (POOL, IPO) if names[0] in follower.known_shares(company) or dear else (IPO, POOL)


def named_percent(follower: Follower, action: Action, company: str) -> int:
    """The percent that an action moves; early files name certificates only, of which number 0 is the president's."""
    if action.get("percent"):
        return int(action["percent"])
    names = action.get("shares") or [str(action.get("share"))]
    first = follower.state.rules.companies[company].shares[0]
    return sum(first if str(name).endswith("_0") else 10 for name in names)


def sell_shares(follower: Follower, action: Action, large: str = "") -> None:
    """A block of shares; `large` is the number of a larger certificate, which is sold whole if it is named."""
    player = follower.player(action["entity"])
    if not raises_money(follower, action, player, large):
        follower.wait_for(player)
    follower.make(block_of(follower, action, player, large))
    follower.note_shares(action, share_company(follower, action))


def raises_money(follower: Follower, action: Action, player: str, large: str) -> bool:
    """Whether a sale pays for a train of the company in turn; then its train step is reached."""
    top, made = follower.state.top, len(follower.session.steps)
    if not isinstance(top, OperatingTurn):
        return False
    reach_step(follower, {"type": "buy_train"}, top.company)
    if follower.can(block_of(follower, action, player, large)):
        return True
    follower.session.back_to(made)
    return False


def block_of(follower: Follower, action: Action, player: str, large: str) -> SellShares:
    """The sale that an action means: with the large certificate if that is named and the block can be made so."""
    company = share_company(follower, action)
    percent = named_percent(follower, action, company)
    whole = SellLarge(player, company, percent)
    named = bool(large) and any(str(name).endswith(f"_{large}") for name in action["shares"])
    return whole if named and follower.can(whole) else SellShares(player, company, percent)


def pass_turn(follower: Follower, action: Action) -> None:
    """A pass: it ends a turn or a step, unless ours was over already."""
    entity = follower.entity(action)
    if entity not in follower.state.players and entity not in follower.state.companies:
        raise follower.fault(f"unknown player or company {action.get('entity')!r}")
    if follower.waiting() != entity:
        return
    if not isinstance(follower.state.top, OperatingTurn):
        follower.pass_on()
        return
    ahead = follower.ahead
    if ahead is not None and follower.entity(ahead) == entity and ahead["type"] != "pass":
        target = follower.step_of(ahead)
        if target is not None and target == follower.step():
            return
        if target is None or target > follower.step():
            follower.pass_on()
            return
    turn = turn_frame(follower.state)
    follower.pass_on()
    if ahead is None or follower.entity(ahead) == entity:
        return
    while follower.waiting() == turn.company and isinstance(follower.state.top, OperatingTurn):
        if turn_frame(follower.state).step <= turn.step or not follower.pass_on():
            return


def lay_tile(follower: Follower, action: Action) -> None:
    """A company lays track."""
    company = follower.company(action["entity"])
    follower.wait_for(company)
    where = str(action["hex"]), first_digits(action["tile"]), int(action["rotation"])
    move = LayTile(_president(follower, company), *where)
    rules = (rule for rule in follower.state.rules.waivable if rule.startswith("track."))
    follower.make(move, _told(follower, rules, f"{company} lays {move.tile} on {move.hex}"))


def _told(follower: Follower, rules: Iterable[str], what: str) -> dict[str, str]:
    """What to say if one of these rules does not apply to a move."""
    book = follower.state.rules.rulebook
    return {rule: f"{what}: {book.says(rule)}" for rule in sorted(rules)}


def _president(follower: Follower, company: str) -> str:
    return president_of(follower.state, company)


def place_token(follower: Follower, action: Action) -> None:
    """A company places a station: the city's id names a tile or a hex."""
    company = follower.company(action["entity"])
    reach_step(follower, action, company)
    player = _president(follower, company)
    move = PlaceStation(player, *where_is_city(follower, action))
    rules = (rule for rule in follower.state.rules.waivable if rule == NOT_NOW or not rule.startswith(OTHERS))
    follower.make(move, _told(follower, rules, f"{company} places a marker in {move.hex}"))


OTHERS = ("track.", "route.", "run.")
"""Rules that are not about markers."""


def where_is_city(follower: Follower, action: Action) -> tuple[str, int]:
    """The hex and city that a recorded city id means: tile-copy-city, or hex-number-city.

    A tile may go by the name of a hex, such as K6: if that copy lies on the map, it is meant.
    """
    copy, city = str(action["city"]).rsplit("-", 1)
    if action.get("hex"):
        return str(action["hex"]), int(city)
    name = first_digits(copy)
    hex_id = follower.copies.get(copy) or (name if name in follower.state.rules.map.hexes else None)
    if hex_id is None:
        raise follower.fault(f"no hex has tile {copy}")
    return hex_id, int(city)


def reach_step(follower: Follower, action: Action, company: str) -> None:
    """Pass until a company is in the step where an action belongs."""
    follower.wait_for(company)
    target = follower.step_of(action)
    while target is not None and follower.waiting() == company and 0 <= follower.step() < target:
        if not follower.pass_on():
            return


def run_routes(follower: Follower, action: Action) -> None:
    """A run: legal and understood, it is run as it was; otherwise it stands for what was recorded."""
    company = follower.company(action["entity"])
    reach_step(follower, action, company)
    player = _president(follower, company)
    recorded = sum(int(route.get("revenue") or 0) for route in action["routes"])
    recorded += int(action.get("extra_revenue") or 0)
    complete = all(route.get("revenue") is not None for route in action["routes"])
    routes = routes_of(follower.state, company, action["routes"])
    mines = int(action.get("subsidy") or sum(int(route.get("subsidy") or 0) for route in action["routes"]))
    audit_run(follower, company, routes, recorded + mines)
    if routes is None:
        why = {STATED: f"run of {company}: its routes could not be read; recorded {recorded}"}
        follower.make(StatedRun(player, recorded, mines), why)
        return
    found = follower.state.rules.judge_run(follower.state, company, routes)
    if isinstance(found, Fault):
        best = best_of(follower.state, company).total
        fault = case_text(follower.state, Refusal(found.rule, {"text": found.text})).rstrip(".")
        why = {found.rule: f"run of {company}: {fault}; recorded {recorded}, best {best}"}
    elif complete and found.revenue != recorded:
        why = {STATED: f"run of {company}: recorded {recorded}, worth {found.revenue} here"}
    else:
        before = follower.state
        follower.make(RunTrains(player, routes))
        tell_if_below(follower, before, company, found)
        return
    follower.make(StatedRun(player, recorded, mines, routes), why)


def audit_run(follower: Follower, company: str, routes: tuple[Route, ...] | None, played: int) -> None:
    """Compare a recorded run with the best, if somebody wants to know."""
    if follower.audit is not None:
        head = {"game": follower.recording.raw.get("id"), "move": follower.n}
        follower.audit.append(line_of_run(follower.state, company, routes, played, **head))


def tell_if_below(follower: Follower, before: State, company: str, found: Run) -> None:
    """Remark on a legal run that earned less than it could have, until the time for that is used up."""
    if follower.comparing <= 0:
        return
    best = best_of(before, company)
    if below_best(found, best):
        follower.remark(f"run of {company} below the best: {found.total} instead of {best.total}", kind=BELOW)
    follower.comparing -= best.seconds
    if follower.comparing <= 0:
        follower.remark("runs after this one were not compared with the best: it would take too long")


def dividend(follower: Follower, action: Action) -> None:
    """What became of the revenue."""
    company = follower.company(action["entity"])
    how = {"payout": PAY, "withhold": WITHHOLD, "half": HALF, "split": HALF}.get(str(action["kind"]))
    if how is None:
        raise follower.fault(f"unknown kind of dividend {action['kind']!r}")
    move = Dividend(_president(follower, company), how)
    nothing = not follower.state.companies[company].revenue  # then nobody is asked here
    if follower.can(move) or not (nothing or how == WITHHOLD):
        follower.make(move)


def buy_train(follower: Follower, action: Action) -> None:
    """A train: from the supply, the pool or the company that owns that very train."""
    company = follower.company(action["entity"])
    reach_step(follower, action, company)
    name = str(action["train"])
    train = str(action.get("variant") or first_digits(name))
    owner = follower.trains.get(name, SUPPLY)
    trade = first_digits(action["exchange"]) if action.get("exchange") else ""
    player = _president(follower, company)
    move = BuyTrain(player, train, owner, int(action["price"]), trade)
    if not follower.can(move):
        others = (
            [POOL] if owner != SUPPLY else [sym for sym, it in follower.state.companies.items() if train in it.trains]
        )
        found = [other for other in others if follower.can(replace(move, source=other))]
        if len(found) == 1:  # a train whose number nobody has seen, and one place where it can have been
            move = replace(move, source=found[0])
    follower.make(move)
    follower.trains[name] = company
    if action.get("exchange"):
        follower.trains[str(action["exchange"])] = POOL


def discard_train(follower: Follower, action: Action) -> None:
    """A train above the limit is given up, in the name of its company or of the president."""
    company = follower.entity(action)
    if company in follower.state.players:
        company = follower.trains.get(str(action["train"]), "")
    if company not in follower.state.companies:
        raise follower.fault(f"nobody known has the train {action['train']!r}")
    if not isinstance(follower.state.top, Discard):
        follower.wait_for(company)
    follower.make(DiscardTrain(_president(follower, company), company, first_digits(action["train"])))
    follower.trains[str(action["train"])] = POOL


def buy_company(follower: Follower, action: Action) -> None:
    """A company buys a private."""
    company = follower.company(action["entity"])
    follower.wait_for(company)
    private = follower.private(action["company"])
    follower.make(BuyPrivate(_president(follower, company), private, int(action["price"])))


def bankrupt(follower: Follower, action: Action) -> None:
    """A president cannot pay."""
    _someone_operates(follower)
    entity = follower.entity(action)
    company = entity if entity in follower.state.companies else turn_frame(follower.state).company
    reach_step(follower, action, company)
    follower.make(Bankrupt(_president(follower, company)))


def bankrupt_when_buying(follower: Follower, _action: Action) -> bool:
    """That site asks for a bankruptcy where a train is to be bought, though a step of ours may still be open before.

    Only if nobody could be bankrupt there, as in files that somebody adapted, it counts where the turn stands.
    """
    _someone_operates(follower)
    made = len(follower.session.steps)
    turn = turn_frame(follower.state)
    reach_step(follower, {"type": "buy_train"}, turn.company)
    if not follower.can(Bankrupt(_president(follower, turn.company))):
        follower.session.back_to(made)
    return False


def _someone_operates(follower: Follower) -> None:
    if find_frame(follower.state, OperatingTurn) is None:
        raise follower.fault("nobody can go bankrupt now, because no company operates")


def end_by_hand(follower: Follower, action: Action) -> None:
    """The players stopped; the position is counted as it is. The file does not say who agreed."""
    if follower.state.ended is None:
        said = follower.ids.get(str(action.get("entity")), actors(follower.state)[0])
        follower.make(ProposeEnd(said, "ended by hand on 18xx.games, which does not record who agreed"))
        while follower.state.ended is None and isinstance(follower.state.top, EndCall):
            follower.make(Accept(follower.state.top.waiting[0]))
    follower.ended_by_hand = True


HANDLERS: Mapping[str, Handler] = {
    "bid": bid,
    "par": par,
    "buy_shares": buy_shares,
    "buy_share": buy_shares,
    "sell_shares": sell_shares,
    "pass": pass_turn,
    "lay_tile": lay_tile,
    "place_token": place_token,
    "run_routes": run_routes,
    "dividend": dividend,
    "buy_train": buy_train,
    "discard_train": discard_train,
    "buy_company": buy_company,
    "bankrupt": bankrupt,
    "end_game": end_by_hand,
}
