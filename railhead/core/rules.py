"""What a title is to the kernel: a value made of facts, lists of steps and functions. Never a subclass."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from railhead.core.agreement import CALL_END, DECLINED_PROCEDURE, END_PROCEDURE, EndCall, EndDeclined
from railhead.core.dialects import dialects_of
from railhead.core.proposals import no_proposal
from railhead.core.rulings import COMMON, Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from railhead.core.auction import AuctionRules
    from railhead.core.change import Change
    from railhead.core.facts import CompanyFacts, Facts, PhaseFacts, PrivateFacts, TrainFacts
    from railhead.core.kinds import Kind, Procedure, Step
    from railhead.core.map import Map
    from railhead.core.market import Grid
    from railhead.core.policies import OperatingRules, StockRules, TrackRules, TrainRules
    from railhead.core.proposals import Proposal
    from railhead.core.scoring import Fault, Route, Run, Scoring
    from railhead.core.state import State


def nothing_else(_state: State, _owner: str) -> tuple[str, ...]:
    """Most titles have nothing beyond what the common tables show."""
    return ()


def own_trains(state: State, company: str) -> tuple[tuple[str, ...], ...]:
    """The trains of a company run, in one way."""
    return (state.companies[company].trains,)


class Rules(Struct, frozen=True, eq=False, kw_only=True, dict=True):
    """A title with its options and number of seats: everything that stays the same in a game."""

    title: str
    version: int
    options: Mapping[str, bool]
    seats: int
    facts: Facts
    rulebook: Rulebook
    map: Map
    market: Grid
    bank: int | None
    certificate_limit: int
    companies: Mapping[str, CompanyFacts]
    privates: Mapping[str, PrivateFacts]
    trains: Mapping[str, TrainFacts]
    phases: tuple[PhaseFacts, ...]
    stock: StockRules
    track: TrackRules
    train: TrainRules
    operating: OperatingRules
    auction: AuctionRules | None = None
    set_up: Callable[[Rules, tuple[str, ...], int], State]
    next_round: Callable[[Change], None]
    procedures: Mapping[type[Any], Procedure]
    anytime: tuple[Kind, ...]
    scoring: Callable[[State, str], Scoring]
    running_trains: Callable[[State, str], tuple[tuple[str, ...], ...]] = own_trains
    best_run: Callable[[State, str], Run]
    judge_run: Callable[[State, str, tuple[Route, ...]], Run | Fault]
    score: Callable[[State, str], int]
    deals: Mapping[type[Any], Callable[[Change, Any], None]] = field(default_factory=dict)  # by consent
    also_holds: Callable[[State, str], tuple[str, ...]] = nothing_else  # what else one holds or comes with, in words
    proposal: Callable[[State], Proposal | None] = no_proposal  # what several players are asked now
    extra: type[Any] | None = None
    waivable: frozenset[str] = frozenset()  # rules that may be waived in a stored game; see waivers.py
    unused: frozenset[str] = frozenset()  # slugs of shared checks that this title has no case for
    secret: frozenset[str] = frozenset()  # whose money is hidden from others: PLAYERS, COMPANIES
    words: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)  # its own sentences: view/names.py

    def on(self, option: str) -> bool:
        """Whether an option or house rule was chosen."""
        return self.options.get(option, False)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of a company's turn."""
        return self.operating.steps

    def slugs(self) -> frozenset[str]:
        """The slugs of all checks that can refuse a move of this title."""
        return frozenset(check.rule for kind in self.kinds() for check in kind.checks) - self.unused

    def checks_by_slug(self) -> dict[str, tuple[str, ...]]:
        """The names of the checks behind each slug."""
        found: dict[str, dict[str, None]] = {}
        for kind in self.kinds():
            for check in kind.checks:
                found.setdefault(check.rule, {})[check.name] = None
        return {slug: tuple(names) for slug, names in found.items()}

    def kinds(self) -> tuple[Kind, ...]:
        """Every kind of move that some frame of this title opens."""
        found: dict[int, Kind] = {}
        for procedure in self.procedures.values():
            for kind in procedure.all_kinds:
                found[id(kind)] = kind
        for kind in self.anytime:
            found[id(kind)] = kind
        return tuple(found.values())


