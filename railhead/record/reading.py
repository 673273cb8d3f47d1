"""JSON from files that people bring, and what to say if it cannot be read."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Any

import msgspec


class Unreadable(ValueError):
    """A file that is not JSON: a phrase says why."""


def read_json(data: bytes) -> Any:
    """What is in a file; the mark that some editors write before the text is skipped."""
    text = data.removeprefix(BOM_UTF8)
    if not text.strip():
        raise Unreadable("the file is empty")
    try:
        return msgspec.json.decode(text)
    except UnicodeDecodeError:
        why = "it is not in UTF-8"
    except RecursionError:
        why = "it is nested too deeply"
    except msgspec.DecodeError as error:
        why = str(error).removeprefix("JSON is malformed: ")
        why = why.replace("Input data was truncated", "it ends in the middle")
    raise Unreadable(f"damaged, not readable as JSON: {why}")
