"""What private companies do for the company that owns them, and when they close (11.2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from railhead.core import stations
from railhead.core import track as usual
from railhead.core.change import Change
from railhead.core.events import Noted
from railhead.core.kinds import Kind, asks, go_without, its_president, unless_stuck
from railhead.core.moves import LayTile, Move
from railhead.core.operating import for_company, operating_company
from railhead.core.phases import phase_of
from railhead.core.powers import additional_tile, lays_by_power, put_by_power, tile_colour
from railhead.core.privates import close_private, owner_of
from railhead.core.rulings import Check, Facts, check
from railhead.core.state import Frame, State
from railhead.titles.t1894.extra import SHIPPING, SHIPPING_BERTH, note
from railhead.titles.t1894.opening import BELGE_MAJOR, FRENCH_MAJOR, shareholding
from railhead.titles.t1894.stations import home_kept
from railhead.titles.t1894.track import EXTRA, FIT, GUISE, not_laid_this_turn

REIMS, ROTTERDAM = "LRC", "AR"
STATIONS = {"H17": "GLG", "D17": "SAC"}
EXTRA_TILE_PRICE = 60


class LayExtraTile(LayTile, frozen=True):
    """The owner of the Reims-Charleville line lays a yellow tile beyond its track actions."""


class LayStationTile(LayTile, frozen=True):
    """The owner of a station private lays or upgrades the tile of its city, in reach or not."""


class PlaceShippingMarker(Move, frozen=True):
    """The owner of London shipping places a marker beside London."""


class FreeStation(Frame, frozen=True):
    """The owner of a station private may place a marker on the tile that was just laid."""

    company: str
    hex: str


def once(rule: str, private: str) -> Check[Any]:
    """The objection to a power that only the company that owns the private has, once in the game."""

    @check(rule)
    def owned_and_unused(state: State, _move: Move) -> Facts | None:
        """Only the company that owns the private, once in the game."""
        company, used = operating_company(state), state.privates[private].used
        if owner_of(state, private) != company:
            return {"company": company}
        return {"used": used} if used else None

    return owned_and_unused


# Ligne de Reims a Charleville (11.2.2.1)


extra_tile_yellow = tile_colour("1894.extra-tile-yellow", "The additional tile is yellow.", "yellow")


def extra_tile_laid(change: Change, move: LayExtraTile) -> None:
    """The power is used; nobody upgrades the tile in this round."""
    change.private(REIMS, used=1)
    note(change, extra_tile=(move.hex, change.state.round.number, change.state.round.part))


LAY_EXTRA = additional_tile(
    LayExtraTile,
    REIMS,
    EXTRA_TILE_PRICE,
    EXTRA,
    (
        usual.known_hex,
        once("1894.extra-tile", REIMS),
        extra_tile_yellow,
        usual.tile_left,
        usual.not_blocked,
        *FIT,
        usual.within_reach,
    ),
    extra_tile_laid,
    "extra tile",
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
    return None if owner_of(state, private) == operating_company(state) else {"hex": move.hex, "private": private}


station_tile_colour = tile_colour(
    "1894.station-tile-colour", "A yellow tile, or the upgrade of a yellow one.", "yellow", "green"
)


def lay_station_tile(change: Change, move: LayStationTile) -> None:
    """Lay the tile as one of the track actions; then a marker may be placed there for nothing."""
    private = STATIONS[move.hex]
    change.private(private, used=change.state.privates[private].used + 1)
    put_by_power(change, move, change.state.rules.map.tiles[move.tile].colour)
    change.push(FreeStation(operating_company(change.state), move.hex))


def _station_tile_candidates(state: State) -> Iterator[LayStationTile]:
    for hex_id, private in STATIONS.items():
        yield from lays_by_power(state, private, LayStationTile, hex_id)


LAY_STATION_TILE = Kind(
    LayStationTile,
    _station_tile_candidates,
    (
        usual.known_hex,
        station_tile_owner,
        station_tile_colour,
        not_laid_this_turn,
        usual.colour_in_phase,
        usual.within_allowance,
        usual.tile_left,
        *FIT,
    ),
    lay_station_tile,
)


def place_free_station(change: Change, company: str, hex_id: str, city: int) -> None:
    """Place the cheapest marker for nothing; it is the turn's marker."""
    stations.place_free(change, company, hex_id, city)
    stations.note_station(change)


FREE_STATION = stations.city_choice(
    "1894.free-station",
    "The free marker goes to the city whose tile was just laid.",
    place_free_station,
    checks=(stations.marker_left, stations.one_a_turn, stations.one_a_hex, stations.slot_free, home_kept),
)
FREE_STATION_PROCEDURE = asks(
    FREE_STATION, go_without(its_president), who=its_president, advance=unless_stuck(FREE_STATION)
)


# London shipping (11.2.2.6)


def place_shipping_marker(change: Change, _move: PlaceShippingMarker) -> None:
    """The cheapest marker is placed beside London free of charge; London pays this company more from now on."""
    company = operating_company(change.state)
    change.private(SHIPPING, used=1)
    stations.place_free(change, company, SHIPPING_BERTH, 0)
    change.emit(Noted(what="shipping", who=company))


PLACE_SHIPPING = Kind(
    PlaceShippingMarker,
    for_company(PlaceShippingMarker),
    (once("1894.shipping-marker", SHIPPING), stations.marker_left),
    place_shipping_marker,
)


# Income, sale and closing (11.2)


def private_bought(change: Change, _company: str, private: str, _seller: str) -> None:
    """The Antwerpen-Rotterdam line earns more for a company (11.2.2.2)."""
    if private == ROTTERDAM:
        change.private(private, revenue=change.state.rules.privates[private].special["revenue_for_company"])


def phase_begins(change: Change, _buyer: str) -> None:
    """Red closes the privates except Saint-Quentin's, which closes with purple (15.5, 15.7)."""
    name = phase_of(change.state).name
    for sym in change.state.privates:
        if (name == "Red" and sym != GUISE) or (name == "Purple" and sym == GUISE):
            close_private(change, sym, "private.closes")


def close_shareholding(change: Change, company: str) -> None:
    """A major shareholding closes when its company operates (11.2.2.8, 11.2.2.9)."""
    for private in (FRENCH_MAJOR, BELGE_MAJOR):
        if shareholding(change.state, private) == company:
            close_private(change, private, "1894.shareholding-closes")
