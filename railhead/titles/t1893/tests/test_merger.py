"""Merger rounds (17) and the delayed exchange (21.2)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_company, with_private
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import actors, settle
from railhead.core.events import Event
from railhead.core.invariants import broken_invariants
from railhead.core.market import price_of
from railhead.core.shares import percent_of
from railhead.core.state import BLOCKED, IPO, RESERVED, TREASURY, Round, State
from railhead.core.stock import StockRound
from railhead.titles.t1893.directors import Split
from railhead.titles.t1893.merger import Joining, TakeOver, Vote, merger_due, voters
from railhead.titles.t1893.terms import DELAYED, MERGERS
from railhead.titles.t1893.tests.helpers import (
    BANK,
    balanced,
    events,
    in_phase,
    merged,
    operating,
    stock_round,
    trains,
)


def after_round(state: State, kind: str = "OR", part: int = 1) -> tuple[State, list[Event]]:
    """What happens when this round is over."""
    change = Change(replace(state, round=Round(kind, 2, part, 2 if part else 0), frames=()))
    settle(change)
    return change.state, change.events


def free(state: State, sym: str, **shares: int) -> State:
    """Players hold this many free shares of a corporation to be founded."""
    held = {player: (10,) * number for player, number in shares.items()}
    left = (10,) * (5 - sum(shares.values()))
    reserved = state.companies[sym].shares[RESERVED]
    return with_company(state, sym, shares={RESERVED: reserved, **held, **({IPO: left} if left else {})})


# When


def test_no_merger_round_before_the_first_four() -> None:
    state, _ = after_round(stock_round(phase=1))
    assert state.round.kind == "OR"


@pytest.mark.parametrize(("kind", "part", "following"), [("OR", 1, "OR"), ("OR", 2, "SR"), ("SR", 0, "OR")])
def test_merger_round_after_every_round(kind: str, part: int, following: str) -> None:
    """1893.merger-round (17.1): after operating and stock rounds; then the game goes on where it was."""
    state, happened = after_round(stock_round(phase=2), kind, part)
    assert state.round.kind == "MR"
    assert "1893.merger-round" in {event.rule for event in happened}
    assert isinstance(state.top, Vote)
    state = play(state, "p3 oppose")
    assert state.round.kind == following, "30 % of p2 are not enough, so he is not asked"


def test_no_merger_round_when_all_is_done() -> None:
    """17.1: skipped once HGK exists."""
    state = merged(merged(stock_round(phase=4), "AGV"), "HGK")
    assert not merger_due(state)
    _, happened = after_round(state)
    assert "1893.merger-round" not in {event.rule for event in happened}


# The vote (17.2.1)


def test_order_of_asking() -> None:
    """1893.merger-order: EKB (p3), KSZ (p2), BKB (p2), then free certificates; HGK: KFBE, KBE (p1), HdSK (p2)."""
    state = free(stock_round(phase=2), "AGV", p1=2, p2=1)
    assert voters(state, MERGERS["AGV"]) == ("p3", "p2", "p1"), "1893.merger-order"
    assert voters(state, MERGERS["HGK"]) == ("p1", "p2")


@pytest.mark.parametrize(
    ("lines", "founded"),
    [
        (("p3 support", "p2 support"), True),  # 20 + 30 = 50
        (("p3 oppose", "p2 support"), False),  # 30, and nobody else has votes
        (("p3 support", "p2 oppose"), False),
    ],
)
def test_majority(lines: tuple[str, ...], founded: bool) -> None:
    """1893.merger-majority: 50 of 100 percent; certificates that nobody owns do not support."""
    state, _ = after_round(stock_round(phase=2))
    for line in lines[:-1]:
        state = play(state, line)
    state, happened = events(state, lines[-1]) if isinstance(state.top, Vote) else (state, [])
    assert (state.companies["AGV"].certificate in state.players) == founded
    assert not happened or "1893.merger-majority" in {event.rule for event in happened}


def test_votes_by_shares() -> None:
    """p3 has EKB and three free shares: 50 % alone, and nobody else is asked."""
    state, _ = after_round(free(stock_round(phase=2), "AGV", p3=3))
    state = play(state, "p3 support")
    assert state.companies["AGV"].certificate == "p3"


def test_vote_is_over_when_decided() -> None:
    """p3 opposes with 50 %; p2 with 30 and p1 with 20 still reach 50."""
    state, _ = after_round(free(stock_round(phase=2), "AGV", p3=3, p1=2))
    state = play(state, "p3 oppose")
    assert actors(state) == ("p2",)
    state = play(state, "p2 oppose")
    assert state.round.kind == "OR"


def test_only_those_asked_vote() -> None:
    state, _ = after_round(stock_round(phase=2))
    assert refused(state, "p2 support") == "turn.whose"
    assert refused(state, "p3 pass") == "turn.not-now"


# What a merger does (17.2.2)


def agv_founded(*options: str, **owned: tuple[str, ...]) -> State:
    """The vote for AGV has been carried; minors own these trains."""
    state = trains(stock_round(*options, phase=2), **owned)
    return play(after_round(state)[0], "p3 support", "p2 support")


def test_founding_of_agv() -> None:
    """4.3.2, 17.2.2: EKB 20 % director, BKB 20 %, KSZ 10 %; 400 and the treasuries; markers turned; at 120.

    p2 has 30 % against 20 % of p3 and is director at once.
    """
    state = agv_founded()
    agv = state.companies["AGV"]
    assert agv.certificate == "p2"
    assert agv.shares["p3"] == (20,), "p2 gave the large certificate: he had no two small ones"
    assert agv.shares["p2"] == (10,)
    assert agv.cash == 400 + 210 + 100 + 180
    assert price_of(state, "AGV") == 120
    assert agv.tokens == (100, 100)
    for hex_id in ("T3", "P7", "I2"):
        assert state.board.stations[hex_id] == (("AGV",),)
    for minor in ("EKB", "KSZ", "BKB"):
        assert state.companies[minor].closed
        assert not state.companies[minor].floated
    assert agv.floated
    assert not broken_invariants(state, BANK)


def test_events_of_a_merger() -> None:
    """1893.merger-founds, 1893.merger-exchange."""
    state = play(after_round(stock_round(phase=2))[0], "p3 support")
    cited = {event.rule for event in events(state, "p2 support")[1]}
    assert {"1893.merger-founds", "1893.merger-exchange", "president.change"} <= cited


def test_founding_of_hgk_by_force() -> None:
    """1893.merger-forced (17.1): after the first 6-train; HdSK becomes 10 %, its marker on J5 HGK's."""
    state = balanced(merged(stock_round(phase=4), "AGV"))
    state, happened = after_round(state)
    hgk = state.companies["HGK"]
    assert "1893.merger-forced" in {event.rule for event in happened}
    assert hgk.certificate == "p1"
    assert percent_of(state, "HGK", "p1") == 40
    assert percent_of(state, "HGK", "p2") == 10
    assert hgk.cash == 400 + 200 + 220
    assert state.privates["HdSK"].closed
    places = [hex_id for hex_id, cities in state.board.stations.items() if cities == (("HGK",),)]
    assert sorted(places) == ["J5", "L3", "O4"]


