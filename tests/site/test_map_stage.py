"""The map stage: fans, runs by hand, past runs, updates hex by hex."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from map_positions import lays, played
from positions import after, before

from railhead.core.change import find_frame
from railhead.core.engine import legal_moves
from railhead.core.moves import RunTrains
from railhead.core.operating import OperatingTurn
from railhead.core.state import State
from railhead.play.timeline import move_to_json
from railhead.site.store import games
from railhead.titles import TITLES


def brought(person: Any, name: str, step: str, least: int, stations: bool = False) -> tuple[str, State]:
    """A table with such a game; its id and position."""
    state, data = played(name, step, least, stations)
    return table_with(person, data), state


def table_with(person: Any, data: bytes) -> str:
    """A table with a recorded game; its id."""
    from django.core.files.uploadedfile import SimpleUploadedFile

    from railhead.site import importing
    from railhead.site.models import Import

    answer = person.post("/import/", {"file": SimpleUploadedFile("game.json", data)})
    assert answer.status_code == 302, answer.content
    if "/import/" in answer["Location"]:  # on a busy machine it takes longer than the page waits
        importing.wait(Import.objects.defer("data").get(pk=str(answer["Location"]).strip("/").split("/")[1]), 60)
        answer = person.get(answer["Location"])
    return str(answer["Location"]).strip("/").split("/")[1]


# By requests


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_fan_has_every_different_position_once(ann: Any, name: str) -> None:
    """Each tile in each way it can lie, told apart by its track; never two pictures that look alike."""
    game, state = brought(ann, name, "track", 60)
    straight = 0
    for hex_id, moves in lays(state).items():
        data = ann.post(f"/t/{game}/fan/{hex_id}/").json()
        faces = {(m.tile, state.rules.map.tiles[m.tile].faces[m.rotation].shape) for m in moves}  # type: ignore[attr-defined]
        found = [turn for tile in data["tiles"] if not tile["special"] for turn in tile["turns"]]
        shapes = set()
        for turn in found:
            move = games.read(game, turn["move"])
            assert move in moves
            shapes.add((move.tile, state.rules.map.tiles[move.tile].faces[move.rotation].shape))  # type: ignore[attr-defined]
        assert shapes == faces, hex_id
        assert len({turn["picture"] for turn in found}) == len(found)
        straight += sum(tile["tile"] == "9" and len(tile["turns"]) > 3 for tile in data["tiles"])
    assert straight == 0


def test_tiles_of_a_fan_show_stations(ann: Any) -> None:
    game, state = brought(ann, "1889", "track", 60, stations=True)
    hex_id = next(name for name in lays(state) if any(map(any, state.board.stations.get(name, ()))))
    data = ann.post(f"/t/{game}/fan/{hex_id}/").json()
    for turn in (turn for tile in data["tiles"] for turn in tile["turns"]):
        there = [sym for city in state.board.stations[hex_id] for sym in city if sym]
        assert all(f'data-station="{sym}"' in turn["picture"] for sym in there)


def test_a_hex_where_nothing_can_be_laid_says_why(ann: Any) -> None:
    game, state = brought(ann, "1889", "track", 60)
    hex_id = next(name for name, here in state.rules.map.hexes.items() if here.face.colour == "gray")
    data = ann.post(f"/t/{game}/fan/{hex_id}/").json()
    assert data["tiles"] == []
    assert "1889 rules" in data["why"]
    missing = ann.post(f"/t/{game}/fan/Z99/")
    assert missing.status_code == 404
    assert "Z99" in missing.json()["message"]


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_run_is_drafted_and_offered_only_if_it_may_be_made(ann: Any, name: str) -> None:
    game, state = brought(ann, name, "run", 90)
    run = next(move for move in legal_moves(state) if isinstance(move, RunTrains))
    best = ann.post(f"/t/{game}/draft/").json()
    assert games.read(game, best["move"]) == run
    assert best["proven"]
    assert best["fault"] == ""
    assert sum(bool(markup) for markup in best["ways"].values()) > 0
    first = best["routes"][0]
    hex_id = first["legs"][0][0]
    less = ann.post(
        f"/t/{game}/draft/",
        {"routes": json.dumps(best["routes"]), "active": "0", "hex": hex_id, "stop": first["stops"][0]},
    ).json()
    assert first["stops"][0] not in less["routes"][0]["stops"]
    assert bool(less["move"]) != bool(less["fault"])
    if less["move"]:
        before = games.store.head(game).version
        answer = ann.move(game, before, less["move"])
        assert answer.status_code == 200
        assert games.store.head(game).version > before


def test_drafts_that_cannot_be_read_are_refused_in_words(ann: Any) -> None:
    game, _ = brought(ann, "1889", "run", 90)
    for routes in ("{", '[{"train":"2","stops":["A1.0"],"legs":[["A1"],["B2"]]}]', "[1]"):
        answer = ann.post(f"/t/{game}/draft/", {"routes": routes})
        assert answer.status_code == 400
        assert "not readable" in answer.json()["message"]
    answer = ann.post(f"/t/{game}/draft/", {"hex": "nowhere"})
    assert answer.status_code == 400
    game, _ = brought(ann, "1889", "track", 60)
    assert ann.post(f"/t/{game}/draft/").json()["message"] == "No company is running its trains."


def test_the_last_run_of_a_company_can_be_seen(ann: Any) -> None:
    game, state = brought(ann, "1889", "dividend", 120)
    turn = find_frame(state, OperatingTurn)
    assert turn is not None
    page = ann.get(f"/t/{game}/").content.decode()
    data = json.loads(html.unescape(re.search(r"""id="map-data" hidden data-json='([^']*)'""", page)[1]))  # type: ignore[index]
    seen = ann.post(f"/t/{game}/run/{turn.company}/").json()
    assert seen["ways"]
    assert seen["ways"] == data["ways"]
    idle = next(sym for sym, one in state.companies.items() if not one.floated)
    answer = ann.post(f"/t/{game}/run/{idle}/")
    assert answer.status_code == 409 or "has not run" in answer.json()["message"]


