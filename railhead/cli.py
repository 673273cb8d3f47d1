"""The `railhead` command."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from railhead.imports import commands
from railhead.title_commands import check_title, new_title
from railhead.titles import POSITION_TITLES, TITLES, title

if TYPE_CHECKING:  # whatever takes time to import waits for the command that needs it
    from railhead.core.rules import Rules

app = typer.Typer(
    help="18xx railway games: play, replay, study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: the other kind takes longer to import than Railhead
)
app.command()(new_title)
app.command()(check_title)
out = Console()
err = Console(stderr=True)

TitleName = Annotated[str, typer.Argument(help="A title, such as 1889.")]
Seed = Annotated[int, typer.Option(help="Fixes everything random.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="A variant or house rule, by name.")]

EXPECTED = (ValueError, OSError)
"""Everything of ours that can go wrong for a known reason is a `ValueError`."""


def main() -> None:
    """Run the command; what goes wrong for a known reason is said in a sentence, not as a traceback."""
    try:
        app()
    except EXPECTED as error:
        text = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
        from rich.markup import escape

        err.print("[bold red]railhead:[/]", escape(text), highlight=False, soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def rules_for(name: str, seats: int, options: list[str] | None) -> Rules:
    """The rules that a command line asks for."""
    return title(name).rules(seats, options or ())


@contextmanager
def progress(what: str, total: int) -> Iterator[Any]:
    """A progress bar on a terminal, silence elsewhere."""
    from rich.progress import Progress

    with Progress(console=err, disable=not err.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


@app.command()
def titles() -> None:
    """List the titles with their players and options."""
    table = Table("title", "players", "options")
    for it in TITLES.values():
        names = ", ".join(option.name for option in it.options if not option.house)
        table.add_row(it.full_name, f"{it.seats[0]} to {it.seats[-1]}", names)
    out.print(table)


@app.command()
def simulate(
    name: TitleName = "1889",
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    games: Annotated[int, typer.Option(help="Games to play.")] = 100,
    seed: Seed = 1,
    option: Options = None,
    bots: Annotated[str, typer.Option(help="Who plays: random, or a bot's name.")] = "random",
    as_json: Json = False,
) -> None:
    """Play seeded games to the end with all invariants checked after every move."""
    import msgspec

    from railhead.play.simulation import any_move
    from railhead.play.simulation import simulate as run

    rules = rules_for(name, players, option)
    choose = any_move
    if bots != "random":
        from railhead.bots.player import ask, bot, next_seat

        player = bot(bots)
        choose = lambda state, moves, rng: ask(player, state, next_seat(state), 1.0, rng).move  # noqa: E731
    with progress(f"{name}, {players} players", games) as report:
        tally = run(rules, games, seed, choose, report)
    if as_json:
        print(msgspec.json.encode(tally).decode())
    else:
        out.print(
            f"{tally.finished} of {games} games finished, {tally.stuck} stuck, {len(tally.broken)} broken; "
            f"{tally.moves} moves in {tally.seconds} s: {tally.games_per_second} games and {tally.moves_per_second} "
            f"moves a second; ends: {tally.end_reasons}"
        )
        for line in tally.broken:
            err.print(line)
    if tally.broken or tally.stuck:
        raise typer.Exit(1)


@app.command(name="rules")
def rules_command(
    name: TitleName,
    players: Annotated[int | None, typer.Option(help="Seats at the table.")] = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """List the clauses of a rulebook with the checks that enforce them."""
    import msgspec

    it = title(name)
    rules = it.rules(players or it.seats[0], option or ())
    checks = rules.checks_by_slug()
    if as_json:
        found = [
            {"slug": slug, "clause": clause, "checks": checks.get(slug, ())}
            for slug, clause in rules.rulebook.clauses.items()
        ]
        print(msgspec.json.encode(found).decode())
        return
    table = Table("section", "rule", "says", "checks", title=f"{it.full_name}, {rules.rulebook.edition}")
    for slug, clause in rules.rulebook.clauses.items():
        mark = " (ruling)" if clause.ruling else ""
        table.add_row(clause.section + mark, slug, clause.says, ", ".join(checks.get(slug, ())) or "automatic")
    out.print(table)


app.command()(commands.replay)


@app.command()
def routes(
    file: Annotated[Path, typer.Argument(help="Positions, one JSON object a line.")],
    budget: Annotated[float, typer.Option(help="Seconds for each position.")] = 60.0,
    as_json: Json = False,
) -> None:
    """Solve positions for the best run and say whether it is proven."""
    from railhead.routes.positions import solve_file

    for result in solve_file(file, POSITION_TITLES, budget):
        if as_json:
            print(json.dumps(result, ensure_ascii=False))
        else:
            seal = "proven best" if result["proven"] else f"at most {result['bound']}"
            out.print(f"{result['id']}: {result['best']} ({seal}), {result['seconds']:.3f} s", highlight=False)


@app.command(name="map")
def map_command(
    name: TitleName,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where to write the SVG.")] = Path("map.svg"),
    game: Annotated[Path | None, typer.Option(help="Draw the last position of this record.")] = None,
    players: Annotated[int | None, typer.Option(help="Seats at the table.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="A variant, by name.")] = None,
) -> None:
    """Draw the map as SVG."""
    from railhead.core.engine import new_game
    from railhead.play.simulation import names
    from railhead.record.games import load
    from railhead.record.games import replay as replay_record
    from railhead.view.map_svg import map_svg

    if game is not None:
        state = replay_record(load(game), title)
    else:
        it = title(name)
        rules = it.rules(players or it.seats[0], option or ())
        state = new_game(rules, names(rules.seats), 1)
    output.write_text(map_svg(state), encoding="utf-8")
    out.print(f"{output}: the map of {state.rules.title}")


@app.command()
def play(
    name: TitleName,
    player: Annotated[list[str] | None, typer.Option("--player", "-p", help="A name for each person.")] = None,
    bots: Annotated[str, typer.Option(help="Bots for further seats, with commas: drifter, clerk, chairman.")] = "",
    option: Options = None,
    seed: Seed = 1,
    pause: Annotated[float, typer.Option(help="Seconds to read what a bot did.")] = 0.7,
    file: Annotated[Path | None, typer.Option(help="Save to, and resume from, this record.")] = None,
) -> None:
    """Play at one screen in the terminal, people and bots: railhead play 1889 --bots clerk,chairman"""
    from railhead.terminal.table import Wishes, play_table

    machines = [word.strip() for word in bots.split(",") if word.strip()]
    people = player or (["Red"] if machines else ["Red", "Blue"])
    play_table(title(name), Wishes(people, machines, tuple(option or ()), seed, pause), file)


@app.command()
def tournament(
    name: TitleName,
    bots: Annotated[str, typer.Option(help="Names, with commas between them.")] = "chairman,clerk,drifter",
    games: Annotated[int, typer.Option(help="Games to play.")] = 60,
    seed: Seed = 1,
    players: Annotated[int | None, typer.Option(help="Seats; the bots are dealt to them in turn.")] = None,
    budget: Annotated[float, typer.Option(help="Seconds a move for bots that look ahead.")] = 2.0,
    processes: Annotated[int, typer.Option(help="Games at once.")] = 1,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other with rotating seats; wins and shares of worth with 95 % intervals."""
    from railhead.bots.tournament import Game, run, score_line

    names = [word.strip() for word in bots.split(",") if word.strip()]
    played: list[Game] = []
    with progress(f"{name}: {bots}", games) as report:

        def tell(done: int, of: int, game: Game) -> None:
            played.append(game)
            report(done)
            if not err.is_terminal:  # a bar would be lost in a file; a line a game is not
                err.print(f"{done} of {of}: {score_line(played)}", highlight=False)

        result = run(title(name), names, games, seed, players, budget, option or (), tell, processes)
    if as_json:
        print(json.dumps(result.plain(), ensure_ascii=False))
        return
    table = Table("bot", "games", "wins", "share of wins", "share of worth", "ms a move")
    for row in result.table:
        wins, worth = (
            f"{part.value:.2f} ({part.low:.2f} to {part.high:.2f})" for part in (row.win_share, row.worth_share)
        )
        table.add_row(row.bot, str(row.games), f"{row.wins:g}", wins, worth, f"{row.seconds_per_move * 1000:.1f}")
    out.print(table)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8000,
    database: Annotated[str, typer.Option(help="PostgreSQL URL; without it the built-in database.")] = "",
    workers: Annotated[int, typer.Option(help="Server processes.", min=1, max=64)] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Serve the site: tables for all titles, at one screen, on-line, against bots."""
    from railhead.site.serve import serve as run

    run(host, port, database, workers, open_browser)


Database = Annotated[str, typer.Option(help="PostgreSQL URL; without it the built-in database.")]


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="Where to write the copy.")], database: Database = "") -> None:
    """Copy all games and accounts into a file, also while the site is serving."""
    from railhead.site.backup import backup as run

    copied(file, run(file, database))


def copied(file: Path, rows: dict[str, int]) -> None:
    """Say how much was copied, in words."""
    from railhead.site.backup import counted

    told = ", ".join(counted(name, number) for name, number in rows.items() if number) or "nothing"
    out.print(f"{file}: {told}", highlight=False, soft_wrap=True)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that backup wrote.")],
    database: Database = "",
    replace: Annotated[bool, typer.Option("--replace", help="In place of all that the database holds.")] = False,
) -> None:
    """Bring games and accounts back from a file, also while the site is serving."""
    from railhead.site.backup import restore as run

    copied(file, run(file, database, replace))


if __name__ == "__main__":
    main()
