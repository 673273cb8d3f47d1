"""The cards on a stage with their controls, as the page shows them: lots, companies, a forced purchase, a vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from railhead.core.engine import actors
from railhead.play.timeline import move_to_json
from railhead.site import pictures
from railhead.view import lots, trading
from railhead.view.forced_card import ForcedCard, forced_card
from railhead.view.proposal_card import ExchangeRow, ProposalCard, proposal_card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.moves import Move
    from railhead.site.choices import NumberChoice
    from railhead.site.table_view import TableView
    from railhead.view.controls import Control


@dataclass(frozen=True)
class Button:
    """A control as the page shows it."""

    text: str
    move: str  # as JSON; empty if it cannot be pressed
    says: str
    cell: str = ""
    asks: str = ""
    again: bool = False


@dataclass(frozen=True)
class ForcedSales:
    """What may be sold of one company or private company for a train."""

    name: str
    chip: SafeString
    blocks: tuple[Button, ...]


@dataclass(frozen=True)
class ForcedPurchase:
    """A train that must be bought, and what may be sold for it."""

    one: ForcedCard
    chip: SafeString
    sales: tuple[ForcedSales, ...]
    buy: Button | None
    back: Button | None
    bankrupt: Button | None


@dataclass(frozen=True)
class TradingCard:
    """A company on the trading stage."""

    one: trading.TradingCard
    chip: SafeString
    acting: bool
    places: tuple[tuple[str, tuple[Button, ...], int], ...]  # with how many per cent lie there
    mine: tuple[Button, ...]
    starts: tuple[Button, ...]


@dataclass(frozen=True)
class LotCard:
    """A lot on the auction stage."""

    one: lots.Lot
    chip: SafeString
    buys: tuple[Button, ...]
    numbers: tuple[NumberChoice, ...]
    map: SafeString


@dataclass(frozen=True)
class Vote:
    """A question to several players."""

    one: ProposalCard
    chip: SafeString
    exchanges: tuple[tuple[ExchangeRow, SafeString], ...]
    answers: tuple[Button, ...]


def _actor(now: TableView) -> str:
    """The viewer's seat that has to decide."""
    return next((seat for seat in actors(now.state) if seat in now.acting_for), "")


def _legal(now: TableView) -> list[Move]:
    return now.panel.moves if now.acts else []


def _button(one: Control) -> Button:
    move = move_to_json(one.move) if one.move is not None else ""
    return Button(one.text, move, one.says, one.cell, one.asks, one.again)


def _buttons(controls: Sequence[Control]) -> tuple[Button, ...]:
    return tuple(_button(one) for one in controls)


# What is known about a position, found once for all parts of a page


def lots_of(now: TableView) -> list[lots.Lot]:
    """The lots of the opening."""
    if "lots" not in now.memo:
        now.memo["lots"] = lots.lots(now.state, _legal(now), now.panel.ranges if now.acts else ())
    found: list[lots.Lot] = now.memo["lots"]
    return found


def companies_of(now: TableView) -> list[trading.TradingCard]:
    """The companies that are traded."""
    if "trading" not in now.memo:
        state = now.state if now.acts else now.sight.state
        now.memo["trading"] = trading.trading_cards(state, _legal(now), _actor(now), now.sight.hidden)
    found: list[trading.TradingCard] = now.memo["trading"]
    return found


def forced_of(now: TableView) -> ForcedCard | None:
    """The forced purchase under way."""
    if "forced" not in now.memo:
        now.memo["forced"] = forced_card(now.state if now.acts else now.sight.state, _legal(now))
    found: ForcedCard | None = now.memo["forced"]
    return found


def proposal_of(now: TableView) -> ProposalCard | None:
    """What several players are asked."""
    if "proposal" not in now.memo:
        state = now.state if now.acts else now.sight.state
        now.memo["proposal"] = proposal_card(state, _legal(now), now.sight.hidden)
    found: ProposalCard | None = now.memo["proposal"]
    return found


# As the page shows it


def forced_purchase(now: TableView) -> ForcedPurchase | None:
    """The forced purchase as the page shows it."""
    one, rules = forced_of(now), now.sight.state.rules
    if one is None:
        return None
    return ForcedPurchase(
        one,
        pictures.company_chip(rules, one.company),
        tuple(ForcedSales(row.name, _small_chip(now, row.symbol), _buttons(row.blocks)) for row in one.sales),
        *(_button(control) if control is not None else None for control in (one.buy, one.back, one.bankrupt)),
    )


def _small_chip(now: TableView, symbol: str) -> SafeString:
    return pictures.company_chip(now.sight.state.rules, symbol) if symbol else SafeString("")


def vote(now: TableView) -> Vote | None:
    """The question to several players as the page shows it, if it is about a company."""
    one = proposal_of(now)
    if one is None or not one.company:
        return None
    rows = tuple((row, _small_chip(now, row.symbol)) for row in one.exchanges)
    return Vote(one, _small_chip(now, one.company), rows, _buttons(one.answers))


def asked_all(now: TableView) -> ProposalCard | None:
    """A question to everybody that is about no company, such as ending the game."""
    one = proposal_of(now)
    return one if one is not None and not one.company else None


def lot_cards(now: TableView) -> list[LotCard]:
    """What is for sale at the start of the game."""
    state = now.sight.state
    numbers = {number.move: number for group in now.panel.groups for number in group.numbers}
    return [
        LotCard(
            one,
            pictures.company_chip(state.rules, one.symbol) if one.company else SafeString(""),
            _buttons(one.buys),
            tuple(numbers[key] for span in one.ranges if (key := move_to_json(span.move)) in numbers),
            pictures.lot_map(state.rules, one.blocks or one.home) if one.blocks or one.home else SafeString(""),
        )
        for one in lots_of(now)
    ]


def charters(now: TableView) -> list[TradingCard]:
    """The companies that are traded, as the page shows them."""
    state = now.sight.state
    acting = getattr(state.frames[-1] if state.frames else None, "company", "")
    return [
        TradingCard(
            one,
            pictures.company_chip(state.rules, one.row.symbol),
            one.row.symbol == acting,
            tuple((name, _buttons(there), sum(int(control.text) for control in there)) for name, there in one.places),
            _buttons(one.mine),
            _buttons(one.starts),
        )
        for one in companies_of(now)
    ]