def test_a_lay_sends_only_the_hex_that_changed(ann: Any) -> None:
    game, state = brought(ann, "1824", "track", 120)
    page = ann.get(f"/t/{game}/").content.decode()
    have = " ".join(f"{name}:{part}" for name, part in re.findall(r'id="([\w-]+)"[^>]*? data-part="([^"]+)"', page))
    assert "board:" in have
    move = next(iter(lays(state).values()))[0]
    text = move_to_json(move)
    answer = ann.move(game, games.store.head(game).version, text, have=have).content.decode()
    changes = json.loads(html.unescape(re.search(r"""id="board-changes"[^>]* data-json='([^']*)'""", answer)[1]))  # type: ignore[index]
    touched = {name for parts in changes.values() for name in parts}
    assert f"hex-{move.hex}" in touched  # type: ignore[attr-defined]
    assert touched <= {f"hex-{move.hex}", f"label-{move.hex}", "map-signs"}  # type: ignore[attr-defined]
    assert 'id="board"' not in answer


@pytest.mark.parametrize("name", sorted(TITLES))
def test_the_bar_of_the_operating_company(ann: Any, name: str) -> None:
    game, state = brought(ann, name, "track", 60)
    turn = find_frame(state, OperatingTurn)
    assert turn is not None
    page = ann.get(f"/t/{game}/").content.decode()
    bar = page[page.index('class="company-bar"') : page.index("</header>", page.index('class="company-bar"'))]
    assert state.rules.companies[turn.company].name in html.unescape(bar)
    assert f"{state.companies[turn.company].cash:,}" in bar
    assert '<li class="step-now" aria-current="step">Track</li>' in page


def test_an_offer_without_a_price_is_accepted_or_declined(ann: Any) -> None:
    """A port of 1843 has its price printed: there is nothing to bargain about."""
    game = table_with(ann, after("1843-3-f", 231))
    page = ann.get(f"/t/{game}/").content.decode()
    assert "who wants to buy a port in Brest" in page
    assert "Accept" in page
    assert "counter_price" not in page


def test_another_players_power_is_neither_lit_nor_under_the_pointer(ann: Any) -> None:
    """On one machine it is found among the powers, by name; the map belongs to the player who acts."""
    port = "G10"
    game = table_with(ann, after("1889-3-b", 14))  # p1 acts, p2 holds the Mitsubishi Ferry
    page = ann.get(f"/t/{game}/?stage=map").content.decode()
    assert map_facts(page)["powers"] == []
    assert f'data-hex-button="{port}" data-powers="1"' in page
    assert ann.post(f"/t/{game}/fan/{port}/").json()["tiles"] == []
    asked = ann.post(f"/t/{game}/fan/{port}/", {"powers": "1"}).json()
    assert {json.loads(turn["move"])["by"] for tile in asked["tiles"] for turn in tile["turns"]} == {"p2"}
    own = table_with(ann, after("1889-3-b", 26))  # p2 acts
    assert port in map_facts(ann.get(f"/t/{own}/?stage=map").content.decode())["powers"]
    assert ann.post(f"/t/{own}/fan/{port}/").json()["tiles"]


def test_a_power_is_explained_once_where_its_tile_is_chosen(ann: Any) -> None:
    record, _ = before("1843-3-g", "build_port")
    tiles = ann.post(f"/t/{table_with(ann, record)}/fan/C18/").json()["tiles"]
    power = next(tile for tile in tiles if tile["special"])
    assert "Boulogne - Amiens" in power["power"]
    assert "marker in Boulogne-sur-Mer" in power["turns"][0]["text"]
    assert power["turns"][0]["effect"] == ""


def map_facts(page: str) -> Any:
    """What a page tells the map's scripts."""
    found = re.search(r"""id="map-data"[^>]*data-json='([^']*)'""", page)
    assert found is not None
    return json.loads(html.unescape(found[1]))
