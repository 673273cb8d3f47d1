"""What a seat may see where money is secret: of players in one title, of companies in another."""

from __future__ import annotations

from kit import begin
from msgspec.structs import replace

from railhead.play.hidden import as_far_as_known, visible
from railhead.titles.t1889.tests.test_stock import POOL, floated, traded


def test_a_treasury_is_its_presidents_to_know() -> None:
    """1889 5.6.3 and 3.4: p1 runs SR and p2 runs KO; what players have is public, and the bank is hidden."""
    state = floated(traded(), "KO", {"p2": 60, POOL: 10})
    secret = replace(state, rules=begin("1889", 3, "secret-treasuries").rules)
    mine = visible(secret, ("p1",))
    assert mine.hidden == {"KO"}
    assert mine.bank_hidden
    assert mine.state.companies["KO"].cash == 0
    assert mine.state.companies["SR"].cash == state.companies["SR"].cash
    assert mine.state.players == state.players
    assert visible(secret, ()).hidden == {"KO", "SR"}
    assert as_far_as_known(secret, ("p1",)).companies["KO"].cash > state.companies["KO"].cash
    assert not visible(state, ()).hidden, "without the option all is open"


def test_cash_is_its_players_to_know() -> None:
    """1893 2.4: everybody sees the treasuries and their own cash."""
    state = begin("1893", 3)
    mine = visible(state, ("p1",))
    assert mine.hidden == {"p2", "p3"}
    assert mine.state.players["p1"] == state.players["p1"]
    assert mine.state.companies == state.companies
