"""Refusals are true: each case once had a sentence that was false or empty, or quoted the wrong section."""

from __future__ import annotations

import pytest
from kit import begin, play, read, with_cash, with_company, with_private, with_top
from msgspec.structs import replace

from railhead.core.engine import explain, refusal
from railhead.core.offers import Offer
from railhead.core.phases import Discard
from railhead.core.state import IPO, POOL, State
from railhead.core.stock import StockRound
from railhead.titles.t1824.tests import helpers as t1824
from railhead.titles.t1824.tests.test_running import west
from railhead.titles.t1843.tests import helpers as t1843
from railhead.titles.t1843.tests.helpers import buy, orleans
from railhead.titles.t1843.tests.test_emergency import blue
from railhead.titles.t1843.tests.test_track import strasbourg
from railhead.titles.t1889.tests.helpers import laid
from railhead.titles.t1889.tests.test_privates import turn
from railhead.titles.t1889.tests.test_trains import broke
from railhead.titles.t1893.tests.helpers import corporation, merged, operating, stations, stock_round
from railhead.titles.t1893.tests.helpers import laid as laid_1893
from railhead.titles.t1893.tests.test_variants import industrial
from railhead.titles.t1894.tests.test_track import est, green_city
from railhead.view.refusal_words import refusal_text


def agv() -> State:
    """p2 holds 20 % of AGV as one certificate and is not its director."""
    state = merged(stock_round(phase=3, at="p2"), "AGV")
    return corporation(state, "AGV", "p3", {"p3": (10,) * 4, "p2": (20,), "p1": (10, 10)}, cell=(2, 6))


def discarding() -> State:
    """EKB's turn is interrupted: it discards a train."""
    state = operating(stock_round(), "EKB", "track")
    return replace(state, frames=(*state.frames, Discard("EKB")))


def after_a_sale() -> State:
    """p1 has bought a share of EST and then sold one of OU."""
    state = t1843.floated(t1843.stock_round(), "EST", {"p2": 40, "p1": 20})
    state = t1843.floated(state, "OU", {"p2": 40, "p1": 20})
    return play(state, "p1 buy_share company=EST source=ipo", "p1 sell_shares company=OU percent=10")


def earned() -> State:
    """CL has run for 40 and must decide what to do with it."""
    state = t1824.major(t1824.begin("1824", 3), "CL", {"p1": 60}, 80, trains=("2",))
    return t1824.operating(state, "CL", "dividend", revenue=40)


def after_the_auction() -> State:
    """A stock round of 1889; SR and KO have started."""
    return replace(turn(), frames=(StockRound(at="p3"),))


def with_pool() -> State:
    """p1 holds half of SR, the open market 40 %."""
    shares = {"p1": (10,) * 3, POOL: (10,) * 4, IPO: (10,)}
    return with_company(replace(turn(), frames=(StockRound(at="p1"),)), "SR", shares=shares)


def strasbourg_built() -> State:
    """EST has laid its first yellow tile of the turn and may lay a second one."""
    return play(t1843.laid(strasbourg("green"), G24=("9", 2)), "p1 lay_tile hex=H23 tile=9 rotation=1")


def rusted() -> State:
    """EST has a route in gray phase, and only a rusted train."""
    return with_company(replace(blue(2000), phase=5), "EST", trains=("8E",))


def hopeless() -> State:
    """All that p1 could raise for EST's train is not enough; two shares of EST are left to sell."""
    state = with_private(blue(0, 0, x=0), "5", closed=True, owner="")
    return with_company(state, "EST", shares={"p1": (10, 10), "p2": (10,), "p3": (10,)})


def claimed() -> State:
    """EST has claimed a port this turn."""
    return t1843.operating(blue(), "EST", "station", stations=1)


def port_taken() -> State:
    """SO has claimed the port of Le Havre."""
    state = t1843.extra(t1843.operating(blue(), "EST", "station"), ports={"C14": "SO"})
    return replace(state, board=replace(state.board, markers={}))


