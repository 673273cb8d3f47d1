"""Running trains (13), buying them (7.3.7), the train limit (13.5), emergencies (7.3.7.3)."""

from __future__ import annotations

import pytest
from kit import play, refused, refused_ends, spans, with_cash, with_company
from msgspec.structs import replace

from railhead.core.engine import apply, legal_moves, refusal
from railhead.core.moves import BuyTrain, RunTrains
from railhead.core.reach import reach
from railhead.core.revenue import best_of
from railhead.core.scoring import Route
from railhead.core.shares import percent_of
from railhead.core.state import POOL, State
from railhead.core.trains import train_prices
from railhead.titles.t1894.tests.helpers import clean, ferries, floated, laid, marked, operating


def east(phase: str, *trains: str) -> State:
    """C18 Netherlands - D17 - E16 (BELGE) - G18 Hasselt - H17 - I18 Luxembourg, one line."""
    state = floated(clean(), "BELGE", {"p1": 60}, 80, operated=True, trains=trains)
    state = laid(state, D17=("57", 0), E16=("15", 2), F17=("9", 2), H17=("15", 2))
    return operating(marked(state, E16=(("BELGE", ""),)), "BELGE", "run", phase)


RUNS = [  # phase, train, best: worked out by hand
    ("Green", "6", 260),  # 30 + 20 + 30 + 20 + 30, Luxembourg 30, Netherlands 100
    ("Brown", "6", 290),  # 40 + 20 + 30 + 30 + 30, Luxembourg 40, Netherlands 100
    ("Brown", "D", 290),
    ("Brown", "5+1", 150),  # five stops, none a town: 40 + 20 + 30 + 30 + 30
    ("Brown", "3", 90),  # 40 + 20 + 30; D17-E16-G18 80; G18-H17-I18 has no marker
]


@pytest.mark.parametrize(("phase", "train", "best"), RUNS)
def test_values(phase: str, train: str, best: int) -> None:
    slugs = ("route.netherlands", "route.luxembourg", "phase.revenue")
    state = east(phase, train)
    assert best_of(state, "BELGE").revenue == best, slugs
    after, _ = apply(state, next(iter(legal_moves(state))))
    assert after.top.revenue == best


def with_town() -> State:
    """Reims (EST) - H11 - a town of G12 - Charleroi."""
    state = floated(clean(), "EST", {"p1": 60}, 80, operated=True, trains=("2",))
    # G12 with tile 1 turned by 3: town 0 joins edges 4 and 0, town 1 joins edges 3 and 1
    state = laid(state, H11=("9", 0), G12=("1", 3), G14=("57", 1))
    return operating(marked(state, I10=(("EST",),)), "EST", "run", "Green")


def run(train: str, stops: str, *legs: str) -> RunTrains:
    """A run of one train."""
    return RunTrains("p1", (Route(train, tuple(stops.split()), tuple(tuple(leg.split()) for leg in legs)),))


def test_towns_are_stops() -> None:
    """Reims 10 and a town 10; with a 3 also Charleroi 20 (13.4.1)."""
    state = with_town()
    assert best_of(state, "EST").revenue == 20
    state = with_company(state, "EST", trains=("3",))
    assert best_of(state, "EST").revenue == 40


def london(*ferry: str, bonus: bool = False) -> State:
    """The NORD in Calais (B9, 20) beside London (30)."""
    state = floated(clean(), "NORD", {"p1": 60}, 80, operated=True, trains=("2",))
    state = marked(laid(state, B9=("57", 0), C8=("9", 0), D7=("630", 0)), B9=(("NORD",),))
    if bonus:
        state = marked(state, A12=(("NORD",),))
    return operating(ferries(state, *ferry), "NORD", "run", "Green")


def test_london() -> None:
    """Closed without a ferry; 20 + 30 with one; the shipping marker adds the largest other value, 20."""
    trip = run("2", "B9.0 A10.0", "B9 A10")
    closed = refusal(london(), trip)
    assert closed is not None
    assert closed.rule == "route.closed"
    assert refusal(london("NORD"), trip) is None
    assert best_of(london("NORD"), "NORD").revenue == 50
    assert best_of(london("NORD", bonus=True), "NORD").revenue == 70, "1894.shipping-bonus"


