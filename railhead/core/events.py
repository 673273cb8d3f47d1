"""Events: facts that happened. The view turns them into sentences; `rule` says why an automatic one happened."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=True, kw_only=True):
    """Something that happened."""

    rule: str = ""


class RoundBegan(Event, frozen=True):
    """A new round."""

    kind: str
    number: int
    part: int = 0
    of: int = 0


class RoundEnded(Event, frozen=True):
    """A round is over."""

    kind: str


class TurnBegan(Event, frozen=True):
    """A company's or player's turn."""

    who: str


class Passed(Event, frozen=True):
    """A player passed, by choice or because there was nothing left to do."""

    player: str
    automatic: bool = False


class Paid(Event, frozen=True):
    """Money changed hands."""

    payer: str
    payee: str
    amount: int
    why: str = ""


class BidMade(Event, frozen=True):
    """A bid on a private company."""

    player: str
    private: str
    price: int


class PrivateBought(Event, frozen=True):
    """A private company has a new owner."""

    private: str
    owner: str
    price: int


class PriceCut(Event, frozen=True):
    """A private company became cheaper."""

    private: str
    price: int


class PrivateClosed(Event, frozen=True):
    """A private company left the game."""

    private: str


class ParSet(Event, frozen=True):
    """A company has a par price."""

    company: str
    price: int
    player: str = ""


class SharesMoved(Event, frozen=True):
    """Certificates changed hands."""

    company: str
    percent: int
    source: str
    target: str
    price: int = 0


class PresidentChanged(Event, frozen=True):
    """A company has a new president."""

    company: str
    old: str
    new: str


class CompanyFloated(Event, frozen=True):
    """A company may operate from now on."""

    company: str
    capital: int


class CompanyClosed(Event, frozen=True):
    """A company left the game."""

    company: str


class PriceMoved(Event, frozen=True):
    """A share price marker moved on the market."""

    company: str
    old: int
    new: int
    why: str = ""


class TileLaid(Event, frozen=True):
    """Track was laid."""

    company: str
    hex: str
    tile: str
    rotation: int
    cost: int = 0


class StationPlaced(Event, frozen=True):
    """A station marker was placed."""

    company: str
    hex: str
    city: int
    cost: int = 0


class TrainsRun(Event, frozen=True):
    """A company ran its trains."""

    company: str
    revenue: int
    routes: tuple[tuple[str, tuple[str, ...], int], ...] = ()
    best: int = -1


class DividendPaid(Event, frozen=True):
    """What was done with a revenue."""

    company: str
    how: str
    revenue: int


class TrainBought(Event, frozen=True):
    """A company bought a train."""

    company: str
    train: str
    source: str
    price: int
    trade: str = ""


class TrainGone(Event, frozen=True):
    """A train rusted, was discarded or left the game."""

    train: str
    owner: str
    why: str


class PhaseChanged(Event, frozen=True):
    """A new phase began."""

    phase: str


class OfferMade(Event, frozen=True):
    """One player asks another to agree."""

    by: str
    to: str
    what: str


class EndProposed(Event, frozen=True):
    """A player proposes to end the game."""

    by: str
    why: str = ""


class OfferAnswered(Event, frozen=True):
    """An offer was accepted or declined."""

    by: str
    accepted: bool


class BankBroke(Event, frozen=True):
    """The bank has run out of money."""


class WentBankrupt(Event, frozen=True):
    """A player could not raise the money."""

    player: str


class Noted(Event, frozen=True):
    """An event specific to a title; the view finds its sentence by `what`."""

    what: str
    who: str = ""
    about: str = ""
    amount: int = 0


class GameEnded(Event, frozen=True):
    """The game is over."""

    reason: str