def test_agv_before_hgk() -> None:
    """17.1: after the first 5-train AGV is founded without a vote, then HGK may be voted."""
    state, _ = after_round(stock_round(phase=3))
    assert state.companies["AGV"].floated
    assert state.top == Vote("HGK", ("p1", "p2"))


def test_merger_waits_for_unsold_companies() -> None:
    """1893.merger-unsold."""
    state = with_company(stock_round(phase=2), "BKB", certificate=RESERVED, floated=False)
    state, happened = after_round(state)
    assert state.round.kind == "OR"
    assert "1893.merger-unsold" in {event.rule for event in happened}


def test_tie_for_the_director() -> None:
    """5.1: EKB's p3 20 %; p1 and p2 30 % each: p1 sits to the left of p3; by house rule KSZ comes first."""
    for options, director in (((), "p1"), (("merger-tie-by-company",), "p2")):
        state = free(stock_round(*options, phase=2), "AGV", p1=3)
        state = play(after_round(state)[0], "p3 support", "p2 support")
        assert state.companies["AGV"].certificate == director


def test_split_after_a_merger() -> None:
    """17.2.2, 5.1: p2 has 20 + 10 and two free shares, so he chooses what p3 gets."""
    state = free(stock_round(phase=2), "AGV", p2=2)
    state = play(after_round(state)[0], "p3 support", "p2 support")
    assert state.top == Split("AGV", "p2", "p3")
    state = play(state, "p2 give_large")
    assert state.companies["AGV"].shares["p3"] == (20,)
    assert sorted(state.companies["AGV"].shares["p2"]) == [10, 10, 10]


