"""What Clerk has on its desk while it decides: the outlook, its seat, its cash and its duties."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from railhead.bots.experience import suited
from railhead.bots.outlook import Outlook, earnings
from railhead.bots.weights import CLERK, Weights
from railhead.core.change import find_frame
from railhead.core.operating import OperatingTurn
from railhead.core.shares import percent_of
from railhead.core.state import State, president_of


class Habits(NamedTuple):
    """How Clerk decides: its weights, and how much effort it makes.

    A search asks it thousands of times, so there it makes less effort.
    """

    weights: Weights = CLERK
    builds: bool = True  # companies that can already run keep building
    lists: bool = True  # every sale is rated, not only those that something speaks for; and reasons are given

    def weights_in(self, state: State) -> Weights:
        """The weights as they are in this title."""
        return suited(self.weights, state.rules.title)

    @property
    def hasty(self) -> Habits:
        """The same judgement with less effort."""
        return self._replace(builds=False, lists=False)


CAREFUL = Habits()
HASTY = CAREFUL.hasty


class Desk(Outlook):
    """One decision of one seat."""

    def __init__(self, state: State, seat: str, habits: Habits = CAREFUL) -> None:
        super().__init__(state, habits.weights)
        self.seat = seat
        self.habits = habits
        self.cash = state.players[seat].cash
        self._runs: dict[str, int] = {}

    @cached_property
    def turn(self) -> OperatingTurn | None:
        """The company's turn under way, if any."""
        turn: OperatingTurn | None = find_frame(self.state, OperatingTurn)
        return turn

    @cached_property
    def company(self) -> str:
        """The company that operates, or an empty string."""
        return self.turn.company if self.turn is not None else ""

    def run(self, company: str) -> int:
        """What a company would earn on the board as it is: with its trains, or with the one that it has to buy."""
        if company not in self._runs:
            charter = self.state.companies[company]
            late = self.state.phase >= len(self.state.rules.phases) - self.weights.run_phases
            looks = late and charter.floated and not charter.closed
            trains = (charter.trains or self.due(company)) if looks else ()
            self._runs[company] = earnings(self.state, company, trains)
        return self._runs[company]

    def own(self, company: str) -> float:
        """What share of a company the seat owns."""
        return percent_of(self.state, company, self.seat) / 100

    @cached_property
    def reserve(self) -> float:
        """Cash to keep for trains that companies of the seat may not be able to pay."""
        return sum(self.need(sym) for sym in self.state.companies if president_of(self.state, sym) == self.seat)
