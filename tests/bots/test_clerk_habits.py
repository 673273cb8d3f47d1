"""What a sensible player does and what it never does, as positions and answers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from kit import begin, play, with_cash, with_company, with_private
from msgspec.structs import replace

from railhead.bots.clerk import pick, picked, rated
from railhead.bots.clerk.auction import presidencies, resale, worth_of
from railhead.bots.clerk.desk import HASTY, Desk, Habits
from railhead.bots.clerk.listing import moves_to_rate
from railhead.bots.clerk.other import TRIED, rate_by_trial
from railhead.bots.clerk.trains import brings
from railhead.bots.experience import experience_of, grown_by, rounds_until
from railhead.bots.outlook import Outlook, unit_of
from railhead.bots.player import ask, bot, next_seat
from railhead.bots.weights import APPRENTICE, CLERK, CLERK_1
from railhead.core.engine import apply, legal_moves
from railhead.core.moves import Bid, BuyPrivate, BuyShare, BuyTrain, SellShares, SetPar, StartCompany
from railhead.core.shares import certificates_of
from railhead.core.state import State
from railhead.core.stock import StockRound
from railhead.titles.t1843.loire import ExchangeLoire
from railhead.titles.t1843.tests.helpers import stock_round
from railhead.titles.t1889.tests.helpers import floated, operating, sold_out_auction

EASY = Habits(APPRENTICE)


@pytest.mark.parametrize(("cash", "starts"), [(100, False), (400, True)])
def test_a_company_is_started_if_it_can_float(cash: int, starts: bool) -> None:
    """Half of a company at the lowest price, 65, costs 325: three poor players start nothing."""
    state = with_cash(sold_out_auction(), p1=cash, p2=cash, p3=cash)
    best = rated(state, "p1")[0].move
    assert isinstance(best, StartCompany) == starts
    if isinstance(best, StartCompany):
        assert best.price * 5 <= cash


def test_one_joins_what_floats_with_ones_help() -> None:
    """The president has sold half of it less one share, and has no money for that one."""
    state = floated(sold_out_auction(), "AR", {"p2": 40}, par=65, floated=False, cash=0)
    state = with_cash(state, p1=130, p2=0, p3=0)
    best = rated(state, "p1")[0]
    assert (best.move.company, best.why) == ("AR", "AR can float with my help.")  # type: ignore[attr-defined]


def test_money_that_floats_a_company_is_not_bid_away() -> None:
    """With 330 a private company for 50 would leave less than 325."""
    state = play(begin("1889", 3), "p1 bid private=A price=20")
    rich, poor = with_cash(state, p2=500), with_cash(state, p2=345)
    scores = [
        next(it.score for it in rated(one, "p2") if isinstance(it.move, Bid) and it.move.private == "B")
        for one in (rich, poor)
    ]
    assert scores[0] > scores[1]


@pytest.mark.parametrize("seats", [3, 4])
def test_an_opening_auction_takes_forty_decisions_at_most(seats: int) -> None:
    """Raises jump, and nobody has all money on bids for what is sold last while the others wait for a lower price."""
    for seed in range(500, 510):
        state, rng = begin("1894", seats, seed=seed), random.Random(seed)
        while state.round.kind not in ("SR", "OR"):
            assert state.count <= 40
            state, _ = apply(state, ask(bot("clerk"), state, next_seat(state), 1.0, rng).move)


def test_what_nobody_would_do_is_not_listed() -> None:
    """Offers to others are never listed; sales only where something speaks for them. Nothing illegal is."""
    state, rng, seen = begin("1889", 3), random.Random(6), 0
    for _ in range(150):
        seat = next_seat(state)
        legal = [move for move in legal_moves(state) if move.by == seat]
        listed = list(moves_to_rate(state, seat, HASTY))
        assert all(move in legal for move in listed)
        left_out = [move for move in legal if move not in listed]
        assert all(isinstance(move, BuyTrain | BuyPrivate | SellShares) for move in left_out)
        seen += len(left_out)
        state, _ = apply(state, ask(bot("clerk"), state, seat, 1.0, rng).move)
    assert seen


def test_a_company_without_a_train_must_be_provided_for() -> None:
    """A president keeps the price of a train that the treasury cannot pay."""
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=0, operated=True)
    assert Desk(state, "p1").reserve > 0
    assert Desk(with_company(state, "AR", cash=2000), "p1").reserve == 0


def test_a_company_that_has_yet_to_float_pays_later() -> None:
    """So a share of one that floats now is worth more, and it is worth something to make one's own float."""
    waiting = floated(sold_out_auction(), "AR", {"p1": 40}, floated=False, cash=0)
    running = with_company(waiting, "AR", floated=True, cash=Outlook(waiting).capital("AR"))
    assert 0 < Outlook(waiting).value("AR") < Outlook(running).value("AR")


