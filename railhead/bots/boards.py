"""Equal boards become the same board, so that what was computed for one is not computed again.

The kernel remembers reach and best runs with the board. Play that branches (a search, the trial of a tile)
meets equal boards again and again as new values; here they are exchanged for the first of their kind.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.memo import Memo
from railhead.core.rules import Rules

if TYPE_CHECKING:
    from railhead.core.state import Board, State

_KEPT: OrderedDict[Any, Board] = OrderedDict()
_LOCK = threading.Lock()
_FIRST = Memo[Rules, bool]()
MOST = 1000
"""Boards that are kept; those not met for longest go first."""


def shared(state: State) -> State:
    """The same position with the first board of its kind."""
    board = state.board
    if _FIRST.kept(board):
        return state
    key = (
        state.rules,
        frozenset(board.laid.items()),
        frozenset(board.stations.items()),
        frozenset(board.markers.items()),
        tuple(board.supply.values()),
    )
    with _LOCK:
        known = _KEPT.get(key)
        if known is None:
            _FIRST.kept(board)[state.rules] = True
            _KEPT[key] = board
            if len(_KEPT) > MOST:
                _KEPT.popitem(last=False)
            return state
        _KEPT.move_to_end(key)
    new: State = replace(state, board=known)
    return new
