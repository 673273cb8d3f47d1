"""What the stages show, and which moves are made on them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from railhead.core.change import find_frame
from railhead.core.operating import OperatingTurn
from railhead.site import cards, notices, pictures, seating, sentences
from railhead.site.panel import Group, Panel
from railhead.site.table_view import PAST, TableView
from railhead.view import summary as rows

Facts = dict[str, Any]


@dataclass(frozen=True)
class Purse:
    """Money that a decision is about: whose it is, and how much there is."""

    whose: str
    amount: int
    more: str = ""


def purse(now: TableView) -> list[Purse]:
    """The cash of whoever acts, and the treasury of the company for which they act."""
    state, found = now.sight.state, []
    if now.mode == PAST or state.ended is not None:
        return []
    turn = find_frame(state, OperatingTurn)
    if turn is not None and turn.company in state.companies:
        found.append(Purse(turn.company, state.companies[turn.company].cash, "treasury"))
    for row in rows.players(state, now.sight.hidden):
        if row.acting and row.cash is not None:
            found.append(Purse(row.name, row.cash, f"{row.certificates} of {row.limit} certificates"))
    return found


def shown_moves(now: TableView) -> frozenset[str]:
    """The moves, as JSON, for which the stage that is shown has a control of its own."""
    return frozenset()


def elsewhere(now: TableView) -> str:
    """The stage on which the decision is made, if another one is shown."""
    return now.natural if now.acts and now.stage != now.natural else ""


def groups_left(panel: Panel, on_stage: Collection[str]) -> list[Group]:
    """The choices that no control on the stage makes."""
    return panel.groups


def player_cards(now: TableView) -> list[cards.PlayerCard]:
    """The players, with what whoever looks may do about their seats."""
    late = now.game.awaited.split(",") if seating.overdue(now.game) else []
    return cards.player_cards(
        now.sight,
        now.mine,
        {player: seating.called(bot) for player, bot in now.bots.items()},
        notices.present(now.seats),
        [seat.player for seat in now.seats if not seat.bot and (now.is_host or seat.player in late)],
    )


def auction_facts(now: TableView) -> Facts:
    """What is for sale at the start of the game."""
    state = now.sight.state
    return {
        "players": player_cards(now),
        "privates": cards.private_rows(state),
        "currency": state.rules.facts.currency,
    }


def trading_facts(now: TableView) -> Facts:
    """Players, companies and the market."""
    state = now.sight.state
    return {
        "players": player_cards(now),
        "companies": cards.company_cards(state),
        "market": pictures.market(state, now.focus),
        "currency": state.rules.facts.currency,
    }


def market_facts(now: TableView) -> Facts:
    """The market, large."""
    state = now.sight.state
    return {
        "market": pictures.market(state, now.focus),
        "focus": now.focus,
        "companies": [card for card in cards.company_cards(state) if card.row.price],
    }


def sheet_facts(now: TableView) -> Facts:
    """Everything in tables."""
    state = now.sight.state
    return {
        "players": player_cards(now),
        "companies": cards.company_cards(state),
        "trains": cards.train_cards(state),
        "phases": rows.phases(state),
        "tiles": cards.tile_cards(state),
        "round": sentences.round_line(state),
        "state": state,
    }
