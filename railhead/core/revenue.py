"""Running trains and dividing the revenue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.events import DividendPaid, TrainsRun
from railhead.core.kinds import Kind, Step
from railhead.core.market import move_marker
from railhead.core.memo import Memo
from railhead.core.money import pay, pay_out
from railhead.core.moves import Dividend, RunTrains
from railhead.core.operating import OperatingTurn, operating_company, turn_frame
from railhead.core.reach import has_route
from railhead.core.rulings import Facts, Finding, check, finding_check
from railhead.core.scoring import Fault, Route, Run, Scoring
from railhead.core.shares import percent_of
from railhead.core.state import BANK, State, president_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railhead.core.change import Change

PAY, WITHHOLD, HALF = "pay", "withhold", "half"
_JUDGED = Memo[tuple[str, tuple[Route, ...]], "Run | Fault"]()
_BEST = Memo[str, Run]()
_BEST_ON_BOARD = Memo[tuple[str, tuple[tuple[str, ...], ...]], tuple[Scoring, Run]]()


def can_run(state: State, company: str) -> bool:
    """Whether a company has a train and somewhere to run it."""
    return bool(state.companies[company].trains) and has_route(state, company)


def judged(state: State, move: RunTrains) -> Run | Fault:
    """The value of a run, or why it is not legal."""
    company = operating_company(state)
    return _JUDGED.of(state, (company, move.routes), lambda: state.rules.judge_run(state, company, move.routes))


def best_of(state: State, company: str) -> Run:
    """The best run of a company."""
    return _BEST.of(state, company, lambda: _best_on_board(state, company))


def best_with(state: State, company: str, trains: tuple[str, ...]) -> Run:
    """The best run of a company if these were its trains."""
    charter = replace(state.companies[company], trains=trains)
    return _best_on_board(replace(state, companies={**state.companies, company: charter}), company)


def _best_on_board(state: State, company: str) -> Run:
    """The best run; on one board it depends on the trains and on the scoring."""
    trains, scoring = state.rules.running_trains(state, company), state.rules.scoring(state, company)
    kept = _BEST_ON_BOARD.kept(state.board)
    known = kept.get((company, trains))
    if known is None or known[0] != scoring:
        kept[company, trains] = known = (scoring, state.rules.best_run(state, company))
    return known[1]


def _fault(state: State, move: RunTrains) -> Finding | None:
    found = judged(state, move)
    return (found.rule, {"route": found.route, "text": found.text}) if isinstance(found, Fault) else None


ROUTE_CHECKS = tuple(
    finding_check(_fault, rule, why)
    for rule, why in (
        ("route.train", "Every route needs a train of the company."),
        ("route.gap", "A route is one unbroken line of track."),
        ("route.too-short", "A route has at least two stops."),
        ("route.no-station", "A route includes a station of the company."),
        ("route.stop-twice", "A route visits no stop twice."),
        ("route.terminal", "Off-board places only begin or end a route."),
        ("route.closed", "Some places are closed to a company."),
        ("route.blocked", "A city full of other companies' stations ends a route."),
        ("route.too-long", "A train's range limits its stops."),
        ("route.start", "Some trains must begin at a certain kind of place."),
        ("route.track-twice", "No piece of track or hex side is used twice in a run."),
    )
)


@check("run.best-total")
def best_total(state: State, move: RunTrains) -> Facts | None:
    """The run must be the best there is, where the rulebook demands it."""
    if not state.rules.operating.demands_best:
        return None
    found = judged(state, move)
    if isinstance(found, Fault):
        return None
    best = best_of(state, operating_company(state))
    accepted = {(best.revenue, best.subsidy), *((run.revenue, run.subsidy) for run in best.others)}
    if best.proven and found.total < best.total and (found.revenue, found.subsidy) not in accepted:
        return {"total": found.total, "best": best.total}
    return None


def run_candidates(state: State) -> Iterator[RunTrains]:
    """The best run, and any others that are not beaten.

    The search goes by the rules that a run is judged by, so that its runs need not be judged again.
    """
    company = operating_company(state)
    best, known = best_of(state, company), _JUDGED.kept(state)
    for run in (best, *best.others):
        routes = tuple([value.route for value in run.routes])
        if routes:
            known.setdefault((company, routes), Run(run.routes, run.revenue, run.subsidy))
        yield RunTrains(president_of(state, company), routes)


def run_trains(change: Change, move: RunTrains) -> None:
    """Earn the revenue of a run; what to do with it is decided next."""
    found = judged(change.state, move)
    assert isinstance(found, Run), "checked: the run is legal"
    demanded = change.state.rules.operating.demands_best
    best = best_of(change.state, operating_company(change.state)).total if demanded else -1
    routes = tuple((value.route.train, value.route.stops, value.revenue) for value in found.routes)
    earn(change, found.revenue, found.subsidy, routes, best)


def earn(
    change: Change,
    revenue: int,
    subsidy: int,
    routes: tuple[tuple[str, tuple[str, ...], int], ...],
    best: int = -1,
) -> None:
    """Note what a run has earned; `routes` are trains with their stops and revenue."""
    company = operating_company(change.state)
    change.emit(TrainsRun(company=company, revenue=revenue, routes=routes, best=best))
    frame = turn_frame(change.state)
    change.frame(type(frame), revenue=revenue, subsidy=subsidy, step=frame.step + 1)


RUN = Kind(RunTrains, run_candidates, (*ROUTE_CHECKS, best_total), run_trains, complete=False)


def _earn_nothing(change: Change, frame: OperatingTurn) -> None:
    change.frame(type(frame), revenue=0)


@check("run.duty")
def must_run(state: State, _move: Any) -> Facts | None:
    """A company that can run its trains does."""
    company = operating_company(state)
    return {"company": company} if can_run(state, company) else None


@check("run.duty")
def must_decide(state: State, _move: Any) -> Facts | None:
    """Revenue is paid out or withheld before the turn continues."""
    turn = turn_frame(state)
    return {"company": turn.company, "revenue": max(turn.revenue, 0)}


RUN_STEP = Step(
    "run",
    (RUN,),
    lambda state, frame: frame.revenue < 0 and can_run(state, frame.company),
    closed=_earn_nothing,
    pass_checks=(must_run,),
)


@check("dividend.choice")
def dividend_choice(state: State, move: Dividend) -> Facts | None:
    """What may be done with the revenue depends on the company."""
    choices = state.rules.operating.dividend_choices(state, operating_company(state))
    return {"how": move.how, "choices": list(choices)} if move.how not in choices else None


def dividend_candidates(state: State) -> Iterator[Dividend]:
    """The choices that the company has."""
    company = operating_company(state)
    for how in state.rules.operating.dividend_choices(state, company):
        yield Dividend(president_of(state, company), how)


def dividend(change: Change, move: Dividend) -> None:
    """Divide the revenue as decided."""
    frame = turn_frame(change.state)
    change.frame(type(frame), step=frame.step + 1)
    pay(change, BANK, frame.company, frame.subsidy, "subsidy", "dividend.subsidy")
    distribute(change, frame.company, frame.revenue, move.how)


def distribute(change: Change, company: str, revenue: int, how: str, rule: str = "") -> None:
    """Pay shareholders and treasury, then move the price: right if anything was paid, else left."""
    kept = {PAY: 0, WITHHOLD: revenue, HALF: revenue // 2}[how]
    change.company(company, revenue=revenue)
    change.emit(DividendPaid(company=company, how=how, revenue=revenue, rule=rule))
    pay(change, BANK, company, kept, "withheld")
    paid = revenue - kept
    if paid:
        pay_shares(change, company, paid)
    change.state.rules.operating.price_moves(change, company, paid)


def pay_shares(change: Change, company: str, amount: int) -> None:
    """Pay a dividend on every share; the title says for which places the treasury collects."""
    state = change.state
    parts = [(player, percent_of(state, company, player)) for player in state.order]
    parts.append((company, sum([percent_of(state, company, it) for it in state.rules.operating.treasury_collects])))
    pay_out(change, [(payee, amount * percent // 100) for payee, percent in parts], "dividend")


def usual_price_move(change: Change, company: str, paid: int) -> None:
    """Right for a dividend, left for none."""
    if paid > 0:
        move_marker(change, company, "right", 1, "dividend", "market.right")
    else:
        move_marker(change, company, "left", 1, "no dividend", "market.left")


DIVIDEND = Kind(Dividend, dividend_candidates, (dividend_choice,), dividend)


def _no_dividend(change: Change, frame: OperatingTurn) -> None:
    """Divide without asking: nothing was earned, or the company has only one way to divide."""
    choices = change.state.rules.operating.dividend_choices(change.state, frame.company)
    how = choices[0] if frame.revenue > 0 else WITHHOLD
    pay(change, BANK, frame.company, frame.subsidy, "subsidy", "dividend.subsidy")
    distribute(change, frame.company, max(frame.revenue, 0), how, "dividend.automatic")


def _is_choice(state: State, frame: OperatingTurn) -> bool:
    return frame.revenue > 0 and len(state.rules.operating.dividend_choices(state, frame.company)) > 1


DIVIDEND_STEP = Step("dividend", (DIVIDEND,), _is_choice, closed=_no_dividend, pass_checks=(must_decide,))
