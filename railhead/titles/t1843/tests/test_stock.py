"""Stock rounds (7): turns, limits, zones, directors, floating."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.shares import certificates_of, percent_of
from railhead.core.state import IPO, POOL, State
from railhead.core.stock import StockRound
from railhead.titles.t1843.extra import ETA
from railhead.titles.t1843.tests.helpers import auctioned, cited, floated, opened, stock_round

PHASES = ("yellow", "green", "blue", "brown", "red", "gray")


def traded(cell: tuple[int, int] = (9, 5)) -> State:
    """EST at 79 (or elsewhere): p1 40, p2 30, p3 10, pool 20."""
    state = floated(stock_round(), "EST", {"p1": 40, "p2": 30, "p3": 10, POOL: 20}, cell=cell)
    return with_cash(state, p1=500, p2=500, p3=500)


CAPITAL = {2: (1200, 36), 3: (800, 24), 4: (600, 18), 5: (480, 15), 6: (400, 12)}


@pytest.mark.parametrize("seats", CAPITAL)
def test_set_up(seats: int) -> None:
    """Table 1; cards by the seed; a port marker at each of the six ports; money without end."""
    state = opened(seats)
    cash, limit = CAPITAL[seats]
    assert all(player.cash == cash for player in state.players.values()), "setup.capital"
    assert state.rules.certificate_limit == limit, "setup.certificates"
    assert sorted(state.board.markers) == ["A6", "C14", "C18", "H7", "K8", "N15"], "setup.ports"
    assert state.rules.bank is None, "setup.bank"


def test_cards_depend_on_the_seed() -> None:
    from railhead.titles.t1843.opening import dealt

    players = ("p1", "p2", "p3", "p4")
    orders = {dealt(players, seed) for seed in range(200)}
    assert len(orders) > 12, "setup.cards"
    assert dealt(players, 7) == dealt(players, 7)
    assert all(sorted(order) == list(players) for order in orders)


TURN = [
    ("p1 sell_shares company=EST percent=20", "ok"),
    ("p1 sell_shares company=EST percent=15", "stock.owned"),
    ("p1 sell_shares company=EST percent=50", "stock.owned"),
    ("p1 sell_shares company=SO percent=10", "stock.has-price"),
    ("p1 buy_share company=EST source=pool", "ok"),
    ("p1 buy_share company=EST source=ipo", "stock.available"),
    ("p1 buy_share company=SO source=ipo", "stock.available"),
    ("p1 start_company company=SO price=67", "ok"),
    ("p1 start_company company=SO price=94", "par.price"),
    ("p1 start_company company=EST price=67", "stock.unstarted"),
    ("p2 pass", "turn.whose"),
    ("p1 lay_tile hex=A6 tile=7 rotation=0", "turn.not-now"),
    ("p1 exchange_loire company=EST", "1843.loire-owner"),
]


@pytest.mark.parametrize(("line", "answer"), TURN)
def test_turn(line: str, answer: str) -> None:
    assert refused(traded(), line) == answer


def test_sell_buy_sell() -> None:
    """7.1: sales, one purchase, sales again; the share just bought may go; then nothing more is bought."""
    state = floated(traded(), "OU", {"p2": 40, "p1": 20}, cell=(9, 6))
    state = play(state, "p1 sell_shares company=OU percent=10", "p1 buy_share company=EST source=pool")
    assert refused(state, "p1 buy_share company=EST source=pool") == "stock.one-purchase"
    state = play(state, "p1 sell_shares company=EST percent=10")
    assert refused(state, "p1 buy_share company=EST source=pool") == "stock.one-purchase"
    assert refused(state, "p1 start_company company=SO price=67") == "stock.one-purchase"
    state = play(state, "p1 sell_shares company=EST percent=10")  # the same company twice, at the lower price
    assert actors(state) == ("p1",)


def test_nothing_is_sold_in_the_first_round() -> None:
    """7.2: not even by the director of PLM."""
    state = auctioned()
    state = replace(state, frames=(StockRound(at="p1", first=True),))
    state = play(state, "p1 buy_share company=PLM source=ipo")
    state = replace(state, frames=(StockRound(at="p1", first=True),))
    assert refused(state, "p1 sell_shares company=PLM percent=10") == "stock.first-round"


def test_rebuy() -> None:
    state = play(traded(), "p1 sell_shares company=EST percent=10")
    assert refused(state, "p1 buy_share company=EST source=pool") == "stock.rebuy"
    state = play(state, "p1 pass", "p2 pass", "p3 pass")
    assert refused(state, "p1 buy_share company=EST source=pool") == "stock.rebuy", "later turns of the round too"


def test_prices() -> None:
    """7.3: par from the IPO, the share price from the pool."""
    state = floated(stock_round(), "EST", {"p1": 40, POOL: 20}, par=67, cell=(9, 5))
    ipo = play(with_cash(state, p1=500), "p1 buy_share company=EST source=ipo")
    pool = play(with_cash(state, p1=500), "p1 buy_share company=EST source=pool")
    assert (ipo.players["p1"].cash, pool.players["p1"].cash) == (433, 421), "stock.priced"
    assert refused(with_cash(state, p1=66), "p1 buy_share company=EST source=ipo") == "money.player"
    assert refused(with_cash(state, p1=133), "p1 start_company company=SO price=67") == "money.player"


def test_pool_limit() -> None:
    """7.2: at most five shares of a company in the pool."""
    state = floated(stock_round(), "EST", {"p1": 50, POOL: 40}, cell=(9, 5))
    assert refused(state, "p1 sell_shares company=EST percent=20") == "stock.pool-limit"
    assert refused(state, "p1 sell_shares company=EST percent=10") == "ok"


ZONES = [((9, 5), "stock.share-limit"), ((9, 2), "stock.share-limit"), ((7, 0), "ok"), ((10, 0), "ok")]


@pytest.mark.parametrize(("cell", "answer"), ZONES)
def test_share_limit(cell: tuple[int, int], answer: str) -> None:
    """7.3: 60 % at most, free in the orange and brown zones, not in the yellow one."""
    state = floated(stock_round(), "EST", {"p1": 60, POOL: 20}, cell=cell)
    assert refused(with_cash(state, p1=500), "p1 buy_share company=EST source=pool") == answer


def test_several_at_once_in_the_brown_zone() -> None:
    """7.3: from IPO and pool mixed, as many as one can pay; not in the orange zone; over with the next sale."""
    state = floated(stock_round(), "EST", {"p1": 20, POOL: 20}, cell=(10, 0))
    state = floated(state, "OU", {"p1": 40}, cell=(9, 6))
    state = with_cash(state, p1=300)
    state = play(state, "p1 buy_share company=EST source=pool", "p1 buy_share company=EST source=ipo")
    state = play(state, "p1 buy_share company=EST source=pool")
    assert state.players["p1"].cash == 300 - 58 - 67 - 58
    assert percent_of(state, "EST", "p1") == 50
    assert refused(state, "p1 buy_share company=OU source=ipo") == "stock.one-purchase"
    state = play(state, "p1 sell_shares company=OU percent=10")
    assert refused(state, "p1 buy_share company=EST source=ipo") == "stock.one-purchase"
    orange = floated(stock_round(), "EST", {"p1": 20, POOL: 20}, cell=(7, 0))
    orange = play(with_cash(orange, p1=300), "p1 buy_share company=EST source=pool")
    assert refused(orange, "p1 buy_share company=EST source=pool") == "stock.one-purchase"


def full(cell: tuple[int, int] = (9, 6)) -> State:
    """Six players, limit 12: p1 has exactly 12 counted certificates; SO at a cell has shares in the pool."""
    state = stock_round(6)
    for sym in ("EST", "OU"):
        state = floated(state, sym, {"p1": 60, "p2": 20})
    state = floated(state, "PO", {"p2": 40, "p1": 20})
    return with_cash(floated(state, "SO", {"p2": 40, POOL: 20}, cell=cell), p1=500, p2=500)


def test_certificate_limit() -> None:
    """7.6: at the limit nothing that counts is bought; certificates in the zones do not count."""
    assert certificates_of(full(), "p1") == 12
    assert refused(full(), "p1 buy_share company=SO source=pool") == "stock.certificate-limit"
    assert refused(full(), "p1 start_company company=MID price=67") == "stock.certificate-limit"
    assert refused(full((9, 2)), "p1 buy_share company=SO source=pool") == "ok"
    freed = play(full(), "p1 sell_shares company=PO percent=10")
    assert refused(freed, "p1 buy_share company=SO source=pool") == "ok"


def test_over_the_limit() -> None:
    """7.6: who is over the limit sells first; what does not count is no cure, and nobody is stuck."""
    state = with_company(full(), "SO", shares={"p1": (10, 10), "p2": (10, 10), IPO: (10,) * 4})
    assert certificates_of(state, "p1") == 14
    assert refused(state, "p1 pass") == "stock.must-sell"
    assert refused(state, "p1 buy_share company=PO source=ipo") == "stock.must-sell"
    state = play(state, "p1 sell_shares company=EST percent=10")
    assert refused(state, "p1 pass") == "stock.must-sell"
    state = play(state, "p1 sell_shares company=EST percent=10")
    assert refused(state, "p1 pass") == "ok"


def test_over_the_limit_without_a_cure() -> None:
    """Pool full everywhere: the player goes on without buying."""
    state = stock_round(6)
    for sym in ("EST", "OU", "PO"):
        state = floated(state, sym, {"p1": 50, POOL: 50})
    state = floated(state, "SO", {"p1": 30}, cell=(9, 2))
    assert certificates_of(state, "p1") == 12
    state = floated(state, "NOR", {"p2": 40, "p1": 10, POOL: 50})
    assert certificates_of(state, "p1") == 13
    assert refused(state, "p1 sell_shares company=SO percent=10") == "ok", "voluntary"
    assert refused(state, "p1 pass") == "ok"


def test_director_changes_by_purchase() -> None:
    """7.5: only more than the director takes over, not as much."""
    state = with_cash(traded(), p2=500)
    state = play(state, "p1 pass", "p2 buy_share company=EST source=pool")
    assert state.companies["EST"].certificate == "p1", "40 % each"
    line = "p2 buy_share company=EST source=pool"
    state = play(state, "p2 pass", "p3 pass", "p1 pass")
    assert "president.change" in cited(state, line)
    state = play(state, line)
    assert state.companies["EST"].certificate == "p2"
    assert (percent_of(state, "EST", "p1"), percent_of(state, "EST", "p2")) == (40, 50)


def test_director_changes_by_sale() -> None:
    """7.5: the director's 20 % are swapped for two shares of the heir; ties go by card order."""
    state = play(traded(), "p1 sell_shares company=EST percent=20")
    assert state.companies["EST"].certificate == "p2", "20 against 30"
    assert percent_of(state, "EST", "p1") == 20
    tied = floated(stock_round(4), "EST", {"p2": 40, "p4": 30, "p1": 30})
    tied = replace(tied, frames=(StockRound(at="p2"),))
    assert play(tied, "p2 sell_shares company=EST percent=20").companies["EST"].certificate == "p4"


