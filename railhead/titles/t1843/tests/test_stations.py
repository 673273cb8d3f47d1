"""Stations (8.5): homes, placing, moving; ports (8.5.3, 8.9)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_company
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import actors
from railhead.core.operating import OperatingRound, OperatingTurn
from railhead.core.state import BLOCKED, Round, State
from railhead.titles.t1843.ports import HAD_TRAIN, income
from railhead.titles.t1843.tests.helpers import after_round, extra, floated, laid, later, operating, stations


def line(step: str = "station", phase: str = "green", **fields: object) -> State:
    """PO in Orléans (F13); the line goes on to Versailles (F15), F17 and no further."""
    state = floated(later(3, phase), "PO", {"p1": 60}, tokens=(40, 100))
    state = laid(state, F13=("57", 1), F15=("57", 1), F17=("9", 1))
    return operating(stations(state, F13=(("PO",),)), "PO", step, **fields)


PLACES = [
    ("F15 0", "ok"),
    ("F15 1", "station.city"),
    ("G20 0", "station.city"),
    ("Z1 0", "station.city"),
    ("F13 0", "station.one-a-hex"),
    ("E20 0", "station.reach"),
]


@pytest.mark.parametrize(("place", "answer"), PLACES)
def test_places(place: str, answer: str) -> None:
    hex_id, city = place.split()
    assert refused(line(), f"p1 place_station hex={hex_id} city={city}") == answer


def test_prices_of_markers() -> None:
    """8.5.1: the home is free, the next marker 40, all later ones 100."""
    state = play(line(), "p1 place_station hex=F15 city=0")
    assert state.companies["PO"].cash == 630
    assert state.companies["PO"].tokens == (100,)
    assert refused(with_company(line(), "PO", cash=39), "p1 place_station hex=F15 city=0") == "money.company"
    assert refused(with_company(line(), "PO", tokens=()), "p1 place_station hex=F15 city=0") == "station.left"
    assert refused(line(stations=1), "p1 place_station hex=F15 city=0") == "station.one-a-turn"
    assert refused(stations(line(), F15=(("EST",),)), "p1 place_station hex=F15 city=0") == "station.slot"


def test_last_circle_of_a_home() -> None:
    """8.5.1: Strasbourg has two circles, one is kept until EST has come; then the other is free."""
    state = laid(floated(later(3, "green"), "PO", {"p1": 60}, tokens=(40, 100)), F23=("10", 2), G24=("9", 2))
    state = operating(stations(state, F23=(("",), ("PO",))), "PO", "station")
    place = "p1 place_station hex=H25 city=0"
    assert refused(state, place) == "ok"
    assert refused(stations(state, H25=(("OU", ""),)), place) == "station.home-kept"
    there = with_company(stations(state, H25=(("EST", ""),)), "EST", tokens=(40, 100, 100))
    assert refused(there, place) == "ok"


def test_home_marker() -> None:
    """8.3: placed free of charge when the company first operates, tile or no tile."""
    state = floated(later(), "SO", {"p1": 60})
    state = replace(state, frames=(OperatingRound(waiting=("SO",)),), round=Round("OR", 2, 1, 1))
    state = after_round(state)
    assert state.board.stations["H7"] == (("SO",),), "station.home"
    assert state.companies["SO"].tokens == (40, 100)
    assert state.companies["SO"].cash == 670


# Midi (8.5.1)


def midi(phase: str = "green", **tiles: tuple[str, int]) -> State:
    """Midi, p1's, begins its first turn; PO of p2 stands in Toulouse."""
    state = floated(later(3, phase), "MID", {"p1": 60})
    state = laid(floated(state, "PO", {"p2": 60}, tokens=(40,)), K8=("14", 2), **tiles)
    state = stations(state, K8=(("PO", ""),))
    return replace(state, frames=(OperatingRound(waiting=("MID",)),), round=Round("OR", 2, 1, 1))


def test_midi_waits_for_a_tile() -> None:
    """Without a tile it has no track; it builds its own, and its director chooses a city."""
    state = after_round(midi("yellow"))
    assert state.board.markers["J9"] == ("MID",)
    assert refused(state, "p1 lay_tile hex=J9 tile=10 rotation=0") == "track.phase-colour"
    assert refused(state, "p1 lay_tile hex=J11 tile=9 rotation=1") == "track.reach"
    state = after_round(midi())
    state = play(state, "p1 lay_tile hex=J9 tile=10 rotation=0")
    assert refused(state, "p1 place_station hex=J9 city=2") == "1843.midi-home"
    assert refused(state, "p1 place_station hex=K8 city=0") == "1843.midi-home"
    assert refused(state, "p1 pass") == "turn.not-now"
    state = play(state, "p1 place_station hex=J9 city=1")
    assert state.board.stations["J9"] == (("",), ("MID",))
    assert "J9" not in state.board.markers
    assert state.companies["MID"].tokens == (40, 100, 100)


