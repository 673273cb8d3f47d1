"""`railhead import FILE...`: many files into the site's database."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def run(files: Sequence[Path], user: str) -> int:
    """Import files one after the other; returns how many failed."""
    from rich.console import Console
    from rich.progress import Progress

    from railhead.site.serve import bring_up_to_date

    bring_up_to_date()
    from django.contrib.auth import get_user_model

    from railhead.play.errors import PlayError
    from railhead.site import new_tables
    from railhead.site.people import Person
    from railhead.site.recordings import read_file

    owner = get_user_model().objects.filter(username=user).first() if user else None
    if user and owner is None:
        raise ValueError(f"there is no account {user!r}; 'railhead admin people' lists them")
    who = Person(owner.pk if owner is not None else None)
    out, err = Console(soft_wrap=True, highlight=False), Console(stderr=True)
    failed = 0
    with Progress(console=err, disable=not err.is_terminal, transient=True) as bar:
        whole = bar.add_task("Files", total=len(files))
        for file in files:
            task = bar.add_task(file.name, total=1)
            try:
                data = file.read_bytes()
                session = read_file(
                    data,
                    file.name,
                    lambda done, total, task=task: bar.update(task, completed=done, total=total),  # type: ignore[misc]
                )
                game = new_tables.import_game(who, session)
            except (PlayError, OSError) as error:
                failed += 1
                why = str(error.strerror) if isinstance(error, OSError) else str(error)
                out.print(f"{file}: not imported: {why.removeprefix(f'{file.name}: ')}", markup=False)
            else:
                said = f"{file}: table {game.pk}, {len(session.steps)} moves. {session.summary}"
                out.print(said.rstrip(), markup=False)
            bar.remove_task(task)
            bar.advance(whole)
    return failed
