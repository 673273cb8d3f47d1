"""Private companies (11, 15), the beginner game (16), the end (12, 13)."""

from __future__ import annotations

import pytest
from kit import begin, play, refused, with_cash, with_company, with_private
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.finish import worth
from railhead.core.money import pay
from railhead.core.operating import begin_operating_round
from railhead.core.rounds import alternate
from railhead.core.state import BANK, IPO, Round, State, president_of
from railhead.core.stock import StockRound
from railhead.titles.t1889.powers import GreenTile
from railhead.titles.t1889.tests.helpers import floated, operating, sold_out_auction, stations


def turn(phase: int = 1, company: str = "SR", step: str = "track") -> State:
    """SR of p1 operates with 800 yen; KO belongs to p2. Privates: p1 A D, p2 B E, p3 C F."""
    state = floated(sold_out_auction(), "SR", {"p1": 50})
    state = floated(state, "KO", {"p2": 50}, par=70)
    state = stations(state, I2=("SR",), K4=("KO",))
    return operating(state, company, step, phase)


SALES = [  # phase index, line, answer (11, 11.1)
    (1, "private=D price=25", "ok"),
    (1, "private=D price=100", "ok"),
    (1, "private=D price=24", "private.price"),
    (1, "private=D price=101", "private.price"),
    (1, "private=A price=10", "ok"),
    (1, "private=A price=41", "private.price"),
    (0, "private=D price=50", "private.for-sale"),
    (2, "private=D price=50", "ok"),
    (3, "private=D price=50", "private.for-sale"),
    (1, "private=G price=150", "private.for-sale"),
]


@pytest.mark.parametrize(("phase", "line", "answer"), SALES)
def test_sales_to_companies(phase: int, line: str, answer: str) -> None:
    assert refused(turn(phase), f"p1 buy_private {line}") == answer


def test_sale_pays_the_player_and_needs_the_money() -> None:
    """money.company; at any point of the turn (11); nobody else is asked about one's own private."""
    assert refused(with_company(turn(), "SR", cash=40), "p1 buy_private private=D price=50") == "money.company"
    for step in ("track", "station", "trains"):
        state = play(turn(step=step), "p1 buy_private private=D price=50")
        assert state.privates["D"].owner == "SR"
        assert state.players["p1"].cash == 350 + 50


def test_another_player_is_asked() -> None:
    state = play(turn(), "p1 buy_private private=E price=60")
    assert state.privates["E"].owner == "p2"
    assert refused(state, "p1 accept") == "turn.whose"
    assert play(state, "p2 accept").privates["E"].owner == "SR"
    assert refused(play(state, "p2 decline"), "p1 buy_private private=E price=60") == "offer.declined"


def test_income() -> None:
    """private.income: players and companies get theirs when a round begins (11.3)."""
    state = with_private(turn(), "D", owner="SR")
    before = state.companies["SR"].cash
    change = Change(replace(state, frames=()))
    begin_operating_round(change, 2, 1, 2)
    assert change.state.companies["SR"].cash == before + 15, "private.income"
    assert change.state.players["p2"].cash == 330 + 5 + 15


PORTS = [
    ("p2 lay_port hex=J9 rotation=2", "ok"),
    ("p1 lay_port hex=J9 rotation=2", "1889.port-owner"),
    ("p2 lay_port hex=J5 rotation=2", "1889.port-place"),  # a town, not on the coast
    ("p2 lay_port hex=J9 rotation=5", "1889.port-place"),  # into the sea
]


@pytest.mark.parametrize(("line", "answer"), PORTS)
def test_port(line: str, answer: str) -> None:
    """In p2's own company's turn, any step (15.2 B)."""
    assert refused(turn(company="KO", step="station"), line) == answer


def test_port_not_in_anothers_turn() -> None:
    """1889.port-time: SR of p1 has begun to act; before that, and in a stock round, it may be placed."""
    line = "p2 lay_port hex=J9 rotation=2"
    assert refused(turn(step="station"), line) == "1889.port-time"
    assert refused(turn(), line) == "ok"
    stock = replace(turn(), frames=(StockRound(at="p1"),))
    assert refused(stock, line) == "ok"
    done = play(stock, line)
    assert done.board.laid["J9"] == ("437", 2)
    assert refused(done, "p2 lay_port hex=G10 rotation=2") == "1889.port-owner"
    assert refused(with_private(stock, "B", owner="SR"), line) == "1889.port-owner"


