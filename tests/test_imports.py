"""Games recorded by 18xx.games: followed with every check on, equal to their traces after every action."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from kit import SHARED, shared

from railhead.core.moves import to_text
from railhead.core.rules import Title
from railhead.core.tiles import NODE
from railhead.imports.actions import RecordingError, read_recording, skipped_actions
from railhead.imports.follower import Follower
from railhead.imports.reading import READERS, follow_all, follower_of, is_recording, load_recording, title_of
from railhead.imports.summary import BELOW
from railhead.imports.trace import difference, trace
from railhead.titles import TITLES, title

GAMES = sorted(str(path.relative_to(SHARED / "games")) for path in (SHARED / "games").glob("*/*.game.json"))


@pytest.mark.parametrize("name", GAMES or ["1889/314.game.json"])
def test_trace_is_equal(name: str) -> None:
    path = shared("games", *name.split("/"))
    recording = load_recording(path)
    its_title = title_of(recording, TITLES, title)
    wanted = {}
    for line in Path(str(path).replace(".game.json", ".trace.jsonl")).read_text().splitlines():
        state = json.loads(line)
        if "players" in state:
            wanted[state["n"]] = state
    follower = follower_of(recording, its_title)
    seen = 0
    for line in trace(follower):
        found = difference(wanted[line["n"]], line)
        assert found is None, f"action {line['n']} ({line['type']}): {found}"
        seen += 1
    assert seen == len(wanted)


@pytest.mark.parametrize("part", [0.3, 0.55, 0.8])
@pytest.mark.parametrize("name", GAMES or ["1889/314.game.json"])
def test_a_game_that_is_not_finished(name: str, part: float) -> None:
    """Nothing follows the last action, which stands as it does in the whole game."""
    path = shared("games", *name.split("/"))
    whole = json.loads(path.read_text())
    skipped = skipped_actions(whole["actions"])
    counted = [n for n in range(len(whole["actions"])) if n not in skipped]
    last = counted[int(part * len(counted))]
    cut = {**whole, "actions": whole["actions"][: last + 1], "status": "active"}
    recording = read_recording(json.dumps(cut).encode())
    lines = Path(str(path).replace(".game.json", ".trace.jsonl")).read_text().splitlines()
    wanted = next(json.loads(line) for line in lines if line.startswith(f'{{"n":{last},'))
    *_, got = trace(follower_of(recording, title_of(recording, TITLES, title)))
    assert difference(wanted, got) is None


@pytest.mark.parametrize("name", sorted(READERS))
def test_no_track_joins_two_stops_of_one_hex(name: str) -> None:
    """So a recorded stretch, a list of hexes, says which stops it joins: a side of a hex leads to one at most."""
    its = title(name)
    variants = [(), *((option.name,) for option in its.options if not option.house)]
    for rules in (
        its.rules(seats, options) for seats in its.seats for options in variants if fits(its, seats, options)
    ):
        printed = [place.face for place in rules.map.hexes.values()]
        for face in (*printed, *(face for tile in rules.map.tiles.values() for face in tile.faces)):
            for index in range(len(face.nodes)):
                assert all(lead < NODE for lead in face.leads(NODE + index))
            for side in range(6):
                assert sum(lead >= NODE for lead in face.leads(side)) <= 1


def fits(its: Title, seats: int, options: tuple[str, ...]) -> bool:
    """Whether this many can play a variant."""
    try:
        its.rules(seats, options)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("name", GAMES or ["1889/314.game.json"])
def test_recorded_runs_are_never_above_the_best(name: str) -> None:
    recording = load_recording(shared("games", *name.split("/")))
    follower = follower_of(recording, title_of(recording, TITLES, title))
    follower.audit = []
    for _ in follower.follow():
        pass
    for line in follower.audit:
        assert line["proven"], line
        assert line["best"] >= line["played"] or not line["played_legal"], line


def test_result_of_a_finished_game() -> None:
    """The exported result: 1473, 1134, 320."""
    path = shared("games", "1889", "314.game.json")
    follower = follow_all(load_recording(path), title("1889"))
    assert follower.state.ended is not None
    assert sorted(follower.state.ended.scores.values()) == [320, 1134, 1473]
    assert [remark.rule for remark in follower.remarks if remark.rule] == ["route.blocked"]
    assert [remark.kind for remark in follower.remarks].count(BELOW) == 4


UNDO = [  # actions, those that do not count (the clarifications' part C)
    (["bid", "bid", "undo"], {1: "undone", 2: "undo"}),
    (["bid", "message", "undo"], {0: "undone", 1: "message", 2: "undo"}),
    (["bid", "bid", "undo", "redo"], {2: "undo", 3: "redo"}),
    (["bid", "undo", "bid", "redo"], {0: "undone", 1: "undo", 3: "redo"}),
    (["bid", "bid", "undo", "undo"], {0: "undone", 1: "undone", 2: "undo", 3: "undo"}),
]


@pytest.mark.parametrize(("kinds", "skipped"), UNDO)
def test_undo_and_redo(kinds: list[str], skipped: dict[int, str]) -> None:
    actions = [{"type": kind, "id": number + 1} for number, kind in enumerate(kinds)]
    assert skipped_actions(actions) == skipped


def test_undo_to_an_action() -> None:
    actions = [{"type": "bid", "id": n} for n in (1, 2, 3)] + [{"type": "undo", "id": 4, "action_id": 1}]
    assert skipped_actions(actions) == {1: "undone", 2: "undone", 3: "undo"}


def test_ids_that_repeat_and_ids_of_messages() -> None:
    """Of two actions with id 2 the later one is meant; a message can be what is gone back to."""
    bids = [{"type": "bid", "id": n} for n in (1, 2, 2, 3)]
    assert skipped_actions([*bids, {"type": "undo", "id": 4, "action_id": 2}]) == {3: "undone", 4: "undo"}
    chat = [{"type": "bid", "id": 1}, {"type": "message", "id": 2}, {"type": "bid", "id": 1}]
    undo = {"type": "undo", "id": 4, "action_id": 2}
    assert skipped_actions([*chat, undo]) == {1: "message", 2: "undone", 3: "undo"}


PLAYERS = '"players": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]'
BAD = [
    (b"nonsense", "damaged"),
    (b"{}", "no list of actions"),
    (b'{"actions": []}', "no players"),
    (f'{{"actions": [1], {PLAYERS}}}'.encode(), "action 0 has no type"),
]


@pytest.mark.parametrize(("data", "word"), BAD)
def test_bad_files(data: bytes, word: str) -> None:
    with pytest.raises(RecordingError, match=word):
        read_recording(data)


ACTIONS = [
    ('{"type": "fly", "entity": 1}', "unknown type 'fly'"),
    ('{"type": "bid", "entity": 9, "company": "TR", "price": 20}', "unknown player"),
    ('{"type": "bid", "entity": 1, "company": "XX", "price": 20}', "unknown private"),
    ('{"type": "bid", "entity": 1}', "a field is missing or has a wrong value: company$"),
    ('{"type": "bid", "entity": 1, "company": "TR", "price": []}', "a field is missing or has a wrong value$"),
    ('{"type": "bid", "entity": 1, "id": 7}', r"action 0 \(id 7, bid\): "),
    ('{"type": "dividend", "entity": "AR", "kind": "double"}', "unknown kind of dividend 'double'"),
    ('{"type": "pass", "entity": "XX"}', "unknown player or company"),
    ('{"type": "bankrupt", "entity": 1, "entity_type": "player"}', "no company operates"),
    ('{"type": "bid", "entity": 1, "company": "TR", "price": 21}', "1889 rules 5.7"),
]


@pytest.mark.parametrize(("action", "word"), ACTIONS)
def test_bad_actions(action: str, word: str) -> None:
    recording = read_recording(f'{{"title": "1889", "actions": [{action}], {PLAYERS}}}'.encode())
    with pytest.raises(RecordingError, match=word):
        follow_all(recording, title("1889"))


def test_optional_rules_that_are_no_list() -> None:
    data = f'{{"title": "1889", "actions": [], "settings": {{"optional_rules": 5}}, {PLAYERS}}}'.encode()
    with pytest.raises(RecordingError, match="the optional rules are not a list"):
        follow_all(read_recording(data), title("1889"))


FILES = [
    (b'{"actions": [], "title": "1889"}', True),
    (b'{"actions": 5}', True),
    (b'{"format": 1, "seats": ["actions", "Bob"]}', False),
    (b'{"format": 1, "remarks": {"1": "\\"actions\\""}}', False),
    (b'{"actions": [{"type": ', True),  # damaged
    (b"[]", False),
    (b'\xef\xbb\xbf{"actions": []}', True),
    (b'\xef\xbb\xbf{"format": 1}', False),
]


@pytest.mark.parametrize(("data", "theirs"), FILES)
def test_a_file_is_told_by_its_fields_and_not_by_a_word_in_it(data: bytes, theirs: bool) -> None:
    assert is_recording(data) == theirs


TITLES_THERE = [
    ("1889", "1889"),
    ("Shikoku 1889", "1889"),
    ("1824_cisleithania", "1824"),
    ("1824Cisleithania", "1824"),
]


@pytest.mark.parametrize(("name", "ours"), TITLES_THERE)
def test_titles_go_by_several_names(name: str, ours: str) -> None:
    recording = read_recording(f'{{"title": "{name}", "actions": [], {PLAYERS}}}'.encode())
    assert title_of(recording, TITLES, title).name == ours


def follow(*actions: str, players: str = PLAYERS, more: str = "") -> Follower:
    """An 1889 game of these actions, followed."""
    return follow_all(
        read_recording(f'{{"title": "1889", "actions": [{", ".join(actions)}], {players}{more}}}'.encode()),
        title("1889"),
    )


BUY_A = '{"type": "bid", "entity": 1, "entity_type": "player", "id": 1, "company": "TR", "price": 20}'


def test_programs_and_unknown_fields_have_no_effect() -> None:
    program = '{"type": "program_independent_mines", "entity": 2, "id": 2, "skip_track": true}'
    follower = follow(BUY_A, program, '{"type": "message", "entity": 1, "id": 3, "message": "hello", "new": {}}')
    assert [to_text(move) for move in follower.moves] == ["p1 bid private=A price=20"]


def test_automatic_actions_count_in_their_order() -> None:
    """Two passes of one action: with A sold its owner is paid 5 when all have passed."""
    passes = ", ".join(f'{{"type": "pass", "entity": {n}, "entity_type": "player"}}' for n in (2, 1))
    program = f'{{"type": "program_share_pass", "entity": 2, "id": 2, "auto_actions": [{passes}]}}'
    assert follow(BUY_A, program).state.players["p1"].cash == 420 - 20 + 5


def test_a_players_name_may_be_a_companys() -> None:
    """Player 2 is called KO, and player 1 like the id of the other."""
    players = '"players": [{"id": 1, "name": "2"}, {"id": 2, "name": "KO"}]'
    bid = '{"type": "bid", "entity": 2, "entity_type": "player", "id": 2, "company": "MF", "price": 30}'
    follower = follow(BUY_A, bid, players=players)
    assert [private.owner for private in follower.state.privates.values()][:2] == ["p1", "p2"]


def test_early_files_name_players_and_privates_in_full() -> None:
    players = '"players": ["Ann", "Bob"]'
    bid = '{"type": "bid", "entity": "Ann", "id": 1, "company": "Takamatsu E-Railroad", "price": 20}'
    assert follow(bid, players=players).state.privates["A"].owner == "p1"


def test_five_beginners_have_no_ferry() -> None:
    """That site keeps TR, ER, SMR, DR and SIR with five players, who begin with 390 each."""
    players = '"players": [' + ", ".join(f'{{"id": {n}, "name": "P{n}"}}' for n in range(5)) + "]"
    state = follow(players=players, more=', "settings": {"optional_rules": ["beginner_game"], "seed": 7}').state
    assert sorted(state.privates) == ["A", "C", "D", "E", "F"]
    assert sum(player.cash for player in state.players.values()) == 5 * 390 - (20 + 40 + 60 + 60 + 90)


def test_an_unknown_rule_of_the_set_up() -> None:
    """With another rule it would be another game, so nothing is read."""
    with pytest.raises(RecordingError, match="the optional rule 'moon' is not known"):
        follow(more=', "settings": {"optional_rules": ["moon"]}')


def test_early_exchange_of_the_dougo_railway() -> None:
    """In early files it is called XB, buys one `share`, and nothing says that it is a private company."""
    prices = {"TR": 20, "MF": 30, "ER": 40, "SMR": 50, "DR": 60}  # all that two players have
    bids = [
        f'{{"type": "bid", "entity": {1 + number % 2}, "company": "{name}", "price": {price}}}'
        for number, (name, price) in enumerate(prices.items())
    ]
    state = follow(*bids, '{"type": "buy_share", "entity": "XB", "share": "IR_1"}').state
    assert state.companies["IR"].shares["p1"] == (10,), "who bought the fifth private"
    assert state.privates["E"].closed


def test_stopped_by_hand() -> None:
    """Cash and the face value of the private; what comes after is not read."""
    stop = '{"type": "end_game", "entity": 2, "entity_type": "player", "id": 2}'
    ended = follow(BUY_A, stop, '{"type": "fly", "entity": 1}').state.ended
    assert ended is not None
    assert ended.scores == {"p1": 420, "p2": 420}


RESULTS = [  # what the file says, and what is remarked: both players have 420 in cash and private companies
    ({"1": 420, "2": 420}, ""),
    ({"1": 420, "2": 419}, "here it ends with"),
    ({}, ""),
]


@pytest.mark.parametrize(("result", "word"), RESULTS)
def test_the_result_of_the_file_is_compared(result: dict[str, int], word: str) -> None:
    stop = '{"type": "end_game", "entity": 2, "entity_type": "player", "id": 2}'
    more = f', "status": "finished", "result": {json.dumps(result)}'
    assert [word in remark.text for remark in follow(BUY_A, stop, more=more).remarks] == ([True] if word else [])
    (told,) = follow(BUY_A, more=', "status": "finished", "result": {"1": 420}').remarks
    assert "do not end it here" in told.text
    assert not follow(BUY_A, more=', "status": "active", "result": {"1": 1}').remarks
