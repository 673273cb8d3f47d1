"""Merger rounds (17): who votes, what is exchanged, and what the new corporation takes over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from railhead.core.change import Change
from railhead.core.events import CompanyFloated, Noted, RoundBegan, RoundEnded, TrainGone
from railhead.core.kinds import Kind, Procedure, asks, go_without, its_president
from railhead.core.mergers import close_company, hand_assets
from railhead.core.money import pay
from railhead.core.moves import DiscardTrain, Move, Pass
from railhead.core.phases import discard_candidates, drop_train, over_train_limit, reached
from railhead.core.privates import close_private
from railhead.core.proposals import Exchange, Proposal, Voice
from railhead.core.rulings import Facts, check
from railhead.core.shares import hand_over, heir, move_certificate, move_shares, percent_of
from railhead.core.state import BANK, BLOCKED, RESERVED, TREASURY, Frame, Round, State, players_from
from railhead.titles.t1893.directors import settle_split
from railhead.titles.t1893.terms import DELAYED, HARBOUR, MERGERS, Merger, outstanding, owner_of_part

Merge = Callable[[Change, Merger, Iterable[str]], None]
"""What happens when some companies of a merger are exchanged."""
MAJORITY = 50
"""Percent that must support a merger (17.2.1)."""
HARBOUR_HEX = "J5"


class MergerRound(Frame, frozen=True):
    """A merger round under way."""

    done: tuple[str, ...] = ()  # corporations that have been dealt with


class Vote(Frame, frozen=True):
    """Players vote on a merger."""

    company: str
    waiting: tuple[str, ...]  # players still to be asked, in order
    support: int = 0  # percent


class Joining(Frame, frozen=True):
    """Variant 21.2: owners say whether their company is exchanged now."""

    company: str
    waiting: tuple[str, ...]  # companies whose owners are still to be asked
    joined: tuple[str, ...] = ()


class TakeOver(Frame, frozen=True):
    """The director decides which trains of the merged companies are kept."""

    company: str
    trains: tuple[str, ...]  # those that he may give up


class Support(Move, frozen=True):
    """Vote for the merger."""


class Oppose(Move, frozen=True):
    """Vote against the merger."""


class Join(Move, frozen=True):
    """Exchange one's company in the merger."""

    part: str


class StayOut(Move, frozen=True):
    """Keep one's company out of the merger."""

    part: str


# The round


def is_founded(state: State, merger: Merger) -> bool:
    """Whether a corporation has been founded: somebody holds its director's certificate."""
    return state.companies[merger.company].certificate in state.players


def merger_due(state: State) -> bool:
    """From the first 4-train until everything has been exchanged."""
    return any(reached(state, it.may) for it in MERGERS.values()) and any(
        outstanding(state, it) for it in MERGERS.values()
    )


def begin_merger_round(change: Change) -> None:
    """Open a merger round; it keeps the number of the round that it follows."""
    here = change.state.round
    change.set(round=Round("MR", here.number, here.part, here.of))
    change.emit(RoundBegan(kind="MR", number=here.number, part=here.part, of=here.of, rule="1893.merger-round"))
    change.push(MergerRound())


def advance_round(merge: Merge, change: Change, frame: MergerRound) -> bool:
    """AGV first, then HGK."""
    for merger in MERGERS.values():
        if merger.company not in frame.done:
            change.top(done=(*frame.done, merger.company))
            _deal_with(merge, change, merger)
            return True
    change.pop()
    change.emit(RoundEnded(kind="MR"))
    return True


def _deal_with(merge: Merge, change: Change, merger: Merger) -> None:
    """What a merger round does about one corporation: force, ask or nothing."""
    state = change.state
    left = outstanding(state, merger)
    if not left or not reached(state, merger.may):
        return
    if not all(owner_of_part(state, part) for part in left):
        change.emit(Noted(what="merger-waits", about=merger.company, rule="1893.merger-unsold"))
        return
    if reached(state, merger.must):
        change.emit(Noted(what="forced-merger", about=merger.company, rule="1893.merger-forced"))
        merge(change, merger, left)
    elif is_founded(state, merger):
        change.push(Joining(merger.company, left))
    else:
        change.push(Vote(merger.company, voters(state, merger)))


# The vote (17.2.1)


def votes_of(state: State, merger: Merger, player: str) -> int:
    """Percent that a player has or expects."""
    expected = sum(merger.parts[part] for part in outstanding(state, merger) if owner_of_part(state, part) == player)
    return expected + percent_of(state, merger.company, player)


def voters(state: State, merger: Merger) -> tuple[str, ...]:
    """Every player with votes once: owners of the merging companies in the given order, then the others."""
    owners = [owner_of_part(state, part) for part in merger.asked]
    rest = [player for player in players_from(state, state.priority) if percent_of(state, merger.company, player)]
    return tuple(player for player in dict.fromkeys([*owners, *rest]) if player)