def test_midi_chooses_when_another_builds() -> None:
    """The tile may come from anybody; Midi's director is asked at once."""
    state = after_round(midi("yellow"))
    state = operating(replace(state, phase=1), "PO", "track")
    state = play(state, "p2 lay_tile hex=J9 tile=10 rotation=0")
    assert actors(state) == ("p1",)
    state = play(state, "p1 place_station hex=J9 city=0")
    assert state.board.stations["J9"] == (("MID",), ("",))
    assert actors(state) == ("p2",)


def test_midi_chooses_on_a_tile_that_is_there() -> None:
    state = after_round(midi(J9=("10", 0)))
    assert actors(state) == ("p1",)
    state = play(state, "p1 place_station hex=J9 city=0")
    assert state.board.stations["J9"][0] == ("MID",)


def test_nobody_before_midi() -> None:
    """8.5.1: Albi/Montauban is closed to others until Midi stands in one of its cities."""
    state = operating(midi(J9=("10", 0)), "PO", "station")
    place = "p2 place_station hex=J9 city=0"
    assert refused(state, place) == "1843.midi-first"
    there = with_company(stations(state, J9=(("",), ("MID",))), "MID", tokens=(40, 100, 100))
    assert refused(there, place) == "ok"


# Moving a station (8.5.2)


def gray(**fields: object) -> State:
    """PO owns an Electric in gray phase and stands in Orléans; Versailles has two circles."""
    state = with_company(line(phase="gray", **fields), "PO", trains=("Electric",))
    return laid(state, F15=("14", 1))


MOVES = [
    ("hex=F13 city=0 to_hex=F15 to_city=0", "ok"),
    ("hex=F15 city=0 to_hex=F13 to_city=0", "1843.move-own"),
    ("hex=F13 city=0 to_hex=G20 to_city=0", "station.city"),
    ("hex=F13 city=0 to_hex=E20 to_city=0", "station.reach"),
    ("hex=F13 city=0 to_hex=F13 to_city=0", "station.slot"),
]


@pytest.mark.parametrize(("fields", "answer"), MOVES)
def test_moves(fields: str, answer: str) -> None:
    assert refused(gray(), f"p1 move_station {fields}") == answer


@pytest.mark.parametrize("city", [-10, -1, 7])
def test_no_such_city(city: int) -> None:
    """A city that a hex does not have holds no station: neither an error nor the last city of the hex."""
    assert refused(gray(), f"p1 move_station hex=F13 city={city} to_hex=F15 to_city=0") == "1843.move-own"


MOVE = "p1 move_station hex=F13 city=0 to_hex=F15 to_city=0"


def test_moving_leaves_a_blocked_marker() -> None:
    state = play(gray(), MOVE)
    assert state.board.stations["F13"] == ((BLOCKED,),)
    assert state.board.stations["F15"] == (("PO", ""),)
    assert state.companies["PO"].cash == 570
    assert state.companies["PO"].tokens == (40, 100), "no marker of the charter is used"
    again = operating(state, "PO", "station")
    assert refused(again, "p1 move_station hex=F15 city=0 to_hex=F15 to_city=0") == "1843.move-once"


def test_moving_within_a_hex() -> None:
    """8.5.2: the one case in which the target may be the same hex, even the same city."""
    state = stations(gray(), F13=(("",),), F15=(("PO", ""),))
    state = play(state, "p1 move_station hex=F15 city=0 to_hex=F15 to_city=0")
    assert state.board.stations["F15"] == ((BLOCKED, "PO"),)


REFUSALS = [
    ("red", ("8E",), 670, 0, "1843.move-phase"),
    ("gray", ("8E",), 670, 0, "1843.move-train"),
    ("gray", ("Electric",), 99, 0, "money.company"),
    ("gray", ("Electric",), 670, 1, "station.one-a-turn"),
]


@pytest.mark.parametrize(("phase", "trains", "cash", "done", "answer"), REFUSALS)
def test_conditions_of_moving(phase: str, trains: tuple[str, ...], cash: int, done: int, answer: str) -> None:
    state = with_company(line(phase=phase, stations=done), "PO", trains=trains, cash=cash)
    assert refused(state, MOVE) == answer


def test_moving_beside_an_own_station() -> None:
    state = stations(gray(), F15=(("PO", ""),))
    assert refused(state, MOVE) == "station.one-a-hex"


# Ports


def lille(trains: tuple[str, ...] = ("2+1",), phase: str = "green", **fields: object) -> State:
    """NOR in Lille; C18 has its green tile: Lille's edge 1 leads to a city of Boulogne/Calais."""
    state = floated(later(3, phase), "NOR", {"p1": 60}, tokens=(40,), trains=trains)
    state = laid(state, C20=("X03", 0), C18=("59", 0))
    state = stations(state, C20=(("NOR",),))
    fields.setdefault("notes", (HAD_TRAIN,))
    return operating(state, "NOR", "station", **fields)


