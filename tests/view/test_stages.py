"""Cards as data: lots of the opening, charters with their controls, the sheet, the stage of a decision."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kit import begin
from msgspec.structs import replace

from railhead.core.engine import actors, apply, legal_moves, new_game, price_ranges
from railhead.core.events import DividendPaid, RoundBegan
from railhead.core.moves import Bid, BuyShare, SellShares, StartCompany
from railhead.core.state import RESERVED, State
from railhead.play.stand_in import choose
from railhead.titles import TITLES, title
from railhead.view.lots import bound, lots
from railhead.view.market_svg import zone_words
from railhead.view.sheet import revenues, sheet, trend
from railhead.view.stages import stage_of
from railhead.view.trading import trading_cards

NAMES = ["Ann", "Bob", "Cid"]


def opening(name: str = "1889") -> State:
    """The first position of a game for three."""
    return new_game(title(name).rules(3), NAMES, 7)


def played(name: str, stop: Callable[[State], bool]) -> State:
    """A position of a game that the stand-in plays."""
    state = opening(name)
    for _ in range(400):
        if stop(state):
            return state
        move = choose(state, actors(state)[0])
        assert move is not None
        state, _ = apply(state, move)
    raise AssertionError("never came to such a position")


def test_the_stage_follows_the_decision() -> None:
    for name in sorted(TITLES):
        assert stage_of(opening(name)) == "auction", name
        assert stage_of(played(name, lambda state: state.round.kind == "OR")) == "map", name
    state = played("1889", lambda state: state.round.kind == "SR")
    assert stage_of(state) == "trading"


def test_the_cheapest_lot_is_bought_and_the_others_are_bid_on() -> None:
    state = opening()
    found = lots(state, list(legal_moves(state)), list(price_ranges(state)))
    assert [lot.symbol for lot in found][:3] == ["A", "B", "C"]
    assert [(one.text, one.move) for one in found[0].buys] == [("Buy for ¥20", Bid("p1", "A", 20))]
    assert not found[1].buys
    assert (found[1].ranges[0].low, found[1].ranges[0].high) == (35, 420)
    assert found[0].blocks == ("K4",)
    assert found[0].value == "¥20"
    assert found[0].income == "¥5"


def test_bids_bind_money_and_sold_lots_are_gone() -> None:
    state, _ = apply(opening(), Bid("p1", "C", 45))
    assert bound(state, "p1") == 45
    assert bound(state, "p2") == 0
    state, _ = apply(state, Bid("p2", "A", 20))
    found = {lot.symbol: lot for lot in lots(state)}
    assert found["A"].gone
    assert found["A"].owner == "Bob"
    assert [(bid.name, bid.price) for bid in found["C"].bids] == [("Ann", "¥45")]


def test_a_watcher_sees_no_controls() -> None:
    state = opening()
    assert all(not lot.moves and not lot.ranges for lot in lots(state))
    state = played("1889", lambda state: state.round.kind == "SR")
    assert all(not card.moves for card in trading_cards(state))


@pytest.mark.parametrize("name", sorted(TITLES))
def test_the_cards_of_a_stock_round_make_its_moves(name: str) -> None:
    """Every purchase, sale and start has a control on the card of its company."""
    state = played(name, lambda state: stage_of(state) == "trading" and state.count > 40)
    actor = actors(state)[0]
    legal = [move for move in legal_moves(state) if move.by == actor]
    made = {move for card in trading_cards(state, legal, actor) for move in card.moves}
    assert made == {move for move in legal if isinstance(move, BuyShare | SellShares | StartCompany)}


def test_a_certificate_says_what_it_costs_and_what_is_left() -> None:
    state = played("1889", lambda state: any(isinstance(move, BuyShare) for move in legal_moves(state)))
    actor = actors(state)[0]
    legal = list(legal_moves(state))
    card = next(
        card for card in trading_cards(state, legal, actor) if any(one.move for _, p in card.places for one in p)
    )
    certificate = next(one for _, place in card.places for one in place if one.move)
    cash = state.players[actor].cash
    assert f"keeps ¥{cash - card.row.par}" in certificate.says
    assert "You then hold" in certificate.says


def test_what_cannot_be_bought_says_why() -> None:
    state = played("1889", lambda state: any(isinstance(move, BuyShare) for move in legal_moves(state)))
    poor = actors(state)[0]
    purse = replace(state.players[poor], cash=0)
    state = replace(state, players={**state.players, poor: purse})
    cards = trading_cards(state, list(legal_moves(state)), poor)
    certificates = [place[0] for card in cards if card.row.price for name, place in card.places if name == "offering"]
    assert certificates
    assert all(one.move is None and "1889 rules" in one.says for one in certificates)


def test_revenues_stand_round_by_round() -> None:
    events = [
        RoundBegan(kind="OR", number=1, part=1),
        DividendPaid(company="AR", how="pay", revenue=40),
        RoundBegan(kind="OR", number=1, part=2),
        DividendPaid(company="IR", how="withhold", revenue=30),
        RoundBegan(kind="SR", number=2),
        RoundBegan(kind="OR", number=2, part=1),
        DividendPaid(company="AR", how="pay", revenue=60),
    ]
    assert revenues(events) == {"AR": (40, 0, 60), "IR": (0, 30, 0)}
    assert trend((40, 0, 60)) == "0,9 50,22 100,2"
    assert trend((40,)) == ""


def test_the_sheet_adds_up_to_what_a_player_is_worth() -> None:
    state = played("1889", lambda state: state.round.kind == "OR" and state.round.number == 2)
    for one in sheet(state, (), {}).players:
        assert one.row.cash is not None
        assert one.row.cash + one.shares + one.privates == one.row.worth
        assert one.liquid == one.row.cash + one.shares
    assert all(one.liquid is None and one.row.worth is None for one in sheet(state, state.players, {}).players)


def test_zones_are_named_in_the_words_of_the_rules() -> None:
    assert dict(zone_words(opening())) == {
        "yellow": "does not count against the certificate limit",
        "orange": "does not count against the certificate limit; may be held beyond 60 %",
        "par": "par price",
    }


def test_cards_say_which_certificate_comes_with_a_private_company() -> None:
    """The French company of 1894 is drawn, so no rulebook names it."""
    drawn = set()
    for seed in range(1, 9):
        state = new_game(title("1894").rules(3), NAMES, seed)
        about = {lot.symbol: lot.about for lot in lots(state)}
        french = next(sym for sym, it in state.companies.items() if it.certificate == RESERVED and sym != "BELGE")
        assert about["FMS"] == f"Comes with the president's certificate of {french}."
        assert about["BMS"] == "Comes with the president's certificate of BELGE."
        assert about["LRC"] == ""
        drawn.add(french)
    assert len(drawn) > 1
    sold = replace(state, privates={**state.privates, "FMS": replace(state.privates["FMS"], owner="p1")})
    assert {lot.symbol: lot.about for lot in lots(sold)}["FMS"] == ""


def test_what_comes_of_a_railway_and_of_its_price() -> None:
    """The price of a coal railway is the starting price of its regional railway, for two shares."""
    state = begin("1824", 3)
    found = {lot.symbol: lot for lot in lots(state, list(legal_moves(state)))}
    assert found["EPP"].about == "Begins in C6. Later exchanged for shares of BK."
    assert [one.says.partition("; ")[2] for one in found["EPP"].buys][:2] == [
        "sets the starting price of BK at 60G.",
        "sets the starting price of BK at 70G.",
    ]
    assert "starting price" not in found["SD1"].buys[0].says
    minor = next(lot for lot in lots(begin("1893", 3)) if lot.symbol == "EKB")
    assert minor.about == "Begins in Euskirchen (T3). Later exchanged for shares of AGV."


def test_a_price_that_is_named_later_is_not_called_free() -> None:
    """1824 for two: what a coal railway costs is decided after the draft."""
    state = begin("1824", 2, seed=578913808)
    buys = {lot.symbol: [one.text for one in lot.buys] for lot in lots(state, list(legal_moves(state)))}
    assert buys["EPP"] == ["Take it and name its price later"]
    assert buys["SD1"] == ["Buy for 240G"]
