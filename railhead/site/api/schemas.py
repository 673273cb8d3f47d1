"""What the API accepts and returns."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from ninja import Field, Schema
from pydantic import ConfigDict


class Input(Schema):
    """What the API accepts: an unknown field is refused, not ignored."""

    model_config = ConfigDict(extra="forbid")


class Problem(Schema):
    """Why something was refused: problem details, RFC 9457."""

    type: str = "about:blank"
    title: str = ""
    status: int = 0
    detail: str = Field(description="A sentence for people.")
    rule: str = ""
    section: str = ""
    facts: dict[str, Any] = {}
    version: int | None = Field(None, description="For a stale request: the current version of the game.")
    position: PositionOut | None = Field(None, description="For a stale move that asked for it: the position now.")


class OptionOut(Schema):
    """A variant or house rule."""

    name: str
    says: str
    house: bool


class TitleOut(Schema):
    """A title that can be played."""

    name: str
    full_name: str
    seats: list[int]
    options: list[OptionOut]
    about: dict[str, str]


class SeatIn(Input):
    """A seat of a new table."""

    name: str = Field("", max_length=200, description="Who sits here; online, empty for somebody who joins.")
    bot: str = Field("", max_length=24, description="The bot that plays here, such as clerk; empty for a person.")


class GameIn(Input):
    """A new table."""

    title: str = Field(max_length=16)
    seats: list[SeatIn] = Field(min_length=1, max_length=8)
    options: list[str] = Field([], max_length=40)
    seed: int | None = Field(None, ge=0, lt=2**31)
    kind: Literal["hotseat", "online"] = Field(
        "hotseat", description="hotseat: you play for everybody without a bot. online: others join."
    )
    random_seats: bool = Field(False, description="Whether players are seated at random.")
    public: bool = Field(False, description="Online: whether anybody may join, without an invitation.")
    limit_hours: int = Field(0, ge=0, le=2400, description="Hours for a move, then a bot may stand in; 0: no limit.")
    hints: bool | None = Field(
        None, description="Whether players may ask for hints; by default not between people online."
    )
    bots: bool = Field(True, description="Whether bots may sit here or stand in for somebody.")


class SeatOut(Schema):
    """A seat."""

    seat: str
    name: str
    bot: str
    taken: bool
    mine: bool


class UpgradeOut(Schema):
    """New rules for a running game: what changed, and who has agreed to continue under them."""

    rules: int
    says: str
    agreed: list[str]
    possible: bool


class GameOut(Schema):
    """A table and where its game stands."""

    id: str
    title: str
    kind: str
    status: str
    options: list[str]
    version: int
    count: int
    round: str
    awaited: list[str]
    seats: list[SeatOut]
    invite: str = ""
    summary: str = Field("", description="For an imported game: what a reader should know about it.")
    result: dict[str, Any] | None = None
    hints: bool = Field(True, description="Whether players may ask for hints.")
    bots: bool = Field(True, description="Whether bots may sit here or stand in.")
    rules: int = Field(1, description="The version of the rules that the game is played by.")
    upgrade: UpgradeOut | None = Field(None, description="New rules that the players are asked about.")


class MoveIn(Input):
    """A move at the version of the game that the player saw."""

    seq: int = Field(ge=0, lt=2**31)
    move: dict[str, Any] | str
    key: str = Field("", max_length=64, description="A key you choose: sent again with it, the move is made once.")
    position: bool = Field(False, description="If the game has moved on, answer with the current position.")


class MoveOut(Schema):
    """A committed move."""

    version: int
    count: int
    entry: int
    events: list[dict[str, Any]]


class AtIn(Input):
    """A request about the game at a version."""

    seq: int = Field(ge=0, lt=2**31)
    to: int | None = Field(None, ge=0, lt=2**31)


class Words(Schema):
    """A move as people read it: the same words as on the page."""

    verb: str
    text: str
    price: int
    effect: str


class LegalOut(Schema):
    """What the caller's seats can do now."""

    version: int
    awaited: list[str]
    moves: list[dict[str, Any]]
    words: list[Words] = Field(description="What each of the moves says, in their order.")
    price_ranges: list[dict[str, Any]] = Field(description="Moves that differ in one number, too many to list.")
    out_of_band: list[dict[str, Any]] = Field(
        description="Moves that play does not wait for, such as agreeing to end the game."
    )
    spans: list[dict[str, Any]] = Field(deprecated=True, description="The old name of price_ranges.")
    asides: list[dict[str, Any]] = Field(deprecated=True, description="The old name of out_of_band.")


class CheckIn(Input):
    """A move to judge without making it."""

    move: dict[str, Any] | str


class CheckOut(Schema):
    """Whether a move is legal, and every objection to it."""

    legal: bool
    objections: list[Problem]


class PositionOut(Schema):
    """A position as the caller may see it."""

    version: int
    count: int
    hidden: list[str]
    state: dict[str, Any]


class LogLine(Schema):
    """A move of the log."""

    number: int
    by: str
    auto: bool
    at: float
    move: dict[str, Any]
    events: list[dict[str, Any]]
    why: str = Field("", description="What a bot said about its move, or an import.")


class HintOut(Schema):
    """What a strong player would do in a seat."""

    version: int
    seat: str
    move: dict[str, Any]
    why: str


class StandInIn(Input):
    """A seat for a bot to play for a person; without a bot the person comes back."""

    number: int = Field(ge=1, le=8)
    bot: str = Field("", max_length=24)


class MessageIn(Input):
    """Something to say at the table."""

    text: str = Field(min_length=1, max_length=500)


class ProgramIn(Input):
    """An auto-action for a seat; `none` clears it."""

    seat: str = Field(max_length=8)
    kind: Literal["pass", "buy", "repeat", "none"]
    company: str = Field("", max_length=16)
    move: dict[str, Any] | str = ""


class JoinIn(Input):
    """Taking a seat."""

    name: str = Field("", max_length=200)
    invite: str = Field("", max_length=64)
    number: int = Field(0, ge=0, le=8)


class MessageOut(Schema):
    """A message in the chat of a table."""

    name: str
    seat: str
    text: str
    at: datetime


class MeOut(Schema):
    """Who the caller is, and what is waiting for them."""

    name: str
    guest: bool
    games: list[GameOut] = Field(description="My tables, last played first.")
    awaited: list[str] = Field(description="Tables at which it is my turn.")
    open: list[GameOut] = Field(description="Public tables with a free seat that I could join.")


Problem.model_rebuild()
REFUSED = dict.fromkeys((400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 503), Problem)
"""What every address may answer instead: its own refusals, and those of the layers around it."""