def test_claiming_a_port() -> None:
    """8.5.3: instead of a station; either city of Boulogne/Calais will do."""
    state = play(lille(), "p1 claim_port hex=C18")
    assert state.extra.ports == {"C18": "NOR"}
    assert "C18" not in state.board.markers
    again = operating(state, "NOR", "station", notes=(HAD_TRAIN,))
    assert refused(again, "p1 claim_port hex=C18") == "1843.port-marker"
    assert refused(lille(), "p1 claim_port hex=G20") == "1843.port-marker"


CLAIMS = [
    ({"notes": ()}, "hex=C18", "1843.port-train"),
    ({"stations": 1}, "hex=C18", "station.one-a-turn"),
    ({}, "hex=A6", "1843.port-route"),
]


@pytest.mark.parametrize(("fields", "where", "answer"), CLAIMS)
def test_claims(fields: dict[str, object], where: str, answer: str) -> None:
    assert refused(lille(**fields), f"p1 claim_port {where}") == answer  # type: ignore[arg-type]


def test_no_station_after_a_claim() -> None:
    turn = lille().frames[-1]
    assert isinstance(turn, OperatingTurn)
    state = replace(lille(), frames=(lille().frames[0], replace(turn, stations=1)))
    assert refused(state, "p1 place_station hex=C18 city=1") == "station.one-a-turn"


def test_route_of_a_claim_must_be_within_range() -> None:
    """A 2+1 has two cities: from Orléans over Versailles to a port is too far, a 4+1 can."""
    state = floated(later(3, "green"), "PO", {"p1": 60}, trains=("2+1",))
    # Brest - C8 - Rennes - Le Mans is too long for two cities; Brest - Rennes is not
    state = laid(state, B7=("9", 2), C8=("9", 2), D9=("14", 1), D11=("9", 1), D13=("9", 1), D15=("57", 1))
    far = operating(stations(state, D15=(("PO",),)), "PO", "station", notes=(HAD_TRAIN,))
    near = operating(stations(state, D9=(("PO", ""),)), "PO", "station", notes=(HAD_TRAIN,))
    assert refused(near, "p1 claim_port hex=A6") == "ok"
    assert refused(far, "p1 claim_port hex=A6") == "1843.port-route"
    assert refused(with_company(far, "PO", trains=("4+1",)), "p1 claim_port hex=A6") == "ok"
    assert refused(with_company(far, "PO", trains=("Electric",)), "p1 claim_port hex=A6") == "ok"
    for train in ("4+1", "Electric"):
        blocked = with_company(stations(far, D9=(("EST", "OU"),)), "PO", trains=(train,))
        assert refused(blocked, "p1 claim_port hex=A6") == "1843.port-route"


def test_a_port_of_its_own_needs_a_second_stop() -> None:
    """A company that stands in the port city must still have somewhere to run."""
    state = floated(later(3, "gray"), "SO", {"p1": 60}, trains=("Electric",))
    state = operating(stations(state, H7=(("SO",),)), "SO", "station", notes=(HAD_TRAIN,))
    assert refused(state, "p1 claim_port hex=H7") == "1843.port-route"
    joined = laid(state, H7=("57", 0), G8=("55", 0))
    assert refused(joined, "p1 claim_port hex=H7") == "ok"


def test_income() -> None:
    """D7: treasury 35, Ceinture (5) and two ports: 80; with the Ceinture at a player 75, and 5 for him."""
    state = extra(floated(later(), "PO", {"p1": 60}, cash=35), ports={"A6": "PO", "K8": "PO"})
    for owner, treasury in (("PO", 80), ("p2", 75)):
        privates = {**state.privates, "2": replace(state.privates["2"], owner=owner, closed=False)}
        change = Change(replace(state, privates=privates))
        income(change)
        assert change.state.companies["PO"].cash == treasury
        assert {event.rule for event in change.events} == {"private.income", "1843.port-income"}
        assert change.state.players["p2"].cash == (805 if owner == "p2" else 800)


def harbour() -> State:
    """PO of p1 in its last step; EST of p2 owns the port of Brest."""
    state = floated(floated(later(), "PO", {"p1": 60}, cash=50), "EST", {"p2": 60}, cash=0)
    return operating(extra(state, ports={"A6": "EST", "K8": "PO"}), "PO", "ports")


def test_buying_a_port() -> None:
    """8.9: exactly 20 fr, if the other director agrees."""
    assert refused(harbour(), "p1 buy_port hex=K8") == "1843.port-seller"
    assert refused(harbour(), "p1 buy_port hex=H7") == "1843.port-seller"
    assert refused(with_company(harbour(), "PO", cash=19), "p1 buy_port hex=A6") == "money.company"
    asked = play(harbour(), "p1 buy_port hex=A6")
    assert actors(asked) == ("p2",)
    bought = play(asked, "p2 accept")
    assert bought.extra.ports["A6"] == "PO"
    assert (bought.companies["PO"].cash, bought.companies["EST"].cash) == (30, 20)


def test_declined_port() -> None:
    state = extra(harbour(), ports={"A6": "EST", "H7": "EST", "K8": "PO"})
    state = play(state, "p1 buy_port hex=A6", "p2 decline")
    assert refused(state, "p1 buy_port hex=A6") == "offer.declined"