# Trains (17.2.2)


def test_trains_are_kept_or_given_up() -> None:
    """1893.take-over: the director keeps what he likes; the rest lies in the pool. 1893.take-over-limit."""
    state = agv_founded(EKB=("3", "3"), KSZ=("4",), BKB=("3",))
    assert state.top == TakeOver("AGV", ("3", "3", "4", "3"))
    assert actors(state) == ("p2",)
    assert refused(state, "p2 pass") == "1893.take-over-limit", "three trains at most in phase 4"
    assert refused(state, "p2 discard_train company=AGV train=5") == "1893.take-over"
    assert refused(state, "p2 discard_train company=EKB train=3") == "1893.take-over"
    state, happened = events(state, "p2 discard_train company=AGV train=3")
    assert "1893.take-over" in {event.rule for event in happened}
    assert state.depot.pool == ("3",)
    none = play(state, *["p2 discard_train company=AGV train=3"] * 2, "p2 discard_train company=AGV train=4")
    assert none.companies["AGV"].trains == (), "he is not obliged to keep any"
    assert none.round.kind == "OR"
    some = play(state, "p2 pass")
    assert some.companies["AGV"].trains == ("3", "4", "3")


def test_merged_corporation_operates_next() -> None:
    """11.1: it takes its place in the price order and may run what it took over."""
    state = agv_founded(EKB=("3",))
    state = play(state, "p2 pass")
    assert state.round.kind == "OR"
    waiting = state.frames[0].waiting
    assert waiting == ("KBE", "AGV"), "KFBE is operating, then KBE and AGV"


def test_float_is_noticed_later_by_house_rule() -> None:
    """Where it is chosen, the corporation counts as floated when a round begins in which it operates."""
    state = agv_founded("float-at-once", EKB=("3",))
    assert not state.companies["AGV"].floated
    assert play(state, "p2 pass").companies["AGV"].floated


# The variant of delayed exchange (21.2)


def delayed(*lines: str) -> State:
    """AGV carried by vote in the variant; then these answers."""
    state = trains(stock_round(DELAYED, phase=2), BKB=("3",))
    return play(after_round(state)[0], "p3 support", "p2 support", *lines)


def test_owners_may_stay_out() -> None:
    """21.2: KSZ and BKB are asked, EKB must be exchanged; the certificates wait on the charter."""
    state = delayed()
    assert state.top == Joining("AGV", ("KSZ", "BKB"), ("EKB",))
    assert refused(state, "p2 join part=BKB") == "1893.join-owner"
    assert refused(state, "p2 stay_out part=BKB") == "1893.join-owner"
    assert refused(state, "p3 join part=KSZ") == "turn.whose"
    state = play(state, "p2 stay_out part=KSZ", "p2 stay_out part=BKB")
    agv = state.companies["AGV"]
    assert agv.certificate == "p3"
    assert sorted(agv.shares[TREASURY]) == [10, 20]
    assert agv.cash == 400 + 210
    assert not state.companies["BKB"].closed
    assert state.round.kind == "OR"
    assert not broken_invariants(state, BANK)


def test_waiting_shares_pay_the_treasury() -> None:
    """1893.delayed (21.2): of 200 paid 60 go to the treasury for 30 %, 40 to p3, the bank keeps 100."""
    state = delayed("p2 stay_out part=KSZ", "p2 stay_out part=BKB")
    before, cash = state.companies["AGV"].cash, state.players["p3"].cash
    state = play(operating(state, "AGV", "dividend", revenue=200), "p3 dividend how=pay")
    assert state.companies["AGV"].cash == before + 60, "1893.delayed"
    assert state.players["p3"].cash == cash + 40