def test_directors_certificate_is_not_sold() -> None:
    """7.5: without an heir of 20 % the director keeps his certificate."""
    state = floated(stock_round(), "EST", {"p1": 30, "p2": 10, "p3": 10, POOL: 20})
    assert refused(state, "p1 sell_shares company=EST percent=20") == "president.certificate"
    assert refused(state, "p1 sell_shares company=EST percent=10") == "ok"


PARS = [(67, 73, 79), (67, 73, 79, 86, 94), (67, 73, 79, 86, 94, 105), (67, 73, 79, 86, 94, 105, 120)]


@pytest.mark.parametrize("number", range(6))
def test_par_prices_by_phase(number: int) -> None:
    """Table 2: yellow; green too; blue too; from brown on all."""
    state = replace(stock_round(), phase=number)
    allowed = PARS[min(number, 3)]
    for price in (67, 73, 79, 86, 94, 105, 120, 90):
        wanted = "ok" if price in allowed else "par.price"
        assert refused(state, f"p1 start_company company=SO price={price}") == wanted


def test_floating() -> None:
    """7.4: at once when 40 % are left in the IPO, with ten times par; shares in the pool count as sold."""
    state = floated(stock_round(), "EST", {"p1": 30, POOL: 20}, par=73, floated=False, cash=0)
    line = "p1 buy_share company=EST source=ipo"
    assert "company.float" in cited(state, line)
    after = play(state, line)
    assert after.companies["EST"].floated
    assert after.companies["EST"].cash == 730


