"""A new game in the terminal: how many play, who sits where, and which variants count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from railhead.bots.player import BOTS
from railhead.record.session import Session
from railhead.terminal.dialogs import NameDialog
from railhead.terminal.game import TerminalGame
from railhead.terminal.kept import new_path
from railhead.terminal.seats import bot_name, bot_named, person
from railhead.terminal.start import any_seed

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from railhead.core.rules import Title

USUAL = 3
"""Players that a new game has unless somebody says otherwise, or as near to that as the title allows."""


HOW = "Enter or a click changes a line. N names a person."


class Setup:
    """The choices for a new game. Choices that do not fit the last one are changed."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.options: set[str] = set()
        self.names: list[str] = []
        self.resize(min(title.seats, key=lambda seats: abs(seats - USUAL)))

    def resize(self, seats: int) -> None:
        """Change the number of players: you first, and bots for the others."""
        bots = ("clerk", "chairman")
        self.names = self.names[:seats]
        for seat in range(len(self.names) + 1, seats + 1):
            self.names.append(bot_name(bots[seat % len(bots)], seat) if seat > 1 else person(1))
        fitting = {option.name for option in self.title.options if not option.seats or seats in option.seats}
        self.options &= fitting

    def more(self) -> None:
        """Add a player; after the largest table comes the smallest."""
        seats = len(self.names) + 1
        self.resize(seats if seats in self.title.seats else self.title.seats[0])

    def change(self, seat: int) -> None:
        """Give the seat to the next kind of player: a person, then the bots from the weakest to the strongest."""
        kinds = ["", *BOTS]
        kind = kinds[(kinds.index(bot_named(self.names[seat - 1])) + 1) % len(kinds)]
        self.names[seat - 1] = bot_name(kind, seat) if kind else person(seat)

    def switch(self, option: str) -> None:
        """Choose a variant, or leave it out again."""
        self.options ^= {option}

    def game(self) -> TerminalGame:
        """The game; choices that do not go together are a `ValueError`."""
        rules = self.title.rules(len(self.names), self.options)
        return TerminalGame(Session.begin(rules, self.names, any_seed()), new_path(self.title.name))


class SetupScreen(Screen["TerminalGame | None"]):
    """One line for each choice; Enter changes it."""

    BINDINGS = [Binding("escape", "leave", "Back"), Binding("n", "name", "Name the person")]

    def __init__(self, title: Title) -> None:
        super().__init__()
        self.setup = Setup(title)

    def compose(self) -> ComposeResult:
        """The title, its choices, and how to make them."""
        title = self.setup.title
        yield Static(title.full_name, id="heading")
        length = title.about.get("length", "")
        about = [title.about.get("special", ""), f"Takes {length}." if length else ""]
        yield Static(" ".join(filter(None, about)), id="about", markup=False)
        yield OptionList(*self._lines(), id="start")
        yield Static(HOW, id="note")
        yield Footer()

    def _lines(self) -> list[Option]:
        setup = self.setup
        lines = [
            Option(Text("Start the game", "bold"), id="start-game"),
            Option(f"{len(setup.names)} players", id="seats"),
        ]
        for seat, name in enumerate(setup.names, 1):
            kind = bot_named(name)
            level = f"  {BOTS[kind].about.partition('.')[0].lower()}" if kind else "  a person at this screen"
            words = Text.assemble(f"  {name}", (level, "dim"))
            lines.append(Option(words, id=f"seat {seat}"))
        for option in setup.title.options:
            if option.seats and len(setup.names) not in option.seats:
                continue
            mark = "x" if option.name in setup.options else " "
            lines.append(Option(Text(f"[{mark}] {option.says}"), id=f"option {option.name}"))
        return lines

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Change the line, or start."""
        if self.app.screen is not self:  # the game has started; a key was pressed twice
            return
        what, _, which = (event.option.id or "").partition(" ")
        if what == "start-game":
            self._start()
            return
        if what == "seats":
            self.setup.more()
        elif what == "seat":
            self.setup.change(int(which))
        else:
            self.setup.switch(which)
        self._note(HOW)
        self._redraw()

    def _start(self) -> None:
        try:
            self.dismiss(self.setup.game())
        except ValueError as error:
            self._note(f"{error}.")

    def _redraw(self) -> None:
        found = self.query_one(OptionList)
        at = found.highlighted
        found.clear_options()
        found.add_options(self._lines())
        found.highlighted = min(at or 0, found.option_count - 1)

    def _note(self, words: str) -> None:
        self.query_one("#note", Static).update(Text(words))

    def action_name(self) -> None:
        """Ask for the name of the person on this line."""
        found = self.query_one(OptionList)
        option = found.get_option_at_index(found.highlighted or 0)
        what, _, which = (option.id or "").partition(" ")
        if what != "seat" or bot_named(self.setup.names[int(which) - 1]):
            self._note("Move to the line of a person, then press N.")
            return
        seat = int(which)

        def named(name: str | None) -> None:
            if name:
                self.setup.names[seat - 1] = name
                self._note(HOW)
                self._redraw()

        self.app.push_screen(NameDialog(self.setup.names[seat - 1]), named)

    def action_leave(self) -> None:
        """Go back to the list of games."""
        self.dismiss(None)
