"""What the Sheet shows: everything in tables, with marks where something changed since the viewer's last move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.play.hidden import visible
from railhead.play.records import MOVE
from railhead.play.timeline import events_from_json
from railhead.site import cards, pictures, sentences
from railhead.site.models import Entry
from railhead.site.store import games
from railhead.site.table_view import LIVE, TableView
from railhead.view import sheet as sheets
from railhead.view import summary as rows
from railhead.view.names import president_word

if TYPE_CHECKING:
    from collections.abc import Mapping


def _runs(now: TableView) -> Mapping[str, tuple[int, ...]]:
    entries = games.store.live(now.game.pk, 1, now.base)
    return sheets.revenues(
        event
        for entry in entries
        if "DividendPaid" in entry.events or '"OR"' in entry.events
        for event in events_from_json(entry.events)
    )


def last_own(now: TableView) -> int:
    """The number of the last move that the viewer made; 0 if there is none, or if the past is shown."""
    if now.mode != LIVE or not now.mine:
        return 0
    if "last own" not in now.memo:
        made = Entry.objects.filter(game_id=now.game.pk, kind=MOVE, live=True, auto=False, by__in=now.sees_as)
        now.memo["last own"] = made.order_by("-number").values_list("number", flat=True).first() or 0
    return int(now.memo["last own"])


def _before(now: TableView, found: sheets.Sheet) -> tuple[sheets.Sheet, int]:
    """The sheet as it was after the viewer's last move, and how many moves ago that is."""
    last = last_own(now)
    if not last or last >= now.head.count:
        return found, 0
    before = visible(games.at(now.game.pk, last), now.sees_as)
    columns = [column.symbol for column in found.columns]
    return sheets.sheet(before.state, now.sight.hidden, {}, columns), now.head.count - last


def _row(row: sheets.PlayerSheet, was: sheets.PlayerSheet, number: int) -> dict[str, Any]:
    return {"one": row, "was": was, "number": number, "cells": list(zip(row.cells, was.cells, strict=True))}


def facts(now: TableView) -> dict[str, Any]:
    """Everything in tables."""
    state = now.sight.state
    numbers = {player: at for at, player in enumerate(state.players, 1)}
    found = sheets.sheet(state, now.sight.hidden, _runs(now))
    was, since = _before(now, found)
    players = {row.row.player: row for row in was.players}
    companies = {one.row.symbol: one for one in was.companies}
    return {
        "since": since,
        "rows": [_row(row, players[row.row.player], numbers[row.row.player]) for row in found.players],
        "chips": [(column, pictures.company_chip(state.rules, column.symbol)) for column in found.columns],
        "charters": [
            (one, companies.get(one.row.symbol, one), pictures.company_chip(state.rules, one.row.symbol))
            for one in found.companies
        ],
        "privates": cards.private_rows(state),
        "trains": cards.train_cards(state),
        "phases": rows.phases(state),
        "tiles": cards.tile_cards(state),
        "round": sentences.round_line(state),
        "bank": rows.bank(state),
        "bank_hidden": now.sight.bank_hidden,
        "currency": state.rules.facts.currency,
        "president": president_word(state),
        "state": state,
    }
