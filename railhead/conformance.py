"""The suite that every title must pass, ours or somebody else's: for `railhead check-title` and the tests of a title.

Each check takes a title and raises `Nonconformity` with a sentence when something is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.bots.player import ask, bot, next_seat
from railhead.core.engine import actors, apply, legal_moves, new_game, price_ranges, refusal
from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.moves import LayTile, to_plain, to_text
from railhead.core.operating import OperatingTurn
from railhead.core.rules import Rules, Title
from railhead.core.text import codec_of, from_json, to_json
from railhead.play.simulation import names
from railhead.record.games import record_of
from railhead.record.games import replay as replay_record
from railhead.view.map_svg import map_svg
from railhead.view.market_svg import market_svg

if TYPE_CHECKING:
    from railhead.core.state import State

MOST_MOVES = 6000
"""A random game that has not ended by then counts as one that does not end."""
ANSWERS = frozenset({"turn.whose", "turn.not-now", "game.over"})
"""What the kernel itself refuses a move with."""

Table = tuple[int, tuple[str, ...]]
"""A number of seats and the options chosen."""


class Nonconformity(AssertionError):
    """Something that a title must not do, in a sentence."""


def expect(holds: bool, sentence: str) -> None:
    """Raise the sentence unless the condition holds."""
    if not holds:
        raise Nonconformity(sentence)


def tables(title: Title) -> list[Table]:
    """The smallest and the largest table of a title, and one for each variant."""
    found: list[Table] = [(title.seats[0], ()), (title.seats[-1], ())]
    for option in title.options:
        if not option.house:
            seats = option.seats or tuple(title.seats)
            found.append((seats[-1], (option.name,)))
    return list(dict.fromkeys(found))


def every_rules(title: Title) -> list[Rules]:
    """The rules for the smallest and the largest table, plain and with every single option."""
    built = []
    for option in (None, *title.options):
        seats = option.seats if option is not None and option.seats else tuple(title.seats)
        for number in sorted({seats[0], seats[-1]}):
            built.append(title.rules(number, [option.name] if option is not None else ()))
    return built


def begin(title: Title, table: Table, seed: int = 1) -> State:
    """The opening position of a table."""
    seats, options = table
    return new_game(title.rules(seats, options), names(seats), seed)


def random_game(state: State, seed: int, most: int = MOST_MOVES) -> Iterator[tuple[State, list[Any]]]:
    """Random play to the end: every position with its legal moves, checked after every move."""
    rng = random.Random(seed)
    money = total_money(state)
    rules = state.rules
    while state.ended is None:
        moves = list(legal_moves(state))
        expect(bool(moves), f"nobody can move at {state.top}")
        yield state, moves
        move = rng.choice(moves)
        before = to_json(state) if state.count % 50 == 0 else None
        after, _ = apply(state, move)
        faults = broken_invariants(after, money)
        expect(not faults, f"after {to_text(move)}: {'; '.join(faults)}")
        if before is not None:
            expect(to_json(state) == before, f"{to_text(move)} changed the position it was made in")
            again = from_json(to_json(after), lambda *_: rules)
            expect(again == after, f"the position after {to_text(move)} cannot be written down and read again")
        state = after
        expect(state.count < most, f"a game has not ended after {most} moves")
    yield state, []


def game_to_the_end(title: Title, table: Table, seed: int = 11) -> None:
    """A random game ends; every listed move is legal and survives being written down."""
    for state, moves in random_game(begin(title, table, seed), seed=table[0]):
        if state.count % 40 == 0:
            codec = codec_of(state.rules)
            for move in moves:
                expect(codec.from_text(to_text(move)) == move, f"{to_text(move)} is not read as it is written")
                expect(codec.from_plain(to_plain(move)) == move, f"{to_plain(move)} is not read as it is written")
                expect(refusal(state, move) is None, f"{to_text(move)} is listed, but refused")
    expect(state.ended is not None and set(state.ended.scores) == set(state.players), "a player has no score")


def games_to_the_end(title: Title) -> None:
    """Random games end at every kind of table, with every invariant held after every move."""
    for table in tables(title):
        game_to_the_end(title, table)


def every_check_has_a_clause(title: Title) -> None:
    """Every check that can refuse a move is in the rulebook's index, and none that is declared unused."""
    built = every_rules(title)
    clauses = set(built[0].rulebook.clauses)
    unused = frozenset.intersection(*(rules.unused for rules in built))
    missing = ANSWERS.union(*(rules.slugs() for rules in built)) - clauses - unused
    expect(not missing, f"no clause in the rulebook for: {', '.join(sorted(missing))}")
    expect(not unused & clauses, f"declared unused, but in the rulebook: {', '.join(sorted(unused & clauses))}")


def clauses_are_sentences(title: Title) -> None:
    """Each clause says something short; a ruling says why, and only a ruling does."""
    for slug, clause in every_rules(title)[0].rulebook.clauses.items():
        expect(0 < len(clause.says) < 200, f"{slug}: a clause says one short sentence")
        expect(bool(clause.why) == clause.ruling, f"{slug}: a ruling says why, other clauses do not")


