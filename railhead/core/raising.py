"""A title's forced purchases: its ways to sell, combined with the frame in `forced.py` into kinds of move."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.change import Change, find_frame
from railhead.core.forced import (
    STEP_BACK,
    ForcedPurchase,
    as_if_paid,
    cheapest_frame,
    choices,
    choices_in_need,
    chosen_candidates,
    chosen_train,
    forced_frame,
    frame_of,
    has_duty,
    in_frame,
    is_short,
    may_step_back,
    means,
    missing_now,
    paying_president,
    short_of,
)
from railhead.core.forced_funds import Funds
from railhead.core.forced_sales import Asset, enough, note_sale, seller_stays, still_short, what_is_sold
from railhead.core.kinds import Kind, PriceRange, Procedure, passing
from railhead.core.market import price_of
from railhead.core.memo import Memo
from railhead.core.moves import Bankrupt, BuyTrain, RaiseMoney, SellShares, StepBack, to_text
from railhead.core.offers import not_declined, propose
from railhead.core.operating import OperatingTurn, turn_frame
from railhead.core.rulings import Check, Facts, Refusal, check, gate
from railhead.core.state import POOL, State, president_of
from railhead.core.trains import SUPPLY, must_buy, train_price

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NEED = "train.emergency-need"


class ForcedPurchases(Funds, frozen=True, eq=False, kw_only=True, dict=True):
    """How a title's presidents raise money for a train.

    The train step opens `step_kinds`; the frame has `procedure`. Where nobody goes bankrupt the train may be bought
    at any moment of the frame, and the title's purchase turns what is missing into a debt.
    """

    buy: Kind  # the usual purchase of the train step
    complete: Callable[[Change, BuyTrain], None]  # what the purchase finally does
    first: tuple[Check[Any], ...] = ()  # objections to a choice that come before the usual ones
    bought: tuple[Check[Any], ...] | None = None  # objections to the purchase; None: the usual ones, then the choice
    sales_without_choice: bool = True  # then they are for the cheapest train
    sales_without_hope: bool = True  # a president may sell even if he cannot raise enough for any train
    all_sold_first: bool = False  # and must, before he is bankrupt
    own_trains_count: bool = False  # nobody is bankrupt while another company of his can sell a train

    # Trains within reach

    def payable(self, state: State) -> RaiseMoney | None:
        """A train that sales can pay for and that needs no other player's consent; None if there is no such train."""
        return _PAYABLE.of(state, self, lambda: self._payable(state))

    def _payable(self, state: State) -> RaiseMoney | None:
        rules = [rule for rule in self.choice_checks if rule.rule not in (NEED, self.reach)]
        for move in choices(state):
            if not self._counts(state, move) or not self.covered(state, move):
                continue
            if all(rule.objects(state, move) is None for rule in rules):
                return move
        return None

    def _counts(self, state: State, move: RaiseMoney | BuyTrain) -> bool:
        """Whether a train averts bankruptcy: from supply and pool, and from an own company if the book says so."""
        if move.source in (SUPPLY, POOL):
            return True
        return self.own_trains_count and president_of(state, move.source) == move.by

    def purchase(self, state: State) -> BuyTrain | None:
        """A purchase that needs neither a sale nor another player's consent; None if there is no such purchase."""
        for move in self.buy.candidates(state):
            if self._counts(state, move) and not move.trade and self.buy.objection(state, move) is None:
                found: BuyTrain = move
                return found
        return None

    # The choice

    @cached_property
    def choice_checks(self) -> tuple[Check[Any], ...]:
        """The objections to a choice: the duty, then any objection to the purchase if the money were there.

        What is missing is asked once the train is known to be there at that price.
        """
        there = [rule for rule in self.buy.checks if rule.basic or rule.rule == "train.price"]
        rest = [rule for rule in self.buy.checks if rule not in there]
        return (
            *self.first,
            has_duty,
            *(as_if_paid(rule) for rule in there),
            is_short,
            *(as_if_paid(rule) for rule in rest),
            not_declined,
            self._within_reach,
        )

    @cached_property
    def _within_reach(self) -> Check[RaiseMoney]:
        @check(self.reach)
        def within_reach(state: State, move: RaiseMoney) -> Facts | None:
            """The president raises money for a train that he can pay for in the end, or else for the cheapest."""
            if self.bankruptcy is None or self.covered(state, move):
                return None
            able = self.can_raise_for(state, move)
            hopeless = self.sales_without_hope and frame_of(move) == cheapest_frame(state)
            if hopeless and self.payable(state) is None:
                return None
            return {"train": move.train, "missing": short_of(state, frame_of(move)), "can raise": able}

        return within_reach

    @cached_property
    def choose(self) -> Kind:
        """Choosing the train."""

        @check(self.reach)
        def something_to_sell(state: State, move: RaiseMoney) -> Facts | None:
            """A president with nothing to sell cannot start selling."""
            if self.can_raise_for(state, move):
                return None
            return {"train": move.train, "missing": short_of(state, frame_of(move)), "can raise": 0}

        @passing(has_duty, is_short, self._within_reach, something_to_sell)
        def candidates(state: State) -> Iterator[RaiseMoney]:
            """The trains that sales can pay for: all else is asked only about these."""
            for move in choices_in_need(state):
                if self.can_raise_for(state, move) and self._within_reach.objects(state, move) is None:
                    yield move

        checks = (*self.choice_checks, something_to_sell)
        return Kind(RaiseMoney, candidates, checks, _begin, complete=False, price_ranges=self._choice_prices)

    def _choice_prices(self, state: State) -> Iterator[PriceRange]:
        """Trains of other companies, at what sales can pay for, if even a price of 1 needs them."""
        for move in choices(state):
            if move.source not in state.companies or move.price != 1:
                continue
            high = train_price(state, move.train)
            if self.bankruptcy is not None:
                high = min(high, means(state) + self.can_raise_for(state, move))
            if high > 1:
                yield PriceRange(move, "price", 1, high)

    # Sales

    def _sale(self, way: Asset, first: Check[Any], *then: Check[Any]) -> Kind:
        """A way to sell as a kind of move: in the frame, or, with the checks of the choice, opening it.

        What the player does not have is said before what the choice of the train would be refused for.
        """

        def effect(change: Change, move: Any) -> None:
            frame = forced_frame(change.state)
            if frame is not None:
                change.set(frames=in_frame(change.state, frame).frames)
            price = price_of(change.state, move.company) if isinstance(move, SellShares) else 0
            way.kind.effect(change, move)
            note_sale(change, what_is_sold(move), price)

        some = issubclass(way.kind.move, SellShares)
        return Kind(
            way.kind.move,
            lambda state: way.kind.candidates(state) if missing_now(state) else (),
            (
                first,
                *way.kind.checks,
                *then,
                *((seller_stays, enough(way.kind)) if some else ()),
                self._keeps_reach(way.kind, effect),
            ),
            effect,
            complete=way.kind.complete,
        )

    def _keeps_reach(self, kind: Kind, effect: Callable[[Change, Any], None]) -> Check[Any]:
        @check(self.reach)
        def keeps_reach(state: State, move: Any) -> Facts | None:
            """A sale that puts the train out of reach is refused: a larger block would bring more per share."""
            frame = forced_frame(state)
            if frame is None or kind.objection(state, move) is not None:
                return None  # what cannot be sold at all cannot be tried out
            return self.lost_by(in_frame(state, frame), effect, move)

        return keeps_reach

    @cached_property
    def _as_choice(self) -> tuple[Check[Any], ...]:
        """The objections to the choice that a sale without one stands for."""

        @gate(NEED, late=True)  # if nothing is missing there are no candidates
        def cheapest_is_short(state: State, _player: str) -> Facts | None:
            """A sale without a choice is for the cheapest train of supply and pool."""
            frame = cheapest_frame(state)
            return {"missing": 0} if frame is None else objection_with(state, NEED)

        def objection_with(state: State, slug: str) -> Facts | None:
            found = _IMPLIED.of(state, self, lambda: self._implied(state))
            return found.facts if found is not None and found.rule == slug else None

        def lifted(slug: str) -> Check[Any]:
            return gate(slug, late=True)(lambda state, _player: objection_with(state, slug))

        slugs = dict.fromkeys(rule.rule for rule in self.choice_checks if rule.rule != NEED)
        return (cheapest_is_short, *(lifted(slug) for slug in slugs))

    def _implied(self, state: State) -> Refusal | None:
        frame = cheapest_frame(state)
        if frame is None:
            return None
        choice = RaiseMoney(paying_president(state), frame.train, frame.source)
        return next((found for rule in self.choice_checks if (found := rule(state, choice)) is not None), None)

    # Bankruptcy

    @cached_property
    def bankrupt(self) -> tuple[Kind, ...]:
        """Bankruptcy, where the book has it."""
        if self.bankruptcy is None:
            return ()

        @check("train.bankruptcy")
        def nothing_left(state: State, _move: Bankrupt) -> Facts | None:
            """Nobody is bankrupt while some sequence of sales would pay for a train that the company must own."""
            turn = find_frame(state, OperatingTurn)
            if turn is None or not must_buy(state, turn.company):
                return {"missing": 0}
            before = _before_choice(state)
            could = self.purchase(before)
            if could is not None:
                return {"train": could.train, "source": could.source, "price": could.price}
            way = self.payable(before)
            if way is not None:
                short, able = short_of(before, frame_of(way)), self.can_raise_for(before, way)
                return {"train": way.train, "source": way.source, "missing": short, "can raise": able}
            return self._unsold(state) if self.all_sold_first else None

        def candidates(state: State) -> Iterator[Bankrupt]:
            if missing_now(state):
                yield Bankrupt(paying_president(state))

        return (Kind(Bankrupt, candidates, (nothing_left,), self.bankruptcy),)

    def _unsold(self, state: State) -> Facts | None:
        """Something that can still be sold."""
        for way in self.assets:
            for sale in way.kind.candidates(state):
                if way.kind.objection(state, sale) is None:
                    return {"missing": missing_now(state), "still to sell": what_is_sold(sale)}
        return None

    # The kinds of move

    @cached_property
    def step_kinds(self) -> tuple[Kind, ...]:
        """What a train step opens besides the usual purchase."""
        sales = tuple(self._sale(way, *self._as_choice) for way in self.assets) if self.sales_without_choice else ()
        return (self.choose, *sales, *self.bankrupt)

    @cached_property
    def frame_kinds(self) -> tuple[Kind, ...]:
        """What the frame opens: sales, the purchase of the chosen train, a step back before the first sale."""

        def buy_chosen(change: Change, move: BuyTrain) -> None:
            """The purchase that all this was for."""
            change.pop()
            self.complete(change, move)

        usual = tuple(rule for rule in self.buy.checks if rule.rule != "offer.declined")
        checks = self.bought if self.bought is not None else (*usual, chosen_train)
        buy = Kind(BuyTrain, chosen_candidates, checks, buy_chosen)
        sales = tuple(self._sale(way, still_short) for way in self.assets)
        return (*sales, buy, self._step_back, *self.bankrupt)

    @cached_property
    def _step_back(self) -> Kind:
        """Undoing the choice, also later if this train is out of reach and another one is not."""

        @check(may_step_back.rule)
        def may_choose_again(state: State, move: StepBack) -> Facts | None:
            """A choice is final after a sale, unless it has become impossible and another train is not."""
            found = may_step_back.objects(state, move)
            if found is None or self.bankruptcy is None or not self.out_of_reach(state):
                return found
            before = _before_choice(state)
            other = self.purchase(before) is not None or self.payable(before) is not None
            return None if other or self._may_ask(before) else found

        return STEP_BACK.but(instead={may_step_back: may_choose_again})

    def _may_ask(self, state: State) -> bool:
        """Whether all is sold, and by the book a train that another player agrees to sell still averts bankruptcy."""
        return (
            self.own_trains_count
            and not self.can_raise(state)
            and any(
                move.source in state.companies and self.buy.objection(state, move) is None
                for move in self.buy.candidates(state)
            )
        )

    @cached_property
    def procedure(self) -> Procedure:
        """How the frame is handled."""
        return Procedure(
            actors=lambda state, _frame: (paying_president(state),),
            kinds=lambda _state, _frame: self.frame_kinds,
            advance=lambda _change, _frame: False,
            all_kinds=self.frame_kinds,
        )


def _before_choice(state: State) -> State:
    """The position as if no train had been chosen."""
    frames = tuple(frame for frame in state.frames if not isinstance(frame, ForcedPurchase))
    if len(frames) == len(state.frames):
        return state
    before: State = replace(state, frames=frames)
    return before


def _begin(change: Change, move: RaiseMoney) -> None:
    """Open the frame; another company's president is asked before anything is sold."""
    if move.source in change.state.companies and propose(change, move, president_of(change.state, move.source)):
        turn = turn_frame(change.state)
        change.frame(OperatingTurn, notes=(*turn.notes, to_text(move)))
        return
    begin_agreed(change, move)


def begin_agreed(change: Change, move: RaiseMoney) -> None:
    """Open the frame: from here on certificates are sold for this train."""
    change.push(frame_of(move))


_PAYABLE = Memo[ForcedPurchases, "RaiseMoney | None"]()
_IMPLIED = Memo[ForcedPurchases, "Refusal | None"]()