BAD_RUNS = [
    (run("3", "E16.0 D17.0", "E16 D17"), "route.train"),
    (run("2", "E16.0", ""), "route.too-short"),
    (run("2", "E16.0 H17.0", "E16 H17"), "route.gap"),
    (run("2", "G18.0 H17.0", "G18 H17"), "route.no-station"),
    (run("2", "C18.0 D17.0 E16.0", "C18 D17", "D17 E16"), "route.too-long"),
    (run("2", "E16.0 G18.0", "E16 F17 G18"), "ok"),  # 30 + 30; the Netherlands are a stop too far
    (run("2", "E16.0 D17.0", "E16 D17"), "run.best-total"),
]


@pytest.mark.parametrize(("move", "answer"), BAD_RUNS)
def test_runs(move: RunTrains, answer: str) -> None:
    found = refusal(east("Brown", "2"), move)
    assert ("ok" if found is None else found.rule) == answer


def test_more_route_rules() -> None:
    """Off-board places end routes; full cities block; Paris counts once; track is used once (13.3)."""
    state = east("Brown", "6", "6")
    # a second way: C18 by C16 and D17 is not there, so going on from C18 is tried over its own track
    through = run("6", "D17.0 C18.0 D17.0", "D17 C18", "C18 D17")
    found = refusal(state, through)
    assert found is not None
    assert found.rule in ("route.stop-twice", "route.terminal")
    twice = RunTrains(
        "p1",
        (*run("6", "E16.0 D17.0", "E16 D17").routes, *run("6", "C18.0 D17.0 E16.0", "C18 D17", "D17 E16").routes),
    )
    used = refusal(state, twice)
    assert used is not None
    assert used.rule == "route.track-twice"
    full = marked(state, D17=(("AG",),))
    blocked = refusal(full, run("6", "C18.0 D17.0 E16.0", "C18 D17", "D17 E16"))
    assert blocked is not None
    assert blocked.rule == "route.blocked"


def test_no_route_goes_through_luxembourg() -> None:
    """I16 joins I18 as H17 does, but a route ends in Luxembourg (13.3)."""
    state = laid(east("Brown", "6"), I14=("9", 1))
    move = run("6", "E16.0 G18.0 H17.0 I18.0 I16.0", "E16 F17 G18", "G18 H17", "H17 I18", "I18 I16")
    found = refusal(state, move)
    assert found is not None
    assert found.rule == "route.terminal"


def test_paris_once() -> None:
    """G4 - Paris PLM side - H5 - H7 - G8 - Paris other side: both cities of G6 in one route (13.3)."""
    state = floated(clean(), "PLM", {"p1": 60}, 80, operated=True, trains=("4",))
    state = laid(state, G6=("X5", 0), H5=("7", 3), H7=("8", 1), G8=("7", 0))
    state = operating(marked(state, G6=(("PLM",), ("",))), "PLM", "run", "Green")
    found = refusal(state, run("4", "G4.0 G6.0 G6.1", "G4 G6", "G6 H5 H7 G8 G6"))
    assert found is not None
    assert found.rule == "route.stop-twice"
    assert best_of(state, "PLM").revenue == 60, "Versailles 20 and Paris 40"


def test_must_run() -> None:
    assert refused(east("Brown", "2"), "p1 pass") == "run.duty"


# Purchases (7.3.7)


def buying(phase: str = "Yellow", sold: dict[str, int] | None = None, **fields: object) -> State:
    """The BELGE is in its train step, with a route; the supply as told."""
    state = east(phase)
    supply = {**state.depot.supply, **(sold or {})}
    taken = tuple(train for train, left in supply.items() if state.rules.trains[train].count != left and left >= 0)
    state = replace(state, depot=replace(state.depot, supply=supply, sold=taken))
    return operating(with_company(state, "BELGE", **fields), "BELGE", "trains", phase)


BLUE = {"2": 0, "3": 0, "4": 3}
PURCHASES = [
    (buying(), "train=2 source=supply price=80", "ok"),
    (buying(), "train=3 source=supply price=120", "train.source"),  # yellow trains come first
    (buying(), "train=2 source=supply price=70", "train.price"),
    (buying(trains=("2",) * 4), "train=2 source=supply price=80", "train.limit"),
    (buying("Yellow", {"2": 0}, trains=("2",) * 4), "train=3 source=supply price=80 trade=2", "ok"),
    (buying("Yellow", {"2": 0}, trains=("2",)), "train=3 source=supply price=120 trade=2", "train.price"),
    (buying("Blue", BLUE, trains=("3",)), "train=4 source=supply price=240 trade=3", "ok"),
    (buying("Yellow", {"2": 0, "3": 0}, trains=("2",)), "train=4 source=supply price=260 trade=2", "train.trade-in"),
    (buying("Blue", BLUE, trains=("3",), cash=239), "train=4 source=supply price=240 trade=3", "train.money"),
    (buying(trains=("2",), cash=79), "train=2 source=supply price=80", "train.money"),
]