def test_late_exchange() -> None:
    """21.2: in every following merger round; at last by force, with the director found anew."""
    state = delayed("p2 stay_out part=KSZ", "p2 stay_out part=BKB")
    assert merger_due(state)
    state, _ = after_round(state)
    assert state.top == Joining("AGV", ("KSZ", "BKB"))
    state = play(state, "p2 stay_out part=KSZ", "p2 join part=BKB")
    assert percent_of(state, "AGV", "p2") == 20
    assert state.companies["AGV"].certificate == "p3", "20 % each: no change"
    assert state.top == TakeOver("AGV", ("3",))
    state = play(state, "p2 pass") if actors(state) == ("p2",) else play(state, "p3 pass")
    forced, happened = after_round(in_phase(state, 3))
    assert "1893.merger-forced" in {event.rule for event in happened}
    assert forced.companies["KSZ"].closed
    assert forced.companies["AGV"].certificate == "p2", "30 % against 20 %"
    assert TREASURY not in forced.companies["AGV"].shares


def test_own_trains_are_not_given_up_in_a_late_exchange() -> None:
    """15.1: only trains of the company that joins, unless there are too many."""
    state = delayed("p2 stay_out part=KSZ", "p2 stay_out part=BKB")
    state = trains(state, AGV=("4",))
    state, _ = after_round(state)
    state = play(state, "p2 stay_out part=KSZ", "p2 join part=BKB")
    assert refused(state, "p3 discard_train company=AGV train=4") == "1893.take-over"
    assert refused(state, "p3 discard_train company=AGV train=3") == "ok"


def test_harbour_may_stay_out() -> None:
    """21.2: HdSK is HGK's 10 % company; its marker on J5 is nobody's until it joins."""
    state = balanced(merged(stock_round(DELAYED, phase=3), "AGV"))
    state, _ = after_round(state)
    state = play(state, "p1 support", "p2 support")
    state = play(state, "p2 stay_out part=HdSK", "p1 join part=KFBE")
    assert state.board.stations["J5"] == ((BLOCKED,),)
    assert not state.privates["HdSK"].closed
    state, _ = after_round(in_phase(state, 4))
    assert state.board.stations["J5"] == (("HGK",),)
    assert percent_of(state, "HGK", "p2") == 10


def test_second_marker_in_a_hex_is_taken_off() -> None:
    """10: one station a tile; AGV had placed one beside BKB's before that joined."""
    state = delayed("p2 stay_out part=KSZ", "p2 stay_out part=BKB")
    board = replace(state.board, stations={**state.board.stations, "I2": (("BKB", "AGV"),)})
    state, _ = after_round(replace(state, board=board))
    state = play(state, "p2 stay_out part=KSZ", "p2 join part=BKB")
    assert state.board.stations["I2"] == (("", "AGV"),)


def test_forced_mergers_are_not_delayed() -> None:
    """21.2 speaks of voted foundings only."""
    state, _ = after_round(stock_round(DELAYED, phase=3))
    assert all(state.companies[sym].closed for sym in ("EKB", "KSZ", "BKB"))


def test_free_shares_come_on_sale() -> None:
    """4.3.2: AGV's at 120 with the first 4-train; they cannot be sold before the founding."""
    state = with_company(stock_round(phase=1), "EKB", cash=1000)
    supply = {**state.depot.supply, "3": 0}
    state = replace(state, depot=replace(state.depot, supply=supply, gone=(*state.depot.gone, *["3"] * 4)))
    state = play(operating(balanced(state), "EKB", "trains"), "p3 buy_train train=4 source=supply price=300")
    assert price_of(state, "AGV") == 120
    assert state.companies["AGV"].cell == (2, 6)
    assert price_of(state, "HGK") == 0
    state = with_private(replace(state, frames=(StockRound(at="p1"),)), "FdSD", closed=True, owner="")
    state = play(state, "p1 buy_share company=AGV source=ipo", "p2 pass", "p3 pass")
    assert refused(state, "p1 sell_shares company=AGV percent=10") == "stock.operated"
