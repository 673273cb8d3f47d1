"""`railhead simulate`, `railhead tournament` and `railhead routes`: games and positions to study."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.table import Table

from railhead.cli.common import Games, Json, Options, Seed, TitleName, bot_names, err, out, progress, rules_for
from railhead.titles import POSITION_TITLES, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.bots.tournament import Game


def simulate(
    name: TitleName = "1889",
    players: Annotated[int, typer.Option(help="Seats at the table.", min=1)] = 4,
    games: Games = 100,
    seed: Seed = 1,
    option: Options = None,
    bots: Annotated[str, typer.Option(help="Who plays: random, or a bot's name.")] = "random",
    as_json: Json = False,
) -> None:
    """Play games to the end, and check after every move what must always hold."""
    from railhead.play.simulation import Chooser, any_move
    from railhead.play.simulation import simulate as run

    rules = rules_for(name, players, option)
    choose: Chooser = any_move
    if bots != "random":
        from railhead.bots.player import ask, bot, next_seat

        player = bot(bots)
        choose = lambda state, _moves, rng: ask(player, state, next_seat(state), 1.0, rng).move  # noqa: E731
    with progress(f"{name}, {players} players", games) as report:
        tally = run(rules, games, seed, choose, report)
    if as_json:
        print(msgspec.json.encode(tally).decode())
    else:
        stopped = "Stopped. " if tally.stopped else ""
        ends = ", ".join(f"{reason} {count}" for reason, count in tally.end_reasons.items())
        out.print(
            f"{stopped}{tally.finished} of {games} games finished, {tally.stuck} stuck, {len(tally.broken)} broken; "
            f"{tally.moves} moves in {tally.seconds} s: {tally.games_per_second} games and {tally.moves_per_second} "
            f"moves a second; ended by: {ends or 'none'}"
        )
        for line in tally.broken:
            err.print(line)
    if tally.stopped:
        raise typer.Exit(130)
    if tally.broken or tally.stuck:
        raise typer.Exit(1)


def routes(
    file: Annotated[Path, typer.Argument(help="Positions, one JSON object per line.")],
    budget: Annotated[float, typer.Option(help="Seconds for each position.", min=0.001)] = 60.0,
    as_json: Json = False,
) -> None:
    """Find the best run of each position in a file, and say whether it is proven."""
    from railhead.routes.positions import solve_file

    for result in solve_file(file, POSITION_TITLES, budget):
        if as_json:
            print(json.dumps(result, ensure_ascii=False))
        else:
            seal = "proven best" if result["proven"] else f"at most {result['bound']}"
            out.print(f"{result['id']}: {result['best']} ({seal}), {result['seconds']:.3f} s", highlight=False)


def weights(
    name: Annotated[str, typer.Argument(help="A set of weights.")] = "clerk",
    against: Annotated[str, typer.Option(help="Show only what differs from this set.")] = "",
    where: Annotated[str, typer.Option("--title", help="As they are in this title, such as 1893.")] = "",
    as_json: Json = False,
) -> None:
    """Print the weights that Clerk uses, each with its unit and what it does."""
    from railhead.bots.experience import suited
    from railhead.bots.weights import explained, set_of

    there = title(where).name if where else ""
    other = {it.name: it.value for it in explained(suited(set_of(against), there))} if against else {}
    rows = [it for it in explained(suited(set_of(name), there)) if it.value != other.get(it.name)]
    if as_json:
        print(json.dumps([it._asdict() for it in rows]))
        return
    table = Table("weight", name, *([against] if against else []), "unit", "what it does")
    for it in rows:
        before = [f"{other[it.name]:g}"] if against else []
        table.add_row(it.name, f"{it.value:g}", *before, it.unit, it.says)
    out.print(table)


def tournament(
    name: TitleName,
    bots: Annotated[str, typer.Option(help="Comma-separated names.")] = "chairman,clerk,drifter",
    games: Games = 60,
    seed: Seed = 1,
    players: Annotated[int | None, typer.Option(help="Seats; the bots are dealt to them in turn.", min=1)] = None,
    budget: Annotated[float, typer.Option(help="Processor seconds per move, for bots that search.", min=0.01)] = 2.0,
    processes: Annotated[int, typer.Option(help="Games at once.", min=1, max=64)] = 1,
    file: Annotated[Path | None, typer.Option(help="Keep the games here; run the same command to continue.")] = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other in changing seats, and report wins and shares of the worth with 95 % intervals."""
    from railhead.bots.tournament import run, score_line

    names = bot_names(bots)
    if len(set(names)) < 2:
        raise ValueError("a tournament needs at least two different bots, as in --bots chairman,clerk")
    with progress(f"{name}: {bots}", games) as report:

        def tell(done: int, of: int, played: Sequence[Game]) -> None:
            report(done)
            if not err.is_terminal:  # a bar is useless in a file; one line per game is not
                err.print(f"{done} of {of}: {score_line(played)}", highlight=False)

        result = run(title(name), names, games, seed, players, budget, option or (), tell, processes, file)
    if as_json:
        print(json.dumps(result.plain(), ensure_ascii=False))
    elif result.games:
        table = Table("bot", "games", "wins", "share of wins", "share of worth", "ms a move")
        for row in result.table:
            wins, worth = (
                f"{part.value:.2f} ({part.low:.2f} to {part.high:.2f})" for part in (row.win_share, row.worth_share)
            )
            table.add_row(row.bot, str(row.games), f"{row.wins:g}", wins, worth, f"{row.seconds_per_move * 1000:.1f}")
        out.print(table)
    if len(result.games) < games:
        err.print(f"Stopped after {len(result.games)} of {games} games.", highlight=False)
        raise typer.Exit(130)
