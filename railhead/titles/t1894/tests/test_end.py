"""The four endings (8.1), the final set (15.7) and the scores (8.2)."""

from __future__ import annotations

from itertools import product

from kit import play, refused
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import apply, legal_moves, out_of_band_moves, settle
from railhead.core.market import price_of
from railhead.core.moves import Pass
from railhead.core.state import Round, State
from railhead.titles.t1894.ending import Agreement, next_round
from railhead.titles.t1894.tests.helpers import (
    clean,
    extra,
    floated,
    laid,
    marked,
    operating,
    owned,
    stock_round,
)


def calm(seats: int = 3) -> State:
    """A stock round, p1 to act."""
    return stock_round(floated(clean(seats), "OUEST", {"p1": 60, "p2": 20}))


# Agreement


def test_agreement_ends_the_game() -> None:
    """Any player calls at any time; when all the others agree, that player has won (8.1)."""
    state = play(calm(), "p3 agree_winner winner=p2")
    assert isinstance(state.top, Agreement)
    assert refused(state, "p1 pass") == "turn.not-now"
    assert refused(state, "p1 agree_winner winner=p1") == "1894.agree-call"
    assert refused(state, "p3 accept") == "turn.whose"
    state = play(state, "p2 accept")
    assert state.ended is None
    state = play(state, "p1 accept")
    assert state.ended is not None
    assert state.ended.reason == "agreement", "end.agreement"
    assert state.ended.winners == ("p2",)
    assert refused(state, "p1 pass") == "game.over"


def test_a_refusal_goes_on() -> None:
    """One refusal is enough; the same player calls again in another round only."""
    before = calm()
    state = play(before, "p3 agree_winner winner=p2", "p1 decline")
    assert state.frames == before.frames
    assert refused(state, "p3 agree_winner winner=p1") == "1894.agree-call"
    assert refused(state, "p2 agree_winner winner=p1") == "ok"
    later = replace(state, round=Round("SR", 4))
    assert refused(later, "p3 agree_winner winner=p1") == "ok"
    assert refused(later, "p3 agree_winner winner=p9") == "1894.agree-call"


def test_calls_stand_beside_the_play() -> None:
    """Anybody may call at any moment, for anybody; but play does not wait for it, so bots never do."""
    state = calm()
    assert "AgreeWinner" not in {type(move).__name__ for move in legal_moves(state)}
    assert {(move.by, move.winner) for move in out_of_band_moves(state)} == set(product(state.players, repeat=2))
    answered = play(state, "p3 agree_winner winner=p2")
    assert list(out_of_band_moves(answered)) == []
    again = play(answered, "p1 decline")
    assert {move.by for move in out_of_band_moves(again)} == set(state.players) - {"p3"}


# A price of 450


def test_dividend_to_450() -> None:
    """Right from 415, the end of its row, goes up to 450: the game ends before trains are bought."""
    state = operating(floated(clean(), "OUEST", {"p1": 60}, 80, cell=(1, 13)), "OUEST", "dividend", revenue=100)
    state = play(state, "p1 dividend how=pay")
    assert state.ended is not None
    assert state.ended.reason == "stock_market", "end.price"
    assert state.ended.scores["p1"] == 570 + 60 + 6 * 450, "end.score"


def test_450_after_a_stock_round() -> None:
    """The others that are sold out rise too, then the game ends without operating rounds."""
    state = floated(clean(), "OUEST", {"p1": 60, "p2": 40}, 80, cell=(1, 13))
    state = floated(state, "AG", {"p2": 60, "p3": 40}, 80)
    state = stock_round(state)
    while state.ended is None:
        state, _ = apply(state, Pass(state.top.at))
    assert price_of(state, "AG") == 87
    assert state.round.kind == "SR"
    assert state.ended.scores["p2"] == 570 + 4 * 450 + 6 * 87


# The final set


def test_first_diesel_makes_the_next_set_the_last() -> None:
    """15.7: this set goes on as usual; the one after the next stock round is the last, without building."""
    state = floated(clean(), "OUEST", {"p1": 60}, 80, operated=True, cash=2000)
    state = operating(marked(state, B3=(("OUEST",),)), "OUEST", "trains", "Gray")
    depot = replace(state.depot, supply={**dict.fromkeys(state.depot.supply, 0), "D": -1}, sold=("7",))
    state = play(owned(replace(state, depot=depot), SQG="p3"), "p1 buy_train train=D source=supply price=800")
    assert state.extra.final_set == 3
    assert state.privates["SQG"].closed
    here = operating(state, "OUEST", "track", "Purple")
    assert "LayTile" in {type(move).__name__ for move in legal_moves(here)}
    last = replace(here, round=Round("OR", 3, 1, 3))
    assert refused(last, "p1 lay_tile hex=B3 tile=57 rotation=2") == "track.allowance"


def test_final_set_ends_the_game() -> None:
    """After its last operating round, not before; and a set that began earlier is not the last."""
    for part, number, ended in ((3, 5, True), (2, 5, False), (3, 4, False)):
        state = extra(floated(clean(), "OUEST", {"p1": 60}), final_set=5)
        change = Change(replace(state, round=Round("OR", number, part, 3), frames=()))
        next_round(change)
        assert (change.state.ended is not None) == ended
        if ended:
            assert change.state.ended is not None
            assert change.state.ended.reason == "final_phase", "end.final-set"


def test_final_turn_skips_building_but_places_homes() -> None:
    """The AG operates for the first time in the final set: its home is placed, then it buys a train or ends."""
    state = extra(floated(clean(), "AG", {"p1": 60}), final_set=3)
    change = Change(replace(state, round=Round("SR", 3), frames=(), phase=6))
    settle(change)
    after = change.state
    assert after.board.stations["D15"] == (("AG",),)
    assert after.top.step == 5, "the train step: no finance, no track, no station, no run"


def test_unparred_shares_are_worth_nothing() -> None:
    """8.2: shares of a company without a price count nothing, privates their face value."""
    state = owned(laid(clean()), LS="p1")
    shares = {**state.companies["AG"].shares, "p1": (10,), "ipo": (10,) * 7}
    state = replace(state, companies={**state.companies, "AG": replace(state.companies["AG"], shares=shares)})
    assert state.rules.score(state, "p1") == 570 + 90
