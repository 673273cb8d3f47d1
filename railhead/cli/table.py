"""`railhead play`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railhead.cli.common import LAST_SEED, Options, titles_like


def play(
    name: Annotated[
        str,
        typer.Argument(
            metavar="TITLE",
            help="A title, such as 1889. Without one, choose from a list.",
            autocompletion=titles_like,
        ),
    ] = "",
    player: Annotated[list[str] | None, typer.Option("--player", "-p", help="A name for each person.")] = None,
    bots: Annotated[str, typer.Option(help="Bots for other seats, comma-separated, such as clerk,chairman.")] = "",
    option: Options = None,
    seed: Annotated[
        int | None, typer.Option(help="Fixes everything random; without it, left to chance.", min=0, max=LAST_SEED)
    ] = None,
    pause: Annotated[float, typer.Option(help="Seconds to read what a bot did.", min=0)] = 0.7,
    file: Annotated[Path | None, typer.Option(help="Save the game in this file, or continue the one in it.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, without the full screen.")] = False,
) -> None:
    """Play in the terminal, with people and bots at one screen, as in "railhead play 1889 --bots clerk,chairman".

    Every game is saved from the first move. Without a title, Railhead offers the saved games and the titles.
    """
    from railhead.terminal.start import Wishes
    from railhead.terminal.start import play as run
    from railhead.titles import title

    if name:
        title(name)  # an unknown title is reported before anything else
    machines = [word.strip() for word in bots.split(",") if word.strip()]
    if bots and not machines:
        raise ValueError(f"--bots {bots!r} names no bot; an example is --bots clerk,chairman")
    run(Wishes(name, player or (), machines, tuple(option or ()), seed, pause, file, plain))