@pytest.mark.parametrize(("cash", "spent"), [(500, True), (150, False)])
def test_money_for_ones_private_company_is_not_spent_on_a_second_train(cash: int, spent: bool) -> None:
    """The company may pay up to 140 for its president's two; a train for 80 leaves a poor company less."""
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=cash, trains=("2",), operated=True, revenue=40)
    state = operating(state, "AR", "trains", phase=1, revenue=0)
    heed, ignore = (
        next(
            it.score
            for it in rated(state, "p1", Habits(replace(CLERK, train_private=weight)))
            if isinstance(it.move, BuyTrain) and it.move.train == "2"
        )
        for weight in (0.5, 0.0)
    )
    assert (heed == ignore) == spent


def test_private_companies_that_make_a_president_are_found_by_trial() -> None:
    """1894: the two major shareholdings. 1889: none. Their buyer needs no money for another company."""
    assert presidencies(begin("1894", 3)) == {"FMS", "BMS"}
    assert presidencies(begin("1889", 3)) == frozenset()
    state = with_cash(begin("1894", 3), p1=420, p2=420, p3=420)
    seat = next_seat(state)
    bids = {it.move.private: it for it in rated(state, seat) if isinstance(it.move, Bid)}
    careless = rated(state, seat, Habits(replace(CLERK, bid_presidency=0.0)))
    before = {it.move.private: it for it in careless if isinstance(it.move, Bid)}
    assert bids["FMS"].score > 0 > before["FMS"].score
    assert bids["LS"].score == before["LS"].score


def test_the_first_bid_is_the_lowest() -> None:
    """Nobody has bid yet, so nothing is gained by a jump; against a bid one jumps."""
    state = begin("1894", 3)
    first = {it.move.private: it.move.price for it in rated(state, next_seat(state)) if isinstance(it.move, Bid)}
    assert first["BMS"] == 205
    after = play(state, f"{next_seat(state)} bid private=BMS price=205")
    second = {it.move.private: it.move.price for it in rated(after, next_seat(after)) if isinstance(it.move, Bid)}
    assert second["BMS"] > 210


def test_a_presidency_that_is_paid_for_gets_the_highest_price() -> None:
    """1894: the French company floats at once, whatever its price, and the certificate costs nothing more."""
    state, rng = begin("1894", 3), random.Random(3)
    while not isinstance(rated(state, next_seat(state))[0].move, SetPar):
        state, _ = apply(state, ask(bot("clerk"), state, next_seat(state), 1.0, rng).move)
    assert rated(state, next_seat(state))[0].move.price == 100  # type: ignore[attr-defined]


def test_no_company_is_started_without_room_for_its_certificates() -> None:
    """To float a company alone takes four certificates; nobody with 18 begins one where 19 are allowed."""
    state = with_cash(sold_out_auction(), p1=900)
    assert isinstance(rated(state, "p1")[0].move, StartCompany)
    crowded = state
    for company, percent in (("IR", 60), ("SR", 60), ("KO", 60), ("TR", 20)):
        crowded = floated(crowded, company, {"p1": percent, "p2": 40}, cash=900, operated=True)
    crowded = with_cash(crowded, p1=900)
    assert certificates_of(crowded, "p1") + 3 >= crowded.rules.certificate_limit
    assert not isinstance(rated(crowded, "p1")[0].move, StartCompany)


