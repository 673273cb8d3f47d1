"""The full-screen table, played with keys and mouse as a person would, on a small and on a large screen."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from full_screen import SIZES, lines, people, press, run, screen, settled, text
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from railhead.core.moves import Bid, Move, Pass
from railhead.core.state import State
from railhead.record.games import load
from railhead.terminal.app import RailheadApp
from railhead.terminal.game import resume
from railhead.terminal.kept import games_folder, kept_games
from railhead.terminal.menu import MovesPane
from railhead.terminal.panes import InfoPane, LogLines, MapPane
from railhead.terminal.start import Wishes, game_for


@pytest.mark.parametrize("size", SIZES)
def test_a_game_begins_and_is_kept_from_the_first_move(size: tuple[int, int]) -> None:
    game = game_for(Wishes("1889", ["Ann"], ["drifter", "drifter"], seed=3))
    assert not games_folder().exists()

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        assert "Ann may buy Takamatsu E-Railroad for ¥20" in text(app, "now")
        await press(app, pilot, "enter")
        assert game.moves[0] == Bid("p1", "A", 20)
        assert [move.by for move in game.moves[1:3]] == ["p2", "p3"]  # the bots have moved by themselves
        assert text(app, "heading").startswith("1889: Shikoku · The opening auction")

    run(steps, game, size)
    (kept,) = kept_games()
    assert kept.moves == len(game.moves) >= 3
    assert resume(kept.path).moves == game.moves
    assert str(kept.path) in game.where_kept()


def test_undo_and_redo_speak_in_sentences_and_change_the_file() -> None:
    game = people()

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter")
        await press(app, pilot, "ctrl+z")
        assert text(app, "note") == "Undone: Ann: buy Takamatsu E-Railroad for ¥20."
        assert load(game.path or Path()).moves == ()
        await press(app, pilot, "ctrl+y")
        assert game.moves == [Bid("p1", "A", 20)]

    run(steps, game)
    assert len(load(game.path or Path()).moves) == 1


@pytest.mark.parametrize("size", SIZES)
def test_every_pane_shows_its_figures(size: tuple[int, int]) -> None:
    game = people("Ann", "Bob", "Cid")

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        for key, name in (("f3", "companies"), ("f4", "players"), ("f5", "market"), ("f6", "trains"), ("f2", "map")):
            await press(app, pilot, key)
            assert screen(app).query_one(InfoPane).active == name
            assert screen(app).query_one(InfoPane).display
        assert "Tokushima" in str(screen(app).query_one("#map-picture", Static).content)
        before = screen(app).query_one(MapPane).hex_size
        await press(app, pilot, "f2")
        assert screen(app).query_one(MapPane).hex_size != before
        await press(app, pilot, "escape")
        assert screen(app).query_one(MovesPane).region.height > 5

    run(steps, game, size)


def test_history_shows_an_earlier_position_and_changes_nothing() -> None:
    game = people()

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter")
        await press(app, pilot, "enter")
        await press(app, pilot, "left_square_bracket")
        assert text(app, "now").startswith("After move 1 of 2.")
        assert lines(app) == []
        await press(app, pilot, "escape")
        assert "Ann may buy" in text(app, "now")

    run(steps, game)
    assert len(game.moves) == 2


def test_a_trial_leaves_the_game_as_it_was() -> None:
    game = people()

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "ctrl+t")
        await press(app, pilot, "enter")
        await press(app, pilot, "enter")
        assert text(app, "heading").startswith("TRIAL")
        assert len(screen(app).game.moves) == 2
        await press(app, pilot, "escape")
        assert not text(app, "heading").startswith("TRIAL")

    run(steps, game)
    assert game.moves == []
    assert not games_folder().exists()


def test_q_leaves_and_the_game_is_kept() -> None:
    game = people()

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter")
        await press(app, pilot, "q", "enter")
        assert not app.is_running

    run(steps, game)
    assert len(load(game.path or Path()).moves) == 1


@pytest.mark.parametrize("size", SIZES)
def test_the_last_moves_and_what_can_be_spent_are_in_sight(size: tuple[int, int]) -> None:
    game = game_for(Wishes("1889", ["Ann"], ["clerk", "clerk"], seed=3))

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        assert text(app, "at-hand") == "Ann ¥420 · 0 of 19 certificates"
        await press(app, pilot, "enter")
        log = app.screen.query_one("#side-log", LogLines)
        shown = [log.lines[at].text for at in range(log.scroll_offset.y, len(log.lines))]
        assert log.size.height >= 4
        assert len(shown) <= log.size.height
        assert " ".join("".join(shown).split()).endswith(game.remarks[len(game.moves)])

    run(steps, game, size)


def test_money_that_is_bid_is_named() -> None:
    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, *"dougo 65", "enter")
        await press(app, pilot, *"pass", "enter")
        assert text(app, "at-hand") == "Ann ¥420, of which ¥65 is bid · 0 of 25 certificates"

    run(steps, people())


def test_the_log_breaks_its_lines_anew_when_the_screen_changes() -> None:
    game = game_for(Wishes("1889", ["Ann"], ["clerk", "clerk"], seed=3))

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter")
        await pilot.resize_terminal(140, 30)
        await settled(app, pilot)
        log = app.screen.query_one("#side-log", LogLines)
        assert max(len(line.text) for line in log.lines) <= log.size.width

    run(steps, game, (80, 24))


def test_help_shows_the_brackets_as_keys() -> None:
    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "f1")
        shown = str(app.screen.query_one("#dialog Static", Static).render())
        assert "[ one move earlier   ] one move later" in shown

    run(steps, people())


def test_a_game_that_cannot_be_saved_where_asked_is_saved_among_the_others(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    asked = tmp_path / "file" / "game.json"
    game = game_for(Wishes("1889", ["Ann", "Bob"], seed=3, file=asked))

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter")
        assert f"could not be saved to {asked}" in text(app, "note")
        assert str(games_folder()) in text(app, "note")
        await press(app, pilot, "enter")

    run(steps, game)
    (kept,) = kept_games()
    assert kept.moves == len(game.moves) == 2
    assert str(kept.path) in game.where_kept()


def test_a_game_that_can_be_saved_nowhere_goes_on(data: Path) -> None:
    data.write_text("")
    game = game_for(Wishes("1889", ["Ann", "Bob"], seed=3))

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter")
        assert "could not be saved" in text(app, "note")
        await press(app, pilot, "enter")

    run(steps, game)
    assert len(game.moves) == 2
    assert "could not be saved" in game.where_kept()


def test_without_a_game_the_kept_ones_and_the_titles_are_offered() -> None:
    game = people("Ann", "Bob")
    game.make(Pass("p1"))

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        found: Any = app.screen.query_one("#start")
        words = [str(found.get_option_at_index(at).prompt) for at in range(found.option_count)]
        assert words[1].startswith("1889, Ann, Bob: 1 move")
        assert any(word.startswith("1824") for word in words)
        await press(app, pilot, "enter")
        assert app.game is not None
        assert app.game.moves == game.moves

    run(steps, None)


def test_leaving_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's answer comes when the table is gone, and nobody hears of it."""
    game = game_for(Wishes("1889", ["Ann"], ["drifter"], seed=3))
    answered = Event()

    def think(_state: State, player: str) -> tuple[Move, str]:
        assert answered.wait(10)
        return Pass(player), ""

    monkeypatch.setattr(game, "think", think)

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert game.bot_of(game.acting())
        await app.screen.remove_children()  # what leaving begins with
        answered.set()
        await settled(app, pilot)

    run(steps, game)
    assert len(game.moves) == 1


