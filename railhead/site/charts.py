"""Charts and tables over the course of a game, from the figures recorded at the end of each round."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from railhead.core.events import DividendPaid
from railhead.play.figures import figures
from railhead.play.records import Entry, Figures
from railhead.play.timeline import events_from_json
from railhead.site.models import Entry as EntryRow
from railhead.site.pictures import safe
from railhead.site.sentences import where_words
from railhead.view.charts import Series, bar_chart, line_chart, small_multiples
from railhead.view.names import sentence_case

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from railhead.core.state import State
    from railhead.play.hidden import Sight

NARROW, WIDE = 460, 760
NAMES = ("worth", "prices", "treasury", "dividends")
AXIS = {"ISR 1": "auction"}
"""Rounds that players do not know by their short names."""
PLAYER_COLOURS = tuple(f"var(--rh-{name})" for name in ("steel", "signal", "bottle", "brass", "plum", "umber"))


@dataclass(frozen=True)
class Mark:
    """A moment on the line of history."""

    number: int
    text: str
    kind: str


@lru_cache(maxsize=20_000)
def _figures(text: str) -> Figures:
    return msgspec.json.decode(text, type=Figures)


def points(game_id: str, state: State, until: int) -> list[Figures]:
    """The figures of a game up to a move, and of the position itself."""
    rows = (
        EntryRow.objects.filter(game_id=game_id, live=True, kind="move", number__lte=until)
        .exclude(figures="")
        .order_by("number")
        .values_list("figures", flat=True)
    )
    found = [_figures(text) for text in rows]
    if not found or found[-1].number != state.count:
        found.append(figures(state))
    return found


def marks(there: list[Figures]) -> list[Mark]:
    """Rounds, phases, floats and the end, for the line of history."""
    found: list[Mark] = []
    floated: set[str] = set()
    last_round = last_phase = ""
    for one in there:
        if one.round != last_round:
            found.append(Mark(one.number, sentence_case(where_words(one.round)), "round"))
        if one.phase != last_phase and last_phase:
            found.append(Mark(one.number, f"Phase {one.phase}", "phase"))
        new = sorted(set(one.floated) - floated)
        if new and floated:
            found.append(Mark(one.number, f"{', '.join(new)} floated", "float"))
        if one.ended:
            found.append(Mark(one.number, "The end", "end"))
        floated |= set(one.floated)
        last_round, last_phase = one.round, one.phase
    return found


def chart(
    name: str, sight: Sight, there: list[Figures], dividends: dict[str, int], *, narrow: bool = True
) -> SafeString:
    """One chart: narrow for the rail of the table, or wide and with its style sheet, for download."""
    styles, width = not narrow, NARROW if narrow else WIDE
    height = width * (0.75 if narrow else 0.5)
    state = sight.state
    labels = [AXIS.get(one.round, one.round.replace("MR", "OR")) for one in there]  # mergers follow their OR
    if name == "worth":
        shown = [player for player in state.players if player not in sight.hidden]
        lines = [
            Series(state.players[player].name, [one.worth.get(player) for one in there], PLAYER_COLOURS[at % 6])
            for at, player in enumerate(state.players)
            if player in shown
        ]
        return safe(line_chart(lines, labels, title="Net worth", width=width, height=height, styles=styles))
    if name == "dividends":
        bars = [(sym, amount, state.rules.companies[sym].colour) for sym, amount in dividends.items()]
        return safe(
            bar_chart(bars, title="Dividends paid out", unit=state.rules.facts.currency, width=width, styles=styles)
        )
    field = "price" if name == "prices" else "treasury"
    concealed = sight.hidden if field == "treasury" else frozenset()
    symbols = [sym for sym in state.companies if any(sym in getattr(one, field) for one in there)]
    symbols = [sym for sym in symbols if sym not in concealed]
    lines = [
        Series(sym, [getattr(one, field).get(sym) or None for one in there], state.rules.companies[sym].colour)
        for sym in symbols
    ]
    if name == "prices":
        return safe(line_chart(lines, labels, title="Share prices", width=width, height=height, styles=styles))
    return safe(
        small_multiples(lines, labels, title="Treasuries", columns=2 if narrow else 3, width=width, styles=styles)
    )


def dividends(entries: list[Entry]) -> dict[str, int]:
    """What each company has paid out."""
    found: dict[str, int] = {}
    for entry in entries:
        if "DividendPaid" not in entry.events:
            continue
        for event in events_from_json(entry.events):
            if isinstance(event, DividendPaid) and event.how != "withhold":
                found[event.company] = found.get(event.company, 0) + event.revenue
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def table_csv(sight: Sight, there: list[Figures]) -> str:
    """The figures as a table for a spreadsheet."""
    state = sight.state
    players = [player for player in state.players if player not in sight.hidden]
    companies = [sym for sym in state.companies if any(sym in one.price for one in there)]
    shown = [sym for sym in companies if sym not in sight.hidden]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        ["move", "round", "phase"]
        + [_cell(f"{state.players[p].name} worth") for p in players]
        + [_cell(f"{state.players[p].name} cash") for p in players]
        + [f"{sym} price" for sym in companies]
        + [f"{sym} treasury" for sym in shown]
    )
    for one in there:
        writer.writerow(
            [one.number, one.round, one.phase]
            + [one.worth.get(p, "") for p in players]
            + [one.cash.get(p, "") for p in players]
            + [one.price.get(sym, "") for sym in companies]
            + [one.treasury.get(sym, "") for sym in shown]
        )
    return out.getvalue()


def _cell(text: str) -> str:
    """A cell that no spreadsheet mistakes for a formula, whatever separator it uses."""
    plain = "".join(" " if char in ',;\t\r\n|"' else char for char in text)
    return f"'{plain}" if plain.lstrip()[:1] in ("=", "+", "-", "@") else plain