class Option(Struct, frozen=True):
    """A variant or house rule that a table may choose."""

    name: str
    says: str
    house: bool = False  # a house rule, not a variant of the rulebook
    seats: tuple[int, ...] = ()  # only with these numbers of players; empty: any


class Dialect(Struct, frozen=True, eq=False):
    """A way to play a title that differs from its rulebook.

    A game started this way names it among its options and keeps it; new tables are never offered one.
    """

    name: str
    says: str
    change: Callable[[Rules], Rules]


class Title(Struct, frozen=True, eq=False):
    """A title in the catalogue: what must be known before a game is set up."""

    name: str
    full_name: str
    seats: range
    options: tuple[Option, ...]
    build: Callable[[Mapping[str, bool], int], Rules]
    folder: Path  # its own: facts, rulebook, words, tests
    positions: Any = None  # how position files are read (see routes/positions.py)
    about: Mapping[str, str] = field(default_factory=dict)

    def rules(self, seats: int, options: Iterable[str] = ()) -> Rules:
        """The rules for this many players with these options; a wrong number or name is a `ValueError`."""
        chosen = set(options)
        known = {option.name: option for option in self.options}
        for name in sorted(chosen):
            if name not in known:
                there = ", ".join(sorted(known)) or "none"
                raise ValueError(f"{self.name} has no option {name!r}; there are: {there}")
            if known[name].seats and seats not in known[name].seats:
                wanted = ", ".join(map(str, known[name].seats))
                raise ValueError(f"{self.name}: option {name} is for {wanted} players, not {seats}")
        if seats not in self.seats and not any(seats in known[name].seats for name in chosen):
            low, high = self.seats[0], self.seats[-1]
            raise ValueError(f"{self.name} is for {low} to {high} players, not {seats}")
        return self._built(seats, frozenset(chosen))

    def rules_of_game(self, seats: int, options: Iterable[str] = ()) -> Rules:
        """The rules of an existing game: its options may also name a dialect."""
        chosen = frozenset(options)
        offered = {option.name for option in self.options}
        if chosen <= offered:
            return self.rules(seats, chosen)
        known = dialects_of(self.name)
        for name in sorted(chosen - offered - known.keys()):
            raise ValueError(f"{self.name} has no option {name!r}; there are: {', '.join(sorted(offered)) or 'none'}")
        self.rules(seats, chosen & offered)  # a wrong number of players is reported first
        return self._built(seats, chosen, tuple(known[name] for name in known if name in chosen))

    def _built(self, seats: int, chosen: frozenset[str], dialects: tuple[Dialect, ...] = ()) -> Rules:
        built = _BUILT.setdefault(self.name, {})
        if (seats, chosen) not in built:
            rules = with_agreement(self.build(dict.fromkeys(chosen, True), seats))
            for dialect in dialects:
                rules = dialect.change(rules)
            # a title may add an option itself: requested with or without it, it is the same table
            built[seats, chosen] = built.setdefault((seats, frozenset(rules.options)), rules)
        return built[seats, chosen]


def with_agreement(rules: Rules) -> Rules:
    """Any game may end by agreement; a title with its own way to do so does not offer a second one."""
    own = any(kind.out_of_band for kind in rules.anytime)
    call = replace(CALL_END, candidates=lambda _state: ()) if own else CALL_END
    return replace(
        rules,
        anytime=(*rules.anytime, call),
        procedures={**rules.procedures, EndCall: END_PROCEDURE, EndDeclined: DECLINED_PROCEDURE},
        unused=rules.unused | (COMMON.keys() - rules.rulebook.clauses.keys()),
    )


_BUILT: dict[str, dict[tuple[int, frozenset[str]], Rules]] = {}
