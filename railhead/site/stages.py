"""What the stages show, and which moves are made on them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from railhead.core.auction import Auction
from railhead.core.change import find_frame
from railhead.core.engine import actors
from railhead.core.moves import SetPar, StartCompany
from railhead.core.operating import OperatingTurn
from railhead.play.timeline import move_to_json
from railhead.site import cards, logbook, notices, pictures, seating, stage_cards
from railhead.site.choices import Group
from railhead.site.recent import recent
from railhead.site.table_view import PAST, TableView
from railhead.site.train_cards import offer_cards
from railhead.view import summary as rows
from railhead.view.lots import bound
from railhead.view.market_svg import CELL, destinations, zone_words
from railhead.view.names import inside, listed, president_word
from railhead.view.sentences import label
from railhead.view.stages import AUCTION, MAP, TRADING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from railhead.site.panel import Panel
    from railhead.view.trading import TradingCard

RECENT_TURNS = 24
"""How many moves are searched for what each player last did in this round."""

Facts = dict[str, Any]

SWATCHES = frozenset(("par", "ledge", "yellow", "orange", "brown", "gray", "green", "lilac"))
"""Zones that are shown by their look; others by their name."""
SAID, FEW_LOTS = 2, 6
"""How many sentences about a lot are shown at first, and up to how many lots: all controls should be in sight."""
HEIGHTS = ((8, ""), (13, " high"), (math.inf, " highest"))
"""The classes of markets by their rows, which say how many rows of cards stand beside them."""
LARGEST_CELL = 84
"""The width of the market's cells in pixels on a large screen."""


@dataclass(frozen=True)
class Purse:
    """Money that a decision is about: whose it is, how much there is, and how much of it is committed."""

    whose: str
    amount: int
    more: str = ""
    bound: int = 0

    @property
    def free(self) -> int:
        """What can be spent."""
        return self.amount - self.bound


@dataclass(frozen=True)
class Seat:
    """A player in the strip across the top of a stage."""

    card: cards.PlayerCard
    number: int  # determines the player's colour
    did: str  # in this round
    bound: int  # money in bids

    @property
    def free(self) -> int | None:
        """Cash not committed to bids."""
        return None if self.card.row.cash is None else self.card.row.cash - self.bound


def purse(now: TableView) -> list[Purse]:
    """The cash of the player who acts, and the treasury of the company they act for."""
    state, found = now.sight.state, []
    if now.mode == PAST or state.ended is not None:
        return []
    turn = find_frame(state, OperatingTurn)
    if turn is not None and turn.company in state.companies and turn.company not in now.sight.hidden:
        found.append(Purse(turn.company, state.companies[turn.company].cash, "treasury"))
    for player in (name for name in state.order if name in actors(state)):
        row = rows.player(state, player, now.sight.hidden)
        if row.cash is not None:
            committed = bound(now.state, player)
            more = " · ".join((f"{row.certificates} of {row.limit} certificates", *row.also))
            found.append(Purse(row.name, row.cash, more, committed))
    return found


# What the stage takes off the list in Now


def shown_moves(now: TableView) -> frozenset[str]:
    """The moves, as JSON, for which the stage of the decision has a control of its own."""
    if now.acts and now.natural == MAP:
        return frozenset(move for card in offer_cards(now) for move in card.moves)
    if not now.acts or now.natural not in (AUCTION, TRADING):
        return frozenset()
    found = [move for card in stage_cards.companies_of(now) for move in card.moves]
    if now.natural == AUCTION:
        found += [move for card in stage_cards.lots_of(now) for move in card.moves]
        found += [one.move for card in stage_cards.lots_of(now) for one in card.ranges]
    else:
        large = (stage_cards.forced_of(now), stage_cards.proposal_of(now))
        found += [move for card in large if card is not None for move in card.moves]
    return frozenset(move_to_json(move) for move in found)


def on_stage(now: TableView) -> str:
    """How to use the controls on the stage, for the player who decides there."""
    if not now.acts or now.stage != now.natural:
        return ""
    if now.stage == TRADING and stage_cards.forced_of(now) is not None:
        return "Choose on the card what to sell until you can pay for the train."
    if now.stage == TRADING and stage_cards.vote(now) is not None:
        return "Give your answer on the card."
    if now.stage == AUCTION and now.panel.ranges:
        return "Choose on the cards: buy what is offered, or enter a bid."
    if now.stage == AUCTION:
        verbs = (label(now.state, move).verb for lot in stage_cards.lots_of(now) for move in lot.moves)
        return f"Choose on the cards what to {listed(dict.fromkeys(map(inside, verbs)), 'or') or 'buy'}."
    if now.stage == TRADING:
        return _use_of_trading(stage_cards.companies_of(now))
    return _USE.get(now.stage, "")


