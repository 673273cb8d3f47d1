"""Title-specific records: what a title keeps in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from railhead.core.change import Change
    from railhead.core.state import State

Record = TypeVar("Record")


def own_record(_kind: type[Record]) -> tuple[Callable[[State], Record], Callable[..., None]]:
    """How a title reads its record in a position, and how an effect replaces fields of it."""

    def extra_of(state: State) -> Record:
        record: Record = state.extra
        return record

    def note(change: Change, **fields: Any) -> None:
        change.set(extra=replace(change.state.extra, **fields))

    return extra_of, note
