"""Stock rounds: the frame, its turns, passing, and the end of the round."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from railhead.core.change import Change
from railhead.core.events import Passed, RoundBegan, RoundEnded
from railhead.core.kinds import Kind, Procedure, legal
from railhead.core.market import by_price, move_marker
from railhead.core.memo import remembered
from railhead.core.moves import BuyShare, Pass, Sale
from railhead.core.rulings import Facts, gate
from railhead.core.shares import certificates_of, held_by_players
from railhead.core.state import Frame, Round, State, next_player


class StockRound(Frame, frozen=True):
    """A stock round under way."""

    at: str  # whose turn it is
    first: bool = False  # no sales yet
    passes: int = 0  # in a row
    last: str = ""  # the last player who acted
    sold: Mapping[str, tuple[str, ...]] = {}  # companies that each player has sold in this round
    passed: tuple[str, ...] = ()  # in order of passing; one who acts again leaves the list
    bought: tuple[str, ...] = ()  # in this turn
    sold_now: tuple[str, ...] = ()  # in this turn
    sold_first: bool = False  # sold before buying in this turn
    acted: bool = False  # did something in this turn
    done: bool = False  # ends the turn


def begin_stock_round(change: Change, number: int, first: bool = False) -> None:
    """Open a stock round with the holder of the priority."""
    change.set(round=Round("SR", number))
    change.emit(RoundBegan(kind="SR", number=number))
    change.push(StockRound(at=change.state.priority, first=first))


def stock_frame(state: State) -> StockRound:
    """The stock round under way."""
    top = state.frames[-1]
    if top.__class__ is StockRound:
        found: StockRound = top
        return found
    for frame in reversed(state.frames):
        if isinstance(frame, StockRound):
            return frame
    raise LookupError("no stock round")


@remembered
def over_limit(state: State, player: str) -> bool:
    """Whether a player must sell before anything else; every sale and purchase asks."""
    rule = state.rules.stock.over_limit
    if rule is not None:
        return rule(state, player)
    return certificates_of(state, player) > state.rules.certificate_limit


@gate("stock.must-sell", late=True)
def must_sell(state: State, player: str) -> Facts | None:
    """A player over the limit sells first if a sale would help; certificates that do not count would not."""
    if not over_limit(state, player):
        return None
    open_now = state.rules.procedures[type(state.top)].kinds(state, state.top)
    sales = [kind for kind in open_now if issubclass(kind.move, Sale)]
    if not any(_helps(state, kind, sale) for kind in sales for sale in kind.candidates(state)):
        return None
    return {"certificates": certificates_of(state, player), "limit": state.rules.certificate_limit}


def _helps(state: State, kind: Kind, sale: Any) -> bool:
    """Whether a sale is legal and leaves the player over no limit, or with fewer certificates that count."""
    if kind.objection(state, sale) is not None:
        return False
    change = Change(state)
    kind.effect(change, sale)
    if certificates_of(change.state, sale.by) < certificates_of(state, sale.by):
        return True
    return not over_limit(change.state, sale.by)


def pass_candidates(state: State) -> list[Pass]:
    """Passing, for the player who has to act."""
    return [Pass(by) for by in state.rules.procedures[type(state.top)].actors(state, state.top)]


def stop(change: Change, _move: Pass) -> None:
    """End the turn."""
    change.top(done=True)


PASS = Kind(Pass, pass_candidates, (must_sell,), stop)


def acted(change: Change, **fields: Any) -> StockRound:
    """Note that the player whose turn it is did something."""
    frame: StockRound = change.frame(StockRound, acted=True, **fields)
    return frame


def note_purchase(change: Change, *what: str) -> None:
    """Note what the player whose turn it is has bought."""
    frame = stock_frame(change.state)
    acted(change, bought=(*frame.bought, *what), sold_first=bool(frame.sold_now))


def note_sale(change: Change, player: str, what: str) -> None:
    """Note what a player has sold in his turn."""
    frame = stock_frame(change.state)
    sold = {**frame.sold, player: (*frame.sold.get(player, ()), what)}
    acted(change, sold=sold, sold_now=(*frame.sold_now, what))


def advance_stock(change: Change, frame: StockRound) -> bool:
    """End turns with nothing left to do, and the round when all have passed in a row."""
    state = change.state
    if frame.passes >= len(state.order):
        end_stock_round(change, frame)
        return True
    kinds = _purchases_first(state.rules.procedures[type(frame)].kinds(state, frame))
    if not frame.done and legal(state, kinds, (frame.at,)):
        return False
    _end_turn(change, frame)
    return True


@lru_cache(maxsize=100)
def _purchases_first(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """In the order in which a legal move is found soonest: most players can buy a share."""
    return tuple(sorted(kinds, key=lambda kind: kind.move is not BuyShare))


def _end_turn(change: Change, frame: StockRound) -> None:
    player = frame.at
    if frame.acted:
        passes, last = 0, player
        passed = tuple(name for name in frame.passed if name != player)
    else:
        passes, last = frame.passes + 1, frame.last
        passed = frame.passed if player in frame.passed else (*frame.passed, player)
        change.emit(Passed(player=player, automatic=not frame.done))
    change.top(
        at=next_player(change.state, player),
        passes=passes,
        last=last,
        passed=passed,
        bought=(),
        sold_now=(),
        sold_first=False,
        acted=False,
        done=False,
    )


def end_stock_round(change: Change, frame: StockRound) -> None:
    """Raise the prices of sold-out companies, and settle who starts the next round."""
    rules = change.state.rules
    change.pop()
    for company in by_price(change.state, [sym for sym, it in change.state.companies.items() if it.cell]):
        if not change.state.companies[company].floated or change.state.companies[company].closed:
            continue
        (rules.stock.round_ends or rise_if_sold_out)(change, company)
    if rules.stock.next_order is not None:
        rules.stock.next_order(change, frame)
    elif frame.last:
        change.set(priority=next_player(change.state, frame.last))
    change.emit(RoundEnded(kind="SR"))


def rise_if_sold_out(change: Change, company: str) -> None:
    """A company whose shares are all held by players moves up a row."""
    if held_by_players(change.state, company) == 100:
        move_marker(change, company, "up", 1, "sold out", "market.sold-out")


def stock_procedure(kinds: tuple[Kind, ...]) -> Procedure:
    """The procedure of a stock round with these kinds of move."""
    return Procedure(
        actors=lambda _state, frame: (frame.at,),
        kinds=lambda _state, _frame: kinds,
        advance=advance_stock,
        all_kinds=kinds,
    )