def of_plm() -> State:
    """p1 has bought private company 7 and sets the par price of PLM."""
    state = t1843.opened(3)
    for number, price in enumerate((15, 20, 40, 70, 110, 150, 210)):
        state = play(state, f"p{number % 3 + 1} bid private={number + 1} price={price}")
    return state


def coal() -> State:
    """EPP, a coal railway, buys trains."""
    state = t1824.minor(t1824.after_first_round(3), "EPP", "p1", cash=300)
    return t1824.operating(state, "EPP", "trains", "3")


def asked(state: State) -> State:
    """The same with an offer to p1, who owns the Val de Loire."""
    return replace(state, frames=(*state.frames, Offer("p1", read(state, "p2 buy_private private=5 price=1"))))


def full_handed() -> State:
    """EST owns a 4/6x2 and must discard; p1 directs it and SO, which owns one too."""
    state = with_company(blue(), "EST", trains=("4/6x2",))
    state = with_company(state, "SO", trains=("4/6x2",), certificate="p1")
    return replace(state, frames=(*state.frames, Discard("EST")))


def penniless() -> State:
    """p1 has 1 and no share that he could sell; his own SO could sell EST a train for that."""
    state = with_company(blue(0, 1), "EST", shares={"p2": (10,) * 2, POOL: (10,) * 5})
    state = with_company(state, "SO", certificate="p1", shares={POOL: (10,) * 5}, trains=("2+1",))
    return with_private(state, "5", closed=True, owner="")


def without_mine() -> State:
    """BK has only a goods train, and its track leads to no mine."""
    state = west("1g")
    return replace(state, board=replace(state.board, laid={"B9": ("15", 5), "C10": ("4", 2)}))


def beside_a_marker() -> State:
    """DE's industry marker has the second place of Düren (O2), where RB would build a station."""
    state = play(laid_1893(industrial(), P3=("8", 2)), "p1 place_industry hex=O2")
    state = corporation(stations(state, D7=("RB",)), "RB", "p2", {}, cell=(4, 2), cash=500, tokens=(40,))
    return operating(state, "RB", "station")


