"""What a player can choose from: moves grouped by verb, filtered as they type."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.moves import Pass, Sale
from railhead.view.sentences import Label, label, money

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from railhead.core.kinds import PriceRange
    from railhead.core.moves import Move
    from railhead.core.state import State

FEW = 6
"""A verb with more moves than this is shown as one line if the list would be long."""
EFFECT = " – "
"""Between a move and what follows from it."""
ON_HEX = "@"
"""Before the name of a hex, in the filter."""


@dataclass(frozen=True)
class Entry:
    """A line of the menu: a move, or a range of prices to choose from."""

    what: Move | PriceRange
    words: Label
    text: str  # the whole line without markup
    of: Entry | None = None  # the range of prices that it was chosen from

    @property
    def itself(self) -> str:
        """The move and its price, without what follows from it."""
        return self.text.removesuffix(EFFECT + self.words.effect)

    @property
    def below_heading(self) -> str:
        """The line where the verb stands above it."""
        return self.text.removeprefix(self.words.verb).lstrip()

    @property
    def hex_id(self) -> str:
        """The hex that the move is about, if it is about one."""
        return str(getattr(self.what, "hex", ""))


@dataclass(frozen=True, kw_only=True)
class Prices(Entry):
    """A line that leaves its price open."""

    state: State = field(compare=False, repr=False)

    def at(self, price: int) -> Entry | None:
        """The move at one of its prices; None for any other number."""
        prices: Any = self.what
        if price not in range(prices.low, prices.high + 1, prices.step):
            return None
        move = replace(prices.move, **{prices.field: price})
        words = label(self.state, move)
        return Entry(move, words, line(self.state, words), self)

    def for_move(self, move: Move) -> Entry | None:
        """The line at the price of a move; None if the move is another one."""
        prices: Any = self.what
        if type(move) is not type(prices.move):
            return None
        priced = self.at(getattr(move, prices.field))
        return priced if priced is not None and priced.what == move else None


@dataclass
class Group:
    """The entries of one verb."""

    verb: str
    entries: list[Entry] = field(default_factory=list)


def groups(state: State, moves: Iterable[Move], ranges: Sequence[PriceRange] = ()) -> list[Group]:
    """The menu by verb, in the order of the moves; lays that look the same are shown once.

    Sales that nobody must make come last: the cursor begins at the top, and Enter pressed once too often should not
    sell anything.
    """
    found: dict[str, Group] = {}
    seen: set[Any] = set()
    listed = list(moves)
    free = any(isinstance(move, Pass) for move in listed)
    for move in sorted(listed, key=lambda move: free and isinstance(move, Sale)):
        look = _look(state, move)
        if look is not None and look in seen:
            continue
        seen.add(look)
        words = label(state, move)
        _group(found, words.verb).entries.append(Entry(move, words, line(state, words)))
    for prices in ranges:
        words = label(state, prices.move)
        low, high = money(state, prices.low), money(state, prices.high)
        text = f"{words.verb} {words.text}, at your price: {low} to {high}"
        _insert(_group(found, words.verb).entries, Prices(prices, words, text, state=state))
    return list(found.values())


def _group(found: dict[str, Group], verb: str) -> Group:
    return found.setdefault(verb, Group(verb))


def _insert(entries: list[Entry], prices: Entry) -> None:
    """Put a range of prices after the moves that are about the same thing."""
    same = [at for at, entry in enumerate(entries) if entry.words.text == prices.words.text]
    entries.insert(same[-1] + 1 if same else len(entries), prices)


def _look(state: State, move: Any) -> Any:
    """What a lay looks like on the map; None for other moves."""
    tile = getattr(move, "tile", None)
    if not tile or not hasattr(move, "rotation"):
        return None
    face = state.rules.map.tiles[tile].faces[move.rotation]
    order = face.node_exits if len(face.nodes) > 1 else ()
    return type(move), move.by, move.hex, tile, face.shape, order, getattr(move, "city", None)


def line(state: State, words: Label) -> str:
    """A move in one line: what, for how much, and what follows."""
    price = f" for {money(state, words.price)}" if words.price else ""
    effect = f"{EFFECT}{words.effect}" if words.effect else ""
    return f"{words.verb} {words.text}".rstrip() + price + effect


def matching(menu: Iterable[Group], typed: str) -> list[Group]:
    """The menu with only the lines that have every word typed; `@J5` leaves the moves on that hex.

    Words count from their beginning, so that `ar` finds the company AR and not every `Start`, and in the move itself,
    so that `50` finds a price and not every "floats at 50 %". Only if no line has them all, what follows from the
    move counts too, and at last the middle of a word. Where a price is left open, a number typed is a price.
    """
    words = typed.lower().split()
    hexes = {word.removeprefix(ON_HEX) for word in words if word.startswith(ON_HEX)}
    wanted = [word for word in words if not word.startswith(ON_HEX)]
    there = [
        Group(group.verb, [entry for entry in _at_prices(group, wanted) if hexes <= {entry.hex_id.lower()}])
        for group in menu
    ]
    for has in (_names, _mentions, _contains):
        left = [
            Group(group.verb, [entry for entry in group.entries if all(has(entry, word) for word in wanted)])
            for group in there
        ]
        if any(group.entries for group in left):
            return [group for group in left if group.entries]
    return []


def _at_prices(group: Group, words: Sequence[str]) -> Iterator[Entry]:
    """The moves of a group, and those at the prices typed."""
    listed = [entry.what for entry in group.entries]
    numbers = [int(digits) for word in words if (digits := "".join(filter(str.isdecimal, word)))]
    for entry in group.entries:
        yield entry
        at_prices = [entry.at(number) for number in numbers] if isinstance(entry, Prices) else []
        yield from (priced for priced in at_prices if priced is not None and priced.what not in listed)


def _names(entry: Entry, word: str) -> bool:
    return _begins(entry.itself.lower(), word)


def _mentions(entry: Entry, word: str) -> bool:
    return _begins(entry.text.lower(), word)


def _contains(entry: Entry, word: str) -> bool:
    return word in entry.text.lower()


def _begins(text: str, word: str) -> bool:
    """Whether a word of the text begins like this."""
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None


def closed_verbs(menu: Sequence[Group], room: int, height: Callable[[Group], int]) -> set[str]:
    """The verbs to show as one line each so that the others fit: the longest first, and never a short one."""
    closed: set[str] = set()
    lines = sum(map(height, menu))
    for group in sorted(menu, key=lambda group: -len(group.entries)):
        if lines <= room or len(group.entries) <= FEW:
            break
        closed.add(group.verb)
        lines -= height(group) - 1
    return closed


def size(menu: Iterable[Group]) -> int:
    """How many lines a menu has when every group is open."""
    return sum(len(group.entries) for group in menu)
