"""What a move would bring, before it is made: money, prices, phases.

Nothing is computed here: the kernel is asked what would happen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core import events as ev
from railhead.core import moves as mv
from railhead.core.change import Change, find_frame
from railhead.core.engine import open_kinds
from railhead.core.memo import remembered
from railhead.core.operating import OperatingTurn
from railhead.view.names import counted, listed, money, president_word, term, train_name, who

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railhead.core.state import State


def operating_now(state: State) -> str:
    """The company whose turn it is; empty outside of operating turns."""
    turn = find_frame(state, OperatingTurn)
    return turn.company if turn is not None else ""


@remembered
def _outcome(state: State, move: mv.Move) -> tuple[ev.Event, ...]:
    """What a legal move does by itself, before anything follows; nothing for an illegal one."""
    try:
        for kind in open_kinds(state):
            if kind.move is type(move) and kind.objection(state, move) is None:
                change = Change(state)
                kind.effect(change, move)
                return tuple(change.events)
    except (LookupError, ValueError, AssertionError):
        return ()
    return ()


def received(state: State, move: mv.Move, why: str = "", payee: str = "") -> int:
    """What the player, or somebody else, would be paid, for a reason or altogether."""
    return sum(
        event.amount
        for event in _outcome(state, move)
        if isinstance(event, ev.Paid) and event.payee == (payee or move.by) and why in ("", event.why)
    )


def spent(state: State, move: mv.Move) -> tuple[str, int]:
    """Who pays for a legal move, the operating company or the player, and how much altogether."""
    events = [event for event in _outcome(state, move) if isinstance(event, ev.Paid)]
    for payer in (operating_now(state), move.by):
        paid = sum(event.amount for event in events if event.payer == payer)
        left = paid - sum(event.amount for event in events if event.payee == payer)
        if payer and left > 0:
            return payer, left
    return "", 0


def kept(state: State, move: mv.Move) -> str:
    """What the operating company or the player has left after paying for a move; empty if nothing is paid."""
    payer, amount = spent(state, move)
    if not amount:
        return ""
    purse = state.companies[payer].cash if payer in state.companies else state.players[payer].cash
    return f"{who(state, payer)} keeps {money(state, purse - amount)}"


def effect_of(state: State, move: mv.Move, *, first: Iterable[str] = ()) -> str:
    """The consequences of a move that a player would want to know before making it."""
    parts = [part for part in first if part]
    rusted: list[str] = []
    closed = 0
    for event in _outcome(state, move):
        if isinstance(event, ev.TrainGone) and event.why == "rust":
            rusted.append(event.train)
        elif isinstance(event, ev.PrivateClosed):
            closed += 1
        else:
            parts.append(_consequence(state, event))
    if rusted:
        kinds = dict.fromkeys(rusted)
        parts.append(f"rusts {listed(counted(rusted.count(kind), train_name(kind)) for kind in kinds)}")
    if closed:
        parts.append(f"closes {counted(closed, 'private company', 'private companies')}")
    return "; ".join(part for part in parts if part)


def pars_set(state: State, move: mv.Move) -> str:
    """The prices at which a purchase starts companies other than what is bought; usually empty."""
    pars = [event for event in _outcome(state, move) if isinstance(event, ev.ParSet)]
    price_word = term(state, "par price")
    found = (f"sets the {price_word} of {event.company} at {money(state, event.price)}" for event in pars)
    return "; ".join(found)


def _consequence(state: State, event: ev.Event) -> str:
    if isinstance(event, ev.PriceMoved) and event.why != "par" and event.old != event.new:
        return f"{event.company} {money(state, event.old)} → {money(state, event.new)}"
    if isinstance(event, ev.CompanyFloated):
        return f"{event.company} floats" + (f" with {money(state, event.capital)}" if event.capital else "")
    if isinstance(event, ev.PresidentChanged):
        return f"{who(state, event.new)} becomes {president_word(state)} of {event.company}"
    if isinstance(event, ev.PhaseChanged):
        return f"begins phase {event.phase}"
    if isinstance(event, ev.BankBroke):
        return "" if state.rules.secret else "breaks the bank"  # it would reveal what the bank holds
    if isinstance(event, ev.GameEnded):
        return "ends the game"
    return ""