@pytest.mark.parametrize(("state", "fields", "answer"), PURCHASES)
def test_purchases(state: State, fields: str, answer: str) -> None:
    assert refused(state, f"p1 buy_train {fields}") == answer


UPGRADES = [  # 13.2: old, new, cost
    ("2", "3", 80),
    ("3", "4", 240),
    ("4", "5+1", 250),
    ("5+1", "6", 400),
    ("6", "7", 400),
    ("5+1", "D", 600),
    ("6", "D", 500),
    ("7", "D", 450),
]


@pytest.mark.parametrize(("old", "new", "cost"), UPGRADES)
def test_upgrade_costs(old: str, new: str, cost: int) -> None:
    order = list(clean().rules.trains)
    sold = dict.fromkeys(order[: order.index(new)], 0)
    state = buying("Gray", sold, trains=(old,), cash=1000)
    after = play(state, f"p1 buy_train train={new} source=supply price={cost} trade={old}")
    assert after.companies["BELGE"].trains == (new,)
    assert after.companies["BELGE"].cash == 1000 - cost


def test_one_upgrade_a_turn() -> None:
    state = buying("Yellow", {"2": 0}, trains=("2", "2", "2"), cash=1000)
    state = play(state, "p1 buy_train train=3 source=supply price=80 trade=2")
    assert refused(state, "p1 buy_train train=3 source=supply price=80 trade=2") == "1894.upgrade-once"
    assert refused(state, "p1 buy_train train=3 source=supply price=120") == "ok"
    many = replace(state, rules=clean(3, "many-upgrades").rules)
    assert refused(many, "p1 buy_train train=3 source=supply price=80 trade=2") == "ok"


def test_phase_rust_and_discards() -> None:
    """The first 4 begins blue: twos rust, the limit falls to 3; the AG chooses which of four threes goes."""
    state = buying("Green", {"2": 0, "3": 0}, trains=("2",), cash=1000)
    state = floated(state, "AG", {"p2": 60}, 95, trains=("3",) * 4)
    state = play(state, "p1 buy_train train=4 source=supply price=300")
    assert state.rules.phases[state.phase].name == "Blue", "phase.begins"
    assert state.companies["BELGE"].trains == ("4",), "train.rust"
    assert refused(state, "p2 discard_train company=AG train=4") == "train.discard"
    state = play(state, "p2 discard_train company=AG train=3")
    assert state.companies["AG"].trains == ("3",) * 3
    assert state.depot.pool == (), "train.limit-discard"
    assert state.depot.gone.count("3") == 1


def test_rounds_of_a_set_follow_the_phase() -> None:
    """15: 1, 2, 2, 3, 3, 3, 3."""
    assert [phase.rounds for phase in clean().rules.phases] == [1, 2, 2, 3, 3, 3, 3], "phase.rounds"
    assert [phase.limit["public"] for phase in clean().rules.phases] == [4, 4, 3, 3, 3, 3, 2]


def test_no_train_no_dividend() -> None:
    """A company that runs nothing moves left (10.2)."""
    state = operating(east("Green"), "BELGE", "station", "Green")
    after = play(state, "p1 pass")
    assert after.companies["BELGE"].cell == (4, 2), "dividend.automatic"


# Emergencies (7.3.7.3)


def poor(cash: int = 100, president: int = 500, **holders: int) -> State:
    """The BELGE needs a 4 for 300 and has `cash`; p1 holds AG shares at 95 as told."""
    state = with_cash(buying("Blue", BLUE, cash=cash), p1=president)
    return floated(state, "AG", holders or {"p2": 40, "p1": 20}, 95)


FOUR = "p1 buy_train train=4 source=supply price=300"


def test_duty_and_help() -> None:
    """The president adds 200; the treasury ends empty and no second train is helped."""
    assert refused(poor(), "p1 pass") == "train.duty"
    state = play(poor(), FOUR)
    assert state.players["p1"].cash == 300, "train.emergency-cash"
    assert state.companies["BELGE"].cash == 0
    assert refused(poor(president=199), FOUR) == "train.emergency-cash"