def test_a_new_game_is_set_up_with_seats_names_and_variants() -> None:
    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        at = list(range(app.screen.query_one(OptionList).option_count))
        ids = [app.screen.query_one(OptionList).get_option_at_index(index).id for index in at]
        await press(app, pilot, *["down"] * (ids.index("new 1889") - 1), "enter")
        await press(app, pilot, "down", "enter")  # four players
        await press(app, pilot, "down", "n", *"Zoe", "enter")
        await press(app, pilot, "down", "enter", "enter", "enter")  # chairman, magnate, a person
        await press(app, pilot, "down", "enter", "enter")
        await press(app, pilot, "down", "down", "enter")  # the beginner game
        await press(app, pilot, "home", "enter")
        assert app.game is not None
        names = [player.name for player in app.game.state.players.values()]
        assert names == ["Zoe", "Player 2", "Player 3", "Clerk 4 (bot)"]
        assert app.game.state.rules.options == {"beginner": True}

    run(steps, None)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", ["1889", "1824"])
def test_a_game_from_auction_to_the_end(title: str, size: tuple[int, int]) -> None:
    """Ann plays what stands at the top of the list, the bots what they like; the file ends among the finished."""
    game = game_for(Wishes(title, ["Ann"], ["clerk", "clerk"], seed=7))

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        for _ in range(3000):
            if game.state.ended is not None:
                break
            count = len(game.moves)
            await press(app, pilot, "enter")
            if len(game.moves) == count:
                await press(app, pilot, "enter")  # a verb was opened, or a price is asked for
        assert game.state.ended is not None
        assert "The game is over" in text(app, "now")

    run(steps, game, size)
    assert os.listdir(games_folder() / "finished")
