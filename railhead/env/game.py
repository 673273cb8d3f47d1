"""A game as an agent plays it: who acts, which actions are open, what each seat sees. Needs NumPy alone.

The other environments of this package wrap this one. Positions are values, so a copy of a game shares everything with
it and costs next to nothing.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from railhead.core.engine import actors, apply, new_game
from railhead.core.moves import Move
from railhead.core.rules import Rules
from railhead.core.rulings import IllegalMove, MalformedMove
from railhead.core.state import State
from railhead.core.text import codec_of
from railhead.env.actions import ActionTable, Numbers, UnknownAction, actions_of, whole_action
from railhead.env.menu import Menu
from railhead.env.observation import Observer, Question, observer_of
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railhead.env.fields import Row

LONGEST = 20_000
"""Moves after which a game is cut off."""
OVER = "the game is over; reset it or begin another"


class Game:
    """One game. `seat` acts; when it has made a choice that needs an amount, it acts again and names the amount."""

    __slots__ = ("_asked", "_menus", "_seat", "actions", "observer", "rules", "spread", "state")

    def __init__(self, rules: Rules, seed: int = 0, spread: int | None = None) -> None:
        """A new game; `spread` limits how many amounts of a range are offered: the ends, and some between."""
        if not isinstance(rules, Rules):
            raise ValueError(f"a game needs the rules of a table, such as table('1889', 3), not {rules!r}")
        if spread is not None and whole("a spread", spread) < 2:
            raise ValueError(f"a spread of amounts has two ends at least, not {spread}")
        self.rules = rules
        self.actions: ActionTable = actions_of(rules)
        self.observer: Observer = observer_of(rules)
        self.spread = spread
        self.set_state(new_game(rules, [f"player_{seat + 1}" for seat in range(rules.seats)], seed_of(seed)))

    # Where the game stands

    def set_state(self, state: State) -> None:
        """Continue from any position of this table."""
        if not isinstance(state, State):
            raise ValueError(f"a position is a State, such as game.state, not a {type(state).__name__}")
        if state.rules is not self.rules:
            raise ValueError("this position belongs to another table")
        self.state = state
        self._asked: Question | None = None
        self._menus: dict[str, Menu] = {}
        self._seat: str | None = None

    def clone(self) -> Game:
        """An independent copy of this game."""
        twin = object.__new__(Game)
        twin.rules, twin.actions, twin.observer, twin.spread = self.rules, self.actions, self.observer, self.spread
        twin.state, twin._asked, twin._menus = self.state, self._asked, dict(self._menus)
        twin._seat = self._seat
        return twin

    def __deepcopy__(self, memo: object) -> Game:
        return self.clone()

    def __getstate__(self) -> tuple[State, int | None, Question | None]:
        return self.state, self.spread, self._asked

    def __setstate__(self, held: tuple[State, int | None, Question | None]) -> None:
        self.state, self.spread, self._asked = held
        self.rules = self.state.rules
        self.actions, self.observer, self._menus = actions_of(self.rules), observer_of(self.rules), {}
        self._seat = None

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats: p1, p2 ..."""
        return tuple(self.state.players)

    @property
    def seat(self) -> str:
        """The seat that acts; empty when the game is over."""
        if self._seat is None:
            waiting = actors(self.state)
            self._seat = waiting[0] if waiting else ""
        return self._seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.ended is not None

    @property
    def cut_off(self) -> bool:
        """Whether the game was stopped because it did not end."""
        return not self.over and self.state.count >= LONGEST

    @property
    def asked(self) -> int | None:
        """The choice whose amount is asked for now."""
        return self._asked[0] if self._asked is not None else None

    def rewards(self) -> dict[str, float]:
        """At the end, each seat's share of everybody's worth, times the number of seats, less one; before it 0."""
        ended = self.state.ended
        if ended is None:
            return dict.fromkeys(self.seats, 0.0)
        worth = {seat: max(ended.scores[seat], 0) for seat in self.seats}
        total = sum(worth.values())
        if not total:
            return dict.fromkeys(self.seats, 0.0)
        return {seat: len(worth) * mine / total - 1.0 for seat, mine in worth.items()}

    # What is open

    def menu(self, seat: str = "") -> Menu:
        """The legal moves of a seat; without a name, of the one that acts."""
        who = self.seat if seat == "" else seat
        if who == "":
            raise UnknownAction(OVER)
        if who not in self._menus:
            self._check(who)
            self._menus[who] = Menu(self.actions, self.state, who)
        return self._menus[who]

    def legal(self) -> Numbers:
        """The actions that are open to the seat that acts, in order."""
        if self.over:
            return np.zeros(0, np.int64)
        if self._asked is not None:
            return self._asked[1] + self.actions.choices
        return self.menu().choices

    def out_of_turn(self, seat: str) -> Numbers:
        """Choices that a seat may make although another one acts, such as using a private company's power."""
        self._check(seat)
        if self.over or seat == self.seat or not any(kind.out_of_turn for kind in self.rules.anytime):
            return np.zeros(0, np.int64)
        return self.menu(seat).choices

    def mask(self, seat: str = "") -> NDArray[np.int8]:
        """1 for every action that is open to a seat, 0 for the others."""
        mask = np.zeros(self.actions.size, np.int8)
        mask[self.legal() if seat in ("", self.seat) else self.out_of_turn(seat)] = 1
        return mask

    def observe(self, seat: str = "") -> Row:
        """The position as a seat sees it; without a name, as the one that acts does."""
        who = (self.seat or self.seats[0]) if seat == "" else seat
        self._check(who)
        return self.observer.row(self.state, who, self._asked if who == self.seat else None)

    def _check(self, seat: str) -> None:
        if seat not in self.state.players:
            raise ValueError(f"there is no seat {seat!r} at this table; there are: {', '.join(self.seats)}")

    # Going on

    def step(self, action: int) -> Move | None:
        """Take an action of the seat that acts. Returns the completed move; None if an amount is needed."""
        action = self.checked(action)
        if self._asked is not None:
            return self._make(self.menu().move(self._asked[0], action - self.actions.choices))
        amounts = self._offered(self.menu().amounts(action))
        if len(amounts) > 1:
            self._asked = (action, amounts)
            return None
        return self._make(self.menu().move(action, int(amounts[0]) if len(amounts) else None))

    def checked(self, action: int) -> int:
        """An action that is open to the seat that acts, as Python's int; any other is an `UnknownAction`."""
        if self.over:
            raise UnknownAction(OVER)
        number = whole_action(action)
        amount = number - self.actions.choices
        if number in self.menu() if self._asked is None else amount in self._asked[1]:
            return number
        known = 0 <= number < self.actions.size
        text = self.actions.describe(number) if known else f"the numbers go from 0 to {self.actions.size - 1}"
        raise UnknownAction(f"action {number} ({text}) is not open to {self.seat}; see the action mask")

    def _offered(self, amounts: Numbers) -> Numbers:
        if self.spread is None or len(amounts) <= self.spread:
            return amounts
        places = np.linspace(0, len(amounts) - 1, self.spread).round().astype(int)
        return np.take(amounts, np.unique(places))

    def _make(self, move: Move) -> Move:
        self.set_state(apply(self.state, move)[0])
        return move

    def make(self, move: Move | str) -> None:
        """Make any legal move, even one of a seat whose turn it is not. An illegal one raises `IllegalMove`."""
        try:
            self._make(self._read(move))
        except IllegalMove as error:
            from railhead.view.refusal_words import refusal_text

            raise IllegalMove(error.refusal, refusal_text(self.state, error.refusal)) from None

    def _read(self, move: Move | str) -> Move:
        if isinstance(move, str):
            return codec_of(self.rules).from_text(move)
        if not isinstance(move, Move):
            raise MalformedMove(f"{move!r} is not a move; give a Move, or its text, such as 'p1 pass'")
        return move

    def interject(self, seat: str, action: int, amount: int | None = None) -> Move:
        """Make a choice out of turn (`out_of_turn`); where it needs an amount and none is given, the lowest."""
        if whole_action(action) not in self.out_of_turn(seat):
            raise UnknownAction(f"action {action} is not open to {seat} out of turn; see out_of_turn({seat!r})")
        amounts = self.menu(seat).amounts(int(action))
        if len(amounts) and amount is None:
            amount = int(amounts[0])
        if amount is not None and amount not in amounts:
            raise UnknownAction(f"{self.actions.describe(int(action))} cannot be made for {amount}")
        return self._make(self.menu(seat).move(int(action), amount))

    def encode(self, move: Move | str) -> tuple[int, ...]:
        """The actions, one or two, that make a legal move, or its text."""
        move = self._read(move)
        choice, amount = self.menu(move.by).encode(move)
        if amount is None or len(self._offered(self.menu(move.by).amounts(choice))) == 1:
            return (choice,)
        return choice, self.actions.amount_action(amount)

    def decode(self, actions: Sequence[int]) -> Move:
        """The move that these actions, one or two, make."""
        if not 1 <= len(actions) <= 2:
            raise UnknownAction(f"a move is one action or two, not {len(actions)}")
        choice = whole_action(actions[0])
        amounts = self.menu().amounts(choice)
        if len(actions) == 1:
            return self.menu().move(choice, int(amounts[0]) if len(amounts) else None)
        amount = whole_action(actions[1]) - self.actions.choices
        if amount not in amounts:
            raise UnknownAction(f"{self.actions.describe(choice)} cannot be made for {amount}")
        return self.menu().move(choice, amount)


