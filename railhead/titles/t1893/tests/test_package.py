"""The first stock round and what it leaves unsold (2, 3)."""

from __future__ import annotations

import kit
import pytest
from kit import play, refused, with_cash, with_company
from msgspec.structs import replace

from railhead.core.engine import actors, legal_moves
from railhead.core.invariants import broken_invariants
from railhead.core.moves import to_text
from railhead.core.state import BLOCKED, IPO, RESERVED, Round, State
from railhead.core.stock import StockRound
from railhead.titles.t1893.package import Leftovers, Opening, on_offer, unsold
from railhead.titles.t1893.terms import FACTS
from railhead.titles.t1893.tests.helpers import BANK, begin, events, one_left, rules_cited, stock_round


@pytest.mark.parametrize(("seats", "cash", "limit"), [(2, 900, 18), (3, 600, 12), (4, 450, 9)])
def test_capital(seats: int, cash: int, limit: int) -> None:
    """setup.capital (2.3), setup.bank: the capital comes out of the 7200."""
    state = begin(seats)
    assert [player.cash for player in state.players.values()] == [cash] * seats, "setup.capital"
    assert state.bank == 7200 - seats * cash, "setup.bank"
    assert state.rules.certificate_limit == limit
    assert not broken_invariants(state, BANK)


def test_seats_are_drawn() -> None:
    """setup.order (2.2): by the seed alone; every order comes up; the first has the locomotive."""
    orders = set()
    for seed in range(60):
        state = kit.begin("1893", 3, seed=seed)
        assert state.order == kit.begin("1893", 3, seed=seed).order
        assert state.priority == state.order[0] == state.top.at, "setup.order"
        orders.add(state.order)
    assert len(orders) == 6
    assert begin(4).order == ("p1", "p2", "p3", "p4")


def test_markers_on_the_map() -> None:
    """setup.markers (2.1): T3, L3, P7, O4, I2 and the harbour's on J5; nobody ever has H5."""
    state = begin(3)
    there = {hex_id: cities[0] for hex_id, cities in state.board.stations.items()}
    minors = {"T3": ("EKB",), "L3": ("KFBE",), "P7": ("KSZ",), "O4": ("KBE",), "I2": ("BKB",)}
    assert there == {**minors, "J5": ("HGK",), "H5": (BLOCKED,)}, "setup.markers"


def test_exchange_certificates_are_set_aside() -> None:
    """2.1: three certificates of AGV and HGK are exchange shares, five are free."""
    for sym in ("AGV", "HGK"):
        charter = begin(3).companies[sym]
        assert charter.certificate == RESERVED
        assert sorted(charter.shares[RESERVED]) == [10, 20]
        assert charter.shares[IPO] == (10,) * 5


def test_cash_is_secret() -> None:
    """setup.secret (2.4): what a site needs to know."""
    assert FACTS.special["secret_cash"] is True, "setup.secret"
    assert begin(3).rules.secret == {"players"}


OPENING = [
    ("p1 buy_certificate certificate=EKB", "ok"),
    ("p1 buy_certificate certificate=KFBE price=200", "ok"),
    ("p1 buy_certificate certificate=KFBE price=190", "1893.package-price"),
    ("p1 buy_certificate certificate=KSZ", "1893.package-offer"),  # only the two top minors
    ("p1 buy_certificate certificate=FdSD", "ok"),
    ("p1 buy_certificate certificate=HdSK", "ok"),
    ("p1 buy_certificate certificate=DE", "1893.package-offer"),
    ("p1 start_company company=DE price=60", "1893.package-first"),
    ("p1 buy_bond", "1893.package-first"),
    ("p2 buy_certificate certificate=EKB", "turn.whose"),
    ("p1 sell_bond", "stock.first-round"),
    ("p1 pass", "ok"),
]


@pytest.mark.parametrize(("line", "answer"), OPENING)
def test_opening(line: str, answer: str) -> None:
    assert refused(begin(3), line) == answer


def test_two_top_minors_move_up() -> None:
    """3.2: after KFBE the choice is between EKB and KSZ; with one minor left only that one."""
    state = play(begin(3), "p1 buy_certificate certificate=KFBE")
    assert on_offer(state) == ("FdSD", "EVA", "HdSK", "EKB", "KSZ")
    for sym in ("EKB", "KFBE", "KSZ", "KBE"):
        state = with_company(state, sym, certificate="p1")
    assert on_offer(state) == ("FdSD", "EVA", "HdSK", "BKB")


def test_price_of_a_minor_is_its_capital() -> None:
    """1893.minor-capital (3.2): 200 from p1 to KFBE, nothing from or to the bank."""
    state, happened = events(begin(3), "p1 buy_certificate certificate=KFBE")
    assert state.companies["KFBE"].cash == 200
    assert state.companies["KFBE"].floated
    assert state.players["p1"].cash == 400
    assert state.bank == 7200 - 1800
    assert "1893.minor-capital" in {event.rule for event in happened}


