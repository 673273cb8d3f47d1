"""A question to several players as a card: who votes and how, what is exchanged, and the result if it is carried."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from railhead.core.agreement import end_proposal
from railhead.core.engine import actors, apply, legal_moves
from railhead.view.controls import Control, said
from railhead.view.move_words import label
from railhead.view.names import filled, own_words, private_name, who
from railhead.view.summary import CompanyRow, companies

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from railhead.core.moves import Move
    from railhead.core.proposals import Exchange, Proposal, Voice
    from railhead.core.state import State

FOR, AGAINST, VOTED, NOW, LATER = "for", "against", "has voted", "votes now", "to vote"
JOINS, STAYS, ASKED = "joins", "stays out", "is asked"
_ANSWERS = {None: "", True: JOINS, False: STAYS}
MOST_ANSWERS = 12
"""How many answers in favour are tried to find out what a proposal would lead to."""


@dataclass(frozen=True)
class VoteRow:
    """A player with their votes."""

    player: str
    name: str
    percent: int
    answer: str


@dataclass(frozen=True)
class ExchangeRow:
    """A company that would become a certificate."""

    symbol: str  # a company with a marker of its own, or an empty string
    name: str
    player: str
    owner: str
    percent: int
    cash: int | None  # what it brings; None: secret, or nothing to bring
    trains: tuple[str, ...]
    answer: str


@dataclass(frozen=True)
class ProposalCard:
    """A question to several players."""

    company: str
    heading: str
    votes: tuple[VoteRow, ...]
    support: int
    against: int
    needed: int
    exchanges: tuple[ExchangeRow, ...]
    outcome: CompanyRow | None  # the company if everybody is in favour from now on
    answers: tuple[Control, ...]

    @property
    def against_from(self) -> int:
        """Where the votes against it begin on a line of 100 %: they fill it from its end."""
        return 100 - self.against

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that its controls make."""
        return tuple(one.move for one in self.answers if one.move is not None)


def proposal_of(state: State) -> Proposal | None:
    """What several players are asked now, in this title or any."""
    if state.ended is not None or not state.frames:
        return None
    return end_proposal(state) or state.rules.proposal(state)


def proposal_card(state: State, legal: Sequence[Move] = (), conceal: Collection[str] = ()) -> ProposalCard | None:
    """The question under way; without `legal` moves nothing can be pressed."""
    found = proposal_of(state)
    if found is None:
        return None
    asked = sum(voice.percent for voice in found.voices if voice.answered)
    return ProposalCard(
        company=found.company,
        heading=filled(state, own_words(state, f"card.{type(state.top).__name__}") or "", {"company": found.company}),
        votes=_votes(state, found),
        support=found.support,
        against=asked - found.support,
        needed=found.needed,
        exchanges=_exchanges(state, found, conceal),
        outcome=_outcome(state, found, conceal) if found.company else None,
        answers=tuple(_answer(state, move) for move in legal) if found.company else (),
    )


def _answer(state: State, move: Move) -> Control:
    what = label(state, move)
    return Control(f"{what.verb} {what.text}".strip(), move, said(state, move))


# How people voted


def _votes(state: State, found: Proposal) -> tuple[VoteRow, ...]:
    known = known_votes([voice for voice in found.voices if voice.answered], found)
    asked = actors(state)
    return tuple(
        VoteRow(
            voice.player,
            who(state, voice.player),
            voice.percent,
            known[voice.player] if voice.answered else NOW if voice.player in asked else LATER,
        )
        for voice in found.voices
    )


def known_votes(answered: Sequence[Voice], found: Proposal) -> dict[str, str]:
    """How players voted, as far as the sum in favour tells; where everybody must agree, they have."""
    if not found.needed:
        return {voice.player: FOR for voice in answered}
    ways = [
        way
        for way in product((True, False), repeat=len(answered))
        if sum(voice.percent for voice, yes in zip(answered, way, strict=True) if yes) == found.support
    ]
    votes = {}
    for index, voice in enumerate(answered):
        said_so = {way[index] for way in ways}
        votes[voice.player] = VOTED if len(said_so) != 1 else FOR if said_so == {True} else AGAINST
    return votes


# What is exchanged, and what comes of it


def _exchanges(state: State, found: Proposal, conceal: Collection[str]) -> tuple[ExchangeRow, ...]:
    """Where there is no vote, owners are asked one after the other: the first without an answer now."""
    asked = next((one for one in found.exchanges if one.agreed is None), None) if not found.voices else None
    return tuple(
        _exchange(state, one, ASKED if one is asked else _ANSWERS[one.agreed], conceal) for one in found.exchanges
    )


def _exchange(state: State, one: Exchange, answer: str, conceal: Collection[str]) -> ExchangeRow:
    company = state.companies.get(one.given)
    return ExchangeRow(
        symbol=one.given if company is not None else "",
        name=state.rules.companies[one.given].name if company is not None else private_name(state, one.given),
        player=one.owner,
        owner=who(state, one.owner),
        percent=one.percent,
        cash=company.cash if company is not None and one.given not in conceal else None,
        trains=company.trains if company is not None else (),
        answer=answer,
    )


def _outcome(state: State, found: Proposal, conceal: Collection[str]) -> CompanyRow | None:
    """The company after the proposal, if everybody who is still to be asked is in favour."""
    company = found.company
    for _ in range(MOST_ANSWERS):
        still = proposal_of(state)
        if still is None or still.company != company:
            break
        move = next((move for move in legal_moves(state) if isinstance(move, still.yes)), None)
        if move is None:
            return None
        state, _ = apply(state, move)
    return next((row for row in companies(state, conceal) if row.symbol == company), None)