def facts_name_what_is_there(title: Title) -> None:
    """Homes are on the map; trains, phases and private companies name things that exist."""
    for rules in every_rules(title):
        book = rules.rulebook.clauses
        for sym, company in rules.companies.items():
            for home in company.home:
                expect(home in rules.map.hexes, f"{sym}: its home {home} is not on the map")
        for phase in rules.phases:
            for train in phase.on:
                expect(train in rules.trains, f"phase {phase.name} begins with {train}, which is not a train")
        for name, train_facts in rules.trains.items():
            for other in (*train_facts.rusts_on, *train_facts.trade_in):
                expect(other in rules.trains, f"train {name} names {other}, which is not a train")
        for sym, private in rules.privates.items():
            for slug in private.about:
                expect(slug in book, f"private company {sym} names the clause {slug}, which is not in the rulebook")


def lays_by_brute_force(title: Title) -> None:
    """Every tile on every hex in every rotation, through the checks, equals the list of lays."""
    seen = 0
    for seed in range(5, 12):
        for number, (state, listed) in enumerate(_lay_positions(title, seed)):
            if number % 9 == 3:
                expect(listed == _every_lay(state), f"seed {seed}, {state.count} moves: the list of lays is wrong")
                seen += 1
            if seen == 4:
                return
    expect(seen > 0, "random games hardly ever lay track")


def _lay_positions(title: Title, seed: int) -> Iterator[tuple[State, set[tuple[str, str, int]]]]:
    for state, moves in random_game(begin(title, (title.seats[-1], ()), seed), seed):
        if state.frames and isinstance(state.top, OperatingTurn):
            listed = {(move.hex, move.tile, move.rotation) for move in moves if type(move) is LayTile}
            if listed:
                yield state, listed


def _every_lay(state: State) -> set[tuple[str, str, int]]:
    player = actors(state)[0]
    return {
        (hex_id, tile, rotation)
        for hex_id in state.rules.map.hexes
        for tile in state.rules.map.tiles
        for rotation in range(6)
        if refusal(state, LayTile(player, hex_id, tile, rotation)) is None
    }


def same_seed_same_game(title: Title) -> None:
    """Nothing is random but the seed: two games with the same choices are the same, move for move."""
    one, two = (begin(title, (title.seats[-1], ()), seed=3) for _ in range(2))
    for number in range(120):
        moves = list(legal_moves(one))
        expect(moves == list(legal_moves(two)), f"move {number}: two equal games offer different moves")
        if not moves:
            break
        move = moves[number * 7 % len(moves)]
        one, two = apply(one, move)[0], apply(two, move)[0]
    expect(one == two, "two games with the same seed and the same moves differ")


def price_ranges_hold(title: Title) -> None:
    """Where prices are offered as a range, both ends are legal."""
    checked = 0
    for state, _ in random_game(begin(title, (title.seats[-1], ()), seed=2), seed=9):
        if state.ended is not None or checked > 60:
            break
        for prices in price_ranges(state):
            for value in (prices.low, prices.high):
                move = replace(prices.move, **{prices.field: value})
                found = refusal(state, move)
                fine = found is None or found.rule == "offer.declined"
                expect(fine, f"{to_text(move)} is offered, but refused: {found}")
            checked += 1
    has_ranges = any(kind.price_ranges for kind in state.rules.kinds())
    expect(checked > 0 or not has_ranges, "no range of prices was ever offered")


def records_replay(title: Title) -> None:
    """The record of a game replays to the same position."""
    state = begin(title, (title.seats[0], ()))
    moves: list[Any] = []
    rng = random.Random(4)
    while state.ended is None and len(moves) < 150:
        moves.append(rng.choice(list(legal_moves(state))))
        state, _ = apply(state, moves[-1])
    again = replay_record(record_of(state, moves), lambda _name: title)
    expect(to_json(again) == to_json(state), "the record of a game does not replay to its last position")


def pictures_are_drawn(title: Title) -> None:
    """Map and market can be drawn at the opening and in the middle of a game."""
    for state, _ in islice(random_game(begin(title, (title.seats[-1], ())), seed=1), 0, 200, 60):
        for picture in (map_svg(state), market_svg(state)):
            expect(picture.lstrip().startswith("<svg"), "a picture is not drawn")


def bots_play(title: Title) -> None:
    """The bot Clerk plays sixty moves."""
    state = begin(title, (title.seats[0], ()))
    player = bot("clerk")
    rng = random.Random(1)
    while state.ended is None and state.count < 60:
        state, _ = apply(state, ask(player, state, next_seat(state), 1.0, rng).move)


Check = Callable[[Title], None]
CHECKS: tuple[Check, ...] = (
    facts_name_what_is_there,
    every_check_has_a_clause,
    clauses_are_sentences,
    same_seed_same_game,
    records_replay,
    price_ranges_hold,
    pictures_are_drawn,
    lays_by_brute_force,
    bots_play,
    games_to_the_end,
)
"""The whole suite; quick ones first."""


def check_title(title: Title, checks: Iterable[Check] = CHECKS) -> Iterator[tuple[str, str]]:
    """Run the checks: what each one looks at, and what is wrong (empty if nothing is)."""
    for one in checks:
        says = (one.__doc__ or one.__name__).strip()
        try:
            one(title)
        except Exception as error:
            reason = str(error) if isinstance(error, Nonconformity) else f"{type(error).__name__}: {error}"
            yield says, reason
        else:
            yield says, ""
