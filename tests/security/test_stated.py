"""A file may state a position, or a move against the rules: nobody may take the game for one that was played."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from sites import browser, new_game, play_on

from railhead.core.engine import legal_moves
from railhead.core.moves import LayTile
from railhead.imports.dialects import SITE
from railhead.play.whole_games import record
from railhead.record import pins
from railhead.record.games import to_json
from railhead.record.pins import plain
from railhead.site.models import Import
from railhead.site.store import games

TAKEN = "The position after move 12 was taken from the file; the moves before it were not checked."
BOAST = "Every move was legal and no run was below the best."


def played(client: Any, moves: int) -> dict[str, Any]:
    """The record of a game played here."""
    game = new_game(client)
    play_on(game, moves)
    found: dict[str, Any] = json.loads(to_json(record(games, game)))
    return found


def forged(client: Any, **pin: Any) -> dict[str, Any]:
    """The same game, with a position in which the first player has 300 more; it all adds up."""
    file = played(client, 12)
    position = plain(play_on(new_game(client), 12))
    position["players"]["p1"]["cash"] += 300
    position["bank"] -= 300
    stated = {"number": 12, "rules": file["rules_version"], "says": "checked by the referee", "position": position}
    return {**file, "format": 2, "sums": {}, "summary": BOAST, "pins": [{**stated, **pin}]}


def sent(client: Any, file: dict[str, Any]) -> Import:
    client.post("/import/", {"file": SimpleUploadedFile("game.json", json.dumps(file).encode())})
    return Import.objects.latest("created")


@pytest.mark.parametrize("pin", [{}, {"stated": False}])
def test_a_stated_position_is_told_apart_from_one_that_was_played(pin: dict[str, Any]) -> None:
    """On the page, in the log, by the API and in the record that leaves the site; also after a second journey."""
    ann = browser()
    file = forged(ann, **pin)
    for _ in range(2):
        row = sent(ann, file)
        assert row.status == Import.DONE, row.message
        assert row.message.startswith(TAKEN)
        assert games.now(row.game_id)[1].players["p1"].cash > 300
        assert TAKEN in ann.get(f"/t/{row.game_id}/").content.decode()
        assert "earlier moves were not checked" in ann.get(f"/t/{row.game_id}/log/").content.decode()
        assert ann.get(f"/api/games/{row.game_id}").json()["summary"].startswith(TAKEN)
        file = json.loads(ann.get(f"/t/{row.game_id}/file/record.json").content)
        assert [one["stated"] for one in file["pins"]] == [True]
        assert file["summary"].count(TAKEN) == 1


def test_a_copy_of_a_stated_game_says_so_too() -> None:
    ann = browser()
    row = sent(ann, forged(ann))
    play_on(row.game_id, 14)
    copy = ann.post(f"/t/{row.game_id}/copy/?at=13", {"at": "13"})["Location"].strip("/").split("/")[1]
    assert games.now(copy)[0].count == 13
    assert TAKEN in ann.get(f"/t/{copy}/").content.decode()
    assert "earlier moves were not checked" in ann.get(f"/t/{copy}/log/").content.decode()


def test_a_change_of_rules_made_here_is_not_called_stated() -> None:
    """What this site saw, it can vouch for."""
    from railhead.play.records import Pin
    from railhead.play.upgrades import pin_line

    assert pin_line(Pin(3, 4, 2, "a bid must be 5 higher")).endswith("Earlier moves stand as they were.")


@pytest.mark.parametrize("rules", [0, -1, 99, 10**40])
def test_a_pin_names_rules_that_exist(rules: int) -> None:
    ann = browser()
    row = sent(ann, forged(ann, rules=rules))
    assert row.status == Import.FAILED
    assert "rules version" in row.message
    assert len(row.message) < 300


def test_a_file_full_of_positions_is_not_searched_for_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the position that play goes on from needs legal moves; a search for each could take minutes."""
    looked: list[int] = []

    def counted(state: Any) -> Any:
        looked.append(state.count)
        return legal_moves(state)

    ann = browser()
    file = forged(ann)
    position = file["pins"][0]["position"]
    file["positions"] = {str(number): {**position, "count": number} for number in range(1, 12)}
    monkeypatch.setattr(pins, "legal_moves", counted)
    assert sent(ann, file).status == Import.DONE
    assert looked == [12]


def test_a_move_against_the_rules_is_marked_though_its_remarks_are_gone() -> None:
    """The file waives a rule for a lay and says that all is well; the log and the summary say what we know."""
    ann = browser()
    file = played(ann, 0)
    number, moves = waived_lay()
    row = sent(ann, {**file, "options": [SITE], "moves": moves, "sums": {}, "remarks": {}, "summary": BOAST})
    assert row.status == Import.DONE, row.message
    assert row.message.startswith(f"Move {number} breaks a rule and was kept as the file has it.")
    assert "Kept as the file has it, against the rules" in ann.get(f"/t/{row.game_id}/log/").content.decode()


def waived_lay() -> tuple[int, list[dict[str, Any]]]:
    """Moves up to a lay out of a company's reach; the number of that move."""
    from railhead.core.engine import actors, apply, new_game, refusal
    from railhead.core.moves import to_plain
    from railhead.play.stand_in import choose
    from railhead.titles import title

    rules = title("1889").rules_of_game(3, (SITE,))
    state, moves = new_game(rules, ["Player 1", "Player 2", "Player 3"], 7), []
    while True:
        seat = actors(state)[0]
        for hex_id in rules.map.hexes:
            move = LayTile(seat, hex_id, "9", 0)
            found = refusal(state, move)
            if found is not None and found.rule == "track.reach":
                return len(moves) + 1, [*moves, {**to_plain(move), "waived": {"track.reach": "all is well"}}]
        move = choose(state, seat)
        moves.append(to_plain(move))
        state, _ = apply(state, move)
