"""Dialects: every departure is written down, former records load, and nothing below knows about other programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit import begin, random_game

from railhead.core.dialects import dialects_of
from railhead.core.engine import actors, refusal
from railhead.core.moves import Bid, BuyShare, LayTile, Pass, StartCompany, to_plain
from railhead.core.operating import OperatingTurn
from railhead.core.state import IPO
from railhead.core.text import fingerprint
from railhead.core.waivers import StatedRun
from railhead.imports import t1824, t1889
from railhead.imports.departures import t1893 as departures_1893
from railhead.imports.departures import t1894 as departures_1894
from railhead.imports.dialects import SITE
from railhead.record.games import Record, RecordError, replay
from railhead.record.session import Session, session_of
from railhead.titles import TITLES, title

PACKAGE = Path(__file__).resolve().parents[2] / "railhead"
DEPARTURES = {
    "1824": t1824.DEPARTURES,
    "1889": t1889.DEPARTURES,
    "1893": departures_1893.DEPARTURES,
    "1894": departures_1894.DEPARTURES,
}


@pytest.mark.parametrize("name", DEPARTURES)
def test_every_departure_is_written_down(name: str) -> None:
    text = (PACKAGE / "titles" / f"t{name}" / "DEPARTURES.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"(?m)^\| `([\w-]+)`", text))
    offered = {option.name for option in title(name).options}
    silent = {"package-at-recorded-price"}  # kept by waiving a rule; the name stands in former records
    assert listed - offered == set(DEPARTURES[name]) - silent
    assert all(f"`{option.name}`" in text for option in title(name).options if option.house)


@pytest.mark.parametrize("name", DEPARTURES)
def test_a_dialect_is_never_offered_and_always_found(name: str) -> None:
    one = title(name)
    for option in (SITE, *DEPARTURES[name]):
        with pytest.raises(ValueError, match="has no option"):
            one.rules(one.seats[-1], [option])
        assert one.rules_of_game(one.seats[-1], [option]).on(option)
    assert one.rules_of_game(one.seats[-1], [SITE]).waivable
    assert not one.rules(one.seats[-1]).waivable
    assert next(iter(dialects_of(name))) == SITE


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("1824", 2, ("cisleithania",)),
        ("1824", 4, ()),
        ("1889", 3, ()),
        ("1893", 3, ()),
        ("1894", 3, ()),
        ("1894", 4, ()),
    ],
)
def test_a_random_game_in_the_dialect(name: str, seats: int, options: tuple[str, ...]) -> None:
    """Every invariant holds after every move, and the game ends."""
    *_, (last, _) = random_game(begin(name, seats, *options, SITE, seed=4), seed=seats)
    assert last.ended is not None


def former(*moves: dict[str, object], options: tuple[str, ...] = ("any-discard-order", "recorded-runs")) -> Record:
    """A record as earlier versions wrote them."""
    return Record(title="1889", rules_version=1, seats=("Ann", "Bob"), options=options, moves=moves)


def opening() -> list[dict[str, object]]:
    """Two players sell the privates to each other, and AR comes to lay its first track."""
    bids = [Bid(f"p{1 + n % 2}", sym, 20 + 10 * n) for n, sym in enumerate("ABCDE")]
    session = Session.begin(title("1889").rules_of_game(2, ["any-discard-order"]), ["Ann", "Bob"], 0)
    for bid in bids:
        session.make(bid)
    session.make(StartCompany(actors(session.state)[0], "AR", 65))
    owner = session.state.companies["AR"].certificate
    while not isinstance(session.state.top, OperatingTurn):
        wish = BuyShare(owner, "AR", IPO)
        legal = refusal(session.state, wish) is None
        session.make(wish if legal else Pass(actors(session.state)[0]))
    return [to_plain(move) for move in session.moves]


def test_a_former_record_loads() -> None:
    """Its options name departures one by one, and a lay out of reach was a move of its own."""
    moves = opening()
    lay = {"move": "lay_recorded", "by": moves[5]["by"], "hex": "C10", "tile": "6", "rotation": 1}
    session = session_of(former(*moves, lay), title)
    entry = session.entries[-1]
    assert type(entry.move) is LayTile
    assert "track.reach" in entry.waived
    assert session.state.board.laid["C10"] == ("6", 1)
    assert fingerprint(session_of(session.record(), title).state) == fingerprint(session.state)


def test_a_record_cannot_waive_what_its_game_cannot() -> None:
    """Neither at an ordinary table, nor a rule that no dialect gives away, nor a run out of its step."""
    bid = {"move": "bid", "by": "p1", "private": "A", "price": 1, "waived": {"auction.price": "why not"}}
    for options in ((), (SITE,)):
        with pytest.raises(RecordError, match=r"cannot waive auction\.price"):
            replay(former(bid, options=options), title)
    run = {"move": "stated_run", "by": "p1", "revenue": 1_000_000, "waived": {"run.stated": "why not"}}
    with pytest.raises(RecordError, match="not legal"):
        replay(former(run, options=(SITE,)), title)
    assert str(StatedRun.__struct_config__.tag) not in {
        str(kind.move.__struct_config__.tag) for one in TITLES.values() for kind in one.rules(one.seats[-1]).kinds()
    }


WORDS = re.compile(r"18xx\.games|imported games?|railhead\.imports|recorded games?", re.IGNORECASE)


@pytest.mark.parametrize("folder", ["core", "titles", "play", "view", "routes", "bots"])
def test_nothing_below_knows_of_other_programs(folder: str) -> None:
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        assert not WORDS.search(path.read_text(encoding="utf-8")), path.name