_USE = {MAP: "Trains of other companies are on the cards by the map."}


def _use_of_trading(found: Sequence[TradingCard]) -> str:
    """What can be clicked on the cards of companies."""
    starts = {type(one.move) for card in found for one in card.starts if one.move is not None}
    words = {
        "a green certificate to buy it": any(one.move for card in found for _, row in card.places for one in row),
        "a golden block to sell it": any(one.move for card in found for one in card.mine),
        "a price on a card or on the market to start a company": StartCompany in starts,
        "a price on the card or on the market": SetPar in starts,
    }
    return f"Click {listed((text for text, there in words.items() if there), 'or')}." if any(words.values()) else ""


def elsewhere(now: TableView) -> str:
    """The stage on which the decision is made, if another one is shown and Now alone does not suffice."""
    if not now.acts or now.stage == now.natural:
        return ""
    return now.natural if shown_moves(now) or now.panel.places or now.panel.runs else ""


def groups_left(panel: Panel, on_stage: Collection[str]) -> list[Group]:
    """The choices that no control on the stage makes."""
    return _groups(panel, lambda move: move not in on_stage) if on_stage else panel.groups


def groups_shown(panel: Panel, on_stage: Collection[str]) -> list[Group]:
    """The choices on the stage of the decision, as a list for viewers of another stage."""
    return _groups(panel, lambda move: move in on_stage) if on_stage else []


def _groups(panel: Panel, wanted: Callable[[str], bool]) -> list[Group]:
    found = []
    for group in panel.groups:
        choices = [one for one in group.choices if wanted(one.move)]
        numbers = [one for one in group.numbers if wanted(one.move)]
        bundles = [replace(b, choices=tuple(c for c in b.choices if wanted(c.move))) for b in group.bundles]
        if choices or numbers:
            found.append(Group(group.verb, choices, numbers, [bundle for bundle in bundles if bundle.choices]))
    return found


# Players


def player_cards(now: TableView) -> list[cards.PlayerCard]:
    """The players, with what the viewer may do about their seats."""
    late = now.game.awaited.split(",") if seating.overdue(now.game) else []
    return cards.player_cards(
        now.sight,
        now.mine,
        {player: seating.called(bot) for player, bot in now.bots.items()},
        notices.present(now.seats),
        [seat.player for seat in now.seats if not seat.bot and (now.is_host or seat.player in late)],
    )


def seats(now: TableView) -> list[Seat]:
    """The players in the order of play, with what each did last in this round."""
    did = _did(now)
    numbers = {player: at for at, player in enumerate(now.state.players, 1)}
    return [
        Seat(
            card,
            numbers[card.row.player],
            did.get(card.row.player, ""),
            bound(now.state, card.row.player) if card.row.cash is not None else 0,
        )
        for card in player_cards(now)
    ]


def _did(now: TableView) -> dict[str, str]:
    chapter = logbook.chapters(now.sight.state, recent(now)[-RECENT_TURNS:], "")[-1]
    return {turn.seat: turn.deeds for turn in chapter.turns if turn.seat and not turn.company}


# The stages


def auction_facts(now: TableView) -> Facts:
    """What is for sale at the start of the game."""
    state, lots = now.sight.state, stage_cards.lot_cards(now)
    return {
        "seats": seats(now),
        "lots": lots,
        "said": SAID if len(lots) <= FEW_LOTS else 1,
        "companies": [card for card in stage_cards.charters(now) if card.one.moves],
        "bidding": find_frame(state, Auction) is not None,
        "currency": state.rules.facts.currency,
        "president": president_word(state),
    }


def trading_facts(now: TableView) -> Facts:
    """Players, companies and the market."""
    return {
        "seats": seats(now),
        "forced": stage_cards.forced_purchase(now),
        "vote": stage_cards.vote(now),
        "companies": stage_cards.charters(now),
        **market_facts(now, CELL),
    }


def market_facts(now: TableView, cell_width: int = LARGEST_CELL) -> Facts:
    """The market with cells of this many pixels; on its own stage, larger where there is room."""
    state = now.sight.state
    return {
        "market": pictures.market(state, now.focus, cell_width),
        "columns": max(len(row) for row in state.rules.market.prices),
        "height": next(name for most, name in HEIGHTS if len(state.rules.market.prices) <= most),
        "zones": zone_words(state),
        "swatches": SWATCHES,
        "focus": now.focus,
        "destinations": destinations(state, now.focus),
        "priced": [card for card in cards.company_cards(state, now.sight.hidden) if card.row.price],
        "currency": state.rules.facts.currency,
        "president": president_word(state),
    }