def test_forced_sales() -> None:
    """Only what is needed: 40 missing is one AG share at 95; nothing while the cash is there."""
    assert refused(poor(), "p1 sell_shares company=AG percent=10") == "train.emergency-need"
    state = poor(president=160)
    assert refused(state, "p1 sell_shares company=AG percent=20") == "train.emergency-enough"
    assert refused(state, "p1 sell_shares company=BELGE percent=50") == "president.certificate"
    state = play(state, "p1 sell_shares company=AG percent=10")
    assert state.players["p1"].cash == 255
    assert percent_of(state, "AG", POOL) == 10
    assert refused(play(state, FOUR), "p1 pass") == "turn.whose"


def test_the_selected_train_and_nothing_else() -> None:
    """Money raised for the 4 buys no 3 of the AG for 1; nobody is bankrupt while the AG has that 3 (7.3.7.3)."""
    state = with_company(poor(president=160), "AG", trains=("3",), certificate="p1")
    cheap = "p1 buy_train train=3 source=AG price=1"
    assert refused(state, cheap) == "ok", "it needs no sale at all"
    raising = play(state, "p1 sell_shares company=AG percent=10")
    assert refused(raising, cheap) == "train.emergency-chosen"
    assert refused(raising, "p1 step_back") == "train.emergency-begun"
    assert refused(raising, FOUR) == "ok"
    broke = with_company(with_cash(state, p1=0), "BELGE", shares={"pool": (10,) * 5, "p1": (10,) * 3}, cash=0)
    broke = with_company(broke, "AG", shares={"pool": (10,) * 5, "p1": (10,) * 3})
    assert refused(broke, "p1 bankrupt") == "ok", "nothing can be sold, and even 1 is not there"
    assert refused(with_cash(broke, p1=1), "p1 bankrupt") == "train.bankruptcy", "the AG's 3 costs 1"


def test_sales_in_parts_may_not_put_the_train_out_of_reach() -> None:
    """train.emergency-reach: 190 missing are two AG shares at 95 in one block; one at a time they bring less."""
    state = poor(president=10, p2=40, p1=20)
    state = with_company(state, "BELGE", shares={"pool": (10,) * 5, "p1": (10,) * 3})
    assert refused(state, "p1 sell_shares company=AG percent=10") == "train.emergency-reach"
    assert refused(state, "p1 sell_shares company=AG percent=20") == "ok"


def test_another_companys_train_is_agreed_on_first() -> None:
    """The AG of p2 agrees to 120 before anything is sold; declined, the same deal is not put again."""
    state = with_company(poor(cash=0, president=30), "AG", trains=("3",))
    choice = "p1 raise_money train=3 source=AG price=120"
    asked = play(state, choice)
    assert refused(play(asked, "p2 decline"), choice) == "offer.declined"
    state = play(asked, "p2 accept", "p1 sell_shares company=AG percent=10")
    assert refused(state, "p1 buy_train train=3 source=AG price=119") == "train.emergency-chosen"
    state = play(state, "p1 buy_train train=3 source=AG price=120")
    assert (state.companies["BELGE"].trains, state.players["p1"].cash) == (("3",), 5)


def test_other_companies_are_asked_when_all_is_sold_in_vain() -> None:
    """7.3.7.3: 300 are out of reach; the AG of p2 may agree to sell its 3 for the 95 of p1's last share."""
    state = with_company(poor(cash=0, president=0, p2=40, p1=10), "AG", trains=("3",))
    state = with_company(state, "BELGE", shares={"pool": (10,) * 5, "p1": (10,) * 3})
    state = play(state, "p1 sell_shares company=AG percent=10")
    assert refused(state, "p1 buy_train train=3 source=AG price=95") == "train.emergency-chosen"
    state = play(state, "p1 step_back", "p1 buy_train train=3 source=AG price=95", "p2 accept")
    assert state.companies["BELGE"].trains == ("3",)


@pytest.mark.parametrize(("percent", "most"), [(10, 95), (20, 120)])
def test_prices_of_a_train_that_sales_pay_for(percent: int, most: int) -> None:
    """7.3.7.3: a price for the AG's 3 is offered if sales can pay it, and up to its face value of 120."""
    state = with_company(poor(cash=0, president=0, p2=40, p1=percent), "AG", trains=("3",))
    state = with_company(state, "BELGE", shares={"pool": (10,) * 5, "p1": (10,) * 3})
    assert spans(state, "p1 raise_money train=3 source=AG price=1") == [(1, most)]
    assert refused_ends(state) == []


