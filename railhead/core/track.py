"""Laying and upgrading track: what fits a hex, what a company may build, and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.events import TileLaid
from railhead.core.kinds import Kind, passing
from railhead.core.memo import Memo, remembered
from railhead.core.money import pay
from railhead.core.moves import LayTile
from railhead.core.operating import operating_company, turn_frame
from railhead.core.reach import face_at, network, reach
from railhead.core.rulings import Check, Facts, check, finding_check
from railhead.core.state import BANK, Laid, State, Stations
from railhead.core.tiles import NODE, Face, Tile, keeps_track, new_paths, next_colour, node_map

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from railhead.core.change import Change
    from railhead.network.parts import Part

Fault = tuple[str, dict[str, Any]]
_WORDS = Memo[tuple[str, "Laid | None"], "Mapping[str, bool]"]()
_MISFITS = Memo[tuple[str, "Laid | None", str, int], "Fault | None"]()
Fit = tuple[str, tuple[int, ...]]
"""A tile, and every way to turn it so that it fits a hex."""
_LAYS = Memo[tuple["Part", tuple[str, ...], "frozenset[int] | None"], tuple[Fit, ...]]()
_FITTING = Memo[tuple[str, "Laid | None", str], tuple[Fit, ...]]()


def misfit(state: State, hex_id: str, tile: str, rotation: int) -> Fault | None:
    """Why a tile turned this way does not fit a hex as it is now, whoever lays it; None if it fits.

    Depends only on the hex, what lies there and the tile, so every answer is cached with the rules.
    """
    key = (hex_id, state.board.laid.get(hex_id), tile, rotation)
    known = _MISFITS.kept(state.rules)
    if key not in known:
        known[key] = _misfit(state, hex_id, tile, rotation)
    return known[key]


def _misfit(state: State, hex_id: str, tile_id: str, rotation: int) -> Fault | None:
    tile = state.rules.map.tiles[tile_id]
    if rotation not in tile.facts.rotations:
        return "track.rotation", {"tile": tile_id, "rotations": list(tile.facts.rotations)}
    word = _words_on(state, hex_id).get(tile_id)
    wrong = _wrong_tile(face_at(state, hex_id), tile, word)
    if wrong is None:
        return _wrong_turn(state, hex_id, tile, rotation, word)
    rule, facts = wrong
    return rule, {**facts, "hex": hex_id} if rule == "track.colour" else facts


def _words_on(state: State, hex_id: str) -> Mapping[str, bool]:
    """The tiles about which the title has a word of its own on this hex; all others are as usual."""
    upgrades = state.rules.track.upgrades
    if upgrades is None:
        return {}
    return _WORDS.of(state.rules, (hex_id, state.board.laid.get(hex_id)), lambda: upgrades(state, hex_id))


def _wrong_tile(old: Face, tile: Tile, word: bool | None) -> Fault | None:
    """Why a tile does not fit however it is turned; `word` is the title's on this step."""
    new = tile.faces[0]
    wanted = next_colour(old.colour)
    if word is False or (word is None and new.colour != wanted):
        if new.colour == wanted:  # the right colour, but not the tile
            return "track.colour", {"number": tile.id, "there": old.colour}
        return "track.colour", {"tile": new.colour, "there": old.colour, "wanted": wanted}
    if old.label != new.label:
        return "track.letter", {"tile": new.label, "hex": old.label}
    if word is None and old.kinds != new.kinds:
        return "track.centres", {"tile": list(new.kinds), "hex": list(old.kinds)}
    return None


def _wrong_turn(state: State, hex_id: str, tile: Tile, rotation: int, word: bool | None) -> Fault | None:
    """Why a tile that may fit does not if it is turned this way."""
    if word is None and not keeps_track(face_at(state, hex_id), tile.faces[rotation]):
        return "track.keeps", {"tile": tile.id}
    return _wrong_place(state, hex_id, tile, rotation)


def _wrong_place(state: State, hex_id: str, tile: Tile, rotation: int) -> Fault | None:
    """Why a tile that could replace what lies on a hex does not fit there: dead ends, or the title objects."""
    rules = state.rules
    dead = rules.map.dead_ends(hex_id, tile.faces[rotation])
    if dead:
        return "track.dead-end", {"edges": dead}
    return rules.track.fits(state, hex_id, tile.id, rotation) if rules.track.fits else None