def test_green_tile_on_sale() -> None:
    """1889.green-tile: p3 sells C and lays on Ohzu at once, free, beside SR's own lay (15.2 C)."""
    state = play(turn(), "p1 buy_private private=C price=80", "p3 accept")
    assert isinstance(state.top, GreenTile)
    assert refused(state, "p1 lay_tile hex=I2 tile=5 rotation=0") == "turn.whose"
    assert refused(state, "p3 lay_tile hex=I2 tile=5 rotation=0") == "1889.green-tile"
    after = play(state, "p3 lay_tile hex=C4 tile=12 rotation=0")
    assert after.board.laid["C4"] == ("12", 0)
    assert after.companies["SR"].cash == 720
    assert refused(after, "p1 lay_tile hex=I2 tile=5 rotation=0") == "ok"
    assert play(state, "p3 pass").board.laid == {}


def test_exchange() -> None:
    """1889.exchange-owner, 1889.exchange-share: out of turn, even before Iyo has started (15.2 E)."""
    state = turn()
    assert refused(state, "p1 exchange_dougo") == "1889.exchange-owner"
    after = play(state, "p2 exchange_dougo")
    assert after.companies["IR"].shares["p2"] == (10,)
    assert after.privates["E"].closed
    none_left = with_company(state, "IR", shares={"p1": (10,) * 8})
    assert refused(none_left, "p2 exchange_dougo") == "1889.exchange-share"
    full = with_company(state, "IR", certificate="p2", shares={"p2": (10,) * 4, IPO: (10,) * 4})
    assert refused(full, "p2 exchange_dougo") == "stock.share-limit"


def test_port_after_a_purchase_from_oneself() -> None:
    """1889.port-time: KO of p2 has bought a private of p2, so its turn has begun and p1's port tile waits."""
    state = with_private(turn(company="KO"), "B", owner="p1")
    assert refused(state, "p1 lay_port hex=J9 rotation=2") == "ok"
    state = play(state, "p2 buy_private private=E price=60")
    assert refused(state, "p1 lay_port hex=J9 rotation=2") == "1889.port-time"


def test_port_has_six_rotations() -> None:
    """1889.port-place: a tile lies in one of six ways."""
    state = with_private(turn(company="KO"), "B", owner="p1")
    for rotation in (-1, 6, 8):
        assert refused(state, f"p1 lay_port hex=J9 rotation={rotation}") == "1889.port-place"


def test_exchange_beyond_the_limit_in_orange() -> None:
    """stock.share-limit: 60 % of the Iyo Railway, and the exchange is open where orange lifts the limit (5.1)."""
    grid = turn().rules.market
    cells = [(row, col) for row, zones in enumerate(grid.zones) for col in range(len(zones))]
    orange = next(cell for cell in cells if "orange" in grid.zone(cell))
    for cell, answer in ((grid.par[80], "stock.share-limit"), (orange, "ok")):
        state = floated(turn(), "IR", {"p2": 60}, cell=cell)
        assert refused(state, "p2 exchange_dougo") == answer


def test_nobody_is_passed_over_who_can_exchange_and_sell() -> None:
    """15.2: p2 has no money and nothing to sell, but the share for the Dougo Railway could be sold."""
    state = floated(with_cash(sold_out_auction(), p1=0, p2=0, p3=0), "IR", {"p1": 50})
    state = replace(state, round=Round("SR", 2), frames=(StockRound(at="p1"),))
    state = play(state, "p1 pass")
    assert state.top.at == "p2"
    state = play(state, "p2 exchange_dougo")
    assert refused(state, "p2 sell_shares company=IR percent=10") == "ok"
    without = with_private(play(floated(state, "IR", {"p1": 50})), "E", owner="", closed=True)
    assert without.top.at == "p2"