def test_price_of_a_private_goes_to_the_bank() -> None:
    state = play(begin(3), "p1 buy_certificate certificate=EVA")
    assert state.privates["EVA"].owner == "p1"
    assert state.bank == 7200 - 1800 + 150


def test_limits_of_the_opening() -> None:
    """stock.certificate-limit and money.player hold from the first turn on."""
    state = with_cash(begin(4), p1=209)
    assert refused(state, "p1 buy_certificate certificate=EKB") == "money.player"
    full = replace(state, privates={sym: replace(it, owner="p1") for sym, it in state.privates.items()})
    assert refused(full, "p1 buy_certificate certificate=KFBE") == "stock.certificate-limit"


def test_corporations_open_with_one_certificate_left() -> None:
    """3.2: the last certificate, a corporation's, a bond, or a pass."""
    state = one_left()
    assert unsold(state) == ("HdSK",)
    assert actors(state) == ("p2",)
    assert refused(state, "p2 buy_certificate certificate=HdSK") == "ok"
    assert refused(state, "p2 start_company company=DE price=60") == "ok"
    assert refused(state, "p2 start_company company=AGV price=60") == "stock.unstarted"
    assert refused(state, "p2 start_company company=EKB price=60") == "stock.unstarted"
    assert refused(state, "p2 buy_bond") == "ok"


def test_passing_is_final() -> None:
    """1893.pass-final (3.2): p2 passes and is passed over; p1 has no money and is out as well when he has passed."""
    state = one_left()
    assert "1893.pass-final" in rules_cited(state, "p2 pass")
    state = play(state, "p2 pass", "p3 buy_bond", "p1 pass")
    assert isinstance(state.top, Opening)
    assert actors(state) == ("p3",), "p1 and p2 have passed"
    state = play(state, "p3 buy_bond")
    assert actors(state) == ("p3",)
    assert play(state, "p3 pass").round.kind == "OR"


def test_want_of_cash_is_not_told() -> None:
    """setup.secret (2.4): p1 has no money and is asked nevertheless; with a full hand of certificates he is not."""
    state = play(one_left(), "p2 pass", "p3 buy_bond")
    assert actors(state) == ("p1",)
    assert [to_text(move) for move in legal_moves(state)] == ["p1 pass"]
    full = {sym: replace(it, owner="p1") for sym, it in one_left().privates.items() if sym.startswith("AdSK")}
    state = replace(one_left(), privates={**one_left().privates, **full})
    assert play(state, "p2 pass", "p3 pass").round.kind == "OR", "everybody sees that p1 has no room"


def test_first_passer_gets_the_locomotive() -> None:
    """1893.first-passer (3.3): p2 passed first, though p3 bought last."""
    moves = ("p2 pass", "p3 buy_bond", "p1 pass", "p3 pass")
    state = play(one_left(), *moves)
    assert state.priority == "p2", "1893.first-passer"
    house = play(one_left("locomotive-left-of-last-buyer"), *moves)
    assert house.priority == "p1"


def test_locomotive_when_all_pass_early() -> None:
    """Also by the house rule the first to pass has it while two certificates are unsold."""
    for options in ((), ("locomotive-left-of-last-buyer",)):
        state = play(begin(3, *options), "p1 buy_certificate certificate=EVA", "p2 pass", "p3 pass", "p1 pass")
        assert state.priority == "p2"


def test_skipped_players_by_house_rule() -> None:
    """p1 has nothing; by house rule he may act again when he can, by the book he is out."""
    moves = ("p2 start_company company=DE price=60", "p3 buy_bond", "p1 pass")
    book = play(one_left(), *moves)
    assert book.top.passed == ("p1",)
    house = play(one_left("skipped-players-stay-in"), *moves)
    assert house.top.passed == ()
    assert actors(house) == ("p2",)


def test_first_round_ends_when_nobody_can_act() -> None:
    """3.3: two operating rounds follow, and then the leftovers are sold."""
    state = play(begin(3), "p1 pass", "p2 pass", "p3 pass")
    assert state.round == Round("SR", 2), "no company operates, so the operating rounds are empty"
    assert state.top == Leftovers("p1")
    assert len(list(legal_moves(state))) == 8


def leftovers(*options: str, **unsold_now: str) -> State:
    """The second stock round with these certificates unsold; p1 has the locomotive."""
    state = stock_round(*options)
    for sym in unsold_now:
        if sym in state.privates:
            state = replace(state, privates={**state.privates, sym: replace(state.privates[sym], owner="")})
        else:
            state = with_company(state, sym, certificate=RESERVED, floated=False, cash=0)
    return replace(state, frames=(StockRound(at="p1"), Leftovers("p1")))