def advance_vote(merge: Merge, change: Change, frame: Vote) -> bool:
    """The vote is over as soon as nobody left to ask can change its result."""
    merger = MERGERS[frame.company]
    open_votes = sum(votes_of(change.state, merger, player) for player in frame.waiting)
    if frame.support < MAJORITY <= frame.support + open_votes:
        return False
    change.pop()
    carried = frame.support >= MAJORITY
    what = "merger-carried" if carried else "merger-refused"
    change.emit(Noted(what=what, about=frame.company, amount=frame.support, rule="1893.merger-majority"))
    if carried:
        _voted(merge, change, merger)
    return True


def _voted(merge: Merge, change: Change, merger: Merger) -> None:
    """A merger by vote takes place; in the variant the others may stay out of it (21.2)."""
    left = outstanding(change.state, merger)
    if not change.state.rules.on(DELAYED):
        merge(change, merger, left)
        return
    change.push(Joining(merger.company, tuple(part for part in left if part != merger.director), (merger.director,)))


def voting(what: str, counts: bool) -> Callable[[Change, Any], None]:
    """The effect of a vote; only votes for the merger count."""

    def effect(change: Change, move: Any) -> None:
        frame: Vote = change.state.top
        votes = votes_of(change.state, MERGERS[frame.company], move.by)
        change.emit(Noted(what=what, who=move.by, about=frame.company, amount=votes))
        change.top(waiting=frame.waiting[1:], support=frame.support + votes * counts)

    return effect


# Who joins (21.2)


@check("1893.join-owner")
def is_asked(state: State, move: Join | StayOut) -> Facts | None:
    """Owners are asked one after the other."""
    asked = state.top.waiting[0]
    return None if move.part == asked else {"asked": asked}


def join(change: Change, move: Join) -> None:
    """The company will be exchanged."""
    frame: Joining = change.state.top
    change.top(waiting=frame.waiting[1:], joined=(*frame.joined, move.part))


def stay_out(change: Change, move: StayOut) -> None:
    """The company stays independent."""
    frame: Joining = change.state.top
    change.emit(Noted(what="stays-out", who=move.by, about=move.part))
    change.top(waiting=frame.waiting[1:])


def advance_joining(merge: Merge, change: Change, frame: Joining) -> bool:
    """When every owner has answered, the companies that join are exchanged."""
    if frame.waiting:
        return False
    change.pop()
    if frame.joined:
        merge(change, MERGERS[frame.company], frame.joined)
    return True


# What is being decided, for those who look at the table


def proposal(state: State) -> Proposal | None:
    """The merger that players vote on or join."""
    frame = state.top
    if isinstance(frame, Vote):
        merger = MERGERS[frame.company]
        return Proposal(
            yes=Support,
            voices=tuple(
                Voice(player, player not in frame.waiting, votes_of(state, merger, player))
                for player in voters(state, merger)
            ),
            support=frame.support,
            needed=MAJORITY,
            company=frame.company,
            exchanges=_exchanges(state, merger, {}),
        )
    if isinstance(frame, Joining):
        merger = MERGERS[frame.company]
        answers = {part: part in frame.joined for part in merger.parts if part not in frame.waiting}
        return Proposal(yes=Join, company=frame.company, exchanges=_exchanges(state, merger, answers))
    return None


def _exchanges(state: State, merger: Merger, answers: Mapping[str, bool]) -> tuple[Exchange, ...]:
    """The companies that are still to be exchanged, with what their owners have said."""
    return tuple(
        Exchange(part, owner_of_part(state, part), merger.parts[part], answers.get(part))
        for part in outstanding(state, merger)
    )


# The merger (17.2.2)


def float_merged(change: Change, merger: Merger) -> None:
    """A corporation by merger floats when it is founded."""
    change.company(merger.company, floated=True)
    change.emit(CompanyFloated(company=merger.company, capital=merger.treasury, rule="1893.merger-founds"))


def largest_holder(state: State, company: str, _owners: Mapping[str, str]) -> str:
    """Who directs a corporation: in a tie the holder of the certificate, then the first to his left."""
    old = state.companies[company].certificate
    return heir(state, company, old, percent_of(state, company, old))


def merge(
    change: Change,
    merger: Merger,
    parts: Iterable[str],
    founded: Callable[[Change, Merger], None] = float_merged,
    director: Callable[[State, str, Mapping[str, str]], str] = largest_holder,
) -> None:
    """Exchange these companies; the first time that also founds the corporation."""
    company = merger.company
    first = not is_founded(change.state, merger)
    owners = {part: owner_of_part(change.state, part) for part in parts}
    for part, owner in owners.items():
        if part == merger.director:
            move_certificate(change, company, owner)
        else:
            source = RESERVED if first else TREASURY
            move_shares(change, company, source, owner, (merger.parts[part],))
    if first:
        _found(change, merger)
        founded(change, merger)
    trains = tuple(train for part in owners for train in _absorb(change, company, part))
    change.push(TakeOver(company, trains))
    old = change.state.companies[company].certificate
    new = director(change.state, company, owners)
    if new != old:
        hand_over(change, company, new)
        settle_split(change, company, old)


