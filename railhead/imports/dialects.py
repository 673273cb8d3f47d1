"""What the dialects of all titles share: how one is put together, and departures that more than one title has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.emergency import missing
from railhead.core.events import WentBankrupt
from railhead.core.finish import end_game
from railhead.core.kinds import Kind, Procedure
from railhead.core.money import pay
from railhead.core.moves import Bankrupt, DiscardTrain, PlaceStation
from railhead.core.operating import OperatingTurn, current_step
from railhead.core.phases import Discard, discard, over_train_limit, settle_discard
from railhead.core.revenue import ROUTE_CHECKS
from railhead.core.rules import Dialect, Rules
from railhead.core.rulings import Check, Facts, check
from railhead.core.state import BANK, State, president_of
from railhead.core.waivers import NOT_NOW, STATED
from railhead.imports.departures.option_names import RECORDED_RUNS

if TYPE_CHECKING:
    from railhead.core.change import Change

SITE = "18xx.games"
"""The name of the dialect, as records have it."""
SAYS = "Played by the rules of 18xx.games, where they differ from the rulebook."

Departure = Callable[[Rules], Rules]
LAYS = frozenset({"track.blocked", "track.dead-end", "track.reach", "track.adds"})
"""Rules of building that recorded games may break."""
STATIONS_KEPT = frozenset(
    {"station.left", "station.one-a-turn", "station.city", "station.one-a-hex", "station.slot", "money.company"}
)
"""Rules of markers that recorded games keep; reach, and places kept for others, may have been seen otherwise."""
RUNS = frozenset({STATED, *(rule.rule for rule in ROUTE_CHECKS)})


def dialects(departures: Mapping[str, Departure], waived: frozenset[str] = frozenset()) -> list[Dialect]:
    """The dialect of 18xx.games, made of named departures.

    Each departure can be named alone, too: earlier versions of Railhead stored games with such lists.
    """

    def trusting_too(rules: Rules) -> Rules:
        return trusts(rules, waived)

    trusting: dict[str, Departure] = {**departures, RECORDED_RUNS: trusting_too}

    def whole(rules: Rules) -> Rules:
        for change in trusting.values():
            rules = change(rules)
        return rules

    single = [Dialect(name, f"18xx.games: {name}.", change) for name, change in trusting.items()]
    return [Dialect(SITE, SAYS, whole), *single]


def names(rules: Rules, departure: str) -> bool:
    """Whether a game has a departure: by its own name, or as part of the whole dialect."""
    return rules.on(SITE) or rules.on(departure)


def trusts(rules: Rules, waived: frozenset[str] = frozenset()) -> Rules:
    """That site stores runs, track and markers and does not look at them again: a game may be kept against rules."""
    return replace(rules, waivable=rules.waivable | LAYS | RUNS | station_rules(rules) | waived)


def station_rules(rules: Rules) -> frozenset[str]:
    """The rules of placing markers that may be waived, and the order of a turn."""
    placing = [kind for step in rules.steps for kind in step.kinds if kind.move is PlaceStation]
    return frozenset({NOT_NOW, *(one.rule for kind in placing for one in kind.checks)}) - STATIONS_KEPT


# Discards in any order


def _discarding(state: State) -> tuple[str, ...]:
    return tuple(frame.company for frame in reversed(state.frames) if isinstance(frame, Discard))


@check("train.discard")
def owns_surplus(state: State, move: DiscardTrain) -> Facts | None:
    """Any company over the limit gives up a train that it owns."""
    waiting = _discarding(state)
    if move.company not in waiting or move.train not in state.companies[move.company].trains:
        return {"company": waiting[0], "train": move.train}
    return None


def _discards(state: State) -> Iterator[DiscardTrain]:
    for company in _discarding(state):
        if over_train_limit(state, company):
            for train in sorted(set(state.companies[company].trains)):
                yield DiscardTrain(president_of(state, company), company, train)


ANY_DISCARD = Kind(DiscardTrain, _discards, (owns_surplus,), discard)


def any_discard_order(rules: Rules) -> Rules:
    """Companies over the train limit discard in any order."""
    procedure = Procedure(
        actors=lambda state, _frame: tuple(president_of(state, company) for company in _discarding(state)),
        kinds=lambda _state, _frame: (ANY_DISCARD,),
        advance=settle_discard,
        all_kinds=(ANY_DISCARD,),
    )
    return with_procedure(rules, Discard, procedure)


# Bankruptcies before the train step


@check("train.bankruptcy")
def money_is_missing(state: State, _move: Bankrupt) -> Facts | None:
    """Only a president who lacks the cash for a train gives up early; in the step itself the usual rule holds."""
    step = current_step(state)
    if step is not None and any(kind.move is Bankrupt for kind in step.kinds):
        return {"step": step.name}
    return None if missing(state) else {"missing": 0}


def _give_up(change: Change, move: Bankrupt) -> None:
    """The cash is lost, nothing is sold, and the game ends."""
    change.emit(WentBankrupt(player=move.by, rule="train.bankruptcy"))
    pay(change, move.by, BANK, change.state.players[move.by].cash, "bankruptcy")
    end_game(change, "bankrupt", "end.bankrupt")


EARLY_BANKRUPT = Kind(Bankrupt, lambda _state: (), (money_is_missing,), _give_up)


def early_bankruptcy(rules: Rules) -> Rules:
    """A president may give up in any step; before the train step nothing is sold for him."""
    turn = rules.procedures[OperatingTurn]
    also = Procedure(
        actors=turn.actors,
        kinds=lambda state, frame: (*turn.kinds(state, frame), EARLY_BANKRUPT),
        advance=turn.advance,
        all_kinds=(*turn.all_kinds, EARLY_BANKRUPT),
    )
    return with_procedure(rules, OperatingTurn, also)


# Replacing a part of a title, wherever it stands

Kinds = tuple[Kind, ...]


class Replaced:
    """What a frame opens, with its kinds of move replaced: asked at every move, so several layers are one look-up."""

    opens: Callable[[State, Any], Kinds]
    changes: tuple[Callable[[Kinds], Kinds], ...]

    def __init__(self, opens: Callable[[State, Any], Kinds], change: Callable[[Kinds], Kinds]) -> None:
        self.opens, self.changes = opens, (change,)
        if isinstance(opens, Replaced):
            self.opens, self.changes = opens.opens, (*opens.changes, change)
        self.known: dict[Kinds, Kinds] = {}

    def __call__(self, state: State, frame: Any) -> Kinds:
        """The kinds of move that are open now."""
        opened = self.opens(state, frame)
        found = self.known.get(opened)
        if found is None:
            found = opened
            for change in self.changes:
                found = change(found)
            self.known[opened] = found
        return found


def with_kinds(rules: Rules, change: Callable[[Kind], Kind]) -> Rules:
    """The rules with every kind of move replaced by what `change` makes of it: in frames, in steps and at any time.

    A kind that `change` returns as it is stays the same object.
    """
    change = cache(change)

    def all_of(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
        return tuple(map(change, kinds))

    def opens(procedure: Procedure) -> Procedure:
        if all_of(procedure.all_kinds) == procedure.all_kinds:
            return procedure
        return replace(procedure, kinds=Replaced(procedure.kinds, all_of), all_kinds=all_of(procedure.all_kinds))

    procedures = {frame: opens(procedure) for frame, procedure in rules.procedures.items()}
    steps = tuple(replace(step, kinds=all_of(step.kinds)) for step in rules.steps)
    operating = replace(rules.operating, steps=steps)
    return replace(rules, procedures=procedures, operating=operating, anytime=all_of(rules.anytime))


def with_check(rules: Rules, old: Check[Any], *new: Check[Any]) -> Rules:
    """The rules with a check replaced by others, or by none, in every kind of move that has it."""
    return with_kinds(rules, lambda kind: kind.but(instead={old: new}) if old in kind.checks else kind)


def without_check(rules: Rules, slug: str) -> Rules:
    """The rules without the checks of a slug."""

    def change(kind: Kind) -> Kind:
        gone = [one for one in kind.checks if one.rule == slug]
        return kind.but(without=gone) if gone else kind

    return with_kinds(rules, change)


def with_effect(rules: Rules, old: Callable[..., None], new: Callable[..., None]) -> Rules:
    """The rules in which a move does something else."""
    return with_kinds(rules, lambda kind: replace(kind, effect=new) if kind.effect is old else kind)


def with_procedure(rules: Rules, frame: type[Any], procedure: Procedure) -> Rules:
    """The rules in which a kind of frame is handled differently."""
    return replace(rules, procedures={**rules.procedures, frame: procedure})