CASES = [  # position, move, what the case says, what the rulebook is quoted for
    (laid(turn(0), I2=("5", 0)), "p1 lay_tile hex=I2 tile=12 rotation=0", "phase 2, which allows yellow", "4.2"),
    (green_city(), "p1 lay_tile hex=G10 tile=X19 rotation=1", "Tile X19 is not an upgrade of what is there", "12.1"),
    (agv(), "p2 sell_shares company=AGV percent=10", "You cannot make up 10 % from your certificates", "5.1"),
    (blue(0, 0), "p1 bankrupt", "350 fr is missing for the 5+2-train and 440 fr can be raised", "8.8.3"),
    (broke(500, 0), "p1 bankrupt", "The 4-train can be bought from the supply for ¥300", "12.1"),
    (discarding(), "p3 trade_eva buyer=p2 price=10", "Something else must be decided first", "4.1"),
    (discarding(), "p3 discard_train company=KBE train=2", "EKB must discard a train now, not KBE", "15.1"),
    (earned(), "p1 pass", "CL has earned 40G; decide first what to do with it", "VII.10"),
    (orleans("green", ("4+1",) * 3), buy("3/5x2", 500), "its limit: 4 trains on 4 certificates", "8.8.2"),
    (with_company(est(), "EST", cash=39), "p1 lay_tile hex=H11 tile=8 rotation=0", "the treasury has 39 F", "7.3.3"),
    (with_company(turn(), "SR", cash=40), "p1 buy_private private=D price=50", "the treasury has ¥40", "11.1"),
    (with_cash(stock_round(), p1=5), "p1 trade_eva buyer=p1 price=6", "costs 6M", "2.4"),
    (begin("1889", 4, "beginner", seed=7), "p1 exchange_dougo", "This is the beginner game", "16"),
    (
        with_private(turn(), "D", owner="SR"),
        "p1 buy_private private=D price=50",
        "belongs to SR, not to a player",
        "11",
    ),
    (
        with_private(turn(), "D", closed=True, owner=""),
        "p1 buy_private private=D price=50",
        "Railway is closed",
        "11",
    ),
    (after_a_sale(), "p1 start_company company=SO price=67", "A certificate of EST has already been bought", "7.3"),
    (after_a_sale(), "p1 sell_shares company=OU percent=15", "Shares are sold in steps of 10 %", "7.2"),
    (after_a_sale(), "p1 lay_tile hex=I2 tile=5 rotation=0", "you may sell shares or end your turn", "7.1"),
    (
        with_top(agv(), at="p3"),
        "p3 sell_large company=AGV percent=20",
        "You cannot make up 20 % from your certificates",
        "5.1",
    ),
    (with_private(stock_round(), "EVA", closed=True, owner=""), "p1 trade_eva buyer=p2 price=5", "nobody", "4.1"),
    (stock_round(), "p1 buy_share company=DE source=ipo", "DE has not started yet", "19.2"),
    (stock_round(), "p1 buy_share company=EKB source=ipo", "EKB has one certificate and no shares", "19.2"),
    (t1843.opened(3), "p1 bid private=3 price=47", "47 fr is not a multiple of 5", "6.1"),
    (after_the_auction(), "p3 start_company company=SR price=70", "SR has already started", "5.6"),
    (after_the_auction(), "p3 start_company company=XX price=70", "There is no company XX", "5.6"),
    (after_the_auction(), "p3 buy_share company=SR source=KO", "Shares are not bought from KO", "5.3.1"),
    (after_the_auction(), "p3 start_company company=AR price=71", "¥71 is not a par price", "5.6"),
    (stock_round(), "p1 start_company company=DE price=61", "61M is not a starting stock price", "19.2"),
    (with_pool(), "p1 sell_shares company=SR percent=20", "The open market already holds 40 %; 20 % more", "5.4.2"),
    (
        laid(turn(3), I2=("611", 0)),
        "p1 lay_tile hex=I2 tile=5 rotation=0",
        "No tile can replace the brown one on",
        "6.2",
    ),
    (strasbourg_built(), "p1 lay_tile hex=G24 tile=20 rotation=2", "has built at H23 this turn and may not", "8.4"),
    (rusted(), "p1 pass", "EST has only 8E", "8.8.1"),
    (blue(), "p1 pass", "EST has no train", "8.8.1"),
    (hopeless(), "p1 bankrupt", "Shares of EST can still be sold", "8.8.3"),
    (with_private(turn(), "E", closed=True, owner=""), "p2 exchange_dougo", "The Dougo Railway has closed", "15.2"),
    (claimed(), "p1 claim_port hex=C14", "placed or moved, or a port claimed, this turn", "8.5.1"),
    (orleans("green"), "p1 preserve_train train=2+1", "The Val de Loire has closed", "10.2"),
    (t1843.stock_round(), "p1 start_company company=EST price=94", "94 fr is not a par price of this phase", "7.4"),
    (of_plm(), "p1 pass", "you may set the par price", "6.3"),
    (
        with_private(orleans("green"), "7", owner="p1", closed=False),
        "p1 buy_private private=7 price=100",
        "is never sold to a company",
        "10.1",
    ),
    (
        with_private(est(), "FMS", owner="p1", closed=False),
        "p1 buy_private private=FMS price=180",
        "is never sold to a company",
        "11.2.1",
    ),
    (coal(), "p1 buy_train train=2 source=supply price=80", "EPP cannot own a 2-train", "IV.2"),
    (asked(blue()), "p1 exchange_loire company=SO", "Something else must be decided first", "10.2"),
    (asked(orleans("green")), "p1 exchange_loire company=SO", "The Val de Loire has closed", "10.2"),
    (t1843.opened(3), "p1 exchange_loire company=SO", "Nobody owns Cie de Val de Loire yet", "10.2"),
    (blue(), "p1 exchange_loire company=SO par=67", "SO already has a par price; only a 10 % share", "10.2"),
    (blue(), "p1 exchange_loire company=OU", "OU has no par price yet", "10.2"),
    (
        port_taken(),
        "p1 claim_port hex=C14",
        "The port marker of Le Havre (C14) belongs to SO",
        "8.5.3",
    ),
    (full_handed(), "p1 discard_train company=SO train=4/6x2", "EST must discard a train now, not SO", "8.8.1"),
    (full_handed(), "p1 turn_over company=SO train=4/6x2", "EST must keep to the limit now, not SO", "8.8.1"),
    (blue(), "p1 raise_money train=4/6x2 source=SO price=1", "no 4/6x2 train for sale from SO", "8.8.1"),
    (blue(), "p1 raise_money train=5+2 source=supply price=-10", "is not the price, which is 350 fr", "8.8.1"),
    (
        rusted(),
        "p1 buy_train train=5/7x2 source=supply price=700",
        "no 5/7x2 train for sale from the supply",
        "8.8.1",
    ),
    (
        t1843.laid(strasbourg("green"), E10=("58", 0)),
        "p1 lay_tile hex=E10 tile=58 rotation=1",
        "No tile can replace the yellow one on E10",
        "8.4.1",
    ),
    (penniless(), "p1 sell_shares company=EST percent=30", "You have 20 % of EST", "7.2"),
    (penniless(), "p1 buy_train train=5+2 source=supply price=350", "you have 1 fr. The director", "8.8.3"),
    (west("2g"), "p1 pass", "BK has a train and a route", "VII.5"),
    (without_mine(), "p1 pass", "No train of BK can run, so run nothing", "VII.5"),
    (
        west("2"),
        """p1 run_trains 'routes=[{"train":"2","stops":["B9.4","B5.0"],"legs":[["B9","B7","B5"]]}]' """,
        "There is no stop number 4 in Prag on the board",
        "VII.2",
    ),
    (beside_a_marker(), "p2 place_station hex=O2 city=0", "An industry marker has the last free slot", "21.3"),
]


