"""`railhead dataset`: bot games written as training data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railhead.cli.common import Games, Options, Seed, TitleName, bot_names, err, needs, out, progress


def dataset(
    name: TitleName,
    file: Annotated[Path, typer.Argument(help="Where to write: NAME.jsonl, or NAME.parquet (needs pyarrow).")],
    bots: Annotated[str, typer.Option(help="Who plays: comma-separated names.")] = "clerk",
    games: Games = 100,
    seed: Seed = 1,
    players: Annotated[
        int | None, typer.Option(help="Seats; by default the fewest that the title allows.", min=1)
    ] = None,
    budget: Annotated[float, typer.Option(help="Seconds per move for bots that look ahead.", min=0.01)] = 0.5,
    observations: Annotated[bool, typer.Option(help="Write the observation of every decision too.")] = False,
    processes: Annotated[int, typer.Option(help="Games at once.", min=1, max=64)] = 1,
    option: Options = None,
) -> None:
    """Let bots play and write every decision with its legal actions, the action taken and the outcome.

    Ctrl-C stops the run; the same command continues it.
    """
    needs("numpy", "a data set", "data")
    if file.suffix == ".parquet":
        needs("pyarrow", "Parquet", "data")
    from railhead.env.dataset import plan, to_parquet, write
    from railhead.view.names import counted

    if file.suffix not in (".jsonl", ".parquet"):
        raise ValueError(f"{file}: the file name must end in .jsonl or .parquet")
    if file.is_dir():
        raise ValueError(f"{file} is a folder; name a file in it, such as {file / f'{name}.parquet'}")
    lines = file.with_suffix(".jsonl")
    chosen = plan(name, players, bot_names(bots), seed, option or (), observations, budget)
    with progress(f"{name}: {bots}", games) as report:
        done = write(lines, chosen, games, processes, report)
    if done < games:
        err.print(
            f"Stopped after {done} of {games} games; run the same command to continue.",
            highlight=False,
            soft_wrap=True,
        )
        raise typer.Exit(130)
    out.print(f"{counted(done, 'game')} in {lines}.", highlight=False, soft_wrap=True)
    if file.suffix == ".parquet":
        rows = to_parquet(lines, file)
        out.print(f"{rows} decisions in {file}.", highlight=False, soft_wrap=True)