def test_a_pass_ends_the_turn_of_one_who_could_exchange() -> None:
    """15.2: p1 may keep the Dougo Railway; when all pass in a row the round is over (5.1), whoever owns it."""
    state = floated(with_cash(sold_out_auction(), p1=0, p2=0, p3=0), "IR", {"p1": 50})
    state = with_private(stations(state, E2=("IR",)), "E", owner="p1")
    state = replace(state, round=Round("SR", 2), frames=(StockRound(at="p1"),))
    state = play(state, "p1 pass")
    assert state.round.kind == "OR", "p2 and p3 have no money, so they are passed over"
    state = replace(state, round=Round("SR", 2), frames=(StockRound(at="p1"),))
    state = play(with_cash(state, p2=500), "p1 pass")
    assert (state.round.kind, state.top.at) == ("SR", "p2")


def test_exchange_can_float() -> None:
    state = floated(turn(), "IR", {"p3": 40}, floated=False, cash=0)
    after = play(state, "p2 exchange_dougo")
    assert after.companies["IR"].floated
    assert after.companies["IR"].cash == 800


def test_exchange_can_make_a_president() -> None:
    """5.5: p2 has 30 % of the Iyo Railway like its president p3; with the share of the exchange p2 has more."""
    state = floated(turn(), "IR", {"p3": 30, "p2": 30})
    assert president_of(state, "IR") == "p3"
    assert president_of(play(state, "p2 exchange_dougo"), "IR") == "p2"


def test_beginner_game() -> None:
    """1889.beginner: one private each, paid, no powers, no sales, seven more tiles (16, tables 3 and 4)."""
    state = begin("1889", 4, "beginner", seed=7)
    assert sorted(state.privates) == ["C", "D", "E", "F"], "1889.beginner"
    values = {"C": 40, "D": 60, "E": 60, "F": 90}
    for sym, private in state.privates.items():
        assert state.players[private.owner].cash == 420 - values[sym]
    assert len({private.owner for private in state.privates.values()}) == 4
    assert state.round == Round("SR", 1)
    owner = state.privates["E"].owner
    assert refused(state, f"{owner} exchange_dougo") == "1889.beginner"
    assert refused(state, f"{owner} lay_port hex=J9 rotation=2") == "1889.beginner"
    base = begin("1889", 4).board.supply
    extra = {tile: left - base[tile] for tile, left in state.board.supply.items() if left != base[tile]}
    assert extra == {"6": 2, "7": 1, "8": 1, "9": 1, "57": 1, "23": 1, "24": 1}


def test_beginner_privates_by_seats() -> None:
    """Table 3."""
    wanted = {2: "EF", 3: "CEF", 4: "CDEF", 5: "BCDEF", 6: "ABCDEF"}
    for seats, privates in wanted.items():
        assert "".join(begin("1889", seats, "beginner").privates) == privates


def test_beginner_deal_depends_on_the_seed_alone() -> None:
    deals = {
        tuple(it.owner for it in begin("1889", 5, "beginner", seed=seed).privates.values()) for seed in range(20)
    }
    assert len(deals) > 10
    again = [begin("1889", 5, "beginner", seed=3).privates for _ in range(2)]
    assert again[0] == again[1]


def test_bank_breaks_and_the_set_is_finished() -> None:
    """bank.broken, end.bank: exactly nothing left is not broken; the rest of the set is played (12.2)."""
    state = replace(turn(), bank=50, frames=(), round=Round("OR", 3, 1, 2))
    change = Change(state)
    pay(change, BANK, "p1", 50)
    assert not change.state.broken
    pay(change, BANK, "p1", 10)
    assert change.state.broken, "bank.broken"
    assert change.state.players["p1"].cash == 350 + 60
    alternate(change)
    assert change.state.round == Round("OR", 3, 2, 2)
    last = Change(replace(change.state, frames=(), round=Round("OR", 3, 2, 2)))
    alternate(last)
    assert last.state.ended is not None
    assert last.state.ended.reason == "bank", "end.bank"


def test_broken_in_a_stock_round_plays_the_following_set() -> None:
    change = Change(replace(turn(), broken=True, frames=(), round=Round("SR", 3)))
    alternate(change)
    assert change.state.ended is None
    assert change.state.round.kind == "OR"


def test_score() -> None:
    """end.score: cash, shares at market value, privates at face value (13); companies count nothing."""
    state = with_cash(turn(), p1=100)
    assert worth(state, "p1") == 100 + 5 * 80 + 20 + 50, "end.score"
