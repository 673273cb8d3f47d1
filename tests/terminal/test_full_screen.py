"""The full-screen table, played with keys and mouse as a person would, on a small and on a large screen."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static
from textual.worker import WorkerCancelled

from railhead.bots.protocol import Choice
from railhead.core.moves import Bid, LayTile, Move, Pass
from railhead.core.state import State
from railhead.record.games import load
from railhead.terminal.app import RailheadApp
from railhead.terminal.board import caption, corners_of
from railhead.terminal.choices import Entry
from railhead.terminal.figures import acting_company
from railhead.terminal.game import TerminalGame, resume
from railhead.terminal.kept import games_folder, kept_games
from railhead.terminal.menu import NO_MATCH, MoveList, MovesPane
from railhead.terminal.panes import InfoPane, LogLines, MapPane, MapPicture
from railhead.terminal.start import Wishes, game_for
from railhead.terminal.table_screen import TableScreen

SIZES = [(80, 24), (200, 50)]
Steps = Callable[[RailheadApp, Pilot[None]], Awaitable[None]]


def run(steps: Steps, game: TerminalGame | None, size: tuple[int, int] = (80, 24)) -> RailheadApp:
    """Open the table on a screen of this size and do the steps."""

    async def play() -> RailheadApp:
        app = RailheadApp(game, pause=0)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await steps(app, pilot)
        return app

    # In a thread of its own: the browser of an earlier test may keep an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, play()).result()


async def settled(app: RailheadApp, pilot: Pilot[None]) -> None:
    """Wait until bots and other work are done and the screen is drawn."""
    for _ in range(60):
        await pilot.pause()
        with suppress(WorkerCancelled):  # a newer thought has taken the place of one that was too late
            await app.workers.wait_for_complete()
        await pilot.pause()
        game = app.game
        if game is None or not game.acting() or not game.bot_of(game.acting()):
            break


async def press(app: RailheadApp, pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(app, pilot)


def screen(app: RailheadApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen), app.screen
    return app.screen


def text(app: RailheadApp, name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).content)


def lines(app: RailheadApp) -> list[str]:
    found = app.screen.query_one(MoveList)
    return [str(found.get_option_at_index(at).prompt) for at in range(found.option_count)]


def people(*names: str, title: str = "1889") -> TerminalGame:
    return game_for(Wishes(title, list(names) or ["Ann", "Bob"], seed=3))


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


def test_typing_filters_the_moves_and_enter_makes_one() -> None:
    game = people()

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, *"ehime")
        assert [line for line in lines(app) if "Ehime" not in line] == ["Bid on"]
        assert "  Ehime Railway for ¥45 – pays ¥10 a round" in lines(app)
        await press(app, pilot, "enter")
        assert game.moves == [Bid("p1", "C", 45)]
        assert app.screen.query_one(Input).value == ""

    run(steps, game)


def test_a_price_is_asked_for_and_a_wrong_one_is_not_taken() -> None:
    game = people()

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, *"dougo your")
        await press(app, pilot, "enter")
        await press(app, pilot, *"9999", "enter")
        assert game.moves == []
        await press(app, pilot, *["backspace"] * 4, *"70", "enter")
        assert game.moves == [Bid("p1", "E", 70)]

    run(steps, game)


def test_a_typed_move_that_is_refused_says_which_rule() -> None:
    game = people()

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, *"bid private=B price=31", "enter")
        assert "1889 rules 5.7" in text(app, "note")
        await press(app, pilot, *["backspace"] * 22, *"fly", "enter")
        assert "No move matches" in text(app, "note")
        await press(app, pilot, *["backspace"] * 3, *"? pass", "enter")
        assert text(app, "note") == "That is legal: Pass."

    run(steps, game)
    assert game.moves == []


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


def test_the_mouse_chooses_a_move() -> None:
    game = people()

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        last = app.screen.query_one(MoveList).option_count - 1
        await pilot.click(MoveList, offset=(4, last))
        await settled(app, pilot)
        assert game.moves == [Pass("p1")]

    run(steps, game)


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


def test_an_empty_menu_says_why() -> None:
    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter")
        await press(app, pilot, "left_square_bracket")
        assert app.screen.query_one(Input).placeholder == "Here you can only look"
        await press(app, pilot, "escape")
        await press(app, pilot, "ctrl+o")
        await press(app, pilot, *"end", "enter")
        await press(app, pilot, *"accept", "enter")
        assert "The game is over" in text(app, "now")
        assert app.screen.query_one(Input).placeholder.startswith("The game is over")

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


def test_a_click_on_a_hex_offers_the_moves_there() -> None:
    game = to_first_lay("1889")

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        pane = screen(app).query_one(MapPane)
        at = corners_of(game.state, pane.hex_size)
        here = next(move.hex for move in game.menu(game.acting())[0] if isinstance(move, LayTile))
        assert await pilot.click(MapPicture, offset=(at[here][0] + 3, at[here][1] + 1))
        await settled(app, pilot)
        offered = [entry for entry in app.screen.query_one(MovesPane).shown if isinstance(entry, Entry)]
        assert offered
        assert {entry.hex_id for entry in offered} == {here}
        assert text(app, "map-legend") == caption(game.state, here)

    run(steps, game, (200, 50))


def test_help_shows_the_brackets_as_keys() -> None:
    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "f1")
        shown = str(app.screen.query_one("#dialog Static", Static).render())
        assert "[ one move earlier   ] one move later" in shown

    run(steps, people())


def test_hint_names_a_move_and_a_reason_and_puts_the_cursor_there(monkeypatch: pytest.MonkeyPatch) -> None:
    game = people()
    for advised in (Bid("p1", "C", 45), Bid("p2", "D", 83)):  # the second stands in no line of the menu
        monkeypatch.setattr(game, "hint", lambda *_, move=advised: Choice(move, "It pays well."))

        async def steps(app: RailheadApp, pilot: Pilot[None], advised: Bid = advised) -> None:
            await press(app, pilot, *"bid")  # what is typed gives way
            await press(app, pilot, "f9")
            assert text(app, "note").startswith("Chairman would: Bid on ")
            assert text(app, "note").endswith("It pays well.")
            await press(app, pilot, "enter")
            assert game.moves[-1] == advised

        run(steps, game)


def test_a_hint_that_comes_too_late_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    game, moved = people(), Event()
    slow = game.hint

    def hint(*asked: Any) -> Choice:
        moved.wait(60)
        return slow(*asked)

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        monkeypatch.setattr(game, "hint", hint)
        await pilot.press("f9", "enter")  # the move is made before the adviser begins to think
        moved.set()
        await settled(app, pilot)
        assert len(game.moves) == 1
        assert text(app, "note") == ""

    run(steps, game)


def test_what_matches_nothing_is_said_while_typing() -> None:
    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, *"xyz")
        assert lines(app) == [NO_MATCH]
        await press(app, pilot, "escape", "?", "enter")
        assert text(app, "note").startswith("Write a move after the question mark")

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


def test_a_key_that_comes_twice_makes_one_choice() -> None:
    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        for _ in range(2):
            app.post_message(Key("enter", "\r"))
        await settled(app, pilot)
        assert len(app.screen_stack) == 3  # the empty screen below all, the list, the set-up

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


def to_first_lay(title: str, trains: bool = False) -> TerminalGame:
    """A game in which a person may lay track, for a company with trains if that matters."""
    from railhead.bots.player import ask, bot

    game = people("Ann", "Bob", "Cid", title=title)

    def may_lay() -> bool:
        company = acting_company(game.state)
        lays = any(isinstance(move, LayTile) for move in game.menu(game.acting())[0])
        return lays and (not trains or bool(game.state.companies[company].trains))

    while not may_lay():
        game.make(ask(bot("clerk"), game.state, game.acting(), 0.2, game.rng).move)
    return game


def test_lays_say_what_they_add_to_the_next_run() -> None:
    game = to_first_lay("1889", trains=True)

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "f8")
        assert text(app, "note").startswith("The best lay adds")
        assert any("next run" in line for line in lines(app))

    run(steps, game, (200, 50))


def test_a_company_without_trains_is_told_that_no_lay_adds() -> None:
    game = to_first_lay("1889")

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        before = lines(app)
        await press(app, pilot, "f8")
        assert "has no train yet" in text(app, "note")
        assert lines(app) == before

    run(steps, game, (200, 50))


def test_nobody_moves_for_a_bot_or_in_the_past() -> None:
    game = game_for(Wishes("1889", ["Ann", "Bob"], seed=3))

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "[", *"pass price=1", "enter")
        assert text(app, "note") == "You cannot move here."
        await press(app, pilot, "escape", "escape")
        game.bot_of = lambda player: "clerk"  # type: ignore[method-assign]
        screen(app).post_message(MovesPane.Typed("pass"))
        await pilot.pause()
        assert text(app, "note") == "It is not your turn."

    run(steps, game)
    assert len(game.moves) == 1


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
