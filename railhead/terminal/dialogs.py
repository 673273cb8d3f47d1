"""Small windows over the table: a price to type, help, and texts to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from railhead.play.setup import LONGEST_NAME
from railhead.terminal.seats import is_bot_name

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from railhead.core.kinds import PriceRange

HELP = """\
[b]Choosing a move[/b]
Type part of it to filter the list, then Enter; or use the arrows, or the mouse.
A line that ends in … opens the moves of that kind; Esc closes it again.
Click a hex on the map, or type [b]@J5[/b], to see only the moves there.
Where a price is open, type it: [b]dougo 80[/b].
A whole move can be typed too: [b]bid private=B price=45[/b].
[b]? lay_tile hex=J3 tile=8 rotation=3[/b] tells you why a move is refused.
[b]run 3 C2 D1, 2 E8 F7[/b] runs trains by hand: each train, then the hexes where it stops.

[b]Looking[/b]
F2 map (again: another size)   F3 companies   F4 players
F5 market   F6 trains   F7 log   Esc back to the moves
[b]\\[[/b] one move earlier   [b]][/b] one move later   Esc back to the game
Tab moves between the list and the panes; arrows scroll the pane.

[b]Helping[/b]
F8 what each lay adds to the next run
F9 what a strong player would do
Ctrl-T try moves out: none of them count; Esc ends the trial
Ctrl-O what can be done out of turn, such as proposing to end the game

[b]Ctrl-Z[/b] undo   [b]Ctrl-Y[/b] redo
[b]Ctrl-C[/b], [b]F10[/b], or [b]q[/b] and Enter: leave. The game is saved after every move.

On the map, arrows show where track leaves a hex. * marks the director or president of a company,
① who has priority."""


class PriceDialog(ModalScreen[int | None]):
    """Asks for a number in a range."""

    BINDINGS = [Binding("escape", "leave", "Back")]

    def __init__(self, text: str, prices: PriceRange) -> None:
        super().__init__()
        self.text, self.prices = text, prices
        steps = f", in steps of {prices.step}" if prices.step > 1 else ""
        self.asked = f"number from {prices.low} to {prices.high}{steps}"

    def compose(self) -> ComposeResult:
        """The question and the box for the answer."""
        with Vertical(id="dialog"):
            yield Label(self.text, markup=False)
            yield Input(str(self.prices.low), type="integer", id="number", select_on_focus=True)
            yield Label(f"A {self.asked}. Enter to choose, Esc to go back.", id="range")

    @on(Input.Submitted)
    def answered(self, event: Input.Submitted) -> None:
        """Accept a number within the range; complain otherwise."""
        event.stop()
        text, prices = event.value.strip(), self.prices
        if text.isdecimal() and int(text) in range(prices.low, prices.high + 1, prices.step):
            self.dismiss(int(text))
        else:
            self.query_one("#range", Label).update(f"Please type a {self.asked}.")

    def action_leave(self) -> None:
        """Go back without a number."""
        self.dismiss(None)


class NameDialog(ModalScreen[str | None]):
    """Asks for the name of a player."""

    BINDINGS = [Binding("escape", "leave", "Back")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.before = name

    def compose(self) -> ComposeResult:
        """The box for the name."""
        with Vertical(id="dialog"):
            yield Label("Who plays here?")
            yield Input(self.before, id="name", max_length=LONGEST_NAME, select_on_focus=True)
            yield Label("Enter to accept, Esc to go back.", id="range")

    @on(Input.Submitted)
    def answered(self, event: Input.Submitted) -> None:
        """Accept any name but an empty one, or one that would make the seat a bot's."""
        event.stop()
        name = event.value.strip()
        if not name:
            self.query_one("#range", Label).update("Please type a name.")
        elif is_bot_name(name):
            self.query_one("#range", Label).update("Names like this are for bots. Please type another.")
        else:
            self.dismiss(name)

    def action_leave(self) -> None:
        """Go back without a name."""
        self.dismiss(None)


class TextDialog(ModalScreen[None]):
    """Shows a text until a key is pressed."""

    BINDINGS = [Binding("escape,enter,f1,q", "leave", "Close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The text in a box that scrolls."""
        with VerticalScroll(id="dialog", classes="text"):
            yield Static(self.text)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
