"""The Val de Loire (10.2): exchange for a share, the engineers' card, and in a game of six a train."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.buying import above_share_limit, not_sold_this_round, nothing_bought, par_price
from railhead.core.change import Change, find_frame
from railhead.core.costs import player_pays
from railhead.core.events import Noted
from railhead.core.floating import float_if_due, gain_share, set_par
from railhead.core.forced import ForcedPurchase, choice_of, paying_president
from railhead.core.kinds import Kind, PriceRange, at_either_end
from railhead.core.market import counts_against_limit
from railhead.core.money import pay
from railhead.core.moves import BuyTrain, Move, StartCompany
from railhead.core.offers import not_declined
from railhead.core.operating import OperatingTurn, current_step, for_company, operating_company
from railhead.core.phases import Discard, phase_of, reached
from railhead.core.privates import (
    BUY_PRIVATE,
    buy_private,
    close_private,
    company_can_pay_private,
    owner_of,
    private_candidates,
)
from railhead.core.rulings import Facts, check
from railhead.core.shares import certificates_of, move_certificate, percent_of
from railhead.core.state import BANK, IPO, State, president_of
from railhead.core.stock import must_sell, note_purchase, stock_frame
from railhead.core.trains import short_of_a_train, take_train
from railhead.titles.t1843.extra import LOIRE, note
from railhead.titles.t1843.purchase import FORCED
from railhead.titles.t1843.stock import OVER, phase_pars
from railhead.titles.t1843.trains import LOIRE_TRAIN, lasting, limit_of, limits, used

SIX = 6


class ExchangeLoire(Move, frozen=True):
    """Give the Val de Loire for a share of a company, or for half of a director's certificate at a par price."""

    company: str
    par: int = 0


class PreserveTrain(Move, frozen=True):
    """Put the engineers' card on a train of the company, which closes the Val de Loire."""

    train: str


class BuyLoireTrain(Move, frozen=True):
    """Buy the Val de Loire for the operating company and make it a yellow 2-train."""

    price: int

    @property
    def private(self) -> str:
        """What is bought."""
        return LOIRE


# The exchange


@check("1843.loire-owner")
def owns_loire(state: State, move: ExchangeLoire) -> Facts | None:
    """Only a player who owns the Val de Loire exchanges it."""
    owner = owner_of(state, LOIRE)
    if owner == move.by:
        return None
    return {"owner": owner} if owner or state.privates[LOIRE].closed else {"unsold": LOIRE}


@check("1843.loire-time")
def between_actions(state: State, move: ExchangeLoire) -> Facts | None:
    """In an operating round it is exchanged between two actions of any company, also while trains are discarded."""
    if isinstance(state.top, OperatingTurn | Discard | ForcedPurchase):
        return None
    waiting = list(state.rules.procedures[type(state.top)].actors(state, state.top))
    return {"waiting": waiting} if move.by not in waiting else {"asked": move.by}


@check("1843.loire-share")
def share_there(state: State, move: ExchangeLoire) -> Facts | None:
    """A 10 % share of a company with a par price, or the director's certificate of one without."""
    charter = state.companies.get(move.company)
    if charter is None:
        return {"unknown": move.company}
    if charter.par:
        if move.par:
            return {"started": move.company}
        return None if 10 in charter.shares.get(IPO, ()) else {"sold out": move.company}
    if charter.certificate != IPO:
        return {"company": move.company}
    return None if move.par else {"unstarted": move.company}


@check("par.price")
def exchange_par(state: State, move: ExchangeLoire) -> Facts | None:
    """The phase decides which par prices may be chosen."""
    return par_price.objects(state, StartCompany(move.by, move.company, move.par)) if move.par else None


@check("stock.share-limit")
def exchange_limit(state: State, move: ExchangeLoire) -> Facts | None:
    """The limit of 60 % holds for an exchange too."""
    return None if move.par else above_share_limit(state, move.company, move.by, 10)


