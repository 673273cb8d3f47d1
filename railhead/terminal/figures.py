"""The figures of a position as tables of text: players, companies, market, trains. Both tables show these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.table import Table
from rich.text import Text

from railhead.core.change import find_frame
from railhead.core.market import LEDGE, by_price, cell_key
from railhead.core.operating import OperatingTurn
from railhead.terminal.seats import SUFFIX
from railhead.view import summary
from railhead.view.lots import bound
from railhead.view.market_svg import zone_colour, zone_words
from railhead.view.names import counted, place, president_word
from railhead.view.sentences import money, where

if TYPE_CHECKING:
    from railhead.core.market import Grid
    from railhead.core.state import State
    from railhead.play.hidden import Sight

NUMBERS = ("cash", "worth", "certs", "price", "treasury", "left", "stations", "last run", "offer", "pool")

ZONES = {
    "white": "#efe6cb",
    "yellow": "#f5d348",
    "orange": "#e8a33d",
    "green": "#78b56d",
    "brown": "#b98350",
    "gray": "#b9b8b2",
    "red": "#d5694f",
    "blue": "#a7cfe3",
    "purple": "#b79acb",
}
"""Backgrounds of the market's zones."""


PAR_MARK = "*"
MARKS = {"end": "!", "close": "×", LEDGE: "_"}
"""Marks after the prices of zones that have no colour."""


def _table(*headings: str) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim", pad_edge=False)
    for heading in headings:
        numbers = heading in NUMBERS
        table.add_column(heading, justify="right" if numbers else "left", no_wrap=numbers)
    return table


def heading(sight: Sight, width: int = 200) -> str:
    """The title, the round, the phase and the bank; on a narrow screen the title has its short name."""
    state = sight.state
    bank = "unlimited" if state.rules.bank is None else money(state, state.bank)
    said = f"{where(state)} · bank {'hidden' if sight.bank_hidden else bank}"
    full = f"{state.rules.facts.name} · {said}"
    return full if len(full) <= width else f"{state.rules.title.capitalize()} · {said}"


def acting_company(state: State) -> str:
    """The company whose turn it is; empty outside operating rounds."""
    turn = find_frame(state, OperatingTurn)
    return turn.company if turn is not None else ""


def at_hand(sight: Sight, player: str) -> Text:
    """What the next decision can spend: the company's treasury and trains, then the player's cash and shares.

    At the end of the game: everybody's final worth.
    """
    state, line = sight.state, Text()
    if state.ended is not None:
        ranked = sorted(state.ended.scores.items(), key=lambda item: -item[1])
        return Text(" · ".join(f"{state.players[name].name} {money(state, score)}" for name, score in ranked))
    company = acting_company(state)
    if company:
        row = summary.company(state, company, sight.hidden)
        line.append(f" {company} ", _badge(row))
        line.append(f" {_amount(state, row.cash)} · ")
        line.append(f"trains {' '.join(row.trains)}" if row.trains else "no train")
        line.append(f" · price {money(state, row.price)}" if row.price else "")
        line.append(f" · {counted(len(row.tokens), 'marker')} left" if row.tokens else "")
        line.append("   ")
    for holder in summary.players(state, sight.hidden):
        if holder.player == player:
            line.append(f"{holder.name} {_amount(state, holder.cash)}", "bold")
            if committed := bound(state, player):
                line.append(f", of which {money(state, committed)} is bid")
            if not company:  # in an operating round nobody buys certificates, and the line is full
                line.append(f" · {holder.certificates} of {counted(holder.limit, 'certificate')}")
            if held := _holdings(holder):
                line.append(f" · {held}")
    return line


def _badge(row: summary.CompanyRow) -> Style:
    return Style(color=row.text_colour, bgcolor=row.colour)


def _amount(state: State, amount: int | None) -> str:
    return "hidden" if amount is None else money(state, amount)


def _holdings(row: summary.PlayerRow) -> str:
    shares = [f"{sym} {percent}%{'*' if presides else ''}" for sym, percent, presides in row.shares]
    return ", ".join([*shares, *row.privates, *row.also])


def players(sight: Sight) -> Table:
    """Everybody's cash, worth and holdings."""
    state = sight.state
    table = _table("player", "cash", "worth", "certs", "holdings")
    for row in summary.players(state, sight.hidden):
        mark = "▸ " if row.acting else "  "
        first = " ①" if row.priority else ""
        table.add_row(
            Text(f"{mark}{row.name}{first}"),
            _amount(state, row.cash),
            _amount(state, row.worth),
            f"{row.certificates}/{row.limit}",
            Text(_holdings(row)),
        )
    return table


def in_play(state: State) -> list[str]:
    """Companies that have a price or an owner, the highest price first."""
    alive = [
        sym
        for sym, it in state.companies.items()
        if not it.closed and (it.cell is not None or it.certificate in state.players)
    ]
    return list(by_price(state, alive))


