"""What companies do in looks ahead: orders for track and trains, worked out once for all looks of a round.

To rate every tile and every train on every board would take most of the time. What a company builds and buys hardly
depends on the plan that is being tried. So the first look asks Clerk; later ones lay the same tiles as far as they
are legal, and buy the same with the same money, on whatever board. Stations, runs and dividends are judged each time.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.bots.clerk import close_calls, rated, rests
from railhead.bots.clerk.desk import CAREFUL
from railhead.bots.protocol import Rated
from railhead.core.engine import refusal
from railhead.core.moves import Dividend, LayTile, Pass, PlaceStation, RunTrains
from railhead.core.operating import OperatingTurn, current_step
from railhead.core.state import State, president_of

if TYPE_CHECKING:
    from railhead.core.rules import Rules
    from railhead.core.state import Round

WAY = CAREFUL._replace(lists=False)
"""How Clerk rates what is ordered."""
JUDGED = {PlaceStation, RunTrains, Dividend}
"""What there are no orders for."""
_ORDERS: OrderedDict[tuple[Rules, int, Round, str], Orders] = OrderedDict()
_LOCK = threading.Lock()
MOST = 20
"""Rounds of games whose orders are kept; those not asked for longest go first."""


class Orders:
    """What companies do in the looks of a round."""

    def __init__(self) -> None:
        self._tiles: dict[tuple[str, int], list[LayTile]] = {}
        self._idle: set[tuple[object, ...]] = set()
        self._bought: dict[tuple[object, ...], list[Rated]] = {}

    def calls(self, state: State, seat: str, builds: bool = True) -> list[Rated] | None:
        """What a company may do by its orders; None where there are none, as for track if nobody builds."""
        turn = state.top
        if not isinstance(turn, OperatingTurn):
            return None
        step = current_step(state)
        kinds = {kind.move for kind in step.kinds} if step is not None else JUDGED
        if LayTile in kinds:
            return [self._track(state, seat, turn)] if builds or not rests(state, seat) else None
        return self._purchases(state, seat, turn) if kinds.isdisjoint(JUDGED) else None

    def _track(self, state: State, seat: str, turn: OperatingTurn) -> Rated:
        """The first tile of the company's orders that is legal, or else what Clerk would do."""
        company = turn.company
        ordered = self._tiles.setdefault((company, state.phase), [])
        for tile in list(ordered):
            mine: LayTile = tile if tile.by == seat else replace(tile, by=seat)
            if refusal(state, mine) is None:
                return Rated(0.0, mine, "")
        here = (company, state.phase, state.companies[company].trains, len(turn.laid), len(ordered))
        if here in self._idle and refusal(state, Pass(seat)) is None:
            return Rated(0.0, Pass(seat), "")
        best = rated(state, seat, WAY)[0]
        if isinstance(best.move, LayTile):
            ordered.append(best.move)
        elif isinstance(best.move, Pass):
            self._idle.add(here)
        return best

    def _purchases(self, state: State, seat: str, turn: OperatingTurn) -> list[Rated]:
        """What the company could do when it had as much money, and when it and its sisters had the same trains.

        These are several moves where a small misjudgement decides. If orders decided, all looks at a plan would show
        the same luck.
        """
        sisters = tuple(
            [(name, it.trains) for name, it in state.companies.items() if president_of(state, name) == seat]
        )
        supply = tuple(state.depot.supply.values())
        money = state.companies[turn.company].cash
        here = (turn.company, turn.step, turn.bought, seat, state.round, money, sisters, supply, state.depot.pool)
        known = [it for it in self._bought.get(here, ()) if refusal(state, it.move) is None]
        if not known:
            known = self._bought[here] = close_calls(state, rated(state, seat, WAY), WAY)
        return known


def orders(state: State, seat: str) -> Orders:
    """The orders of a round of a game. Where money is secret, no seat learns from those of another."""
    key = (state.rules, state.seed, state.round, seat if state.rules.secret else "")
    with _LOCK:
        found = _ORDERS.setdefault(key, Orders())
        _ORDERS.move_to_end(key)
        while len(_ORDERS) > MOST:
            _ORDERS.popitem(last=False)
        return found
