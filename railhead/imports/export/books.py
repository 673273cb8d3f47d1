"""What 18xx.games numbers and we do not: certificates, trains and copies of tiles."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from railhead.core.state import POOL, State

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable

    from railhead.core.rules import Rules

GONE = "gone"


def certificate_ids(rules: Rules, sym: str) -> dict[str, int]:
    """Every certificate of a company with its percent: number 0 is the president's."""
    facts = rules.companies[sym]
    name = facts.alias or sym
    if facts.shares[1:2] == (20,):  # of AGV and HGK number 1 is a small certificate there
        sizes = (facts.shares[0], 10, 20, *facts.shares[3:])
        return {f"{name}_{number}": percent for number, percent in enumerate(sizes)}
    return {f"{name}_{number}": percent for number, percent in enumerate(facts.shares)}


class Books:
    """Who has which certificate, train and copy of a tile, kept up to date from one position to the next."""

    def __init__(self, state: State, rng: random.Random, dealt: Callable[[State, str], dict[str, list[int]]]) -> None:
        self.rng = rng
        self.dealt = dealt
        game_rules = state.rules
        self.percent = {sym: certificate_ids(game_rules, sym) for sym in state.companies}
        self.shares: dict[str, dict[str, list[str]]] = {sym: {} for sym in state.companies}
        self._held: dict[str, Any] = {}  # what was followed last: holdings that stay need no look
        for sym in state.companies:
            self._first_shares(state, sym)
        self.issued: Counter[str] = Counter()
        self.trains: dict[str, list[str]] = defaultdict(list)
        self.copies: dict[str, str] = {}
        self.free: dict[str, list[str]] = {}
        self.next_copy: Counter[str] = Counter()
        self.follow(state, ())

    def _first_shares(self, state: State, sym: str) -> None:
        """Deal the certificates of the opening position in ascending numbers."""
        charter = state.companies[sym]
        left = dict(self.percent[sym])
        president = next(iter(left))
        del left[president]
        book = self.shares[sym] = {charter.certificate: [president]}
        given = {
            holder: [name for name in left if int(name.rsplit("_", 1)[1]) in numbers]
            for holder, numbers in self.dealt(state, sym).items()
        }
        for holder, names in given.items():
            book.setdefault(holder, []).extend(names)
            left = {name: percent for name, percent in left.items() if name not in names}
        for holder, percents in charter.shares.items():
            for percent in percents[len(given.get(holder, ())) :]:
                name = next(name for name, each in left.items() if each == percent)
                del left[name]
                book.setdefault(holder, []).append(name)

    def of(self, sym: str, holder: str) -> list[str]:
        """The certificates of a company that somebody holds."""
        return self.shares[sym].get(holder, [])

    def president(self, sym: str) -> str:
        """The number of the president's certificate."""
        return next(iter(self.percent[sym]))

    def follow(self, state: State, named: Iterable[str]) -> None:
        """Bring the books up to a position; certificates and trains that an action named move first."""
        wanted = set(named)
        for sym, charter in state.companies.items():
            held = charter.shares, charter.certificate
            if self._held.get(sym) != held:
                self._held[sym] = held
                self._move_shares(state, sym, wanted)
        self._move_trains(state, wanted)
        self._move_tiles(state, wanted)

    def _move_shares(self, state: State, sym: str, named: set[str]) -> None:
        charter, book, percent = state.companies[sym], self.shares[sym], self.percent[sym]
        first = self.president(sym)
        for names in book.values():
            if first in names:
                names.remove(first)
        need = {holder: Counter(percents) for holder, percents in charter.shares.items()}
        loose: list[str] = []
        for holder, names in book.items():
            have = Counter(percent[name] for name in names)
            for name in sorted(names, key=lambda each: (each not in named, names.index(each))):
                if have[percent[name]] > need.get(holder, Counter())[percent[name]]:
                    have[percent[name]] -= 1
                    names.remove(name)
                    loose.append(name)
        for holder, wants in need.items():
            have = Counter(percent[name] for name in book.get(holder, []))
            for each, count in wants.items():
                for _ in range(count - have[each]):
                    found = next(name for name in loose if percent[name] == each)
                    loose.remove(found)
                    book.setdefault(holder, []).append(found)
        book.setdefault(charter.certificate, []).insert(0, first)

    def _move_trains(self, state: State, named: set[str]) -> None:
        now: dict[str, list[str]] = {sym: list(it.trains) for sym, it in state.companies.items()}
        now[POOL] = list(state.depot.pool)
        loose: list[str] = []
        heirs: dict[str, str] = {}  # trains of a company that has become part of another go there
        for holder, names in self.trains.items():
            have, need = Counter(kind(name) for name in names), Counter(now.get(holder, []))
            for name in sorted(names, key=lambda each: each not in named):
                if have[kind(name)] > need[kind(name)]:
                    have[kind(name)] -= 1
                    names.remove(name)
                    loose.append(name)
                    facts = state.rules.companies.get(holder)
                    heirs[name] = str(facts.special.get("becomes", "") if facts else "").partition(" ")[0]
        for holder, trains in now.items():
            have = Counter(kind(name) for name in self.trains[holder])
            for train, count in Counter(trains).items():
                for _ in range(count - have[train]):
                    there = [name for name in loose if kind(name) == train]
                    found = min(there, key=lambda name: heirs[name] not in (holder, ""), default="")
                    if found:
                        loose.remove(found)
                    else:
                        found = self.next_train(train)
                        self.issued[train] += 1
                    self.trains[holder].append(found)
        for train, left in state.depot.supply.items():
            all_there = state.rules.trains[train].count
            if left >= 0 and all_there is not None:
                self.issued[train] = max(self.issued[train], all_there - left)  # exported

    def trade_in(self, company: str, old: str, new: str) -> None:
        """A new train takes the place of an old one of its type; counting alone would not tell which one stays."""
        self.trains[company] = [new if name == old else name for name in self.trains[company]]
        self.trains[POOL].append(old)
        self.issued[kind(new)] += 1

    def next_train(self, train: str) -> str:
        """The number of the train that the supply sells next."""
        return f"{train}-{self.issued[train]}"

    def _move_tiles(self, state: State, named: set[str]) -> None:
        for hex_id, (tile, _) in state.board.laid.items():
            old = self.copies.get(hex_id)
            if old is not None and kind(old) == tile:
                continue
            if old is not None:
                self.free.setdefault(kind(old), []).append(old)
            copy = next((name for name in named if kind(name) == tile), "") or self.next_tile(tile)
            if copy in self.free.get(tile, []):
                self.free[tile].remove(copy)
            else:
                self.next_copy[tile] += 1
            self.copies[hex_id] = copy

    def next_tile(self, tile: str) -> str:
        """A copy of a tile that is free: one never used, or one that came back."""
        used = self.free.get(tile, [])
        return used[0] if used and self.rng.random() < 0.5 else f"{tile}-{self.next_copy[tile]}"


def kind(name: str) -> str:
    """The type in the number of a train or tile."""
    return name.rsplit("-", 1)[0]