def open_actions(mask: NDArray[Any]) -> Numbers:
    """The actions that a mask leaves open, in order. NumPy searches numbers ten times as long as flags."""
    mask = np.asarray(mask)
    if mask.ndim != 1:
        raise ValueError(f"this mask has {mask.ndim} dimensions; give the masks of several games one by one")
    return np.flatnonzero(mask.view(np.bool_) if mask.itemsize == 1 and mask.flags.c_contiguous else mask)


def table(name: str, seats: int | None = None, options: Iterable[str] = ()) -> Rules:
    """The rules of a table; without a number of seats, the fewest that the title allows."""
    if isinstance(options, str) or not isinstance(options, Iterable):
        like = options if isinstance(options, str) else "beginner"
        raise ValueError(f"options are a list of names, such as [{like!r}], not {options!r}")
    here = title(name)
    return here.rules(here.seats[0] if seats is None else whole("a number of seats", seats), tuple(options))


def table_at_reset(rules: Rules, options: Mapping[str, Any] | None) -> Rules:
    """The table that a `reset` asks for: the same one, or with `{"variants": [...]}` one with these variants."""
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"the options of reset are a dict, such as {{'variants': ['beginner']}}, not {options!r}")
    for name in options or ():
        if name != "variants":  # PettingZoo's own test passes an option that no environment knows
            warnings.warn(f"reset knows the option 'variants' alone; {name!r} changes nothing", stacklevel=3)
    return table(rules.title, rules.seats, options["variants"]) if options and "variants" in options else rules


def whole(what: str, value: int) -> int:
    """A whole number as Python's int; NumPy's are fine."""
    try:
        return index(value)
    except TypeError:
        raise ValueError(f"{what} is a whole number, not {value!r}") from None


def seed_of(value: int) -> int:
    """A seed as Python's int."""
    seed = whole("a seed", value)
    if seed < 0:
        raise ValueError(f"a seed is 0 or more, not {seed}")
    return seed