@pytest.mark.parametrize(("seats", "joins"), [(2, False), (4, True)])
def test_the_only_rival_is_not_helped_to_float(seats: int, joins: bool) -> None:
    """What the president gains is lost to the other of two players, and mostly to third parties among four."""
    state = begin("1889", seats)
    while state.round.kind != "SR":
        state, _ = apply(state, ask(bot("clerk"), state, next_seat(state), 1.0, random.Random(1)).move)
    first = next_seat(state)
    other = next(name for name in state.order if name != first)
    state = floated(state, "AR", {other: 40}, par=65, floated=False, cash=0)
    state = with_cash(state, **{**dict.fromkeys(state.players, 0), first: 130})
    scores = {it.why: it.score for it in rated(state, first) if isinstance(it.move, BuyShare)}
    assert (scores["AR can float with my help."] > 0) == joins


def test_money_that_floats_a_company_is_not_spent_on_what_gains_little() -> None:
    """1893: the lowest price is 60 and half of a company floats it, so 300 of 320 stay; of 600 a part is free."""
    state, rng = begin("1893", 2), random.Random(1)
    while not any(it.move.certificate == "EVA" for it in rated(state, next_seat(state)) if _certificate(it)):
        state, _ = apply(state, ask(bot("clerk"), state, next_seat(state), 1.0, rng).move)
    seat = next_seat(state)
    scores = []
    for cash in (600, 320):
        found = rated(with_cash(state, **{seat: cash}), seat)
        scores.append(next(it.score for it in found if _certificate(it) and it.move.certificate == "EVA"))
    assert scores[0] - scores[1] == pytest.approx(CLERK.try_float * 80)


def _certificate(it: Any) -> bool:
    return hasattr(it.move, "certificate")


def test_a_train_bill_goes_by_the_train_that_will_be_there() -> None:
    """2-trains rust when a 4-train is bought, so the company that runs them will need 300 and not 180."""
    state = floated(sold_out_auction(), "AR", {"p1": 60}, cash=100, trains=("2",), operated=True, revenue=40)
    state = replace(state, phase=1, depot=replace(state.depot, supply={**state.depot.supply, "2": 0, "3": 1}))
    assert Desk(state, "p1").need("AR") == 300 - 100 - 40 * CLERK.need_revenue
    assert Desk(with_company(state, "AR", trains=()), "p1").need("AR") == 180 - 100


@pytest.mark.parametrize(
    ("others", "risk"),
    [
        ({"p2": 50, "p1": 10}, True),
        ({"p2": 50}, False),
        ({"p2": 40, "p1": 20}, False),
        ({"p2": 40, "p3": 30, "p1": 10}, False),
    ],
)
def test_who_would_inherit_a_company_without_a_train_counts_its_bill(others: dict[str, int], risk: bool) -> None:
    """If p2 sells out, p1 has to pay for the train: not with one share, nor if p3 holds more. It counts once."""
    state = with_cash(floated(sold_out_auction(), "AR", others, cash=0, operated=True), p1=500)
    scores = []
    for weights in (CLERK, replace(CLERK, dump_risk=0.0)):
        buys = [it for it in rated(state, "p1", Habits(weights)) if isinstance(it.move, BuyShare)]
        scores.append(next(it.score for it in buys if it.move.company == "AR"))  # type: ignore[attr-defined]
    assert (scores[0] < scores[1]) == risk


@pytest.mark.parametrize(
    ("title", "private", "price"),
    [
        ("1889", "A", 40),  # from phase 3 on up to twice the face value of 20 (1889, 15)
        ("1894", "LS", 180),  # from green on up to twice 90
        ("1894", "BMS", 0),  # never sold
        ("1893", "EVA", 0),
    ],
)
def test_what_companies_will_pay_for_a_private_company(title: str, private: str, price: int) -> None:
    assert resale(begin(title, 3), private) == price


