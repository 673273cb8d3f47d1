"""The powers of the private companies (15.2): port tile, green tile on Ohzu, exchange for an Iyo share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from railhead.core.buying import above_share_limit
from railhead.core.change import Change, find_frame
from railhead.core.events import Noted
from railhead.core.floating import gain_share
from railhead.core.kinds import Kind, Procedure, asks, go_without, legal
from railhead.core.moves import LayTile, Move
from railhead.core.operating import OperatingTurn, turn_frame
from railhead.core.privates import close_private, owner_of
from railhead.core.rulings import Facts, check, gate
from railhead.core.state import IPO, Frame, State, president_of
from railhead.core.stock import StockRound, stock_procedure
from railhead.core.track import fitting, known_hex, misfit, put_tile, tile_left

PORT, GREEN, EXCHANGE, MINES, FERRY = "B", "C", "E", "D", "G"
PORT_TILE = "437"
PORT_HEXES = ("B11", "G10", "I12", "J9")
OHZU = "C4"
IYO = "IR"


class LayPort(Move, frozen=True):
    """The owner of the Mitsubishi Ferry places the port tile."""

    hex: str
    rotation: int

    @property
    def tile(self) -> str:
        """The port tile."""
        return PORT_TILE


class ExchangeDougo(Move, frozen=True):
    """The owner of the Dougo Railway takes an Iyo share for it."""


class GreenTile(Frame, frozen=True):
    """The seller of the Ehime Railway may lay a green tile on Ohzu at once."""

    player: str


def has_powers(state: State) -> bool:
    """Private companies of the beginner game have no powers (16.1)."""
    return not state.rules.on("beginner")


@gate("1889.beginner")
def powers_in_play(state: State, _player: str) -> Facts | None:
    """The private companies of the beginner game have no powers."""
    return None if has_powers(state) else {}


@check("1889.port-owner")
def owns_port(state: State, move: LayPort) -> Facts | None:
    """Only a player who owns the Mitsubishi Ferry has the port tile, and only once."""
    owner = owner_of(state, PORT)
    if owner != move.by:
        return {"owner": owner}
    return {"tile": PORT_TILE} if state.privates[PORT].used else None


@check("1889.port-time")
def not_in_others_turn(state: State, move: LayPort) -> Facts | None:
    """Not while a company of another player operates; before its first action it has not begun."""
    turn = find_frame(state, OperatingTurn)
    if turn is not None:
        if president_of(state, turn.company) == move.by or turn == OperatingTurn(turn.company):
            return None
        return {"operating": turn.company}
    return None if isinstance(state.top, StockRound) else {}


@check("1889.port-place")
def port_place(state: State, move: LayPort) -> Facts | None:
    """A coastal town without a tile, and the tile must fit there."""
    if move.hex not in PORT_HEXES:
        return {"hex": move.hex, "towns": list(PORT_HEXES)}
    if move.hex in state.board.laid:
        return {"built": move.hex}
    return None if misfit(state, move.hex, PORT_TILE, move.rotation) is None else {"hex": move.hex}


def lay_port(change: Change, move: LayPort) -> None:
    """Place the port tile; the ferry stays open."""
    put_tile(change, move.hex, PORT_TILE, move.rotation, PORT)
    change.private(PORT, used=1)


def port_candidates(state: State) -> Iterator[LayPort]:
    """Every coastal town and rotation, while the power is unused."""
    if not has_powers(state) or PORT not in state.privates or state.privates[PORT].used:
        return
    owner = owner_of(state, PORT)
    if owner not in state.players:
        return
    for hex_id in PORT_HEXES:
        for rotation in range(6):
            yield LayPort(owner, hex_id, rotation)


def port_waits(state: State, player: str) -> bool:
    """Whether a player could place the port tile now."""
    return any(move.by == player and LAY_PORT.objection(state, move) is None for move in port_candidates(state))


LAY_PORT = Kind(
    LayPort, port_candidates, (powers_in_play, owns_port, not_in_others_turn, port_place), lay_port, out_of_turn=True
)


@check("1889.port-tile")
def not_the_port_tile(_state: State, move: LayTile) -> Facts | None:
    """The port tile comes only through the Mitsubishi Ferry (6.4.1)."""
    return {"tile": move.tile} if move.tile == PORT_TILE else None


@check("1889.exchange-owner")
def owns_dougo(state: State, move: ExchangeDougo) -> Facts | None:
    """Only a player who owns the Dougo Railway, in stock and operating rounds."""
    owner = owner_of(state, EXCHANGE)
    if owner != move.by:
        return {"owner": owner}
    if isinstance(state.top, StockRound | OperatingTurn):
        return None
    return {"waiting": list(state.rules.procedures[type(state.top)].actors(state, state.top))}


@check("1889.exchange-share")
def iyo_share_left(state: State, _move: ExchangeDougo) -> Facts | None:
    """An Iyo share must be left in the initial offering."""
    return None if 10 in state.companies[IYO].shares.get(IPO, ()) else {"company": IYO}


@check("stock.share-limit")
def iyo_limit(state: State, move: ExchangeDougo) -> Facts | None:
    """The exchange respects the 60 % limit, which the orange area lifts."""
    return above_share_limit(state, IYO, move.by, 10)


def exchange(change: Change, move: ExchangeDougo) -> None:
    """Take the share and close the private; that share may float the company."""
    close_private(change, EXCHANGE, "1889.exchange-owner")
    change.emit(Noted(what="exchange", who=move.by, about=IYO))
    gain_share(change, IYO, IPO, move.by)


def exchange_candidates(state: State) -> Iterator[ExchangeDougo]:
    """The exchange, while somebody owns the Dougo Railway."""
    owner = owner_of(state, EXCHANGE)
    if owner in state.players:
        yield ExchangeDougo(owner)


EXCHANGE_DOUGO = Kind(
    ExchangeDougo,
    exchange_candidates,
    (powers_in_play, owns_dougo, iyo_share_left, iyo_limit),
    exchange,
    out_of_turn=True,
)


@check("1889.green-tile")
def green_on_ohzu(state: State, move: LayTile) -> Facts | None:
    """The seller lays a green tile on Ohzu, and it must fit."""
    fault = misfit(state, move.hex, move.tile, move.rotation)
    if move.hex != OHZU:
        return {"elsewhere": move.hex, "hex": OHZU}
    return None if fault is None else {"tile": move.tile, "hex": OHZU}


def lay_green(change: Change, move: LayTile) -> None:
    """Lay the tile; it costs nothing and counts for nobody's turn."""
    change.pop()
    put_tile(change, move.hex, move.tile, move.rotation, GREEN)


