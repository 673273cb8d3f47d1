"""What a player looks at to judge who is winning, as numbers: each seat's share of the table's total.

All features are shares of the table or parts of a whole, so that early and late positions, and titles with small and
large money, are measured alike. Presidencies are not counted: among Clerks, presidents do no better than others, and
a search that is told so gives its companies away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.outlook import Outlook, standing
from railhead.bots.weights import CLERK_1
from railhead.core.market import price_of
from railhead.core.shares import percent_of
from railhead.core.state import State, president_of

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = (
    "worth",  # cash, shares and private companies
    "cash",
    "shares",  # at today's prices
    "dividends",  # of the last runs, by the shares held
    "lasting dividends",  # of those, what trains earn that no purchase in sight rusts
    "coming dividends",  # what companies with money and no train may earn
    "price rises",  # what the shares will gain on the market
    "treasuries",  # money of the companies one runs
    "lasting trains",  # their price when new, of the companies one runs, without those that rust soon
    "train bills",  # what may have to be paid for trains out of one's own pocket
    "private income",
    "standing",  # worth and what may be expected, by rules of thumb
)
"""The features of a seat, in this order; each comes a second time, multiplied by how far the game has gone."""
SIZE = 2 * len(NAMES)
LASTING = 3.0
"""Rounds after which a train counts as lasting."""


def features(state: State) -> dict[str, tuple[float, ...]]:
    """Every seat's features."""
    raw = _raw(state)
    totals = [sum(abs(row[at]) for row in raw.values()) for at in range(len(NAMES))]
    worth = max(sum(max(row[0], 0.0) for row in raw.values()), 1.0)
    gone = progress(state)
    even = 1.0 / len(raw)
    found = {}
    for seat, row in raw.items():
        parts = []
        for at, value in enumerate(row):
            # money that is small compared with what the table is worth says little, however it is shared
            weight = min(totals[at] / worth * SCALE[at], 1.0)
            parts.append((value / totals[at] - even) * weight if totals[at] else 0.0)
        found[seat] = (*parts, *(part * gone for part in parts))
    return found


SCALE = (1.0, 4.0, 1.0, 20.0, 20.0, 20.0, 4.0, 4.0, 4.0, 10.0, 30.0, 1.0)
"""How large a part of the table's worth each kind of money must be to count in full, as its inverse."""


def progress(state: State) -> float:
    """How far the game has gone, between 0 and 1: by the bank where it ends the game, else by the phases."""
    rules = state.rules
    by_phase = state.phase / max(len(rules.phases) - 1, 1)
    if rules.bank is None or rules.bank <= 0:
        return by_phase
    by_bank = 1.0 - max(state.bank, 0) / rules.bank
    return min(max(0.5 * by_phase + 0.5 * by_bank, 0.0), 1.0)


def _raw(state: State) -> dict[str, list[float]]:
    outlook = Outlook(state, CLERK_1)  # the yardstick does not move when Clerk's weights do
    rules = state.rules
    expected = standing(state, CLERK_1)
    rows = {
        seat: [float(rules.score(state, seat)), float(player.cash), *[0.0] * 9, max(expected[seat], 0.0)]
        for seat, player in state.players.items()
    }
    for company, charter in state.companies.items():
        if charter.closed or not (charter.cell or charter.floated):
            continue
        _company(state, outlook, company, rows)
    for private in state.privates.values():
        if private.owner in rows and not private.closed:
            rows[private.owner][10] += private.revenue
    return rows


def _company(state: State, outlook: Outlook, company: str, rows: Mapping[str, list[float]]) -> None:
    charter = state.companies[company]
    price = price_of(state, company)
    income = outlook.income(company)
    runs = bool(charter.trains and charter.operated and charter.revenue)
    lasting = runs and outlook.lasts(company) >= min(LASTING, outlook.rounds)
    rise = outlook.value(company) - price - outlook.future(company) / 10 if charter.cell else 0.0
    for seat, row in rows.items():
        part = percent_of(state, company, seat) / 100
        if part:
            row[2] += part * price * 10
            row[3] += part * charter.revenue if runs else 0.0
            row[4] += part * charter.revenue if lasting else 0.0
            row[5] += 0.0 if runs else part * income
            row[6] += part * rise * 10
    president = president_of(state, company)
    if president in rows:
        row = rows[president]
        row[7] += charter.cash
        row[8] += sum(
            state.rules.trains[train].price
            for train in charter.trains
            if train in state.rules.trains and outlook.life(train) >= min(LASTING, outlook.rounds)
        )
        row[9] += outlook.need(company)
