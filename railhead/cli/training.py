"""`railhead train`: train the learned value of a title from scratch."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from railhead.cli.common import Json, Seed, TitleName, err, needs, out, progress
from railhead.titles import title


def train(
    name: TitleName,
    games: Annotated[int, typer.Option(help="Games of the bots against themselves.", min=4)] = 400,
    seed: Seed = 1,
    processes: Annotated[int, typer.Option(help="Games at once on this machine.", min=1, max=256)] = 1,
    scheduler: Annotated[str, typer.Option(help="Address of a Dask scheduler, such as tcp://host:8786.")] = "",
    file: Annotated[Path | None, typer.Option(help="Keep the games here; run the same command to continue.")] = None,
    to: Annotated[Path | None, typer.Option(help="Write the value here; without it, only the report.")] = None,
    as_json: Json = False,
) -> None:
    """Let the bots play each other, learn from it who wins, and report on held-out games."""
    import msgspec

    from railhead.bots.selfplay import here, in_processes, through_dask
    from railhead.bots.training import QUARTERS, can_write, write_value
    from railhead.bots.training import train as run

    title(name)
    needs("numpy", "training", "train")
    if scheduler:
        needs("distributed", "a Dask scheduler", "train")
    if to is not None:
        can_write(to)  # reported before hours of play, not after
    engine = through_dask(scheduler) if scheduler else in_processes(processes) if processes > 1 else here
    with progress(f"{name}: games", games) as report:

        def tell(done: int, of: int) -> None:
            report(done)
            if not err.is_terminal and (done == of or done % 10 == 0):
                err.print(f"{done} of {of} games", highlight=False)

        value = run(name, games, seed, engine, file, tell)
    if to is not None:
        write_value(to, value)
    if as_json:
        print(msgspec.json.encode(value).decode())
        return
    table = Table("correlation with the final share", *(f"{quarter} quarter" for quarter in QUARTERS))
    for judge, found in value.report.items():
        table.add_row(judge, *(f"{found[quarter]:.2f}" if quarter in found else "" for quarter in QUARTERS))
    out.print(table)
