"""The list of moves: grouped by verb, filtered by what is typed, chosen with Enter or the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from railhead.core.moves import Move
from railhead.terminal.choices import Entry, Group, Prices, closed_verbs, matching

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual.app import ComposeResult
    from textual.events import Key

_TO_LIST = {
    "up": "cursor_up",
    "down": "cursor_down",
    "pageup": "page_up",
    "pagedown": "page_down",
}
"""Keys that move the selection while the cursor stays in the filter."""
_TO_HISTORY = {"[": -1, "]": 1}
"""Characters found in no move: one move earlier, one later."""
SCROLL_BAR = 4
"""Characters that a scroll bar and the edges of the list may take."""
HOW = "Type part of a move; arrows and Enter choose"
NO_MATCH = "No move matches. Esc clears what you typed."
INDENT = 2
"""Characters that a line is moved in below its verb, and once more where it continues."""


class MoveFilter(Input):
    """The filter box; keys meant for the list are passed on."""

    async def on_key(self, event: Key) -> None:
        """Let arrows move through the list, and brackets through the history."""
        if event.key in _TO_LIST:
            getattr(self.screen.query_one(MoveList), f"action_{_TO_LIST[event.key]}")()
        elif event.character in _TO_HISTORY:
            await self.run_action(f"screen.step({_TO_HISTORY[event.character]})")
        else:
            return
        event.stop()
        event.prevent_default()


class MoveList(OptionList):
    """The moves, with a heading for each verb."""


class Line(Option):
    """A line of the list that can be chosen. It knows its move, so that no later change of the list can swap it."""

    def __init__(self, text: Text, chosen: Entry | Group) -> None:
        super().__init__(text)
        self.chosen = chosen


class MovesPane(Vertical):
    """The menu of the player who acts."""

    class Chosen(Message):
        """Somebody chose a line."""

        def __init__(self, entry: Entry) -> None:
            super().__init__()
            self.entry = entry

    class Typed(Message):
        """Somebody typed something that is not in the menu, and pressed Enter."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Looked(Message):
        """The cursor is on a line that is about a hex, or on none."""

        def __init__(self, hex_id: str) -> None:
            super().__init__()
            self.hex_id = hex_id

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.groups: Sequence[Group] = ()
        self.gains: Mapping[Move, int] = {}
        self.open_verb = ""
        self._room = 10  # lines

    def compose(self) -> ComposeResult:
        """The filter above the list."""
        yield MoveFilter(placeholder=HOW, id="filter", compact=True)
        yield MoveList(id="list", compact=True)

    @property
    def shown(self) -> list[Entry | Group]:
        """What can be chosen from the list now."""
        return [option.chosen for option in self.query_one(MoveList).options if isinstance(option, Line)]

    def offer(self, groups: Sequence[Group], instead: str = "") -> None:
        """Show another menu from its top; if it is empty, `instead` says why."""
        self.groups, self.gains, self.open_verb = groups, {}, ""
        box = self.query_one(MoveFilter)
        box.value, box.placeholder = "", instead or HOW
        self._fill()

    def offers(self, entry: Entry) -> bool:
        """Whether a line belongs to this menu, and not to the one before it."""
        line = entry.of or entry
        return any(one is line for group in self.groups for one in group.entries)

    def add_gains(self, gains: Mapping[Move, int]) -> None:
        """Show beside each lay what it adds to the next run, the best first."""
        self.gains = gains
        self._fill()

    def back(self) -> bool:
        """Clear the filter, or close the open verb; False if there was nothing to go back from."""
        box = self.query_one(MoveFilter)
        if not box.value and not self.open_verb:
            return False
        box.value, self.open_verb = "", ""
        self._fill()
        return True

    def fit(self, lines: int) -> None:
        """Take up this many lines at most; a taller list may show more groups open."""
        self._room = max(lines - 1, 4)
        found = self.query_one(MoveList)
        found.styles.max_height = self._room
        under_cursor = found.highlighted_option
        self._fill(under_cursor.chosen if isinstance(under_cursor, Line) else None)

    def point_at(self, move: Move) -> None:
        """Put the cursor on a move, wherever it is in the menu; where its price is open, type it."""
        entries = [(group, entry) for group in self.groups for entry in group.entries]
        found = next(((group, entry) for group, entry in entries if entry.what == move), None)
        box = self.query_one(MoveFilter)
        if found is not None:
            group, entry = found
            with self.prevent(Input.Changed):
                box.value = ""
            self.open_verb = group.verb if group.verb in closed_verbs(self.groups, self._room, self._height) else ""
            self._fill(entry)
            return
        for _, entry in entries:
            priced = entry.for_move(move) if isinstance(entry, Prices) else None
            if priced is not None:
                self.open_verb = ""
                box.value = priced.itself

    def filter_by(self, typed: str) -> bool:
        """Filter as if this were typed; False, and nothing changes, if no move matches."""
        if not matching(self.groups, typed):
            return False
        self.query_one(MoveFilter).value = typed
        return True

    def _fill(self, cursor: Entry | Group | None = None) -> None:
        """Show what matches the filter, with the cursor on this line, or on the first if it is not there."""
        typed = self.query_one(MoveFilter).value
        menu = list(self.groups)
        if self.open_verb:
            menu = [group for group in menu if group.verb == self.open_verb]
        menu = matching(menu, typed) if typed.strip() else menu
        closed = () if typed.strip() or self.open_verb else closed_verbs(menu, self._room, self._height)
        options: list[Option] = []
        for group in menu:
            if group.verb in closed:
                best = max(map(self._gain, group.entries))
                gain = f", up to +{best} next run" if best else ""
                text = Text.assemble(
                    (f"{group.verb} …", "bold"), f"  {len(group.entries)} ways", (gain, "bold green")
                )
                options.append(Line(text, group))
                continue
            below = len(group.entries) > 1
            if below:
                options.append(Option(Text(group.verb, "bold"), disabled=True))
            options += [Line(self._line(entry, below), entry) for entry in self._ordered(group.entries)]
        if self.groups and not options:
            options.append(Option(Text(NO_MATCH, "dim"), disabled=True))
        found = self.query_one(MoveList)
        found.clear_options()
        found.add_options(options)
        lines = {at: option.chosen for at, option in enumerate(options) if isinstance(option, Line)}
        found.highlighted = next((at for at, chosen in lines.items() if chosen == cursor), min(lines, default=None))

    def _height(self, group: Group) -> int:
        """How many lines a verb takes up with all its moves."""
        below = len(group.entries) > 1
        return below + sum(1 + self._line(entry, below).plain.count("\n") for entry in group.entries)

    def _ordered(self, entries: Iterable[Entry]) -> list[Entry]:
        return sorted(entries, key=lambda entry: -self._gain(entry))

    def _gain(self, entry: Entry) -> int:
        return self.gains.get(entry.what, 0) if isinstance(entry.what, Move) else 0

    def _line(self, entry: Entry, below: bool) -> Text:
        """One entry, below its verb or with it; what does not fit continues further in."""
        text = Text(entry.below_heading if below else entry.text)
        if isinstance(entry.what, Move) and entry.what in self.gains:
            gain = self.gains[entry.what]
            text.append(f"  +{gain} next run" if gain else "  adds nothing", "bold green" if gain else "dim")
        first, later = (INDENT, 2 * INDENT) if below else (0, INDENT)
        room = self.query_one(MoveList).size.width - SCROLL_BAR - later
        if room < 20:  # before the first layout
            return text
        lines = text.wrap(self.app.console, room)
        return Text(" " * first) + Text("\n" + " " * later).join(lines)

    @on(Input.Changed, "#filter")
    def filtered(self) -> None:
        """Show what matches the text typed."""
        self._fill()

    @on(Input.Submitted, "#filter")
    async def entered(self, event: Input.Submitted) -> None:
        """Choose the line under the cursor; without one, what was typed may be a move or a question. `q` leaves."""
        event.stop()
        found = self.query_one(MoveList)
        if event.value.strip().lower() == "q":
            await self.run_action("app.quit")
        elif found.highlighted is not None and not event.value.startswith("?"):
            found.action_select()
        elif event.value.strip():
            self.post_message(self.Typed(event.value.strip()))

    @on(OptionList.OptionSelected, "#list")
    def selected(self, event: OptionList.OptionSelected) -> None:
        """Open a verb, or choose a move."""
        event.stop()
        chosen = event.option.chosen if isinstance(event.option, Line) else None
        if isinstance(chosen, Group):
            self.open_verb = chosen.verb
            self._fill()
        elif chosen is not None:
            self.post_message(self.Chosen(chosen))

    @on(OptionList.OptionHighlighted, "#list")
    def highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell the map which hex the line is about."""
        event.stop()
        chosen = event.option.chosen if isinstance(event.option, Line) else None
        self.post_message(self.Looked(chosen.hex_id if isinstance(chosen, Entry) else ""))
