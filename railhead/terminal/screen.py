"""What the terminal shows: one screen a decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from railhead.core.kinds import PriceRange
from railhead.core.market import by_price
from railhead.core.state import State
from railhead.play.hidden import Sight
from railhead.view import summary
from railhead.view.sentences import Label, label, money, now, where
from railhead.view.text_map import text_map

COLUMNS = ("company", "president", "price", "treasury", "trains", "stations", "last run", "offering", "pool")
Group = tuple[str, list[tuple[Any, Label]]]


def grouped(state: State, moves: Sequence[Any]) -> list[Group]:
    """Legal moves by verb, in the order in which they come; lays that look the same are shown once."""
    groups: dict[str, list[tuple[Any, Label]]] = {}
    seen: set[Any] = set()
    for move in moves:
        look = _look(state, move)
        if look is not None and look in seen:
            continue
        seen.add(look)
        words = label(state, move)
        groups.setdefault(words.verb, []).append((move, words))
    return list(groups.items())


def _look(state: State, move: Any) -> Any:
    """What a lay looks like on the map; None for other moves."""
    tile = getattr(move, "tile", None)
    if tile is None or not hasattr(move, "rotation"):
        return None
    face = state.rules.map.tiles[tile].faces[move.rotation]
    return type(move), move.hex, tile, face.shape


def show(console: Console, sight: Sight) -> None:
    """The position in tables, as somebody sees it."""
    state = sight.state
    bank = "unlimited" if state.rules.bank is None else money(state, state.bank)
    console.rule(
        f"[bold]{state.rules.facts.name}[/] · {where(state)} · bank {'hidden' if sight.bank_hidden else bank}"
    )
    console.print(_players(sight))
    if _alive(state):
        console.print(_companies(state))
    console.print(f"[dim]Trains:[/] {_trains(state)}", highlight=False)
    console.print()
    console.print(Text(now(state), style="bold"))


def _trains(state: State) -> str:
    """The trains that are left, and those in the pool."""
    parts = [
        f"{row.train} {money(state, row.price)} ×{'∞' if row.left is None else row.left}"
        for row in summary.trains(state)
        if row.left != 0
    ]
    pool = f" · market: {', '.join(state.depot.pool)}" if state.depot.pool else ""
    return ", ".join(parts) + pool


def _players(sight: Sight) -> Table:
    state = sight.state
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in ("player", "cash", "worth", "certificates", "holdings"):
        table.add_column(heading, justify="right" if heading in ("cash", "worth", "certificates") else "left")
    for row in summary.players(state, sight.hidden):
        shares = [f"{sym} {percent}%{'*' if presides else ''}" for sym, percent, presides in row.shares]
        mark = "▸ " if row.acting else "  "
        first = " ①" if row.priority else ""
        table.add_row(
            f"{mark}{row.name}{first}",
            "hidden" if row.cash is None else money(state, row.cash),
            "hidden" if row.worth is None else money(state, row.worth),
            f"{row.certificates}/{row.limit}",
            ", ".join([*shares, *row.privates, *row.also]),
        )
    return table


def _alive(state: State) -> list[str]:
    """Companies that have a price or an owner."""
    return [
        sym
        for sym, it in state.companies.items()
        if not it.closed and (it.cell is not None or it.certificate in state.players)
    ]


def _companies(state: State) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in (
        "company",
        "president",
        "price",
        "treasury",
        "trains",
        "stations",
        "last run",
        "offering",
        "pool",
    ):
        table.add_column(heading, justify="left" if heading in ("company", "president", "trains") else "right")
    alive = [
        sym for sym, it in state.companies.items() if not it.closed and (it.cell or it.certificate in state.players)
    ]
    for sym in by_price(state, alive):
        row = summary.company(state, sym)
        table.add_row(
            Text(f" {sym} ", style=f"{row.text_colour} on {row.colour}"),
            row.president_name,
            money(state, row.price) if row.price else "",
            money(state, row.cash),
            " ".join(row.trains),
            f"{len(row.stations)}+{len(row.tokens)}",
            money(state, row.revenue) if row.revenue else "",
            f"{row.offering}%" if row.offering else "",
            f"{row.pool}%" if row.pool else "",
        )
    return table


def show_map(console: Console, state: State) -> None:
    """The map in hexes."""
    console.print(text_map(state, console.width))


def show_groups(
    console: Console, state: State, groups: Sequence[Group], price_ranges: Sequence[PriceRange]
) -> list[Any]:
    """Number everything that can be chosen; the list that the numbers point into: moves, groups or price ranges."""
    choices: list[Any] = []
    many = sum(len(moves) for _, moves in groups) > 24
    for verb, moves in groups:
        if many and len(moves) > 6:
            choices.append((verb, moves))
            console.print(f"{len(choices):>3}  {verb} … [dim]({len(moves)} ways)[/]")
            continue
        for move, words in moves:
            choices.append(move)
            console.print(f"{len(choices):>3}  " + line(state, words), highlight=False)
    for prices in price_ranges:
        choices.append(prices)
        words = label(state, prices.move)
        low, high = money(state, prices.low), money(state, prices.high)
        offer = f"[dim]at a price of your own, {low} to {high}[/]"
        console.print(
            f"{len(choices):>3}  {words.verb} {words.text} {offer}",
            highlight=False,
        )
    return choices


def line(state: State, words: Label) -> str:
    """A move in one line: what, for how much, and what follows."""
    price = f" [bold]{money(state, words.price)}[/]" if words.price else ""
    effect = f" [dim]{words.effect}[/]" if words.effect else ""
    return f"{words.verb} {words.text}{price}{effect}"
