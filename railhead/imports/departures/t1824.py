"""1824 on 18xx.games: where that site departs from the rulebook; see the title's DEPARTURES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict, replace

from railhead.core.kinds import Kind, Procedure, asks
from railhead.core.phases import phase_of
from railhead.core.privates import close_private
from railhead.core.rulings import Facts, check
from railhead.core.selling import pool_has_room
from railhead.core.shares import percent_of, privates_of
from railhead.core.state import State, players_from
from railhead.imports.departures import option_names as option
from railhead.imports.dialects import (
    SITE,
    any_discard_order,
    with_check,
    with_effect,
    with_kinds,
    with_procedure,
    without_check,
)
from railhead.titles.t1824 import (
    cisleithania,
    draft,
    exchange,
    first_round,
    founding,
    railways,
    rules,
    scoring,
    stock,
    trains,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railhead.core.change import Change
    from railhead.core.moves import Pass, SellShares
    from railhead.core.operating import OperatingTurn
    from railhead.core.rules import Rules
    from railhead.titles.t1824.first_round import BuyRailway


def three_rounds_from_5(game_rules: Rules) -> Rules:
    """Three operating rounds from the first 5-train."""
    phases = tuple(replace(phase, rounds=3) if phase.name == "5" else phase for phase in game_rules.phases)
    return replace(game_rules, phases=phases)


def mountains_count(game_rules: Rules) -> Rules:
    """Mountain railways count against the certificate limit."""
    privates = {sym: replace(facts, counts=True) for sym, facts in game_rules.privates.items()}
    return replace(game_rules, privates=privates)


def coal_opens_at_once(game_rules: Rules) -> Rules:
    """A compulsory exchange of a coal railway opens its regional railway at once."""

    def phase_begins(change: Change, buyer: str) -> None:
        game_rules.train.phase_begins(change, buyer)
        if phase_of(change.state).name == "5":
            exchange.open_regional_railways(change)

    return replace(game_rules, train=replace(game_rules.train, phase_begins=phase_begins))


def _give_up(change: Change, _move: Pass) -> None:
    private = change.state.top.private
    change.pop()
    close_private(change, private, "mountain.compulsory")


LAPSE = exchange.NO_PASS.but(without=(exchange.must_exchange,), effect=_give_up)


def mountain_may_lapse(game_rules: Rules) -> Rules:
    """A compulsory exchange may be passed, and the mountain railway is lost."""
    return with_kinds(game_rules, lambda kind: LAPSE if kind is exchange.NO_PASS else kind)


def state_without_director_runs(game_rules: Rules) -> Rules:
    """A shareholder runs a state railway without director, which lays no track and buys no trains."""
    track, train = game_rules.track, game_rules.train

    class ShareholdersRun(rules.OneBank, frozen=True):
        def president(self, state: State, company: str) -> str:
            found = super().president(state, company)
            if found or not founding.lacks_director(state, company):
                return found
            order = players_from(state, state.priority)
            best = max(order, key=lambda player: percent_of(state, company, player))
            return best if percent_of(state, company, best) else ""

    def allowance(state: State, turn: OperatingTurn) -> tuple[str, ...]:
        return () if founding.lacks_director(state, turn.company) else track.allowance(state, turn)

    def on_sale(state: State, company: str) -> tuple[str, ...]:
        return () if founding.lacks_director(state, company) else train.on_sale(state, company)

    def must_own(state: State, company: str) -> bool:
        return not founding.lacks_director(state, company) and train.must_own(state, company)

    def sells_to(state: State, buyer: str, seller: str) -> bool:
        return not founding.lacks_director(state, buyer) and train.from_companies(state, buyer, seller)

    return replace(
        game_rules,
        stock=ShareholdersRun(**asdict(game_rules.stock)),
        track=replace(track, allowance=allowance),
        train=replace(train, on_sale=on_sale, must_own=must_own, from_companies=sells_to),
    )


# The end of an operating round, and of the game


def _rounds_end(game_rules: Rules, always: bool, last_export: bool) -> Rules:
    """What happens at the end of an operating round, with other conditions of the export."""

    def round_ends(change: Change) -> None:
        here = change.state.round
        last = here.part == here.of
        if last and change.state.broken and not last_export:
            return
        founding.fall_without_director(change)
        if last and (always or railways.extra_of(change.state).two_bought):
            trains.export_train(change)
        founding.found_due_states(change)
        exchange.open_regional_railways(change)

    return replace(game_rules, operating=replace(game_rules.operating, round_ends=round_ends))


def export_always(game_rules: Rules) -> Rules:
    """A train is exported after every set, even before a 2-train is bought."""
    return _rounds_end(game_rules, always=True, last_export=not game_rules.on(option.ENDS_BEFORE_EXPORT))


def ends_before_export(game_rules: Rules) -> Rules:
    """The last set of a game ends without an export and without founding a state railway."""
    whole = game_rules.on(SITE) or game_rules.on(option.EXPORT_ALWAYS)
    return _rounds_end(game_rules, always=whole, last_export=False)


def face_values(game_rules: Rules) -> Rules:
    """Railways that are left at the end count what was paid for them."""

    def score(state: State, player: str) -> int:
        prices = railways.extra_of(state).prices
        values = sum(state.rules.privates[sym].value for sym in privates_of(state, player)) + sum(
            prices.get(sym) or state.rules.companies[sym].special.get("price", first_round.CONSTRUCTION_PRICE)
            for sym in railways.of_kind(state, *railways.MINORS)
            if state.companies[sym].certificate == player
        )
        return game_rules.score(state, player) + values

    return replace(game_rules, score=score)


def order_follows_prices(game_rules: Rules) -> Rules:
    """A price that falls in a round changes the order of the companies that are still to operate."""
    return replace(game_rules, operating=replace(game_rules.operating, order=rules.by_number_and_price))


# Cisleithania


def bukowina_for_three(game_rules: Rules) -> Rules:
    """The Bukowina bonus is paid on the small map, regardless of the number of players."""
    return replace(game_rules, scoring=scoring.sheet(bukowina=game_rules.on(railways.CISLEITHANIA)))


def second_player_first(state: State, frame: draft.Draft) -> str:
    """The players choose in the opposite order."""
    return next(player for player in state.order if player != draft.chooser(state, frame))


def _takes(state: State) -> Iterator[BuyRailway]:
    for move in draft.draft_candidates(state):
        for price in first_round.prices_of(state, move.railway):
            yield replace(move, by=second_player_first(state, state.top), price=price)


def _take(change: Change, move: BuyRailway) -> None:
    first_round.take_railway(change, move)
    draft.leave_rest(change, move.railway)


TAKE = draft.DRAFT.but(
    candidates=_takes, instead={draft.price_in_draft: first_round.right_price}, effect=_take, complete=True
)
"""A railway is taken and paid for at once, what is left of a stack too."""


def draft_as_recorded(game_rules: Rules) -> Rules:
    """The second player begins the draft, each railway is taken by its own move, and the priority stays."""

    def advance(change: Change, frame: draft.Draft) -> bool:
        if frame.turn < len(draft.CHOOSERS):
            return False
        change.pop()
        change.push(draft.MountainOffer(change.state.order))
        return True

    def keep_priority(change: Change, move: BuyRailway) -> None:
        priority = change.state.priority
        draft.take_mountain(change, move)
        change.set(priority=priority)

    game_rules = with_effect(game_rules, draft.take_mountain, keep_priority)
    taken = asks(TAKE, who=lambda state, frame: (second_player_first(state, frame),), advance=advance)
    return with_procedure(game_rules, draft.Draft, taken)


def bond_rounds_down(game_rules: Rules) -> Rules:
    """The railway without director rounds what a player receives down."""

    def turn_begins(change: Change, company: str) -> None:
        cisleithania.only_pays(change, company, lambda price, percent: price * percent // 100)

    return replace(game_rules, operating=replace(game_rules.operating, turn_begins=turn_begins))


def bond_opens_later(game_rules: Rules) -> Rules:
    """The railway without director opens when one of stack 1 is paid for, its home marker in its first turn."""

    def set_up(table: Rules, names: tuple[str, ...], seed: int) -> State:
        return rules.prepared(table, names, seed).state

    def opened_in(procedure: Procedure) -> Procedure:
        def advance(change: Change, frame: Any) -> bool:
            bond, building = railways.extra_of(change.state).bond, railways.extra_of(change.state).construction
            owned = any(change.state.companies[sym].certificate in change.state.players for sym in building)
            if not owned or change.state.companies[bond].floated:
                return procedure.advance(change, frame)
            cisleithania.open_bond(change, bond)
            return True

        return replace(procedure, advance=advance)

    drafting = (draft.Draft, draft.DraftPrices, draft.MountainOffer)
    opening = {frame: opened_in(game_rules.procedures[frame]) for frame in drafting}
    return replace(game_rules, set_up=set_up, procedures={**game_rules.procedures, **opening})


@check("stock.pool-limit")
def half_in_pool(state: State, move: SellShares) -> Facts | None:
    """After a sale the pool holds at most half of any company."""
    return stock.bank_has_room.objects(state, move) or pool_has_room.objects(state, move)


def construction_marker_lost(game_rules: Rules) -> Rules:
    """With two players a state railway has one marker less for each construction railway."""
    if game_rules.seats != 2:
        return game_rules

    def lose_marker(change: Change, company: str) -> None:
        most = change.state.rules.companies[company].tokens[len(railways.forerunners(change.state, company)) :]
        left = change.state.companies[company].tokens
        change.company(company, tokens=min(left, most, key=len))

    def round_ends(change: Change) -> None:
        due = railways.extra_of(change.state).due
        game_rules.operating.round_ends(change)
        for company in due:
            if change.state.companies[company].floated:
                lose_marker(change, company)

    def also_returned(kind: Kind) -> Kind:
        if kind.move is not founding.ReturnStation:
            return kind

        def effect(change: Change, move: founding.ReturnStation) -> None:
            kind.effect(change, move)
            lose_marker(change, move.company)

        return replace(kind, effect=effect)

    changed = replace(game_rules, operating=replace(game_rules.operating, round_ends=round_ends))
    return with_kinds(changed, also_returned)


DEPARTURES = {
    option.THREE_ROUNDS_EARLY: three_rounds_from_5,
    option.MOUNTAINS_COUNT: mountains_count,
    option.COAL_OPENS_AT_ONCE: coal_opens_at_once,
    option.MOUNTAINS_MAY_LAPSE: mountain_may_lapse,
    option.STATE_WITHOUT_DIRECTOR_RUNS: state_without_director_runs,
    option.EXPORT_ALWAYS: export_always,
    option.FACE_VALUES: face_values,
    option.ENDS_BEFORE_EXPORT: ends_before_export,
    option.ORDER_FOLLOWS_PRICES: order_follows_prices,
    option.SALES_IN_PARTS: lambda game_rules: without_check(game_rules, "stock.one-block"),
    option.ANY_DISCARD_ORDER: any_discard_order,
    option.BUKOWINA_FOR_THREE: bukowina_for_three,
    option.DRAFT_AS_RECORDED: draft_as_recorded,
    option.BOND_ROUNDS_DOWN: bond_rounds_down,
    option.BOND_OPENS_LATER: bond_opens_later,
    option.BOND_HALF: lambda game_rules: with_check(game_rules, stock.bank_has_room, half_in_pool),
    option.CONSTRUCTION_MARKER_LOST: construction_marker_lost,
}
