"""Pages and forms of a table: what is answered, what is refused, and that nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from railhead.core.events import TurnBegan
from railhead.play.records import MOVE, REDO, UNDO
from railhead.play.timeline import events_from_json
from railhead.site import logbook, variations
from railhead.site.store import games
from railhead.titles import TITLES
from railhead.view.stages import STAGES

Person = Any
BUY_A = '{"move":"bid","by":"p1","private":"A","price":20}'
PASS_1 = '{"move":"pass","by":"p1"}'
PASS_2 = '{"move":"pass","by":"p2"}'
Play = Callable[..., Any]


def text(answer: Any) -> str:
    """The body of an answer."""
    return str(answer.content.decode())


def test_home_shows_every_title(ann: Person) -> None:
    page = text(ann.get("/"))
    for title in TITLES.values():
        assert title.full_name in page
    assert ann.get("/titles/1889/map.svg").status_code == 200


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_title_begins_in_two_clicks(ann: Person, title: str) -> None:
    players = min(max(3, TITLES[title].seats[0]), TITLES[title].seats[-1])
    game = ann.new_table(title, players)
    page = text(ann.get(f"/t/{game}/"))
    assert 'id="now"' in page
    assert 'name="move"' in page
    assert 'class="hex' in text(ann.get(f"/t/{game}/?stage=map"))


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_title_shows_every_stage_and_tab_late_in_the_game(ann: Person, played: Play, title: str) -> None:
    game = ann.new_table(title, min(max(3, TITLES[title].seats[0]), TITLES[title].seats[-1]))
    played(game, 120)
    for stage in STAGES:
        answer = ann.htmx(f"/t/{game}/live/", stage=stage, always="1")
        assert answer.status_code == 200, stage
        assert f'data-stage="{stage}"' in text(answer)
        assert f'<section id="stage-{stage}"' in text(answer)
    for tab, shows in (("charts", 'id="chart-worth"'), ("rules", 'class="clauses"'), ("table", 'class="seats"')):
        assert shows in text(ann.htmx(f"/t/{game}/live/", tab=tab, always="1")), tab
    assert ann.get(f"/t/{game}/log/").status_code == 200
    assert ann.htmx(f"/t/{game}/why/").status_code == 200


def test_a_move_is_answered_with_the_new_parts(ann: Person) -> None:
    game = ann.new_table()
    answer = ann.move(game, 0, BUY_A)
    assert answer.status_code == 200
    assert 'data-version="1"' in text(answer)
    assert 'id="stage-auction"' in text(answer)
    assert games.now(game)[1].privates["A"].owner == "p1"


def test_a_part_is_sent_only_when_it_changed(ann: Person) -> None:
    game = ann.new_table()
    page = text(ann.get(f"/t/{game}/"))
    have = ann.parts_on(page)
    assert {"now", "log", "history", "stage-auction"} <= {word.partition(":")[0] for word in have.split()}
    assert ann.htmx(f"/t/{game}/live/", always="1", have=have).status_code == 204
    answer = text(ann.move(game, 0, BUY_A, have=have))
    sent = set(re.findall(r'hx-target="#([\w-]+)"', answer))
    assert {"status", "carry", "now", "log-is", "stage-auction"} <= sent
    assert not sent & {"switch", "more"}


def test_a_chosen_stage_holds_until_another_decision(ann: Person, played: Play) -> None:
    game = ann.new_table()
    assert 'data-stage="map"' in text(ann.htmx(f"/t/{game}/live/", stage="map", was="auction", always="1"))
    played(game, 6, lambda state: state.round.kind == "SR")
    assert 'data-stage="trading"' in text(ann.htmx(f"/t/{game}/live/", stage="map", was="auction", always="1"))
    ann.cookies["pin"] = "sheet"
    assert 'data-stage="sheet"' in text(ann.htmx(f"/t/{game}/live/", always="1"))


def test_without_scripts_a_move_leads_back_to_the_table(ann: Person) -> None:
    game = ann.new_table()
    answer = ann.post(f"/t/{game}/move/", {"seq": 0, "move": BUY_A})
    assert answer.status_code == 302
    assert answer["Location"] == f"/t/{game}/"


def test_a_number_from_its_own_input(ann: Person) -> None:
    game = ann.new_table()
    bid = '{"move":"bid","by":"p1","private":"C","price":45}'
    assert ann.move(game, 0, "", named=f"price:n1:{bid}", n1="60", n2="9").status_code == 200
    assert games.now(game)[1].top.bids["C"] == (("p1", 60),)
    for named in (f"price:n1:{bid}", f"fare:n1:{bid}", "price:n1:{", "price"):
        assert ann.move(game, 1, "", named=named, n1="x").status_code == 400


def test_stale_offers_the_newer_position(ann: Person) -> None:
    game = ann.new_table()
    ann.move(game, 0, PASS_1)
    answer = ann.move(game, 0, PASS_1)
    assert answer.status_code == 409
    assert "moved on" in text(answer)
    assert 'data-version="1"' in text(answer)
    assert games.store.head(game).version == 1


def test_illegal_says_the_section(ann: Person) -> None:
    game = ann.new_table()
    answer = ann.move(game, 0, '{"move":"bid","by":"p1","private":"A","price":5}')
    assert answer.status_code == 422
    assert "1889 rules" in text(answer)
    assert games.store.head(game).version == 0


@pytest.mark.parametrize("bad", ["", "{", "[]", "null", '{"move":"fly","by":"p1"}', '{"move":"pass"}', "x" * 200_000])
def test_malformed_is_400(ann: Person, bad: str) -> None:
    game = ann.new_table()
    assert ann.move(game, 0, bad).status_code == 400


def test_a_double_click_moves_once(ann: Person) -> None:
    game = ann.new_table()
    assert ann.move(game, 0, PASS_1, key="k").status_code == 200
    assert ann.move(game, 0, PASS_1, key="k").status_code == 200
    assert games.store.head(game).version == 1


def test_others_watch_but_do_not_move(ann: Person, somebody: Callable[[], Person]) -> None:
    game = ann.new_table()
    bob = somebody()
    page = bob.get(f"/t/{game}/")
    assert page.status_code == 200
    assert "You are watching" in text(page)
    assert bob.move(game, 0, PASS_1).status_code == 403
    assert bob.htmx(f"/t/{game}/undo/", seq=0).status_code == 403
    assert bob.htmx(f"/t/{game}/chat/", text="hello").status_code == 403


def test_no_such_table(ann: Person) -> None:
    for path in ("/t/nothing/", "/t/nothing/live/", "/nowhere/", "/t/nothing/file/record.json", "/new/1830/"):
        assert ann.get(path).status_code == 404, path


def test_undo_redo_and_history(ann: Person, played: Play) -> None:
    game = ann.new_table()
    played(game, 30)
    version = games.store.head(game).version
    back = ann.htmx(f"/t/{game}/undo/", seq=version, what="undo", to="10")
    assert back.status_code == 200
    assert games.store.head(game).count == 10
    again = ann.htmx(f"/t/{game}/undo/", seq=version + 1, what="redo")
    assert again.status_code == 200
    assert games.store.head(game).count == 11
    then = text(ann.htmx(f"/t/{game}/live/", at="4", always="1"))
    assert "looking at move 4 of 11" in then
    assert 'name="move"' not in then


def test_page_and_api_take_back_the_same(ann: Person) -> None:
    """The last move of a person, with what code did after it."""
    for way in ("page", "api"):
        game = ann.new_table()
        ann.move(game, 0, PASS_1)
        games.submit(game, 1, PASS_2, seats=("p2",), auto=True)
        if way == "page":
            assert ann.htmx(f"/t/{game}/undo/", seq=2, what="undo").status_code == 200
        else:
            answer = ann.post(f"/api/games/{game}/undo", {"seq": 2}, content_type="application/json")
            assert answer.status_code == 200, answer.content
        assert games.store.head(game).count == 0, way


def test_what_if_touches_nothing(ann: Person) -> None:
    game = ann.new_table()
    begun = ann.htmx(f"/t/{game}/branch/", what="begin")
    assert "None of it counts" in text(begun)
    assert 'value="keep"' not in text(begun)
    tried = ann.move(game, 0, BUY_A, branch="[]", at="0")
    assert tried.status_code == 200
    assert "1 move that does not count" in text(tried)
    branch = json.dumps([json.loads(BUY_A)])
    further = ann.move(game, 0, PASS_2, branch=branch, at="0")
    assert "2 moves" in text(further)
    assert ann.move(game, 0, BUY_A, branch=branch, at="0").status_code == 422
    assert games.store.head(game).version == 0


def test_tried_moves_are_made_together_or_not_at_all(ann: Person) -> None:
    game = ann.new_table()
    two = json.dumps([json.loads(BUY_A), json.loads(PASS_2)])
    one_wrong = json.dumps([json.loads(BUY_A), json.loads(BUY_A)])
    keep = {"what": "keep", "at": "0", "seq": "0"}
    assert ann.htmx(f"/t/{game}/branch/", branch=one_wrong, **keep).status_code == 422
    assert ann.htmx(f"/t/{game}/branch/", branch="[]", **keep).status_code == 422
    assert games.store.head(game).count == 0
    kept = ann.htmx(f"/t/{game}/branch/", branch=two, **keep)
    assert kept.status_code == 200
    assert games.store.head(game).count == 2
    assert "Trying out" not in text(kept)
    assert 'value="2"' in text(kept)
    again = ann.htmx(f"/t/{game}/branch/", branch=two, **keep)
    assert again.status_code == 422, "the game has moved on"
    assert games.store.head(game).count == 2


def test_only_ones_own_moves_are_kept(ann: Person, somebody: Callable[[], Person]) -> None:
    game = ann.new_table()
    two = json.dumps([json.loads(BUY_A), json.loads(PASS_2)])
    watcher = somebody()
    tried = {"branch": two, "at": "0", "seq": "0"}
    assert watcher.htmx(f"/t/{game}/branch/", what="keep", **tried).status_code == 422
    assert games.store.head(game).count == 0


def test_lines_that_were_left() -> None:
    """1 2 3; back to 1; 2' 3'; back to 2'; 3''; back to 1, 2' and 3'' again by redo; back to 1; 2''."""
    made = [(1, MOVE, 1), (2, MOVE, 2), (3, MOVE, 3), (4, UNDO, 1), (5, MOVE, 2), (6, MOVE, 3), (7, UNDO, 2)]
    assert variations.lines_of(made[:3]) == []
    assert variations.lines_of(made[:4]) == [variations.Line(1, (2, 3))]
    assert variations.lines_of(made) == [variations.Line(2, (6,)), variations.Line(1, (2, 3))]
    made += [(8, MOVE, 3), (9, UNDO, 1), (10, REDO, 2), (11, REDO, 3)]
    assert variations.lines_of(made) == [variations.Line(2, (6,)), variations.Line(1, (2, 3))]
    made += [(12, UNDO, 1), (13, MOVE, 2)]
    assert variations.lines_of(made) == [
        variations.Line(1, (5, 8)),
        variations.Line(1, (5, 6)),
        variations.Line(1, (2, 3)),
    ]


def test_a_line_that_was_left_can_be_looked_at_and_played_again(ann: Person) -> None:
    game = ann.new_table()
    for seq, move in enumerate((BUY_A, PASS_2)):
        ann.move(game, seq, move)
    before = games.now(game)[1]
    ann.htmx(f"/t/{game}/undo/", seq=2, what="undo", to="0")
    log = text(ann.htmx(f"/t/{game}/live/", tab="log", always="1"))
    assert "1 other line of play" in log
    assert "After move 0:" in log
    assert "2 moves" in log
    seen = text(ann.htmx(f"/t/{game}/branch/", tab="log", what="line 2"))
    assert "2 moves that do not count until you play them" in seen
    assert "move 2, tried out" in seen
    assert games.store.head(game).count == 0
    kept = ann.htmx(f"/t/{game}/branch/", what="keep", at="0", seq="3", branch=f"[{BUY_A},{PASS_2}]")
    assert kept.status_code == 200
    assert games.now(game)[1] == before
    assert ann.htmx(f"/t/{game}/branch/", what="line 99").status_code == 422
    assert ann.htmx(f"/t/{game}/branch/", what="line x").status_code == 400


def test_a_place_shows_what_fits_and_why_not(ann: Person, played: Play) -> None:
    game = ann.new_table()
    state = played(game, 20, lambda state: getattr(state.top, "step", -1) == 0)
    from railhead.core.engine import legal_moves

    lit = next(move.hex for move in legal_moves(state) if hasattr(move, "tile"))
    assert 'name="move"' in text(ann.get(f"/t/{game}/place/{lit}/"))
    dark = next(
        name for name in state.rules.map.hexes if not any(getattr(m, "hex", "") == name for m in legal_moves(state))
    )
    assert re.search(r"\(1889 (rules|ruling on) ", text(ann.get(f"/t/{game}/place/{dark}/")))
    assert ann.get(f"/t/{game}/place/Z99/").status_code == 404


def test_record_out_and_in(ann: Person, played: Play) -> None:
    game = ann.new_table()
    state = played(game, 40)
    record = ann.get(f"/t/{game}/file/record.json")
    assert record.status_code == 200
    answer = ann.post("/import/", {"file": SimpleUploadedFile("game.json", record.content)})
    copy = str(answer["Location"]).strip("/").split("/")[1]
    assert games.now(copy)[1] == state
    broken = ann.post("/import/", {"file": SimpleUploadedFile("game.json", record.content[:500])})
    assert broken.status_code == 422
    big = ann.post("/import/", {"file": SimpleUploadedFile("game.json", b"0" * (3 * 1024 * 1024 + 1))})
    assert big.status_code == 413


def test_a_game_is_continued_from_any_move_as_a_table_of_ones_own(
    ann: Person, somebody: Callable[[], Person], played: Play
) -> None:
    game = ann.new_table()
    state = played(game, 30)
    bob = somebody()
    answer = bob.post(f"/t/{game}/copy/", {"at": "12"})
    copy = str(answer["Location"]).strip("/").split("/")[1]
    assert games.now(copy)[1] == games.at(game, 12)
    assert "You are watching" not in text(bob.get(f"/t/{copy}/"))
    whole = bob.htmx(f"/t/{game}/copy/")
    assert games.now(str(whole["HX-Redirect"]).strip("/").split("/")[1])[1] == state
    assert games.store.head(game).count == 30


def test_files_to_take_home(ann: Person, played: Play) -> None:
    game = ann.new_table()
    played(game, 40)
    for name in ("figures.csv", "map.svg", "market.svg", "worth.svg", "prices.svg", "treasury.svg", "dividends.svg"):
        answer = ann.get(f"/t/{game}/file/{name}")
        assert answer.status_code == 200, name
        assert answer.content, name
    assert ann.get(f"/t/{game}/file/secrets.txt").status_code == 404


def test_preferences_are_kept(ann: Person) -> None:
    ann.post("/preferences/", {"theme": "dark", "sound": "on", "confirm": "nonsense"})
    page = text(ann.get("/"))
    assert 'data-theme="dark"' in page
    assert 'data-sound="on"' in page
    assert 'data-confirm="off"' in page


def test_pages_forbid_foreign_and_inline_scripts(ann: Person, played: Play) -> None:
    game = ann.new_table()
    for path in ("/", f"/t/{game}/", "/new/1889/", "/preferences/", "/login/"):
        answer = ann.get(path)
        policy = answer["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "<script>" not in text(answer)
        assert " onclick=" not in text(answer)
        assert "://cdn" not in text(answer)
        assert answer["X-Frame-Options"] == "DENY"
        assert len(answer.content) < 500_000


def test_health_and_metrics(ann: Person) -> None:
    assert ann.get("/healthz").json() == {"ok": True}
    ann.get("/")
    assert "railhead_requests_total" in text(ann.get("/metrics"))


def test_a_programme_of_a_seat(ann: Person, played: Play) -> None:
    game = ann.new_table()
    state = played(game, 6, lambda state: state.round.kind == "SR")
    seat = state.order[(state.order.index(state.top.at) + 1) % 3]
    assert ann.htmx(f"/t/{game}/program/", seat=seat, program="pass").status_code == 200
    assert seat in games.store.pending(game).programs
    assert ann.htmx(f"/t/{game}/program/", program=f"none {seat}").status_code == 200
    assert seat not in games.store.pending(game).programs


def test_a_player_can_call_the_game(ann: Person) -> None:
    """The vote of 1894 8.1 has a button of its own beside the play, for whoever acts at this machine."""
    game = ann.new_table("1894", 3)
    page = text(ann.get(f"/t/{game}/"))
    acting = games.now(game)[1].order[0]
    assert "Call the game" in page
    assert f'"agree_winner","by":"{acting}"' in unescape(page)
    answer = ann.move(game, 0, f'{{"move":"agree_winner","by":"{acting}","winner":"p2"}}')
    assert answer.status_code == 200
    assert "Call the game" not in text(ann.get(f"/t/{game}/"))
    others = [player for player in games.now(game)[1].order if player != acting]
    for count, player in enumerate(others, 1):
        ann.move(game, count, f'{{"move":"accept","by":"{player}"}}')
    ended = games.now(game)[1].ended
    assert ended is not None
    assert ended.winners == ("p2",)
    assert "Call the game" not in text(ann.get(f"/t/{ann.new_table()}/"))


def test_the_log_has_one_line_for_each_company_that_operates(ann: Person, played: Play) -> None:
    """Also where one player runs several companies in a row, and with who acts for it."""
    game = ann.new_table("1824")
    state = played(game, 90, lambda state: state.round.kind == "SR")
    entries = games.store.live(game, 1, state.count)
    began = [
        event.who for entry in entries for event in events_from_json(entry.events) if isinstance(event, TurnBegan)
    ]
    log = logbook.chapters(state, entries, "")
    turns = [turn for chapter in log if chapter.name.startswith("Operating") for turn in chapter.turns if turn.seat]
    assert began
    assert [turn.told.head for turn in turns] == began
    assert all(turn.told.lead.startswith(f" ({turn.who})") for turn in turns)