def test_a_bidder_may_count_the_sale_to_a_company_and_one_income_with_a_presidency() -> None:
    """1894: LS for 90 pays 15 and sells for 180; BMS for 200 pays 60 once, then closes."""
    plain = {"bid_sale": 0.0, "bid_presidency_paydays": 99.0, "bid_paydays": 2.0, "bid_power": 1.0}
    for changes, ls, bms in (
        ({}, 90 + 2 * 15, 200 + 2 * 60),
        ({"bid_sale": 0.5}, 90 + 2 * 15 + (180 - 90) / 2, 200 + 2 * 60),
        ({"bid_presidency_paydays": 1.0}, 90 + 2 * 15, 200 + 60),
    ):
        weights = replace(CLERK_1, **{**plain, **changes})
        desk = Desk(begin("1894", 3), "p1", Habits(weights))
        assert (worth_of(desk, "LS"), worth_of(desk, "BMS")) == (ls, bms)


def test_phases_last_as_long_as_they_did_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each phase counts with the rounds in the title's file; of the present one, the part whose trains are left."""
    state = begin("1889", 3)
    known = experience_of("1889")
    assert known is not None
    assert rounds_until(state, 1, 9.0) == known.phases["2"]
    assert rounds_until(state, 2, 9.0) == pytest.approx(known.phases["2"] + known.phases["3"])
    half = replace(state, depot=replace(state.depot, supply={**state.depot.supply, "2": 3}))
    assert rounds_until(half, 1, 9.0) == pytest.approx(known.phases["2"] / 2)
    seen = {name: rounds for name, rounds in known.phases.items() if name != "D"}
    monkeypatch.setattr("railhead.bots.experience.experience_of", lambda _title: replace(known, phases=seen))
    assert rounds_until(state, 6, 9.0) == pytest.approx(rounds_until(state, 5, 9.0) + 9.0), "never seen: as usual"


def _late_1843(phase: int, **supply: int) -> State:
    """A stock round of 1843 with PLM floated, in this phase and with these trains left."""
    state = begin("1843", 2)
    names = {"green": "4+1", "brown": "5E", "red": "8E", "gray": "Electric"}
    left = {**dict.fromkeys(state.depot.supply, 0), **{names[colour]: count for colour, count in supply.items()}}
    state = replace(
        state,
        phase=phase,
        round=replace(state.round, kind="SR", number=7),
        depot=replace(state.depot, supply=left),
    )
    return with_company(state, "PLM", certificate="p1", floated=True, operated=True, par=79, cash=100, trains=("5E",))


def test_a_train_that_has_come_back_does_not_rust_again() -> None:
    """1843: in the last phase rusted trains are on sale once more; what rusted them was bought long ago."""
    last = Outlook(_late_1843(5, green=1, brown=1, gray=9))
    assert last.life("4+1") == last.life("Electric") == last.rounds
    before = Outlook(_late_1843(4, red=4, gray=18))
    assert before.life("5E") < before.rounds


def test_trains_must_last_until_shares_can_be_sold_again() -> None:
    """Four of six 8E-trains are left, so Electrics are 2.5 rounds away; three rounds come before the next sale."""
    state = _late_1843(4, red=4, gray=18)
    assert 2.0 < Outlook(state).lasts("PLM") < 3.0
    assert Outlook(state).need("PLM") == 900 - 100
    assert Outlook(state, replace(CLERK, need_set=0.0)).need("PLM") == 0


def test_what_gains_nothing_is_left_alone() -> None:
    """1843: a port marker that goes from one's own company to one's own company changes nothing."""
    desk = Desk(begin("1889", 2), "p1")
    bold = Desk(begin("1889", 2), "p1", Habits(replace(CLERK, try_effort=0.0)))
    move = next(iter(legal_moves(desk.state)))
    (calm,), (eager,) = list(rate_by_trial(desk, [move])), list(rate_by_trial(bold, [move]))
    assert eager.score - calm.score == pytest.approx(CLERK.try_effort * desk.unit)


