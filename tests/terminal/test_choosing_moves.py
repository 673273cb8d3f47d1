"""How a move is found and made on the full screen: by typing, with arrows and mouse, from a hint."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from full_screen import lines, people, press, run, screen, settled, text
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input

from railhead.bots.protocol import Choice
from railhead.core.moves import Bid, LayTile, Pass
from railhead.terminal.app import RailheadApp
from railhead.terminal.board import caption, corners_of
from railhead.terminal.choices import Entry
from railhead.terminal.figures import acting_company
from railhead.terminal.game import TerminalGame
from railhead.terminal.menu import NO_MATCH, MoveList, MovesPane
from railhead.terminal.panes import MapPane, MapPicture
from railhead.terminal.start import Wishes, game_for


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


def test_the_mouse_chooses_a_move() -> None:
    game = people()

    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        last = app.screen.query_one(MoveList).option_count - 1
        await pilot.click(MoveList, offset=(4, last))
        await settled(app, pilot)
        assert game.moves == [Pass("p1")]

    run(steps, game)


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


def test_a_key_that_comes_twice_makes_one_choice() -> None:
    async def steps(app: RailheadApp, pilot: Pilot[None]) -> None:
        for _ in range(2):
            app.post_message(Key("enter", "\r"))
        await settled(app, pilot)
        assert len(app.screen_stack) == 3  # the empty screen below all, the list, the set-up

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