@check("stock.certificate-limit")
def exchange_certificates(state: State, move: ExchangeLoire) -> Facts | None:
    """The certificate replaces the private: the limit must hold afterwards, unless it does not count."""
    if not counts_against_limit(state, move.company):
        return None
    held = certificates_of(state, move.by)
    limit = state.rules.certificate_limit
    return {"certificates": held, "limit": limit} if held > limit else None


can_pay_half = player_pays(
    lambda _state, move: move.par, "The other half of a director's certificate costs one share at par."
)


@check("train.emergency-president")
def directors_stay(state: State, move: ExchangeLoire) -> Facts | None:
    """Neither a company in need of a train (8.8.3) nor one that agreed to sell it changes hands by an exchange."""
    director = president_of(state, move.company)
    if not director or move.company not in bound_to_a_train(state):
        return None
    more = percent_of(state, move.company, move.by) + 10 > percent_of(state, move.company, director)
    return {"company": move.company, "new": move.by} if move.by != director and more else None


@check("train.emergency-chosen")
def nothing_bought_for_it(state: State, move: ExchangeLoire) -> Facts | None:
    """A director who raises money for a train does not pay for half of a director's certificate with it."""
    frame = find_frame(state, ForcedPurchase)
    return None if frame is None or not move.par or move.by != paying_president(state) else choice_of(state, frame)


def bound_to_a_train(state: State) -> list[str]:
    """The company whose director must help to pay for a train, and the company that has agreed to sell it."""
    turn = find_frame(state, OperatingTurn)
    if turn is None:  # trains are discarded because of the foreigners, between two rounds
        return []
    step, purchase = current_step(state), find_frame(state, ForcedPurchase)
    bound = [purchase.source] if purchase else []
    if step is not None and step.name == "trains" and short_of_a_train(state, turn.company):
        bound.append(turn.company)
    return bound


def exchange(change: Change, move: ExchangeLoire) -> None:
    """Take the share, or par and pay half of the director's certificate; the private closes."""
    close_private(change, LOIRE, "1843.loire-share")
    change.emit(Noted(what="exchange", who=move.by, about=move.company))
    if move.par:
        set_par(change, move.company, move.par, move.by)
        pay(change, move.by, BANK, move.par, "president's certificate")
        move_certificate(change, move.company, move.by, move.par)
        float_if_due(change, move.company)
    else:
        gain_share(change, move.company, IPO, move.by)


def exchange_in_turn(change: Change, move: ExchangeLoire) -> None:
    """In a stock round the exchange is the purchase of the turn."""
    exchange(change, move)
    note_purchase(change, move.company, OVER)


def exchanges_in_turn(state: State) -> Iterator[ExchangeLoire]:
    """Those of the player in turn: nobody is asked because of what another could do."""
    return exchange_candidates(state) if owner_of(state, LOIRE) == stock_frame(state).at else iter(())


def exchange_candidates(state: State) -> Iterator[ExchangeLoire]:
    """Every share and every director's certificate at every par price."""
    player = owner_of(state, LOIRE)
    if player not in state.players:
        return
    for company, charter in state.companies.items():
        if charter.par:
            yield ExchangeLoire(player, company)
        else:
            for price in phase_pars(state):
                yield ExchangeLoire(player, company, price)


_LIMITS = (share_there, exchange_par, exchange_limit, exchange_certificates, can_pay_half)
_ANY_TIME = (
    owns_loire,
    between_actions,
    *_LIMITS,
    directors_stay,
    nothing_bought_for_it,
)
EXCHANGE_IN_TURN = Kind(
    ExchangeLoire,
    exchanges_in_turn,
    (owns_loire, must_sell, nothing_bought, not_sold_this_round, *_LIMITS),
    exchange_in_turn,
)
EXCHANGE = Kind(
    ExchangeLoire,
    exchange_candidates,
    (*_ANY_TIME, FORCED.unharmed_by(exchange, lambda _state, move: move.by, *_ANY_TIME)),
    exchange,
    out_of_turn=True,
)


