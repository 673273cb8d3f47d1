"""Where Railhead keeps its data: the user's data folder, or the folder that $RAILHEAD_DATA names."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "RAILHEAD_DATA"
OLD = "var"
"""Earlier versions kept everything in this folder, in the folder that they were started from."""
DATABASE = "railhead.sqlite3"


def data_path() -> Path:
    """The data folder, which may not exist yet."""
    if named := os.environ.get(VARIABLE):
        return Path(named).absolute()
    old = old_folder()
    if old is not None:
        return old
    from platformdirs import user_data_path

    return user_data_path("railhead", appauthor=False)


def data_folder() -> Path:
    """The data folder; it is made if it is not there."""
    folder = data_path()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        said = f"the data folder {folder} cannot be created: {error.strerror}; set {VARIABLE} to another folder"
        raise OSError(said) from None
    return folder


def old_folder() -> Path | None:
    """The data folder of an earlier version, which is used as long as it exists; None if there is none here."""
    folder = Path(OLD).absolute()
    return folder if not os.environ.get(VARIABLE) and (folder / DATABASE).exists() else None


def old_folder_note() -> str:
    """What to tell somebody whose data is still in the old place; empty if it is not."""
    old = old_folder()
    if old is None:
        return ""
    from platformdirs import user_data_path

    new = user_data_path("railhead", appauthor=False)
    return (
        f"Using the data folder of an earlier version, {old}. "
        f"New installations use {new}; stop Railhead and move the folder there when it suits you."
    )
