"""`railhead titles`, `railhead rules` and `railhead map`: what there is, and what the rules say."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from railhead.cli.common import Json, Options, TitleName, out, rules_for
from railhead.core.rules import Option
from railhead.core.rulings import Clause
from railhead.titles import TITLES, title

Seats = Annotated[int | None, typer.Option("--players", help="Seats at the table.")]


def titles(
    everything: Annotated[bool, typer.Option("--all", help="Also variants and house rules, explained.")] = False,
) -> None:
    """List the titles, with --all also their variants and house rules."""
    for it in TITLES.values():
        out.print(f"[bold]{it.full_name}[/], {it.seats[0]} to {it.seats[-1]} players", highlight=False)
        variants = [option for option in it.options if not option.house]
        if not everything:
            if variants:
                print(_wrapped("variants: " + ", ".join(option.name for option in variants)))
            continue
        _list("Variants", variants)
        _list("House rules", [option for option in it.options if option.house])


def _list(heading: str, options: list[Option]) -> None:
    if not options:
        return
    print(f"  {heading}")
    for option in options:
        seats = f" ({', '.join(map(str, option.seats))} players)" if option.seats else ""
        print(_wrapped(f"{option.name}{seats}: {option.says}", "    "))


def _wrapped(text: str, indent: str = "  ") -> str:
    """Text wrapped to the screen, or to 80 characters if there is none."""
    return textwrap.fill(text, min(out.width, 100), initial_indent=indent, subsequent_indent=indent + "  ")


def rules(
    name: TitleName,
    words: Annotated[list[str] | None, typer.Argument(metavar="WORDS", help="Only clauses with these.")] = None,
    players: Seats = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Look up what the rules of a title say, as in "railhead rules 1889 train limit".

    Lists the clauses that Railhead knows, in our words, with their sections in the rulebook. WORDS may also be a
    section number or the slug of a refusal. Clauses marked "ruling" are decisions where the book is silent.
    """
    book = rules_for(name, players, option)
    found = {slug: clause for slug, clause in book.rulebook.clauses.items() if _fits(slug, clause, words or [])}
    checks = book.checks_by_slug()
    if as_json:
        rows = [{"slug": slug, "clause": clause, "checks": checks.get(slug, ())} for slug, clause in found.items()]
        print(msgspec.json.encode(rows).decode())
        return
    if not found:
        raise ValueError(
            f"no clause of {name} contains {' '.join(words or [])!r}; 'railhead rules {name}' lists them all"
        )
    out.print(f"[bold]{title(name).full_name}[/], {book.rulebook.edition}", highlight=False)
    for slug, clause in found.items():
        page = f", p. {clause.page}" if clause.page else ""
        mark = ", ruling" if clause.ruling else ""
        out.print(f"\n[bold]{clause.section}{page}[/]{mark}  [dim]{slug}[/]", highlight=False)
        print(_wrapped(clause.says))
        if clause.why:
            print(_wrapped(f"Why: {clause.why}"))


def _fits(slug: str, clause: Clause, words: list[str]) -> bool:
    text = f"{slug} {clause.section} {clause.says} {clause.why}".lower()
    return all(word.lower() in text for word in words)


def draw_map(
    name: TitleName,
    output: Annotated[str, typer.Option("-o", "--output", help="The SVG file; - is standard output.")] = "map.svg",
    game: Annotated[Path | None, typer.Option(help="Draw the last position of this record.")] = None,
    players: Seats = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="A variant, by name.")] = None,
) -> None:
    """Draw the map of a title, or of a game, as SVG."""
    from railhead.core.engine import new_game
    from railhead.play.simulation import names
    from railhead.record.games import load, replay
    from railhead.view.map_svg import map_svg

    if game is not None:
        record = load(game)
        if record.title != name:
            raise ValueError(f"{game} is a game of {record.title}, not of {name}")
        state = replay(record, title)
    else:
        book = rules_for(name, players, option)
        state = new_game(book, names(book.seats), 1)
    if output == "-":
        sys.stdout.write(map_svg(state) + "\n")
        return
    Path(output).write_text(map_svg(state), encoding="utf-8")
    print(f"{output}: the map of {state.rules.title}")
