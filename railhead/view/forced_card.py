"""A forced purchase as a card: the train, what is missing for it, what may be sold and for how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.engine import apply
from railhead.core.forced import Need, need
from railhead.core.moves import Bankrupt, BuyTrain, Move, StepBack
from railhead.core.state import State, president_of
from railhead.core.trains import SUPPLY
from railhead.view.controls import Control, said
from railhead.view.move_words import label
from railhead.view.names import listed, money, private_name, train_name, who

if TYPE_CHECKING:
    from collections.abc import Sequence

SURE = "Declare bankruptcy? The game ends for you; only an undo can reverse it."


@dataclass(frozen=True)
class Sales:
    """What may be sold of one thing."""

    symbol: str  # a company, where it is one
    name: str
    blocks: tuple[Control, ...]


@dataclass(frozen=True)
class ForcedCard:
    """The purchase that a president must raise money for."""

    company: str
    name: str
    president: str
    train: str
    source: str  # empty for the supply
    price: int
    treasury: int
    cash: int
    missing: int
    sales: tuple[Sales, ...]
    buy: Control | None
    back: Control | None
    bankrupt: Control | None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that its controls make."""
        shown = [block for one in self.sales for block in one.blocks]
        shown += [one for one in (self.buy, self.back, self.bankrupt) if one is not None]
        return tuple(one.move for one in shown if one.move is not None)


def forced_card(state: State, legal: Sequence[Move] = ()) -> ForcedCard | None:
    """The forced purchase under way, if there is one; without `legal` moves nothing can be pressed."""
    found = need(state)
    if found is None:
        return None
    return ForcedCard(
        company=found.company,
        name=state.rules.companies[found.company].name,
        president=who(state, president_of(state, found.company)),
        train=train_name(found.train),
        source="" if found.source == SUPPLY else who(state, found.source),
        price=found.price,
        treasury=found.treasury,
        cash=found.cash,
        missing=found.missing,
        sales=_sales(state, found, legal),
        buy=_purchase(state, legal),
        back=_first(state, legal, StepBack),
        bankrupt=_first(state, legal, Bankrupt),
    )


def _first(state: State, legal: Sequence[Move], kind: type[Move]) -> Control | None:
    move = next((move for move in legal if isinstance(move, kind)), None)
    if move is None:
        return None
    what = label(state, move)
    asks = SURE if kind is Bankrupt else ""
    return Control(f"{what.verb} {what.text}".strip(), move, said(state, move), asks=asks)


def _purchase(state: State, legal: Sequence[Move]) -> Control | None:
    """The purchase itself, with what the president has afterwards; a title may lend what is still missing."""
    move = next((move for move in legal if isinstance(move, BuyTrain)), None)
    if move is None:
        return None
    then, _ = apply(state, move)
    owes = [
        words for words in then.rules.also_holds(then, move.by) if words not in state.rules.also_holds(state, move.by)
    ]
    what, player = label(state, move), who(state, move.by)
    words = f"{what.verb} {what.text}".strip()
    has = listed([f"has {money(state, then.players[move.by].cash)}", *owes])
    text = f"{words}; {player} then {listed(owes)}" if owes else words
    return Control(text, move, f"{words}. {player} then {has}.")


def _sales(state: State, found: Need, legal: Sequence[Move]) -> tuple[Sales, ...]:
    """What may be sold, grouped by kind; everybody sees it, only the president can click it."""
    rows: dict[str, list[Control]] = {}
    for move in found.sales:
        rows.setdefault(_subject(move), []).append(_block(state, move, move in legal))
    return tuple(Sales(*_named(state, subject), tuple(blocks)) for subject, blocks in rows.items())


def _subject(move: Move) -> str:
    return str(getattr(move, "company", "") or getattr(move, "private", "") or "")


def _named(state: State, subject: str) -> tuple[str, str]:
    facts = state.rules.companies.get(subject)
    return (subject, facts.name) if facts is not None else ("", private_name(state, subject))


def _block(state: State, move: Move, pressed: bool) -> Control:
    """A sale and its proceeds; one that needs somebody's consent brings nothing immediately."""
    gives = apply(state, move)[0].players[move.by].cash - state.players[move.by].cash
    percent = getattr(move, "percent", 0)
    what = f"{percent} %" if percent else label(state, move).verb
    words = f"{what} for {money(state, gives)}" if gives > 0 else what
    return Control(words, move if pressed else None, said(state, move))