@remembered
def _usual_turns(old: Face, tiles: tuple[Tile, ...]) -> tuple[tuple[Tile, tuple[int, ...]], ...]:
    """The tiles that can replace a face by the usual rules, on whichever hex, and how they may be turned."""
    return tuple([(tile, turns) for tile in tiles if (turns := _turns(old, tile, None))])


def _turns(old: Face, tile: Tile, word: bool | None) -> tuple[int, ...]:
    """How a tile may be turned to replace a face, on whichever hex; `word` is the title's on this step."""
    if _wrong_tile(old, tile, word) is not None:
        return ()
    turns = sorted(tile.facts.rotations)
    return tuple(turns if word else [turn for turn in turns if keeps_track(old, tile.faces[turn])])


@check("track.hex", basic=True)
def known_hex(state: State, move: LayTile) -> Facts | None:
    """The hex and the tile must exist in this game."""
    rules = state.rules
    if move.hex not in rules.map.hexes:
        return {"hex": move.hex}
    if move.tile not in rules.map.tiles:
        return {"tile": move.tile}
    return None if 0 <= move.rotation < 6 else {"rotation": move.rotation}


@check("track.phase-colour", basic=True)
def colour_in_phase(state: State, move: LayTile) -> Facts | None:
    """The phase decides which colours may be laid."""
    colour = state.rules.map.tiles[move.tile].colour
    allowed = state.rules.phases[state.phase].tiles
    if colour not in allowed:
        return {"tile": colour, "phase": state.rules.phases[state.phase].name, "allowed": list(allowed)}
    return None


@check("track.allowance")
def within_allowance(state: State, move: LayTile) -> Facts | None:
    """A company has a limited number of lays and upgrades per turn."""
    colour = state.rules.map.tiles[move.tile].colour
    if colour not in _allowance(state, operating_company(state)):
        return {"tile": colour, "laid": [hex_id for hex_id, _ in turn_frame(state).laid]}
    return None


@remembered
def _allowance(state: State, _company: str) -> tuple[str, ...]:
    """The colours of the lays that are still open to the operating company."""
    return state.rules.track.allowance(state, turn_frame(state))


@check("track.supply")
def tile_left(state: State, move: LayTile) -> Facts | None:
    """Tiles are limited to those in the box."""
    return {"tile": move.tile} if state.board.supply[move.tile] == 0 else None


@check("track.blocked")
def not_blocked(state: State, move: LayTile) -> Facts | None:
    """A private company may keep a hex closed."""
    by = state.rules.track.blocked(state, operating_company(state), move.hex)
    return {"hex": move.hex, "by": by} if by else None


def _misfit_of(state: State, move: Any) -> Fault | None:
    return misfit(state, move.hex, move.tile, move.rotation)


def misfit_check(rule: str, why: str) -> Check[Any]:
    """A check for one of the reasons why a tile does not fit a hex."""
    return finding_check(_misfit_of, rule, why)


right_rotation = misfit_check("track.rotation", "Some tiles may not be turned in every way.")
right_colour = misfit_check("track.colour", "Tiles follow each other in the order of their colours.")
right_letter = misfit_check("track.letter", "A letter on the hex must be on the tile too.")
same_centres = misfit_check("track.centres", "The tile must have the towns and cities of the hex.")
track_kept = misfit_check("track.keeps", "Existing track must be preserved.")
no_dead_end = misfit_check("track.dead-end", "Track may not run off the map or into a closed side.")
FIT_CHECKS = (right_colour, right_letter, same_centres, track_kept, right_rotation, no_dead_end)
"""Whether a tile fits a hex, whoever lays it."""


@check("track.reach")
def within_reach(state: State, move: LayTile) -> Facts | None:
    """The company's track must lead to track on the tile, or the tile must hold one of its stations."""
    company = operating_company(state)
    face = state.rules.map.tiles[move.tile].faces[move.rotation]
    if reach(state, company).connects(move.hex, face.exits):
        return None
    return {"hex": move.hex, "company": company}