def companies(sight: Sight) -> Table:
    """The charters of the companies in play."""
    state = sight.state
    table = _table("company", "run by", "price", "treasury", "trains", "stations", "last run", "offer", "pool")
    for sym in in_play(state):
        row = summary.company(state, sym, sight.hidden)
        table.add_row(
            Text(f" {sym} ", style=_badge(row)),
            Text(row.president_name.removesuffix(SUFFIX).rstrip()),
            money(state, row.price) if row.price else "",
            _amount(state, row.cash),
            " ".join(row.trains),
            f"{len(row.stations)}+{len(row.tokens)}",
            money(state, row.revenue) if row.revenue else "",
            f"{row.offering}%" if row.offering else "",
            f"{row.pool}%" if row.pool else "",
        )
    return table


def waiting(state: State) -> Table:
    """Companies that nobody has started yet, and where they begin."""
    table = _table("not started", "name", "home")
    in_use = set(in_play(state))
    for sym, charter in state.companies.items():
        if sym in in_use or charter.closed:
            continue
        row = summary.company(state, sym)
        homes = [place(state, home) for home in state.rules.companies[sym].home]
        table.add_row(Text(f" {sym} ", style=_badge(row)), Text(row.name), Text(", ".join(homes)))
    return table


def train_line(state: State) -> str:
    """The trains that are left, and those in the pool, in one line."""
    parts = [
        f"{row.train} {money(state, row.price)} ×{'∞' if row.left is None else row.left}"
        for row in summary.trains(state)
        if row.left != 0
    ]
    pool = f" · market: {', '.join(state.depot.pool)}" if state.depot.pool else ""
    return ", ".join(parts) + pool


def trains(state: State) -> Table:
    """Every type of train: price, how many are left, how far it runs, what makes it rust."""
    table = _table("train", "price", "left", "runs", "rusts with")
    for row in summary.trains(state):
        left = "∞" if row.left is None else str(row.left)
        rust = "rusted" if row.rusted else ", ".join(row.rusts_on) or "never"
        style = "bold" if row.next else ("dim" if row.rusted or row.left == 0 else "")
        mark = "▸ " if row.next else "  "
        table.add_row(f"{mark}{row.train}", money(state, row.price), left, row.range, rust, style=style)
    return table


def privates(state: State) -> Table:
    """Open private companies: what they pay, who owns them, and what the rules say about them."""
    table = _table("private company", "price", "pays", "owner")
    for row in summary.privates(state):
        if row.closed:
            continue
        name = Text(f"{row.symbol} {row.name}")
        table.add_row(name, money(state, row.value), money(state, row.revenue), Text(row.owner_name or row.bids))
    return table


def powers(state: State) -> Text:
    """What the rules say about each open private company."""
    lines = Text()
    for row in summary.privates(state):
        for words in () if row.closed else row.says:
            lines.append(f"{row.symbol}  ", "bold")
            lines.append(f"{words}\n", "dim")
    return lines


def market(state: State) -> Table:
    """The stock market: prices in their zones, with the companies on them."""
    grid = state.rules.market
    standing: dict[str, list[str]] = {}
    for sym in in_play(state):
        cell = state.companies[sym].cell
        if cell is not None:
            standing.setdefault(cell_key(cell), []).append(sym)
    table = Table(box=None, padding=(0, 0), show_header=False, pad_edge=False)
    for _ in range(max(len(row) for row in grid.prices)):
        table.add_column(no_wrap=True)
    for row, prices in enumerate(grid.prices):
        table.add_row(*(_cell(state, price, (row, column), standing) for column, price in enumerate(prices)))
    return table


def market_legend(state: State) -> Text:
    """What the colours and stars of the market mean."""
    lines = Text()
    for zone, words in zone_words(state):
        mark = PAR_MARK if zone == "par" else MARKS.get(zone, " ")
        lines.append(f"  {mark}  ", Style(color="black", bgcolor=ZONES.get(zone, ZONES["white"])))
        lines.append(f" {words}\n")
    return lines


def key_to_players(state: State) -> Text:
    """What the marks in the table of players mean."""
    return Text(f"▸ acts now   ① priority   * {president_word(state)}   certs: held / limit", "dim")


def _mark(grid: Grid, cell: tuple[int, int]) -> str:
    """The mark after a price: a star for a par price, or that of a zone without a colour."""
    if cell in grid.par.values():
        return PAR_MARK
    return next((MARKS[zone] for zone in sorted(grid.zone(cell)) if zone in MARKS), " ")


def _cell(state: State, price: int, cell: tuple[int, int], standing: dict[str, list[str]]) -> Text:
    if not price:
        return Text("     ")
    grid = state.rules.market
    back = ZONES.get(zone_colour(grid.zone(cell)), ZONES["white"])
    text = Text(f"{price:>4}{_mark(grid, cell)}", style=Style(color="black", bgcolor=back))
    for sym in standing.get(cell_key(cell), []):
        facts = state.rules.companies[sym]
        text.append("\n")
        text.append(sym[:5].ljust(5), Style(color=facts.text_colour, bgcolor=facts.colour, bold=True))
    return text
