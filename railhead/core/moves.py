"""Moves: small typed messages, and their two written forms, JSON and one line of text.

Every move says who makes it. Titles add kinds of their own; the codec of a title knows all of its kinds.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any, Union

import msgspec

from railhead.core.decoding import in_words
from railhead.core.rulings import MalformedMove
from railhead.core.scoring import Route

if TYPE_CHECKING:
    from collections.abc import Iterable


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Move(msgspec.Struct, frozen=True, gc=False, tag_field="move", tag=_snake, forbid_unknown_fields=True):
    """Something a player does."""

    by: str


def verb_of(kind: type[Any]) -> str:
    """The word that moves of a kind are written with."""
    return str(kind.__struct_config__.tag)


class Pass(Move, frozen=True):
    """Do nothing, or nothing more, here."""


class Bid(Move, frozen=True):
    """Bid on a private company, or buy the one that is offered."""

    private: str
    price: int


class SetPar(Move, frozen=True):
    """Set the par price of a company whose president's certificate was just won."""

    company: str
    price: int


class StartCompany(Move, frozen=True):
    """Buy a president's certificate and set the par price."""

    company: str
    price: int


class BuyShare(Move, frozen=True):
    """Buy a certificate from the initial offering, the pool or any other place that holds shares."""

    company: str
    source: str
    percent: int = 10


class Sale(Move, frozen=True):
    """A sale of certificates; titles have kinds of their own."""


class SellShares(Sale, frozen=True):
    """Sell shares of one company in one block."""

    company: str
    percent: int


class SellLarge(SellShares, frozen=True):
    """Sell a block with a large certificate in it although small ones would make it up."""


class LayTile(Move, frozen=True):
    """Lay or upgrade track."""

    hex: str
    tile: str
    rotation: int


class PlaceStation(Move, frozen=True):
    """Place a station marker in a city."""

    hex: str
    city: int


class RunTrains(Move, frozen=True):
    """Run the trains on these routes."""

    routes: tuple[Route, ...]


class Dividend(Move, frozen=True):
    """Decide what happens to the revenue: pay, withhold or half."""

    how: str


class BuyTrain(Move, frozen=True):
    """Buy a train from the supply, the pool or another company, perhaps trading one in."""

    train: str
    source: str
    price: int
    trade: str = ""


class DiscardTrain(Move, frozen=True):
    """Give up a train above the limit."""

    company: str
    train: str


class BuyPrivate(Move, frozen=True):
    """Buy a private company from a player for the operating company."""

    private: str
    price: int


class Accept(Move, frozen=True):
    """Accept the offer on the table."""


class Decline(Move, frozen=True):
    """Decline the offer on the table."""


class RaiseMoney(Move, frozen=True):
    """Choose the train that must be bought and begin to sell certificates for it."""

    train: str
    source: str
    price: int = 0  # agreed with another company; from supply and pool the printed price applies


class StepBack(Move, frozen=True):
    """Undo the choice of a train before anything has been sold for it."""


class Bankrupt(Move, frozen=True):
    """Admit that the money cannot be raised."""


class Codec:
    """Reads and writes the moves of one title."""

    def __init__(self, kinds: Iterable[type[Move]]) -> None:
        self.types: dict[str, type[Move]] = {}
        for kind in kinds:
            self.types[verb_of(kind)] = kind
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tuple(self.types.values())])  # noqa: UP007

    def from_json(self, data: bytes | str) -> Move:
        """A move from its JSON text."""
        try:
            move: Move = self._decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise MalformedMove(f"not a move: {in_words(error)}") from None
        return move

    def from_plain(self, data: object) -> Move:
        """A move from plain JSON values."""
        try:
            return self.from_json(msgspec.json.encode(data))
        except (TypeError, UnicodeError, OverflowError, RecursionError, msgspec.EncodeError) as error:
            raise MalformedMove(f"not a move: {error}") from None

    def from_text(self, text: str) -> Move:
        """A move from its line, as in `p1 lay_tile hex=J3 tile=8 rotation=3`."""
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise MalformedMove(f"{text!r}: {error}") from None
        if len(words) < 2:
            raise MalformedMove(f"{text!r}: a move is a player, a verb and its fields, as in 'p1 pass'")
        by, verb, *rest = words
        if verb not in self.types:
            raise MalformedMove(f"{verb!r} is not a move; there are: {', '.join(sorted(self.types))}")
        plain: dict[str, Any] = {"by": by}
        for word in rest:
            name, sign, value = word.partition("=")
            if not sign:
                raise MalformedMove(f"{word!r}: write a field as name=value")
            plain[name] = value
        for name, value in list(plain.items()):
            if value.startswith(("[", "{")):
                try:
                    plain[name] = msgspec.json.decode(value)
                except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                    raise MalformedMove(f"{name}: {in_words(error)}") from None
        try:
            return msgspec.convert({"move": verb, **plain}, self.types[verb], strict=False)
        except msgspec.ValidationError as error:
            raise MalformedMove(f"{verb}: {in_words(error)}") from None


PLAIN = (str, int)
"""What is written as it is; other values as JSON."""


def to_text(move: Move) -> str:
    """The move as one line; `Codec.from_text` reads it back."""
    words = [move.by, verb_of(type(move))]
    for field in type(move).__struct_fields__:
        if field == "by":
            continue
        value = getattr(move, field)
        if not isinstance(value, PLAIN):
            value = msgspec.json.encode(value).decode()
        word = f"{field}={value}"
        words.append(word if isinstance(value, int) or (value.isascii() and value.isalnum()) else shlex.quote(word))
    return " ".join(words)


def to_plain(move: Move) -> dict[str, Any]:
    """The move as plain JSON values."""
    plain: dict[str, Any] = msgspec.to_builtins(move)
    return plain