def test_share_of_eta_before_par() -> None:
    """7.2, 7.4: unsellable, counted, counts towards floating, makes nobody director."""
    state = auctioned()  # p3 owns private 6
    state = replace(state, frames=(StockRound(at="p3"),))
    assert percent_of(state, ETA, "p3") == 10, "1843.eta-share"
    assert refused(state, "p3 sell_shares company=ETA percent=10") == "stock.has-price"
    assert certificates_of(state, "p3") == 3, "privates 3 and 6, and the share"
    assert percent_of(state, "PLM", "p1") == 20, "1843.plm-certificate"
    state = replace(state, frames=(StockRound(at="p1"),))
    state = play(state, "p1 start_company company=ETA price=67")
    assert state.companies[ETA].certificate == "p1"
    assert sum(state.companies[ETA].shares[IPO]) == 70


def test_end_of_the_round_and_next_order() -> None:
    """7.1: passes in a row end it, one may come back; cards by cash, ties keep their order; card 1 begins."""
    state = with_cash(floated(stock_round(4), "EST", {"p1": 40}), p1=100, p2=300, p3=100, p4=500)
    state = play(state, "p1 pass", "p2 pass", "p3 pass", "p4 buy_share company=EST source=ipo", "p4 pass")
    state = play(state, "p1 pass", "p2 pass")
    assert "1843.order-by-cash" in cited(play(state, "p3 pass"), "p4 pass")
    state = play(state, "p3 pass", "p4 pass")
    assert state.order == ("p4", "p2", "p1", "p3"), "stock.order"
    assert state.priority == "p4"
    assert state.round.kind == "OR"


def test_only_sales_are_no_pass() -> None:
    state = floated(stock_round(), "EST", {"p1": 40, POOL: 10})
    state = play(state, "p1 sell_shares company=EST percent=10", "p1 pass", "p2 pass", "p3 pass")
    assert state.round.kind == "SR"
    assert actors(state) == ("p1",)