@pytest.mark.parametrize(("state", "line", "case", "section"), CASES)
def test_the_case_and_its_section(state: State, line: str, case: str, section: str) -> None:
    objection = refusal(state, read(state, line))
    assert objection is not None, line
    text = refusal_text(state, objection)
    said, _, quoted = text.rpartition("(")
    assert case in said, text
    assert quoted.split(" ", 2)[-1].removeprefix("on ").split(",")[0].rstrip(").") == section, text


NOT_THERE = [  # what a move names is not there: every objection that is told
    (turn(), "p1 lay_tile hex=I4 tile=5 rotation=8", ["track.hex"]),
    (turn(0), "p1 lay_tile hex=I2 tile=12 rotation=0", ["track.phase-colour"]),
    (turn(step="trains"), "p1 buy_train train=5 source=KO price=1", ["train.source"]),
    (turn(step="station"), "p1 place_station hex=H5 city=0", ["station.city"]),
    (after_the_auction(), "p3 sell_shares company=SR percent=10", ["stock.owned"]),
    (after_the_auction(), "p3 start_company company=SR price=71", ["stock.unstarted"]),
    (stock_round(), "p1 trade_eva buyer=RSE price=10", ["1893.eva-parties"]),
    (begin("1824", 4), "p1 buy_railway railway=BK price=1", ["turn.whose", "railway.for-sale"]),
]


@pytest.mark.parametrize(("state", "line", "rules"), NOT_THERE)
def test_no_details_about_what_is_not_there(state: State, line: str, rules: list[str]) -> None:
    """A train that is not for sale has no wrong price, a hex without a city no full slots."""
    assert [objection.rule for objection in explain(state, read(state, line))] == rules