def test_leftover_is_offered_to_the_left_first() -> None:
    """3.4: p2, p3, and the offerer last; then 10 less."""
    state = leftovers(HdSK="", EVA="")
    assert refused(state, "p1 offer_certificate certificate=EKB") == "1893.leftover"
    state = play(state, "p1 offer_certificate certificate=EVA")
    assert actors(state) == ("p2",)
    assert refused(state, "p2 buy_certificate certificate=HdSK") == "1893.leftover-offered"
    state = play(state, "p2 pass", "p3 pass")
    assert state.top.price == 150
    assert "1893.leftover-falls" in rules_cited(state, "p1 pass")
    state = play(state, "p1 pass")
    assert (state.top.price, state.top.at) == (140, "p2")
    assert refused(state, "p2 buy_certificate certificate=EVA price=150") == "1893.package-price"
    state = play(state, "p2 pass", "p3 buy_certificate certificate=EVA")
    assert state.privates["EVA"].owner == "p3"
    assert state.players["p3"].cash == 360
    assert state.top.offerer == "p2", "the next one is offered by the next player"


HALVES = {"FdSD": 90, "EVA": 75, "HdSK": 50, "EKB": 105, "KFBE": 100, "KSZ": 50, "KBE": 110, "BKB": 90}
TENS = {**HALVES, "EVA": 70, "EKB": 100}


@pytest.mark.parametrize("certificate", HALVES)
def test_lowest_price(certificate: str) -> None:
    """Half, rounded up (3.4); elsewhere in full tens."""
    for options, lowest in (((), HALVES), (("leftovers-in-full-tens",), TENS)):
        state = play(leftovers(*options, **{certificate: ""}), f"p1 offer_certificate certificate={certificate}")
        assert 500 - declined(state).players["p1"].cash == lowest[certificate]


def declined(state: State) -> State:
    """Everybody declines until somebody must buy."""
    while isinstance(state.top, Leftovers) and state.top.certificate:
        (player,) = actors(state)
        state = play(state, f"{player} pass")
    return state


def test_offerer_must_buy_at_half_price() -> None:
    """1893.leftover-forced: EVA falls 150, 140 ... 80, 75; p1 offered it."""
    state = play(leftovers(EVA=""), "p1 offer_certificate certificate=EVA")
    after = declined(state)
    assert after.privates["EVA"].owner == "p1", "1893.leftover-forced"
    assert after.players["p1"].cash == 500 - 75
    assert after.top == StockRound(at="p1"), "then the stock round begins with the locomotive's holder"


def test_forced_buyer_without_cash() -> None:
    """3.4: the player to the right, p3; by house rule to the left, p2; with nobody able the offerer pays all."""
    poor = with_cash(leftovers(EVA=""), p1=74)
    assert declined(play(poor, "p1 offer_certificate certificate=EVA")).privates["EVA"].owner == "p3"
    enough = declined(play(with_cash(poor, p1=75), "p1 offer_certificate certificate=EVA"))
    assert (enough.privates["EVA"].owner, enough.players["p1"].cash) == ("p1", 0), "75 are just enough"
    house = with_cash(leftovers("leftovers-forced-to-the-left", EVA=""), p1=74)
    assert declined(play(house, "p1 offer_certificate certificate=EVA")).privates["EVA"].owner == "p2"
    broke = with_cash(leftovers(EVA=""), p1=40, p2=10, p3=10)
    after = declined(play(broke, "p1 offer_certificate certificate=EVA"))
    assert after.privates["EVA"].owner == "p1"
    assert after.players["p1"].cash == 0


def test_cheap_minor_has_a_hundred() -> None:
    """1893.minor-floor (3.4): BKB for 90 gets 10 from the bank, EKB for 105 nothing."""
    state = declined(play(leftovers(BKB=""), "p1 offer_certificate certificate=BKB"))
    assert state.companies["BKB"].cash == 100, "1893.minor-floor"
    assert state.players["p1"].cash == 410
    state = declined(play(leftovers(EKB=""), "p1 offer_certificate certificate=EKB"))
    assert state.companies["EKB"].cash == 105


def test_all_with_room_are_asked_for_leftovers() -> None:
    """setup.secret (2.4): who lacks the money is asked and passes; who has no room is not asked."""
    state = play(with_cash(leftovers(EVA=""), p2=149), "p1 offer_certificate certificate=EVA")
    assert actors(state) == ("p2",)
    assert refused(state, "p2 buy_certificate certificate=EVA") == "money.player"
    assert actors(play(state, "p2 pass")) == ("p3",)
    bonds = {sym: replace(it, owner="p2") for sym, it in state.privates.items() if sym.startswith("AdSK")}
    crowded = leftovers(EVA="")
    crowded = replace(crowded, privates={**crowded.privates, **bonds, "EVA": crowded.privates["EVA"]})
    assert actors(play(crowded, "p1 offer_certificate certificate=EVA")) == ("p3",)