@check("track.adds")
def upgrade_adds(state: State, move: LayTile) -> Facts | None:
    """An upgrade must give the company new track to reach, or change the value of a stop on its track."""
    if not state.rules.track.must_add:
        return None
    old = face_at(state, move.hex)
    if not old.paths:
        return None
    new = state.rules.map.tiles[move.tile].faces[move.rotation]
    company = operating_company(state)
    if adds(state, company, move.hex, old, new):
        return None
    return {"hex": move.hex, "company": company}


def adds(state: State, company: str, hex_id: str, old: Face, new: Face) -> bool:
    """Whether a new face gives a company reachable new track or a reachable stop with a different value."""
    where = node_map(old, new) or ()
    cities = moved_stations(state.board.stations.get(hex_id, ()), where, new)
    own = tuple([NODE + city for city, names in enumerate(cities) if company in names])
    full = [NODE + city for city, names in enumerate(cities) if names and company not in names and all(names)]
    known = frozenset(reach(state, company).known_edges(hex_id))
    if _adds(old, (new, known, own, tuple(full))):  # mostly this is enough, and no search for all track is needed
        return True
    edges = _edges_reached(state, (company, hex_id))
    return edges != known and _adds(old, (new, edges, own, tuple(full)))


@remembered
def _edges_reached(state: State, place: tuple[str, str]) -> frozenset[int]:
    """The edges over which the track of a company arrives at a hex; asked for each tile that fits the hex."""
    company, hex_id = place
    return frozenset(reach(state, company).edges(hex_id))


@remembered
def _adds(old: Face, key: tuple[Face, frozenset[int], tuple[int, ...], tuple[int, ...]]) -> bool:
    """Whether track that comes in over some edges or from own cities meets anything new on a new face.

    The cities full of others' stations stop it. All else about the hex and the company does not matter, so the answer
    is kept with the old face.
    """
    new, edges, own, full = key
    where, fresh = node_map(old, new) or (), new_paths(old, new)
    seen: set[int] = set()
    todo = [*new.exits.intersection(edges), *own]
    while todo:
        end = todo.pop()
        if end in seen:
            continue
        seen.add(end)
        if end >= NODE:
            index = end - NODE
            before = where.index(index) if index in where else None
            if before is None or old.nodes[before].revenue != new.nodes[index].revenue:
                return True
            if end in full:
                continue
        for lead in new.leads(end):
            if frozenset((end, lead)) in fresh:
                return True
            if lead >= NODE:
                todo.append(lead)
    return False


@check("money.company")
def company_can_pay(state: State, move: LayTile) -> Facts | None:
    """Terrain is paid from the treasury, which must have the money."""
    company = operating_company(state)
    cost = state.rules.track.cost(state, company, move.hex)
    cash = state.companies[company].cash
    return {"cost": cost, "cash": cash} if cost > cash else None


def moved_stations(stations: Stations, where: tuple[int, ...], new: Face) -> Stations:
    """Markers as they lie on the new face."""
    if not stations:
        return ()
    cities: list[list[str]] = [[] for _ in new.nodes]
    for index, slots in enumerate(stations):
        target = where[index] if index < len(where) else index
        cities[target].extend(name for name in slots if name)
    return tuple(
        tuple(names + [""] * max(new.nodes[index].slots - len(names), 0)) for index, names in enumerate(cities)
    )


def put_tile(change: Change, hex_id: str, tile: str, rotation: int, company: str, cost: int = 0) -> None:
    """Lay a tile: the old one goes back to the supply, and markers move across."""
    state = change.state
    old = face_at(state, hex_id)
    new = state.rules.map.tiles[tile].faces[rotation]
    supply = dict(state.board.supply)
    before: Laid | None = state.board.laid.get(hex_id)
    if before is not None and supply[before[0]] >= 0:
        supply[before[0]] += 1
    if supply[tile] > 0:
        supply[tile] -= 1
    stations = state.board.stations
    if hex_id in stations:
        stations = dict(stations)
        stations[hex_id] = moved_stations(stations[hex_id], node_map(old, new) or (), new)
    laid = dict(state.board.laid)
    laid[hex_id] = (tile, rotation)
    change.board(at=hex_id, laid=laid, supply=supply, stations=stations)
    change.emit(TileLaid(company=company, hex=hex_id, tile=tile, rotation=rotation, cost=cost))