def green_candidates(state: State) -> Iterator[LayTile]:
    """Green tiles that fit Ohzu."""
    for tile, rotation in fitting(state, OHZU):
        yield LayTile(state.top.player, OHZU, tile, rotation)


LAY_GREEN = Kind(LayTile, green_candidates, (known_hex, green_on_ohzu, tile_left), lay_green)
GREEN_PROCEDURE = asks(LAY_GREEN, go_without())


def exchange_opens(state: State, frame: StockRound, kinds: Iterable[Kind]) -> bool:
    """Whether the player in turn could do something after exchanging the Dougo Railway: the new share can be sold."""
    if owner_of(state, EXCHANGE) != frame.at:
        return False
    move = ExchangeDougo(frame.at)
    if EXCHANGE_DOUGO.objection(state, move) is not None:
        return False
    change = Change(state)
    exchange(change, move)
    return legal(change.state, kinds)


def stock_turns(kinds: tuple[Kind, ...]) -> Procedure:
    """Stock rounds in which nobody who could exchange the Dougo Railway and continue is passed over (15.2)."""
    usual = stock_procedure(kinds)

    def advance(change: Change, frame: StockRound) -> bool:
        playing = frame.passes < len(change.state.order) and not frame.done
        if playing and exchange_opens(change.state, frame, kinds):
            return False
        return usual.advance(change, frame)

    return replace(usual, advance=advance)


def private_bought(change: Change, _company: str, private: str, seller: str) -> None:
    """The turn has begun; the seller of the Ehime Railway may lay a green tile on Ohzu at once."""
    turn = turn_frame(change.state)
    change.frame(OperatingTurn, notes=(*turn.notes, f"bought {private}"))
    if private == GREEN and has_powers(change.state) and OHZU not in change.state.board.laid:
        change.push(GreenTile(seller))
