"""Certificates: who holds what, what a block can be made of, and who is president."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.events import PresidentChanged, SharesMoved
from railhead.core.memo import remembered
from railhead.core.state import State, is_player, players_from

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railhead.core.change import Change


def president_percent(state: State, company: str) -> int:
    """The size of the president's certificate."""
    return state.rules.companies[company].shares[0]


def percent_of(state: State, company: str, holder: str) -> int:
    """How much of a company a holder has."""
    charter = state.companies[company]
    shares = charter.shares
    own = sum(shares[holder]) if holder in shares else 0
    return own + state.rules.companies[company].shares[0] if charter.certificate == holder else own


def held_by_players(state: State, company: str) -> int:
    """How much of a company the players hold."""
    charter, players = state.companies[company], state.players
    held = president_percent(state, company) if charter.certificate in players else 0
    for holder, sizes in charter.shares.items():
        if holder in players:
            held += sum(sizes)
    return held


@remembered
def certificates_of(state: State, player: str) -> int:
    """How many certificates a player has that count against the limit."""
    number, rules = 0, state.rules
    free = rules.stock.uncounted_zones
    for charter in state.companies.values():
        shares, cell = charter.shares, charter.cell
        here = len(shares[player]) if player in shares else 0
        if charter.certificate == player:
            here += 1
        if here and (not free or cell is None or free.isdisjoint(rules.market.zone(cell))):
            number += here
    for sym, private in state.privates.items():
        if private.owner == player and not private.closed and rules.privates[sym].counts:
            number += 1
    return number


def privates_of(state: State, owner: str) -> tuple[str, ...]:
    """The private companies that somebody owns."""
    return tuple([sym for sym, private in state.privates.items() if private.owner == owner and not private.closed])


def holders(state: State, company: str) -> Mapping[str, int]:
    """Everybody who has part of a company, with the percentage."""
    charter = state.companies[company]
    names = set(charter.shares) | {charter.certificate}
    return {name: percent_of(state, company, name) for name in sorted(names) if percent_of(state, company, name)}


def pick(certificates: tuple[int, ...], percent: int) -> tuple[int, ...] | None:
    """Certificates that make up a percentage, small ones first; None if none do."""
    small = sorted(certificates)
    taken = count = 0
    while taken < percent and count < len(small):
        taken += small[count]
        count += 1
    if taken == percent:  # as almost always: the smallest ones make it up
        return tuple(small[:count])
    for at, size in enumerate(small):
        if size <= percent:
            left = small.copy()
            left.pop(at)
            rest = pick(tuple(left), percent - size)
            if rest is not None:
                return (size, *rest)
    return None


def move_shares(
    change: Change, company: str, source: str, target: str, sizes: tuple[int, ...], price: int = 0
) -> None:
    """Move ordinary certificates of these sizes."""
    shares = dict(change.state.companies[company].shares)
    left = list(shares.get(source, ()))
    for size in sizes:
        left.remove(size)
    if left:
        shares[source] = tuple(left)
    else:
        shares.pop(source, None)
    shares[target] = (*shares.get(target, ()), *sizes)
    change.company(company, shares=shares)
    change.emit(SharesMoved(company=company, percent=sum(sizes), source=source, target=target, price=price))


def move_certificate(change: Change, company: str, target: str, price: int = 0) -> None:
    """Move the president's certificate."""
    source = change.state.companies[company].certificate
    change.company(company, certificate=target)
    size = president_percent(change.state, company)
    change.emit(SharesMoved(company=company, percent=size, source=source, target=target, price=price))


def heir(state: State, company: str, seller: str, left: int) -> str:
    """Who becomes president when the president's holding falls to `left`: himself, or another player.

    Most shares win; among equals the first to the left of the old president (`president.change`).
    """
    best, new = left, seller
    shares = state.companies[company].shares
    for player in players_from(state, seller)[1:]:
        if player in shares and (percent := percent_of(state, company, player)) > best:
            best, new = percent, player
    return new


def hand_over(change: Change, company: str, new: str, sizes: tuple[int, ...] | None = None) -> None:
    """The new president gives ordinary certificates for the president's one."""
    state = change.state
    charter = state.companies[company]
    old = charter.certificate
    given = sizes or pick(charter.shares.get(new, ()), president_percent(state, company))
    assert given is not None, "a president is only changed when the certificates can be exchanged"
    shares = dict(charter.shares)
    left = list(shares.get(new, ()))
    for size in given:
        left.remove(size)
    if left:
        shares[new] = tuple(left)
    else:
        shares.pop(new, None)
    shares[old] = (*shares.get(old, ()), *given)
    change.company(company, shares=shares, certificate=new)
    change.emit(PresidentChanged(company=company, old=old, new=new, rule="president.change"))


def settle_president(change: Change, company: str) -> None:
    """Change the president if another player now holds more than the current one."""
    state = change.state
    old = state.companies[company].certificate
    if not is_player(old):
        return
    new = heir(state, company, old, percent_of(state, company, old))
    if new != old and pick(state.companies[company].shares.get(new, ()), president_percent(state, company)):
        hand_over(change, company, new)