# The engineers' card


@check("1843.engineers")
def may_preserve(state: State, move: PreserveTrain) -> Facts | None:
    """A company that owns the Val de Loire chooses a train of its own."""
    company, owner = operating_company(state), owner_of(state, LOIRE)
    if owner != company:
        return {"owner": owner}
    return None if move.train in state.companies[company].trains else {"train": move.train}


def preserve(change: Change, move: PreserveTrain) -> None:
    """Mark the train; the private closes at once."""
    company = operating_company(change.state)
    note(change, engineers=company, preserved=move.train)
    change.emit(Noted(what="engineers", who=company, about=move.train, rule="1843.engineers"))
    close_private(change, LOIRE, "1843.engineers")


PRESERVE = Kind(
    PreserveTrain,
    for_company(PreserveTrain, train=lambda state: sorted(set(state.companies[operating_company(state)].trains))),
    (may_preserve,),
    preserve,
)


def card_in_question(state: State, company: str) -> bool:
    """Whether a company with trains owns the Val de Loire, or could buy it now for the engineers' card."""
    if not state.companies[company].trains:
        return False
    if owner_of(state, LOIRE) == company:
        return True
    return any(
        BUY_PRIVATE.objection(state, move) is None for move in private_candidates(state) if move.private == LOIRE
    )


# The train of a game of six


@check("1843.loire-train")
def may_convert(state: State, _move: BuyLoireTrain) -> Facts | None:
    """Only with six players, from a player, and before the first blue train."""
    if state.rules.seats != SIX:
        return {"players": state.rules.seats}
    if reached(state, "blue"):
        return {"phase": phase_of(state).name}
    return None if owner_of(state, LOIRE) in state.players else {"private": LOIRE}


def loire_span(state: State) -> tuple[int, int]:
    """The prices of the conversion: face value in yellow phase, then as for any private."""
    value = state.rules.privates[LOIRE].value
    return (1, 2 * value) if reached(state, "green") else (value, value)


@check("private.price")
def loire_price(state: State, move: BuyLoireTrain) -> Facts | None:
    """Exactly face value in yellow phase, between 1 and double in green."""
    low, high = loire_span(state)
    return None if low <= move.price <= high else {"price": move.price, "low": low, "high": high}


@check("train.limit")
def room_for_train(state: State, _move: BuyLoireTrain) -> Facts | None:
    """The company must have room for the train."""
    company = operating_company(state)
    full = used(state, (*lasting(state, company), LOIRE_TRAIN)) > limit_of(state, company)
    return limits(state) if full else None


def complete_loire_train(change: Change, move: BuyLoireTrain) -> None:
    """Pay the owner, close the private and take the train."""
    pay(change, operating_company(change.state), owner_of(change.state, LOIRE), move.price, "private")
    close_private(change, LOIRE, "1843.loire-train")
    supply = change.state.depot.supply
    change.depot(supply={**supply, LOIRE_TRAIN: supply[LOIRE_TRAIN] - 1})
    take_train(change, BuyTrain(move.by, LOIRE_TRAIN, LOIRE, move.price), helped=False)


def conversions(state: State) -> Iterator[PriceRange]:
    """The conversion at what the company can pay of its price range, as long as a player owns the private."""
    if state.depot.supply[LOIRE_TRAIN] and owner_of(state, LOIRE) in state.players:
        company = operating_company(state)
        low, high = loire_span(state)
        high = max(low, min(high, state.companies[company].cash))
        yield PriceRange(BuyLoireTrain(president_of(state, company), low), "price", low, high)


BUY_LOIRE_TRAIN = Kind(
    BuyLoireTrain,
    lambda state: at_either_end(conversions(state)),
    (may_convert, loire_price, room_for_train, not_declined, company_can_pay_private),
    buy_private,
    complete=False,
    price_ranges=lambda state: (prices for prices in conversions(state) if prices.low < prices.high),
)