def test_a_further_train_adds_what_further_trains_added_before() -> None:
    """Experience says how a train's part of the run grows; one that is traded in counts against it."""
    state = begin("1889", 3)
    known = experience_of("1889")
    assert known is not None
    first, third = known.trains[0], known.trains[2]
    assert grown_by(state, 0, 1.5) == pytest.approx(first[1] - first[0] + (first[2] - first[0]) / 2)
    assert grown_by(state, 2, 1.0) == pytest.approx(third[1] - third[0])
    desk = Desk(floated(sold_out_auction(), "AR", {"p1": 60}, cash=500, trains=("2",)), "p1")
    rounds = min(desk.life("4"), desk.rounds - 1.0)
    more = CLERK.train_learned * grown_by(desk.state, 1, rounds)
    assert brings(desk, "4", 1, 40, True) == pytest.approx(40 * rounds + 300 * more)
    assert brings(desk, "4", 1, 40, True, "3") == pytest.approx(40 * rounds + 120 * more)
    assert brings(desk, "4", 1, 40, False) == pytest.approx(40 * rounds), "there is nowhere to grow"


@pytest.mark.parametrize("room", [0, 1])
def test_at_the_limit_a_poor_share_makes_room_for_a_good_one(room: int) -> None:
    """IR earns little and KO much. A share of IR goes for one of KO, but only if there is no room for both."""
    runs: dict[str, Any] = {"cash": 500, "operated": True}
    state = floated(sold_out_auction(), "IR", {"p2": 60, "p1": 20}, trains=("3",), revenue=10, **runs)
    state = floated(state, "KO", {"p2": 50, "p1": 40}, trains=("5",), revenue=400, **runs)
    state = with_cash(replace(state, frames=(StockRound(at="p1"),)), p1=500)
    rules = replace(state.rules, certificate_limit=certificates_of(state, "p1") + room)
    sales = [it for it in rated(replace(state, rules=rules), "p1") if isinstance(it.move, SellShares)]
    best = max(sales, key=lambda it: it.score)
    if room:
        assert best.score < 0
    else:
        assert best.score > 0
        assert best.move == SellShares("p1", "IR", 10)
        assert best.why == "It makes room for KO, which will pay more."


@pytest.mark.parametrize(("cash", "lacking"), [(300, 35), (335, 0)])
def test_no_exchange_starts_a_company_that_will_not_float(cash: int, lacking: int) -> None:
    """1843: the Val de Loire is half of a director's certificate; the rest of 60 % at 67 costs 335."""
    state = with_cash(stock_round(2), p1=cash)
    state = replace(with_private(state, "5", owner="p1", closed=False), frames=(StockRound(at="p1"),))
    move = ExchangeLoire("p1", "NOR", 67)
    (careful,) = rate_by_trial(Desk(state, "p1"), [move])
    (careless,) = rate_by_trial(Desk(state, "p1", Habits(replace(CLERK, try_start=0.0))), [move])
    penalty = lacking + CLERK.start_hopeless * unit_of(state.rules) if lacking else 0.0
    assert careless.score - careful.score == pytest.approx(penalty)


def test_what_was_not_tried_is_no_alternative() -> None:
    """Clerk tries two dozen moves of an unknown kind; none of the others may come near to passing."""
    desk = Desk(begin("1889", 2), "p1")
    move = next(iter(legal_moves(desk.state)))
    last = list(rate_by_trial(desk, [move] * (TRIED + 1)))[-1]
    assert last.score < -5 * CLERK.mood * desk.unit


def test_an_easy_bot_misjudges_but_makes_no_great_blunder() -> None:
    """However it misjudges moves, it makes none that costs more than the cheapest train."""
    state, rng = begin("1889", 3), random.Random(4)
    seen: set[bool] = set()
    for _ in range(150):
        seat = next_seat(state)
        found = rated(state, seat, EASY)
        scores = {it.move: it.score for it in found}
        unlucky = picked(state, seat, EASY, lambda move, best=found[0].move: -99.0 if move == best else 99.0).move
        assert found[0].score - scores[unlucky] <= unit_of(state.rules)
        seen.add(unlucky == found[0].move)
        state, _ = apply(state, pick(state, seat, EASY, rng).move)
    assert seen == {True, False}
