"""Station markers (8.5): homes, the choice of Midi, placing, and moving one in gray phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from railhead.core import stations as usual
from railhead.core.change import Change
from railhead.core.costs import company_pays
from railhead.core.events import Noted
from railhead.core.kinds import Kind, asks, its_president
from railhead.core.money import pay
from railhead.core.moves import Move, PlaceStation
from railhead.core.operating import operating_company
from railhead.core.phases import phase_of, reached
from railhead.core.reach import face_at, has_station, reach, stations_of
from railhead.core.rulings import Check, Facts, check
from railhead.core.state import BANK, BLOCKED, Frame, State, president_of
from railhead.titles.t1843.extra import MID, MIDI_HOME, extra_of, note, waits_at_home
from railhead.titles.t1843.trains import ELECTRIC, GRAY

MOVE_COST = 100


class MidiHome(Frame, frozen=True):
    """Midi's director chooses a city of its home hex."""

    company: str = MID
    hex: str = MIDI_HOME


class MoveStation(Move, frozen=True):
    """Move a station marker from one city to another; a blocked marker stays behind."""

    hex: str
    city: int
    to_hex: str
    to_city: int


# Homes (8.3)


def midi_unstarted(state: State) -> bool:
    """Whether Midi has not yet taken its home marker from the charter."""
    return len(state.companies[MID].tokens) == len(state.rules.companies[MID].tokens)


def place_home(change: Change, company: str) -> None:
    """Place the free home marker at the start of the first turn; Midi's waits for a tile and a choice."""
    if company != MID:
        usual.place_homes(change, company)
    elif midi_unstarted(change.state):
        change.company(MID, tokens=change.state.companies[MID].tokens[1:])
        usual.set_markers(change, MIDI_HOME, MID)
        change.emit(Noted(what="home waits", who=MID, about=MIDI_HOME, rule="1843.midi-home"))
        home_built(change, MID, MIDI_HOME)


def home_built(change: Change, _company: str, hex_id: str) -> None:
    """When a tile lies in Midi's home hex and its marker waits there, its director chooses a city."""
    if hex_id == MIDI_HOME and waits_at_home(change.state, MID) and hex_id in change.state.board.laid:
        change.push(MidiHome())


def settle_home(change: Change, company: str, hex_id: str, city: int) -> None:
    """Put Midi's waiting marker into the chosen city."""
    usual.set_markers(change, MIDI_HOME)
    usual.put_station(change, company, hex_id, city, rule="station.home")


CHOOSE_HOME = usual.city_choice("1843.midi-home", "Midi's home is one of the two cities of its hex.", settle_home)
HOME_PROCEDURE = asks(CHOOSE_HOME, who=its_president)


# Placing (8.5.1)


@check("1843.midi-first")
def midi_first(state: State, move: PlaceStation) -> Facts | None:
    """Nobody may enter Albi/Montauban before Midi has a station in one of its cities."""
    waits = move.hex == MIDI_HOME and (midi_unstarted(state) or waits_at_home(state, MID))
    return {"hex": move.hex} if waits else None


STATION = usual.STATION.but(instead={usual.one_a_hex: (usual.one_a_hex, midi_first)})


# Moving (8.5.2)


@check("1843.move-phase")
def in_gray_phase(state: State, _move: MoveStation) -> Facts | None:
    """Stations are moved in gray phase only."""
    return None if reached(state, GRAY) else {"phase": phase_of(state).name}


@check("1843.move-once")
def moved_once(state: State, _move: MoveStation) -> Facts | None:
    """A company moves one station in the whole game."""
    company = operating_company(state)
    return {"company": company} if company in extra_of(state).moved else None


@check("1843.move-train")
def owns_gray_train(state: State, _move: MoveStation) -> Facts | None:
    """A company that moves a station owns a gray train."""
    trains = state.companies[operating_company(state)].trains
    return None if ELECTRIC in trains else {"trains": list(trains)}


@check("1843.move-own")
def own_station(state: State, move: MoveStation) -> Facts | None:
    """A company moves a marker of its own."""
    company = operating_company(state)
    return None if has_station(state.board, move.hex, move.city, company) else {"hex": move.hex, "city": move.city}


@check("station.one-a-hex")
def alone_in_hex(state: State, move: MoveStation) -> Facts | None:
    """One station of a company in a hex, unless the marker moves within it."""
    company = operating_company(state)
    there = [spot for spot in stations_of(state.board, company) if spot[0] == move.to_hex]
    return {"hex": move.to_hex} if there and move.to_hex != move.hex else None


def at_target(rule: Check[Any]) -> Check[Any]:
    """A check of placing a station, asked of the city that a station moves to.

    A path through the old city starts again at the blocked marker there, so what the company reaches now decides.
    """

    def objects(state: State, move: MoveStation) -> Facts | None:
        return rule.objects(state, PlaceStation(move.by, move.to_hex, move.to_city))

    objects.__doc__ = rule.why
    return check(rule.rule, basic=rule.basic)(objects)


can_pay_move = company_pays(lambda _state, _move: MOVE_COST, "Moving costs 100 from the treasury.")


def move_station(change: Change, move: MoveStation) -> None:
    """Pay, put the marker into its new city and a blocked one into the old circle."""
    company = operating_company(change.state)
    pay(change, company, BANK, MOVE_COST, "station")
    usual.put_station(change, company, move.to_hex, move.to_city, MOVE_COST)
    usual.swap_marker(change, move.hex, move.city, company, BLOCKED)
    change.emit(Noted(what="station moved", who=company, about=move.hex, rule="1843.move-once"))
    note(change, moved=(*extra_of(change.state).moved, company))
    usual.note_station(change)


def move_candidates(state: State) -> Iterator[MoveStation]:
    """Every station of the company to every city in reach."""
    company = operating_company(state)
    if not reached(state, GRAY) or company in extra_of(state).moved:
        return
    player = president_of(state, company)
    targets = sorted(spot for spot in reach(state, company).nodes if spot[1] in face_at(state, spot[0]).cities)
    for hex_id, city in stations_of(state.board, company):
        for to_hex, to_city_ in targets:
            yield MoveStation(player, hex_id, city, to_hex, to_city_)


MOVE = Kind(
    MoveStation,
    move_candidates,
    (
        in_gray_phase,
        moved_once,
        owns_gray_train,
        usual.one_a_turn,
        own_station,
        at_target(usual.is_city),
        alone_in_hex,
        at_target(midi_first),
        at_target(usual.slot_free),
        at_target(usual.home_kept),
        at_target(usual.station_in_reach),
        can_pay_move,
    ),
    move_station,
)