def test_the_operating_companys_president_stays() -> None:
    """p2 holds 20 % of the BELGE: p1 may not sell below that; the AG may change hands (7.3.7.3)."""
    state = poor(president=0, p1=30, p2=20)
    belge = state.companies["BELGE"]
    state = with_company(state, "BELGE", shares={**belge.shares, "p2": (10, 10), "ipo": (10, 10)}, certificate="p1")
    assert percent_of(state, "BELGE", "p1") == 60
    assert refused(state, "p1 sell_shares company=BELGE percent=50") == "train.emergency-president"
    sold = play(state, "p1 sell_shares company=AG percent=20")
    assert sold.companies["AG"].certificate == "p2"


def test_help_for_another_companys_train() -> None:
    """Up to its face value: the AG's 3 for 120, not more; with its own money any price (7.3.7.3)."""
    state = with_company(poor(), "AG", trains=("3",))
    assert refused(state, "p1 buy_train train=3 source=AG price=120") == "ok"
    assert refused(state, "p1 buy_train train=3 source=AG price=121") == "1894.help-face-value"
    assert refused(state, "p1 buy_train train=3 source=AG price=0") == "train.price"
    rich = with_company(state, "BELGE", cash=400)
    assert refused(rich, "p1 buy_train train=3 source=AG price=400") == "ok"
    assert refused(rich, "p1 buy_train train=3 source=AG price=401") == "train.money", (
        "nobody helps a company that can pay for a train"
    )
    deal = play(state, "p1 buy_train train=3 source=AG price=120", "p2 accept")
    assert deal.companies["BELGE"].trains == ("3",)
    assert (deal.players["p1"].cash, deal.companies["AG"].cash) == (480, 950 + 120)
    price_ranges = [
        prices for prices in train_prices(state) if isinstance(prices.move, BuyTrain) and prices.move.source == "AG"
    ]
    assert (price_ranges[0].low, price_ranges[0].high) == (1, 120)


def test_the_cities_of_paris_are_no_route() -> None:
    """13.3: PLM's track leads from one city of Paris to the other and, past EST's marker, no further: no duty."""
    state = floated(clean(), "PLM", {"p1": 60}, 80, operated=True)
    loop = laid(state, G6=("X5", 0), H5=("7", 3), H7=("8", 1), G8=("7", 0))
    closed = operating(marked(loop, G6=(("EST",), ("PLM",))), "PLM", "trains", "Green")
    assert reach(closed, "PLM").nodes == {("G6", 0), ("G6", 1)}
    assert refused(closed, "p1 pass") == "ok"
    opened = operating(marked(loop, G6=(("PLM",), ("",))), "PLM", "trains", "Green")
    assert refused(opened, "p1 pass") == "train.duty", "Versailles is in reach"


def test_no_route_no_duty() -> None:
    """Track to London alone is not a route without a ferry; by house rule it is (12.3.3)."""
    state = floated(clean(), "NORD", {"p1": 60}, 80, operated=True, cash=10)
    state = operating(marked(laid(state, B9=("57", 0)), B9=(("NORD",),)), "NORD", "trains")
    assert refused(state, "p1 pass") == "ok"
    assert refused(replace(state, rules=clean(3, "london-is-a-route").rules), "p1 pass") == "train.duty"
    assert refused(ferries(state, "NORD"), "p1 pass") == "train.duty"


def test_bankruptcy() -> None:
    """One AG share brings 95: with 105 it is enough, with 104 it is not (7.3.7.3)."""
    assert refused(poor(president=105, p2=40, p1=10), "p1 bankrupt") == "train.bankruptcy"
    state = poor(president=104, p2=40, p1=10)
    state = with_company(state, "BELGE", shares={"pool": (10,) * 5, "p1": (10,) * 3})
    state = play(state, "p1 bankrupt")
    assert state.ended is not None
    assert state.ended.reason == "bankrupt", "end.bankrupt"
    assert state.players["p1"].cash == 0, "the cash is lost"
    assert state.ended.scores["p1"] == 5 * 80, "five BELGE shares that could not be sold"


def test_giving_up_early_by_house_rule() -> None:
    """Before the train step nothing is sold: two AG shares at 95 stay, the cash is lost; with a train to pay only."""
    state = operating(poor(president=104, p2=40, p1=20), "BELGE", "track", "Blue")
    assert refused(state, "p1 bankrupt") == "turn.not-now"
    house = replace(state, rules=clean(3, "early-bankruptcy").rules)
    after = play(house, "p1 bankrupt")
    assert after.players["p1"].cash == 0
    assert after.companies["AG"].shares["p1"] == (10, 10)
    rich = replace(with_cash(state, p1=200), rules=house.rules)
    assert refused(rich, "p1 bankrupt") == "train.bankruptcy"
