"""What private companies do for the company that owns them, and when they close (11.2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.change import Change
from railhead.core.costs import company_pays
from railhead.core.events import Noted
from railhead.core.kinds import Kind, asks, go_without, its_president, legal
from railhead.core.money import pay
from railhead.core.moves import LayTile, Move, PlaceStation
from railhead.core.operating import operating_company, turn_frame
from railhead.core.phases import phase_of
from railhead.core.privates import close_private
from railhead.core.reach import face_at, reach
from railhead.core.rulings import Facts, check
from railhead.core.state import BANK, Frame, State, president_of
from railhead.core.stations import (
    marker_left,
    note_station,
    one_a_hex,
    one_a_turn,
    place_free,
    slot_free,
)
from railhead.core.track import (
    colour_in_phase,
    fitting,
    known_hex,
    not_blocked,
    note_lay,
    put_tile,
    tile_left,
    within_allowance,
    within_reach,
)
from railhead.titles.t1894.extra import SHIPPING_BERTH, note, practice
from railhead.titles.t1894.opening import BELGE_MAJOR, FRENCH_MAJOR, shareholding
from railhead.titles.t1894.stations import home_kept
from railhead.titles.t1894.track import EXTRA, FIT, GUISE, allowance, not_laid_this_turn
from railhead.usual import half_to_double

REIMS, ROTTERDAM, SHIPPING = "LRC", "AR", "LS"
STATIONS = {"H17": "GLG", "D17": "SAC"}
EXTRA_TILE_PRICE = 60


class LayExtraTile(LayTile, frozen=True):
    """The owner of the Reims-Charleville line lays a yellow tile beyond its track actions."""


class LayStationTile(LayTile, frozen=True):
    """The owner of a station private lays or upgrades the tile of its city, wherever that is."""


class PlaceShippingMarker(Move, frozen=True):
    """The owner of London shipping places a marker beside London."""


class FreeStation(Frame, frozen=True):
    """The owner of a station private may place a marker on the tile that was just laid."""

    company: str
    hex: str


def owns(state: State, company: str, private: str) -> bool:
    """Whether a company owns a private that is in the game and open."""
    there = state.privates.get(private)
    return there is not None and there.owner == company and not there.closed


# Ligne de Reims a Charleville (11.2.2.1)


@check("1894.extra-tile")
def extra_tile_left(state: State, _move: LayExtraTile) -> Facts | None:
    """Only the company that owns the line, once in the game."""
    company = operating_company(state)
    if not owns(state, company, REIMS):
        return {"company": company}
    return {"used": state.privates[REIMS].used} if state.privates[REIMS].used else None


@check("1894.extra-tile-yellow")
def extra_tile_yellow(state: State, move: LayExtraTile) -> Facts | None:
    """The additional tile is yellow."""
    colour = state.rules.map.tiles[move.tile].colour
    return None if colour == "yellow" else {"tile": colour}


def _extra_cost(state: State, company: str, move: LayExtraTile) -> int:
    return EXTRA_TILE_PRICE + state.rules.track.cost(state, company, move.hex, move.tile)


can_pay_extra_tile = company_pays(
    lambda state, move: _extra_cost(state, operating_company(state), move), "The lay costs 60 plus the terrain."
)


def lay_extra_tile(change: Change, move: LayExtraTile) -> None:
    """Pay and lay; it does not count as a track action."""
    company = operating_company(change.state)
    cost = _extra_cost(change.state, company, move)
    pay(change, company, BANK, cost, "extra tile")
    change.private(REIMS, used=1)
    note(change, extra_tile=(move.hex, change.state.round.number, change.state.round.part))
    _put(change, move, company, cost, EXTRA)


def _put(change: Change, move: LayTile, company: str, cost: int, colour: str) -> None:
    put_tile(change, move.hex, move.tile, move.rotation, company, cost)
    note_lay(change, move.hex, colour)
    change.state.rules.track.laid(change, company, move.hex)


def _extra_candidates(state: State) -> Iterator[LayExtraTile]:
    company = operating_company(state)
    if not owns(state, company, REIMS) or state.privates[REIMS].used:
        return
    player = president_of(state, company)
    found = reach(state, company)
    for hex_id in sorted(found.hexes & state.rules.map.hexes.keys()):
        if face_at(state, hex_id).colour == "white":
            for tile, rotation in fitting(state, hex_id):
                yield LayExtraTile(player, hex_id, tile, rotation)


LAY_EXTRA = Kind(
    LayExtraTile,
    _extra_candidates,
    (
        known_hex,
        extra_tile_left,
        extra_tile_yellow,
        tile_left,
        not_blocked,
        *FIT,
        within_reach,
        can_pay_extra_tile,
    ),
    lay_extra_tile,
)


def extra_tile_possible(state: State, company: str) -> bool:
    """Whether the extra tile may still come in this turn: owned and unused, or for sale to the company."""
    line = state.privates[REIMS]
    if line.used or line.closed:
        return False
    if line.owner == company:
        return True
    span = state.rules.operating.may_buy_private(state, company, REIMS)
    return line.owner in state.players and span is not None and state.companies[company].cash >= span[0]


# Gare de Liege-Guillemins and Station Antwerpen Centraal (11.2.2.3, 11.2.2.4)


@check("1894.station-tile")
def station_tile_owner(state: State, move: LayStationTile) -> Facts | None:
    """Only in the private's city, for the company that owns it."""
    private = STATIONS.get(move.hex, "")
    company = operating_company(state)
    if not owns(state, company, private):
        return {"hex": move.hex, "private": private}
    used = state.privates[private].used
    return {"used": used} if used and practice(state).station_power_once else None


