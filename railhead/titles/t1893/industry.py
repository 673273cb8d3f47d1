"""Industrial areas (variant 21.3): a marker that makes a place worth more for some and less for others."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.change import Change
from railhead.core.costs import company_pays
from railhead.core.events import Noted
from railhead.core.kinds import Kind
from railhead.core.memo import remembered
from railhead.core.money import pay
from railhead.core.moves import Move, PlaceStation
from railhead.core.operating import operating_company
from railhead.core.phases import phase_of, reached
from railhead.core.reach import face_at, free_slots, network
from railhead.core.rules import Rules
from railhead.core.rulings import Facts, check
from railhead.core.scoring import Scoring
from railhead.core.state import BANK, State, president_of
from railhead.core.stations import STATION as USUAL_STATION
from railhead.core.stations import home_city, pending_homes, set_markers, slot_free
from railhead.titles.t1893.scoring import industry_for, scoring
from railhead.titles.t1893.terms import INDUSTRY, is_minor

PRICE = 50
SINCE = "5"
COLOGNE = "K"
"""Letter of the hex where no marker may lie."""


class PlaceIndustry(Move, frozen=True):
    """Place the corporation's industry marker."""

    hex: str


def place_of(state: State, hex_id: str) -> str:
    """The name of the place on a hex: hexes of one off-board location are one place."""
    nodes = face_at(state, hex_id).nodes
    return nodes[0].group or hex_id if nodes else ""


@check("1893.industry-variant")
def in_variant(state: State, _move: PlaceIndustry) -> Facts | None:
    """Industry markers are a variant, and only corporations have one."""
    company = operating_company(state)
    return None if state.rules.on(INDUSTRY) and not is_minor(state, company) else {"company": company}


@check("1893.industry-phase")
def from_brown(state: State, _move: PlaceIndustry) -> Facts | None:
    """From the brown phase on."""
    return None if reached(state, SINCE) else {"phase": phase_of(state).name}


@check("1893.industry-once")
def marker_unused(state: State, _move: PlaceIndustry) -> Facts | None:
    """Every corporation has one."""
    company = operating_company(state)
    used = [hex_id for hex_id, owners in state.board.markers.items() if company in owners]
    return {"hex": used[0]} if used else None


@check("1893.industry-place")
def allowed_place(state: State, move: PlaceIndustry) -> Facts | None:
    """Towns, cities and red places, but not Köln, and one marker a place."""
    if move.hex not in state.rules.map.hexes:
        return {"hex": move.hex}
    face = face_at(state, move.hex)
    marked = {place_of(state, hex_id) for hex_id in state.board.markers}
    fit = face.nodes and face.label != COLOGNE and place_of(state, move.hex) not in marked
    return None if fit else {"hex": move.hex}


@check("1893.industry-slot")
def slot_for_marker(state: State, move: PlaceIndustry) -> Facts | None:
    """In a city the marker takes a free station space that is not reserved for a future company."""
    cities = face_at(state, move.hex).cities
    if cities and spare_slots(state, move.hex, cities[0]) < 1:
        return {"hex": move.hex}
    return None


can_pay_marker = company_pays(lambda _state, _move: PRICE, "The marker is paid from the treasury.")


def spare_slots(state: State, hex_id: str, city: int) -> int:
    """Station spaces that are neither taken nor kept; an industry marker takes one without blocking it."""
    homes = [sym for sym in pending_homes(state, hex_id) if home_city(state, sym, hex_id) == city]
    return free_slots(state, hex_id, city) - len(homes) - (hex_id in state.board.markers)


def place_marker(change: Change, move: PlaceIndustry) -> None:
    """Pay and place it."""
    company = operating_company(change.state)
    pay(change, company, BANK, PRICE, "industry")
    set_markers(change, move.hex, company)
    change.emit(Noted(what="industry", who=company, about=move.hex, amount=PRICE))


def _candidates(state: State) -> Iterator[PlaceIndustry]:
    if not state.rules.on(INDUSTRY) or not reached(state, SINCE):
        return
    company = operating_company(state)
    for hex_id, printed in state.rules.map.hexes.items():
        if printed.face.nodes:
            yield PlaceIndustry(president_of(state, company), hex_id)


PLACE = Kind(
    PlaceIndustry,
    _candidates,
    (in_variant, from_brown, marker_unused, allowed_place, slot_for_marker, can_pay_marker),
    place_marker,
)


@check("1893.industry-slot")
def beside_marker(state: State, move: PlaceStation) -> Facts | None:
    """A station needs a space beside the industry marker."""
    if move.hex in state.board.markers and spare_slots(state, move.hex, move.city) < 1:
        return {"beside": move.hex}
    return None


STATION = USUAL_STATION.but(instead={slot_free: (slot_free, beside_marker)})


def score_sheet(state: State, company: str) -> Scoring:
    """How runs are paid: a marker in a city favours companies with a station there, elsewhere everybody."""
    markers, laid = state.board.markers, state.board.laid
    tiles = {hex_id: laid[hex_id][0] for hex_id in markers if hex_id in laid}
    own = {hex_id for hex_id, _ in network(state).own(company)}
    favours = industry_for(state.rules.facts, markers, tiles, own)
    return _sheet(state.rules, (phase_of(state).colour, tuple(favours.items())))


@remembered
def _sheet(rules: Rules, key: tuple[str, tuple[tuple[str, bool], ...]]) -> Scoring:
    colour, favours = key
    return scoring(rules.facts, colour, dict(favours))
