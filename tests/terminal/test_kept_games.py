"""Keeping, resuming and refusing games of the terminal, and the menu of a turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import begin, tables

from railhead.core.engine import actors, legal_moves, price_ranges
from railhead.core.moves import Bid, LayTile, Pass, StartCompany
from railhead.core.rules import Title
from railhead.record.games import RecordError
from railhead.record.session import Session
from railhead.terminal.board import LARGE, SMALL, Size, board, caption, corners_of, extent, fitting, hex_at
from railhead.terminal.choices import Entry, Group, closed_verbs, groups, matching
from railhead.terminal.game import TerminalGame, resume
from railhead.terminal.kept import games_folder, kept_games, new_path, put_away
from railhead.terminal.seats import sight
from railhead.terminal.start import Wishes, game_for
from railhead.titles import TITLES
from railhead.view.sentences import label


def kept(tmp_path: Path) -> Path:
    game = game_for(Wishes("1889", ["Ann", "Bob"], seed=5, file=tmp_path / "game.json"))
    game.make(Pass("p1"))
    return tmp_path / "game.json"


OTHERS = [
    (Wishes("1824"), "its title is 1889, not 1824"),
    (Wishes("1889", ["Ann", "Cid"]), "its players are Ann, Bob, not Ann, Cid"),
    (Wishes("1889", ["Ann"], ["clerk"]), "its players are Ann, Bob, not Ann, Clerk 2 (bot)"),
    (Wishes("1889", options=("beginner",)), "its options are none, not beginner"),
    (Wishes("1889", seed=6), "its seed is 5, not 6"),
]


@pytest.mark.parametrize(("wishes", "says"), OTHERS)
def test_a_record_of_another_game_is_refused(tmp_path: Path, wishes: Wishes, says: str) -> None:
    with pytest.raises(RecordError, match="holds a different game") as error:
        game_for(wishes._replace(file=kept(tmp_path)))
    assert says in str(error.value)


def test_the_same_game_goes_on(tmp_path: Path) -> None:
    path = kept(tmp_path)
    for wishes in (Wishes(), Wishes("1889"), Wishes("1889", ["Ann", "Bob"], seed=5)):
        assert game_for(wishes._replace(file=path)).moves == [Pass("p1")]


def test_who_leaves_is_told_how_to_continue(tmp_path: Path) -> None:
    path = kept(tmp_path)
    assert f"'railhead play --file {path}' to continue" in resume(path).where_kept()
    listed = game_for(Wishes("1889", ["Ann", "Bob"]))
    listed.make(Pass("p1"))
    assert "'railhead play' to continue" in listed.where_kept()


def test_two_games_of_one_second_have_two_files() -> None:
    first = new_path("1889")
    first.parent.mkdir(parents=True)
    first.write_text("{}")
    assert new_path("1889") != first


def test_a_file_that_is_not_a_game_is_left_out_of_the_list() -> None:
    games_folder().mkdir(parents=True)
    (games_folder() / "notes.json").write_text("{")
    assert kept_games() == []


def test_a_finished_game_leaves_the_list() -> None:
    game = game_for(Wishes("1889", ["Ann", "Bob"], seed=5))
    game.make(Pass("p1"))
    assert game.path is not None
    moved = put_away(game.path)
    assert kept_games() == []
    assert resume(moved).moves == game.moves


def test_remarks_follow_their_moves_through_undo_redo_and_the_file() -> None:
    game = game_for(Wishes("1889", ["Ann"], ["drifter"], seed=5))
    game.make(Pass("p1"))
    move, said = game.think(game.state, "p2")
    game.make(move, said)
    assert game.path is not None
    assert resume(game.path).remarks == {2: said}
    assert [one.by for one in game.undo()] == ["p2", "p1"]
    assert resume(game.path).remarks == {}
    game.redo()
    assert resume(game.path).remarks == {2: said}


def test_the_menu_of_a_turn_has_no_powers_of_others() -> None:
    for name, seats, options in [one for one in tables() if one[1] == 3 and not one[2]]:
        game = TerminalGame(Session(begin(name, seats, *options)))
        for _ in range(40):
            if game.state.ended is not None:
                break
            player = game.acting()
            moves, ranges = game.menu(player)
            assert player in actors(game.state)
            assert {move.by for move in moves} | {one.move.by for one in ranges} <= {player}
            game.make(moves[0])


@pytest.mark.parametrize(("people", "bots", "looking"), [(1, 2, "p1"), (2, 1, "")])
def test_secrets_are_shown_to_the_only_person_even_while_a_bot_acts(people: int, bots: int, looking: str) -> None:
    game = game_for(Wishes("1893", ["Ann", "Bob"][:people], ["drifter"] * bots, options=("seats-in-order",), seed=3))
    while not game.bot_of(game.acting()):
        assert game.looking() == game.acting()
        game.make(game.menu(game.acting())[0][0])
    assert game.looking() == looking
    assert ("p1" in sight(game.state, game.looking()).hidden) == (looking != "p1")


def test_filtering_takes_every_word_in_any_order() -> None:
    state = begin("1889", 2)
    menu = groups(state, [Bid("p1", "B", 35), Bid("p1", "C", 45), Pass("p1")])
    assert [len(group.entries) for group in matching(menu, "railway BID")] == [1]
    assert matching(menu, "nothing like it") == []
    assert len(matching(menu, "ailway")) > 0  # the middle of a word, if no word begins like that
    starts = groups(state, [StartCompany("p1", sym, 65) for sym in ("AR", "IR")])
    assert [entry.what.company for group in matching(starts, "start ar 65") for entry in group.entries] == ["AR"]


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.name)
@pytest.mark.parametrize("size", [LARGE, Size(10, 4), SMALL])
def test_the_map_shows_every_hex_where_it_lies(title: Title, size: Size) -> None:
    """Every coordinate and, with four lines for a hex, the start of every name stands where its hex is."""
    state = begin(title.name, title.seats[0])
    rows = board(state, size=size).plain.split("\n")
    assert len({len(row) for row in rows}) == 1
    assert (len(rows[0]), len(rows)) == extent(state, size)
    for hex_id, (x, y) in corners_of(state, size).items():
        assert rows[y][x + 2 :].startswith(hex_id)
        assert hex_at(state, size, x + 2, y) == hex_at(state, size, x, y + size.high - 1) == hex_id
        name = state.rules.map.hexes[hex_id].facts.name
        if size.high == 4 and name and "&" not in name:
            assert name[:8] in rows[y + 1][x : x + size.wide]


@pytest.mark.parametrize(("width", "wide"), [(200, 13), (140, 11), (120, 10), (108, 9), (80, 13)])
def test_the_map_takes_the_largest_size_that_fits(width: int, wide: int) -> None:
    """1889 is twelve hexes wide. On a screen with no room for nine characters each, the map scrolls anyway."""
    assert fitting(begin("1889", 2), width) == Size(wide, 4)


def test_a_hex_in_words() -> None:
    state = begin("1889", 2)
    assert caption(state, "B3") == "Yawatahama (B3) · track to B5 and Ohzu · worth 20"
    assert caption(state, "E4") == "E4 · ¥80 to build"


def test_a_range_of_prices_follows_the_moves_that_it_is_about() -> None:
    state = begin("1889", 2)
    (_, bids, _) = groups(state, legal_moves(state), price_ranges(state))
    assert [entry.words.text for entry in bids.entries[:4]] == ["Mitsubishi Ferry"] * 2 + ["Ehime Railway"] * 2
    assert bids.entries[1].below_heading == "Mitsubishi Ferry, at your price: ¥35 to ¥420"


def test_the_longest_verbs_are_closed_until_the_menu_fits() -> None:
    state = begin("1889", 2)
    lays = [LayTile("p1", "K6", "9", at % 6) for at in range(12)]
    many = [Group("Lay", [Entry(lay, label(state, lay), "") for lay in lays])]
    some = [Group("Bid", many[0].entries[:8]), Group("Buy", many[0].entries[:6]), Group("Pass", many[0].entries[:1])]
    closed = {room: closed_verbs(many + some, room, lambda group: len(group.entries)) for room in (27, 26, 16, 15, 5)}
    assert closed[27] == set()
    assert closed[26] == closed[16] == {"Lay"}
    assert closed[15] == closed[5] == {"Lay", "Bid"}  # six ways to buy are few enough to scroll


def test_a_hex_filters_the_moves_on_it_alone() -> None:
    state = begin("1889", 2)
    menu = groups(state, [LayTile("p1", "K6", "9", 0), LayTile("p1", "K8", "5", 0), Pass("p1")])
    assert [entry.hex_id for group in matching(menu, "@k6") for entry in group.entries] == ["K6"]
    assert matching(menu, "@K") == []
