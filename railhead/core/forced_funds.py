"""What a president can raise for a train, and what would put a train out of reach."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from railhead.core.change import Change, find_frame
from railhead.core.forced import (
    ForcedPurchase,
    forced_frame,
    frame_of,
    lacking,
    missing_now,
    paying_president,
    short_of,
    under_way,
)
from railhead.core.forced_sales import Asset
from railhead.core.memo import Memo
from railhead.core.moves import Bankrupt, RaiseMoney
from railhead.core.rulings import Check, Facts, check

if TYPE_CHECKING:
    from railhead.core.state import State

REACH = "train.emergency-reach"


class Funds(Struct, frozen=True, eq=False, kw_only=True, dict=True):
    """What a title's presidents may sell for a train, and whether they can go bankrupt over it."""

    assets: tuple[Asset, ...]
    bankruptcy: Callable[[Change, Bankrupt], None] | None
    reach: str = REACH  # the slug for a train that cannot be paid for even by sales

    def can_raise(self, state: State) -> int:
        """All that the president could raise by sales."""
        player = paying_president(state)
        return _CAN_RAISE.of(state, self, lambda: sum(way.worth(state, player) for way in self.assets))

    def can_raise_for(self, state: State, move: RaiseMoney) -> int:
        """All that sales could raise for a train.

        Sales depend on the train only by the company that sells it, which keeps its president: if that is the one
        who pays, there are shares of it that he cannot sell.
        """
        charter = state.companies.get(move.source)
        seller = move.source if charter is not None and charter.certificate == move.by else ""
        return _RAISED_FOR.of(state, (self, seller), lambda: self.can_raise(under_way(state, move)))

    def covered(self, state: State, move: RaiseMoney) -> bool:
        """Whether some sequence of sales would pay for a train."""
        return short_of(state, frame_of(move)) <= self.can_raise_for(state, move)

    def may_give_away(self, state: State, player: str) -> int:
        """How much of his cash a player may spend on other things: what a chosen train depends on stays."""
        cash = state.players[player].cash
        begun = find_frame(state, ForcedPurchase) is not None and player == paying_president(state)
        if not begun or self.bankruptcy is None or self.out_of_reach(state):
            return cash
        return min(cash, self.left_over(state))

    def unharmed_by(
        self, effect: Callable[[Change, Any], None], payer: Callable[[State, Any], str], *earlier: Check[Any]
    ) -> Check[Any]:
        """The objection to a move of another kind that puts the chosen train out of its president's reach.

        `payer` says who gives something away by it. The `earlier` objections to the move come first: what they
        refuse cannot be tried out.
        """

        @check(self.reach)
        def keeps_reach(state: State, move: Any) -> Facts | None:
            """While money is raised for a train, a president gives nothing away that the train depends on."""
            if find_frame(state, ForcedPurchase) is None or payer(state, move) != paying_president(state):
                return None
            if any(rule.objects(state, move) is not None for rule in earlier):
                return None
            return self.lost_by(state, effect, move)

        return keeps_reach

    def lost_by(self, state: State, effect: Callable[[Change, Any], None], move: Any) -> Facts | None:
        """What would be missing for the chosen train if a move put it out of reach; None if it does not."""
        frame = forced_frame(state)
        if frame is None or self.bankruptcy is None or self.out_of_reach(state):
            return None
        change = Change(state)
        effect(change, move)
        if not self.out_of_reach(change.state):
            return None
        left, able = missing_now(change.state), self.can_raise(change.state)
        return {"train": frame.train, "missing": left, "can raise": able}

    def out_of_reach(self, state: State) -> bool:
        """Whether all possible sales would not pay for the chosen train."""
        return self.left_over(state) < 0

    def left_over(self, state: State) -> int:
        """What would be left after all possible sales and the purchase; below 0, the train is out of reach."""
        frame = forced_frame(state)
        return self.can_raise(state) - (lacking(state, frame) if frame is not None else 0)


_CAN_RAISE = Memo[Funds, int]()
_RAISED_FOR = Memo[tuple[Funds, str], int]()