@check("1894.station-tile-colour")
def station_tile_colour(state: State, move: LayStationTile) -> Facts | None:
    """A yellow tile, or the upgrade of a yellow one."""
    colour = state.rules.map.tiles[move.tile].colour
    return None if colour in ("yellow", "green") else {"tile": colour}


def lay_station_tile(change: Change, move: LayStationTile) -> None:
    """Lay the tile as one of the track actions; then a marker may be placed there for nothing."""
    company = operating_company(change.state)
    private = STATIONS[move.hex]
    change.private(private, used=change.state.privates[private].used + 1)
    _put(change, move, company, 0, change.state.rules.map.tiles[move.tile].colour)
    change.push(FreeStation(company, move.hex))


def _station_tile_candidates(state: State) -> Iterator[LayStationTile]:
    company = operating_company(state)
    open_colours = allowance(state, turn_frame(state))
    for hex_id, private in STATIONS.items():
        if owns(state, company, private):
            for tile, rotation in fitting(state, hex_id):
                if state.rules.map.tiles[tile].colour in open_colours:
                    yield LayStationTile(president_of(state, company), hex_id, tile, rotation)


LAY_STATION_TILE = Kind(
    LayStationTile,
    _station_tile_candidates,
    (
        known_hex,
        station_tile_owner,
        station_tile_colour,
        not_laid_this_turn,
        colour_in_phase,
        within_allowance,
        tile_left,
        *FIT,
    ),
    lay_station_tile,
)


@check("1894.free-station")
def on_that_tile(state: State, move: PlaceStation) -> Facts | None:
    """The free marker goes to the city whose tile was just laid."""
    frame: FreeStation = state.top
    if move.hex != frame.hex or move.city not in face_at(state, frame.hex).cities:
        return {"hex": frame.hex}
    return None


def place_free_station(change: Change, move: PlaceStation) -> None:
    """Place the cheapest marker for nothing; it is the turn's marker."""
    frame: FreeStation = change.state.top
    change.pop()
    place_free(change, frame.company, move.hex, move.city)
    note_station(change)


def _free_candidates(state: State) -> Iterator[PlaceStation]:
    frame: FreeStation = state.top
    for city in face_at(state, frame.hex).cities:
        yield PlaceStation(president_of(state, frame.company), frame.hex, city)


def _no_marker_fits(change: Change, _frame: FreeStation) -> bool:
    """Go on when no marker can be placed there."""
    if legal(change.state, (FREE_STATION,)):
        return False
    change.pop()
    return True


FREE_STATION = Kind(
    PlaceStation,
    _free_candidates,
    (on_that_tile, marker_left, one_a_turn, one_a_hex, slot_free, home_kept),
    place_free_station,
)
DECLINE_STATION = go_without(its_president)
FREE_STATION_PROCEDURE = asks(FREE_STATION, DECLINE_STATION, who=its_president, advance=_no_marker_fits)


# London shipping (11.2.2.6)


@check("1894.shipping-marker")
def shipping_unused(state: State, _move: PlaceShippingMarker) -> Facts | None:
    """Only the company that owns London shipping, once."""
    company = operating_company(state)
    if not owns(state, company, SHIPPING):
        return {"company": company}
    return {"used": state.privates[SHIPPING].used} if state.privates[SHIPPING].used else None


@check("station.left")
def shipping_marker_left(state: State, _move: PlaceShippingMarker) -> Facts | None:
    """The charter must have a marker left."""
    company = operating_company(state)
    return None if state.companies[company].tokens else {"company": company}


def place_shipping_marker(change: Change, _move: PlaceShippingMarker) -> None:
    """The cheapest marker is placed beside London free of charge; London pays this company more from now on."""
    company = operating_company(change.state)
    change.private(SHIPPING, used=1)
    place_free(change, company, SHIPPING_BERTH, 0)
    change.emit(Noted(what="shipping", who=company))


def _shipping_candidates(state: State) -> Iterator[PlaceShippingMarker]:
    company = operating_company(state)
    if owns(state, company, SHIPPING):
        yield PlaceShippingMarker(president_of(state, company))


PLACE_SHIPPING = Kind(
    PlaceShippingMarker, _shipping_candidates, (shipping_unused, shipping_marker_left), place_shipping_marker
)


# Income, sale and closing (11.2)


HALF_TO_DOUBLE = half_to_double("Green", "Blue", "Brown")


def sale_to_company(state: State, company: str, private: str) -> tuple[int, int] | None:
    """Half to twice the face value in green, blue and brown; the major shareholdings never (11.2.1)."""
    return None if private in (FRENCH_MAJOR, BELGE_MAJOR) else HALF_TO_DOUBLE(state, company, private)


def private_bought(change: Change, _company: str, private: str, _seller: str) -> None:
    """The Antwerpen-Rotterdam line earns more for a company (11.2.2.2)."""
    if private == ROTTERDAM:
        change.private(private, revenue=change.state.rules.privates[private].special["revenue_for_company"])


def phase_begins(change: Change, _buyer: str) -> None:
    """Red closes the privates but for Saint-Quentin's, which closes with purple (15.5, 15.7)."""
    name = phase_of(change.state).name
    for sym in change.state.privates:
        if (name == "Red" and sym != GUISE) or (name == "Purple" and sym == GUISE):
            close_private(change, sym, "private.closes")


def close_shareholding(change: Change, company: str) -> None:
    """A major shareholding closes when its company operates (11.2.2.8, 11.2.2.9)."""
    for private in (FRENCH_MAJOR, BELGE_MAJOR):
        if shareholding(change.state, private) == company:
            close_private(change, private, "1894.shareholding-closes")