def _found(change: Change, merger: Merger) -> None:
    """Capital from the bank; certificates of companies that stay out wait on the charter (21.2)."""
    company = merger.company
    waiting = change.state.companies[company].shares.get(RESERVED, ())
    if waiting:
        move_shares(change, company, RESERVED, TREASURY, waiting)
    pay(change, BANK, company, merger.treasury, "capital", "1893.merger-founds")


def _absorb(change: Change, company: str, part: str) -> tuple[str, ...]:
    """Take over what a company has: cash, trains, its station; it leaves the game. Returns its trains."""
    if part == HARBOUR:
        close_private(change, part, "1893.merger-exchange")
        _turn_over(change, company, HARBOUR_HEX, BLOCKED)
        return ()
    trains = change.state.companies[part].trains
    hand_assets(change, part, company, "merger")
    for hex_id in change.state.rules.companies[part].home:
        _turn_over(change, company, hex_id, part)
    close_company(change, part, "1893.merger-exchange")
    return trains


def _turn_over(change: Change, company: str, hex_id: str, old: str) -> None:
    """A station marker shows the new company; where that has one already, it is taken off."""
    stations = dict(change.state.board.stations)
    there = any(company in slots for slots in stations[hex_id])
    new = "" if there else company
    stations[hex_id] = tuple(tuple(new if name == old else name for name in slots) for slots in stations[hex_id])
    change.board(stations=stations)


# Trains of the merged companies


@check("1893.take-over")
def may_give_up(state: State, move: DiscardTrain) -> Facts | None:
    """The director gives up trains of the merged companies, or any while there are too many."""
    frame: TakeOver = state.top
    own = state.companies[frame.company].trains
    there = own if over_train_limit(state, frame.company) else frame.trains
    if move.company != frame.company or move.train not in there or move.train not in own:
        return {"company": frame.company, "trains": list(there)}
    return None


def give_up(change: Change, move: DiscardTrain) -> None:
    """A train goes to the train pool without compensation."""
    frame: TakeOver = change.state.top
    drop_train(change, move.company, move.train)
    offered = list(frame.trains)
    if move.train in offered:
        offered.remove(move.train)
    change.depot(pool=(*change.state.depot.pool, move.train))
    change.emit(TrainGone(train=move.train, owner=move.company, why="limit", rule="1893.take-over"))
    change.top(trains=tuple(offered))


@check("1893.take-over-limit")
def within_limit(state: State, _move: Pass) -> Facts | None:
    """What is kept must be within the train limit."""
    company = state.top.company
    return {"company": company} if over_train_limit(state, company) else None


def advance_take_over(change: Change, frame: TakeOver) -> bool:
    """Over when nothing is left to decide."""
    if frame.trains or over_train_limit(change.state, frame.company):
        return False
    change.pop()
    return True


def _voter(_state: State, frame: Vote) -> tuple[str, ...]:
    return frame.waiting[:1]


def _owner_asked(state: State, frame: Joining) -> tuple[str, ...]:
    return (owner_of_part(state, frame.waiting[0]),)


def _answers(answer: type[Any]) -> Callable[[State], list[Any]]:
    """The one answer of a kind that the owner who is asked can give."""
    return lambda state: [answer(*_owner_asked(state, state.top), state.top.waiting[0])]


SUPPORT = Kind(Support, lambda state: [Support(state.top.waiting[0])], (), voting("support", counts=True))
OPPOSE = Kind(Oppose, lambda state: [Oppose(state.top.waiting[0])], (), voting("oppose", counts=False))
JOIN = Kind(Join, _answers(Join), (is_asked,), join)
STAY_OUT = Kind(StayOut, _answers(StayOut), (is_asked,), stay_out)
GIVE_UP = Kind(DiscardTrain, discard_candidates, (may_give_up,), give_up)
KEEP_REST = go_without(its_president, within_limit)


def merger_procedures(merge: Merge = merge) -> dict[type[Any], Procedure]:
    """How merger rounds are handled."""
    return {
        MergerRound: asks(who=lambda _state, _frame: (), advance=partial(advance_round, merge)),
        Vote: asks(SUPPORT, OPPOSE, who=_voter, advance=partial(advance_vote, merge)),
        Joining: asks(JOIN, STAY_OUT, who=_owner_asked, advance=partial(advance_joining, merge)),
        TakeOver: asks(GIVE_UP, KEEP_REST, who=its_president, advance=advance_take_over),
    }
