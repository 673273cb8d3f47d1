"""The starting package (3): the first stock round, and what happens to certificates it leaves unsold."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from railhead.core.buying import nothing_bought, room_for_one_more
from railhead.core.change import Change
from railhead.core.costs import player_pays
from railhead.core.events import CompanyFloated, Noted, Passed, PriceCut, PrivateBought
from railhead.core.kinds import Kind, Procedure, asks, in_turn, legal, passing
from railhead.core.money import pay
from railhead.core.moves import Move, Pass
from railhead.core.rulings import Facts, check, gate
from railhead.core.shares import move_certificate
from railhead.core.state import BANK, RESERVED, Frame, State, next_player, players_from
from railhead.core.stock import StockRound, note_purchase, pass_candidates, stock_frame, stop
from railhead.titles.t1893.terms import FACTS, MINORS, PRIVATES

MINOR_FLOOR = 100
"""What a minor has at least, however cheap it was (3.4)."""
CUT = 10


class BuyCertificate(Move, frozen=True):
    """Buy a private company or a minor of the starting package; no price means the price asked."""

    certificate: str
    price: int = 0


class OfferCertificate(Move, frozen=True):
    """Choose the leftover certificate that is offered next."""

    certificate: str


class Opening(StockRound, frozen=True):
    """The first stock round: who passes is out of it."""


class Leftovers(Frame, frozen=True):
    """Certificates of the starting package that are sold by falling price."""

    offerer: str
    certificate: str = ""  # what is offered; empty until the offerer has chosen
    price: int = 0
    at: str = ""  # who is asked


def unsold(state: State) -> tuple[str, ...]:
    """The certificates of the starting package that nobody owns, privates first."""
    return (*unsold_privates(state), *unsold_minors(state))


def unsold_privates(state: State) -> list[str]:
    """The private companies that nobody owns."""
    there = state.privates
    return [sym for sym in PRIVATES if not there[sym].owner and not there[sym].closed]


def unsold_minors(state: State) -> list[str]:
    """The minors that nobody owns, in the order of their numbers."""
    companies = state.companies
    return [sym for sym in MINORS if companies[sym].certificate == RESERVED]


def on_offer(state: State) -> tuple[str, ...]:
    """What can be bought in the first stock round: every private, and the two top minors (3.2)."""
    return (*unsold_privates(state), *unsold_minors(state)[:2])


def printed_price(certificate: str) -> int:
    """The price printed on a certificate of the package."""
    if certificate in PRIVATES:
        return FACTS.privates[certificate].value
    price: int = FACTS.companies[certificate].special["price"]
    return price


def sell_certificate(change: Change, certificate: str, player: str, price: int) -> None:
    """A private is paid to the bank; the price of a minor is its capital, a hundred at least (3.2, 3.4)."""
    if certificate in PRIVATES:
        pay(change, player, BANK, price, "private")
        change.private(certificate, owner=player)
        change.emit(PrivateBought(private=certificate, owner=player, price=price))
        return
    pay(change, player, certificate, price, "minor")
    move_certificate(change, certificate, player, price)
    capital = max(price, MINOR_FLOOR)
    pay(change, BANK, certificate, capital - price, "capital", "1893.minor-floor")
    change.company(certificate, floated=True)
    change.emit(CompanyFloated(company=certificate, capital=capital, rule="1893.minor-capital"))


# The first stock round (3.2)


@check("1893.package-offer", basic=True)
def is_on_offer(state: State, move: BuyCertificate) -> Facts | None:
    """Privates, and the two top minors."""
    there = on_offer(state)
    return None if move.certificate in there else {"certificate": move.certificate, "offered": list(there)}


def asked_price(state: State, certificate: str) -> int:
    """What a certificate of the package costs now."""
    top = state.top
    return top.price if isinstance(top, Leftovers) else printed_price(certificate)


@check("1893.package-price")
def at_asked_price(state: State, move: BuyCertificate) -> Facts | None:
    """The printed price, or what a leftover has fallen to."""
    cost = asked_price(state, move.certificate)
    return {"price": move.price, "cost": cost} if move.price not in (0, cost) else None


can_pay_certificate = player_pays(lambda state, move: move.price or asked_price(state, move.certificate))


def buy_certificate(change: Change, move: BuyCertificate) -> None:
    """Buy at the printed price; that ends the turn."""
    sell_certificate(change, move.certificate, move.by, move.price or asked_price(change.state, move.certificate))
    note_purchase(change, move.certificate)


@passing(is_on_offer, at_asked_price)
def _package_candidates(state: State) -> Iterator[BuyCertificate]:
    player = stock_frame(state).at
    for certificate in on_offer(state):
        yield BuyCertificate(player, certificate, printed_price(certificate))


BUY_PACKAGE = Kind(
    BuyCertificate,
    _package_candidates,
    (is_on_offer, nothing_bought, at_asked_price, room_for_one_more, can_pay_certificate),
    buy_certificate,
)
PASS_FOR_GOOD = Kind(Pass, pass_candidates, (), stop)


@gate("1893.package-first")
def package_first(state: State, _player: str) -> Facts | None:
    """Corporations and bonds open when at most one certificate of the package is left."""
    left = unsold(state) if isinstance(state.top, Opening) else ()
    return {"left": list(left)} if len(left) > 1 else None


def opening_procedure(kinds: tuple[Kind, ...], finish: Callable[[Change, StockRound], None]) -> Procedure:
    """The procedure of the first stock round; `finish` ends it."""

    def advance(change: Change, frame: Opening) -> bool:
        state = change.state
        players = state.order
        if len(players) in (len(frame.passed), frame.passes):
            finish(change, frame)
        elif frame.at in frame.passed:
            change.top(at=next_player(state, frame.at), passes=frame.passes + 1)
        elif frame.bought:
            change.top(at=next_player(state, frame.at), passes=0, last=frame.at, bought=(), acted=False)
        elif frame.done or not legal(state, state.rules.procedures[type(frame)].kinds(state, frame)):
            _pass(change, frame)
        else:
            return False
        return True

    return asks(BUY_PACKAGE, *kinds, PASS_FOR_GOOD, who=in_turn, advance=advance)


def _pass(change: Change, frame: Opening) -> None:
    """A pass is final, even for a player who can afford nothing (3.2)."""
    change.emit(Passed(player=frame.at, automatic=not frame.done, rule="1893.pass-final"))
    change.top(
        at=next_player(change.state, frame.at),
        passed=(*frame.passed, frame.at),
        passes=frame.passes + 1,
        done=False,
    )


# Leftovers (3.4)


def lowest_price(_state: State, certificate: str) -> int:
    """Half the printed price, rounded up: no leftover becomes cheaper."""
    return (printed_price(certificate) + 1) // 2


def to_the_right(state: State, offerer: str) -> tuple[str, ...]:
    """The offerer, then the others to his right."""
    first, *others = players_from(state, offerer)
    return (first, *reversed(others))


@check("1893.leftover")
def is_leftover(state: State, move: OfferCertificate) -> Facts | None:
    """The offerer chooses among what is unsold."""
    there = unsold(state)
    return None if move.certificate in there else {"certificate": move.certificate, "unsold": list(there)}


def offer_certificate(change: Change, move: OfferCertificate) -> None:
    """Offer it at the printed price, beginning with the player to the left."""
    change.top(
        certificate=move.certificate,
        price=printed_price(move.certificate),
        at=next_player(change.state, move.by),
    )
    change.emit(Noted(what="leftover", who=move.by, about=move.certificate, amount=change.state.top.price))


@check("1893.leftover-offered")
def is_offered(state: State, move: BuyCertificate) -> Facts | None:
    """Only what is offered can be bought."""
    offered = state.top.certificate
    return None if move.certificate == offered else {"certificate": move.certificate, "offered": offered}


def _sold(change: Change, player: str, price: int) -> None:
    frame: Leftovers = change.state.top
    sell_certificate(change, frame.certificate, player, price)
    change.top(offerer=next_player(change.state, frame.offerer), certificate="", price=0, at="")


def _choices(state: State) -> Iterator[OfferCertificate]:
    for certificate in unsold(state):
        yield OfferCertificate(state.top.offerer, certificate)


OFFER_LEFTOVER = Kind(OfferCertificate, _choices, (is_leftover,), offer_certificate)
TAKE_LEFTOVER = Kind(
    BuyCertificate,
    lambda state: [BuyCertificate(state.top.at, state.top.certificate, state.top.price)],
    (is_offered, at_asked_price, room_for_one_more, can_pay_certificate),
    lambda change, move: _sold(change, move.by, change.state.top.price),
)


def leftover_sale(
    lowest: Callable[[State, str], int] = lowest_price,
    liable: Callable[[State, str], tuple[str, ...]] = to_the_right,
) -> Procedure:
    """How a leftover is sold: the price falls to the `lowest`, then somebody `liable` must buy it."""

    def ask_next(change: Change, frame: Leftovers) -> None:
        """Ask the next player; after the offerer the price falls."""
        state = change.state
        if frame.at != frame.offerer:
            change.top(at=next_player(state, frame.at))
        elif frame.price <= lowest(state, frame.certificate):
            force(change, frame)
        else:
            price = max(frame.price - CUT, lowest(state, frame.certificate))
            change.top(price=price, at=next_player(state, frame.offerer))
            change.emit(PriceCut(private=frame.certificate, price=price, rule="1893.leftover-falls"))

    def force(change: Change, frame: Leftovers) -> None:
        """If nobody who is liable has the money, the offerer pays what he has."""
        cash = {player: purse.cash for player, purse in change.state.players.items()}
        able = [player for player in liable(change.state, frame.offerer) if cash[player] >= frame.price]
        buyer = able[0] if able else frame.offerer
        change.emit(Noted(what="forced", who=buyer, about=frame.certificate, rule="1893.leftover-forced"))
        _sold(change, buyer, min(frame.price, cash[buyer]))

    def decline(change: Change, move: Pass) -> None:
        change.emit(Passed(player=move.by))
        ask_next(change, change.state.top)

    def advance(change: Change, frame: Leftovers) -> bool:
        """Ask everybody who has room for it, for cash is secret; when everything is sold, the stock round begins."""
        if not unsold(change.state):
            change.pop()
        elif not frame.certificate or legal(change.state, (TAKE_LEFTOVER,)):
            return False
        else:
            change.emit(Passed(player=frame.at, automatic=True))
            ask_next(change, frame)
        return True

    decline_leftover = Kind(Pass, lambda state: [Pass(state.top.at)], (), decline)
    return Procedure(
        lambda _state, frame: (frame.at or frame.offerer,),
        lambda _state, frame: (TAKE_LEFTOVER, decline_leftover) if frame.certificate else (OFFER_LEFTOVER,),
        advance,
        (OFFER_LEFTOVER, TAKE_LEFTOVER, decline_leftover),
    )


LEFTOVERS = leftover_sale()
