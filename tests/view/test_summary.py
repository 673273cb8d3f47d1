"""Tables of figures and the map of the terminal."""

from __future__ import annotations

import pytest
from rich.text import Text

from railhead.core.engine import apply, new_game
from railhead.core.state import State
from railhead.core.text import codec_of
from railhead.titles import TITLES, title
from railhead.view import summary
from railhead.view.text_map import text_map


@pytest.mark.parametrize("name", sorted(TITLES))
def test_tables_of_every_title(openings: dict[str, State], name: str) -> None:
    state = openings[name]
    assert [row.player for row in summary.players(state)] == list(state.order)
    assert {row.symbol for row in summary.companies(state)} == set(state.companies)
    assert {row.symbol for row in summary.privates(state)} == set(state.privates)
    assert len(summary.phases(state)) == len(state.rules.phases)
    assert {row.tile for row in summary.tiles(state)} == set(state.rules.map.tiles)
    assert any(row.next for row in summary.trains(state))
    assert sum(row.current for row in summary.phases(state)) == 1
    assert summary.bank(state).started_with == state.rules.bank


def test_both_sides_of_a_certificate_are_one_row() -> None:
    rows = summary.trains(new_game(title("1843").rules(4), ["P1", "P2", "P3", "P4"]))
    assert [(row.train, row.back.train if row.back else "") for row in rows] == [
        ("2+1", "2x2 or 3+1"),
        ("4+1", "3/5x2"),
        ("5+2", "4/6x2"),
        ("5E", "5/7x2"),
        ("8E", ""),
        ("Electric", ""),
    ]
    first = rows[0]
    assert first.back is not None
    assert first.next
    assert first.back.price == 200
    assert first.left == first.back.left == 6
    assert first.rusts_on == ("5+2",)
    assert "two trains of 2 stops" in first.back.range


def test_a_train_that_only_six_players_meet() -> None:
    five, six = (title("1843").rules(seats) for seats in (5, 6))
    for rules, there in ((five, False), (six, True)):
        state = new_game(rules, [f"P{i}" for i in range(rules.seats)])
        assert ("2" in {row.train for row in summary.trains(state)}) is there


def test_what_a_limit_of_a_phase_is_about(openings: dict[str, State]) -> None:
    assert dict(summary.phases(openings["1843"])[3].limits) == {"trains": 3, "certificates": 2}
    assert dict(summary.phases(openings["1824"])[0].limits) == {"coal": 2, "pre-state": 2, "regional": 4}


def test_hidden_money_is_not_in_the_table(openings: dict[str, State]) -> None:
    state = openings["1893"]
    rows = {row.player: row for row in summary.players(state, conceal=["p2"])}
    assert rows["p2"].cash is None
    assert rows["p2"].worth is None
    assert rows["p1"].cash == state.players["p1"].cash


def test_figures_of_a_game(late: State) -> None:
    for row in summary.companies(late):
        total = row.offering + row.pool + row.treasury + row.reserved + sum(percent for _, percent in row.holders)
        assert total == 100, row.symbol
    prices = [row.price for row in summary.companies(late)]
    assert prices == sorted(prices, reverse=True)
    laid = len(late.board.laid)
    used = sum(row.total - row.left for row in summary.tiles(late) if row.total is not None and row.left is not None)
    assert used == laid
    assert any(row.acting for row in summary.players(late))


@pytest.mark.parametrize("name", sorted(TITLES))
def test_the_map_fits_a_screen(openings: dict[str, State], name: str) -> None:
    for width in (120, 80):
        lines = [Text.from_markup(line).plain for line in text_map(openings[name], width).splitlines()]
        assert len(lines) <= 32
        assert max(map(len, lines)) <= 120
        shown = " ".join(lines)
        assert all(hex_id in shown for hex_id in openings[name].rules.map.hexes)


def test_stations_are_on_the_map(late: State) -> None:
    plain = Text.from_markup(text_map(late)).plain
    placed = {sym for cities in late.board.stations.values() for slots in cities for sym in slots if sym}
    assert placed
    assert all(sym in plain for sym in placed)


def test_private_companies_say_what_they_do_and_who_bids(openings: dict[str, State]) -> None:
    state = openings["1889"]
    for line in ("p1 bid private=E price=65", "p2 bid private=E price=70"):
        state, _ = apply(state, codec_of(state.rules).from_text(line))
    rows = {row.symbol: row for row in summary.privates(state)}
    assert rows["E"].bids == "bids: P2 ¥70, P1 ¥65"
    assert rows["D"].bids == ""
    assert any("Dougo Railway" in text and "15.2" in text for text in rows["E"].says)
    assert not any("Dougo" in text for sym, row in rows.items() if sym != "E" for text in row.says)
    for name in TITLES:
        game_rules = openings[name].rules
        unknown = {
            slug for facts in game_rules.privates.values() for slug in facts.about
        } - game_rules.rulebook.clauses.keys()
        assert not unknown, name
    numbered = {row.symbol: row for row in summary.privates(openings["1843"])}
    assert any("Private company 3" in text for text in numbered["3"].says)
    assert not any("Private company 3" in text for text in numbered["1"].says)