def lay_tile(change: Change, move: LayTile) -> None:
    """Pay for the terrain and lay the tile."""
    company = operating_company(change.state)
    cost = change.state.rules.track.cost(change.state, company, move.hex)
    pay(change, company, BANK, cost, "terrain")
    put_tile(change, move.hex, move.tile, move.rotation, company, cost)
    note_lay(change, move.hex, change.state.rules.map.tiles[move.tile].colour)
    change.state.rules.track.laid(change, company, move.hex)


def note_lay(change: Change, hex_id: str, mark: str) -> None:
    """Note a lay of the turn by its colour, or by a mark of the title's own for one that does not count."""
    frame = turn_frame(change.state)
    change.frame(type(frame), laid=(*frame.laid, (hex_id, mark)))


def fitting(state: State, hex_id: str) -> tuple[tuple[str, int], ...]:
    """Every tile and rotation that fits a hex as it is now, by colour, in the order of the tiles."""
    every = state.rules.map.colours
    return tuple(
        [(tile, turn) for colour in every for tile, turns in _fitting(state, hex_id, colour) for turn in turns]
    )


def _fitting(state: State, hex_id: str, colour: str) -> tuple[Fit, ...]:
    """The tiles of one colour that fit a hex as it is now, with their rotations."""
    key = (hex_id, state.board.laid.get(hex_id), colour)
    return _FITTING.of(state.rules, key, lambda: tuple(_fits(state, hex_id, colour)))


def _fits(state: State, hex_id: str, colour: str) -> Iterator[Fit]:
    old, tiles, words = face_at(state, hex_id), state.rules.map.colours.get(colour, ()), _words_on(state, hex_id)
    found = dict(_usual_turns(old, tiles))
    if words:
        found |= {tile: _turns(old, tile, words[tile.id]) for tile in tiles if tile.id in words}
        found = {tile: found[tile] for tile in tiles if tile in found}
    for tile, turns in found.items():
        there = tuple([turn for turn in turns if _wrong_place(state, hex_id, tile, turn) is None])
        if there:
            yield tile.id, there


@passing(
    known_hex, colour_in_phase, within_allowance, tile_left, not_blocked, *FIT_CHECKS, within_reach, company_can_pay
)
def lay_candidates(state: State) -> Iterator[LayTile]:
    """Tiles that fit the hexes which the company reaches, and that it can pay for."""
    rules, company = state.rules, operating_company(state)
    charter, supply, in_phase = state.companies[company], state.board.supply, rules.phases[state.phase].tiles
    colours = tuple([colour for colour in _allowance(state, company) if colour in in_phase])
    if not colours:
        return
    found, there, player = reach(state, company), network(state), charter.certificate
    sides, homes, parts, number, known = found.sides, found.homes, there.parts, there.grid.number, _LAYS.kept(rules)
    blocked, cost, cash = rules.track.blocked, rules.track.cost, charter.cash
    for hex_id in sorted(found.hexes, key=rules.map.ranks.__getitem__):
        key = parts[number[hex_id]], colours, None if hex_id in homes else sides[hex_id]
        lays = known.get(key)
        if lays is None:
            lays = known[key] = tuple(_lays(state, hex_id, *key[1:]))
        if not lays or blocked(state, company, hex_id) or cost(state, company, hex_id) > cash:
            continue
        for tile, turns in lays:
            if supply[tile]:
                for turn in turns:
                    yield LayTile(player, hex_id, tile, turn)


def _lays(state: State, hex_id: str, colours: tuple[str, ...], edges: frozenset[int] | None) -> Iterator[Fit]:
    """The tiles of these colours that fit a hex as it is now, with track at one of these edges; None: at any."""
    tiles = state.rules.map.tiles
    for colour in colours:
        for name, turns in _fitting(state, hex_id, colour):
            faces = tiles[name].faces
            there = [turn for turn in turns if edges is None or not edges.isdisjoint(faces[turn].exits)]
            if there:
                yield name, tuple(there)


LAY_CHECKS = (
    known_hex,
    colour_in_phase,
    within_allowance,
    tile_left,
    not_blocked,
    *FIT_CHECKS,
    within_reach,
    upgrade_adds,
    company_can_pay,
)
LAY = Kind(LayTile, lay_candidates, LAY_CHECKS, lay_tile)
