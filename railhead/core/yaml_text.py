"""YAML text as plain values, read by the compiled parser where there is one.

The parser is loaded when a title's files are first read: a process that only knows the kernel does without.
"""

from __future__ import annotations

import re
from typing import Any

DEEPEST = 60
_SUSPECT = re.compile(r"(^|[\s\[{,:-])\*\w|^[\s?:-]{80}|([\[{][^\]}]{0,40}){4}", re.M)
"""What no plain file contains: aliases, deep indentation, deeply nested lists."""


def read_yaml(text: str) -> Any:
    """The values of a YAML text; a `ValueError` says why it cannot be read."""
    import yaml  # a fifth of the kernel's import time

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the compiled one saves a second at start-up
    try:
        if _SUSPECT.search(text):
            _check_shape(yaml, text, loader)
        return yaml.load(text, loader)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None


def _check_shape(yaml: Any, text: str, loader: Any) -> None:
    """Refuse what no file of ours needs and what could choke the loader: aliases and deep nesting."""
    depth = 0
    for event in yaml.parse(text, loader):
        if isinstance(event, yaml.AliasEvent):
            raise ValueError("an alias; write the value out")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise ValueError(f"nested more than {DEEPEST} deep")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
