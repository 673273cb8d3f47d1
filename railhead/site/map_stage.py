"""The map stage: the board as a part that is updated hex by hex, and what surrounds it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from railhead.core.change import find_frame
from railhead.core.memo import Memo
from railhead.core.moves import BuyTrain, RunTrains
from railhead.core.operating import OperatingTurn, current_step, operating_company
from railhead.core.revenue import best_of
from railhead.core.state import president_of
from railhead.play.records import MOVE
from railhead.site import cards, pictures
from railhead.site.models import Entry
from railhead.site.parts import Memory, Part, block
from railhead.site.recent import first_recent, recent
from railhead.site.store import games
from railhead.site.table_view import LIVE, TableView
from railhead.site.train_cards import SupplyCard, offer_cards, supply_cards
from railhead.view.company_bar import company_bar
from railhead.view.map_parts import MapParts, drawn_routes, map_parts
from railhead.view.map_svg import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railhead.core.scoring import Route
    from railhead.core.state import State

RAN = '"TrainsRun"'
FAR_BACK = 120
"""How many runs are searched for a company's last one."""
MOST_BOARDS = 200
"""Cached pictures of boards, so that a page is sent only what changed since the one it shows."""
WIDE = 1.5
"""A map at least this much wider than it is high leaves room below it for the train supply, another one beside it."""

TRAINS, SWITCHES = "railhead/parts/map_trains.html", "railhead/parts/map_switches.html"

Facts = dict[str, Any]


boards: Memory[MapParts] = Memory(MOST_BOARDS)
_DRAWN: Memo[Any, tuple[str, MapParts]] = Memo()


def json_attribute(name: str, value: object) -> SafeString:
    """Data for scripts in an attribute; in single quotes, since JSON is full of double ones."""
    text = msgspec.json.encode(value).decode()
    safe = text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
    return mark_safe(f"{escape(name)}='{safe}'")


def board_part(now: TableView) -> Part:
    """The board that is shown: the same for everybody, and drawn once as long as nothing on it changes."""
    state = now.state
    closed = tuple((private, *hexes) for private, hexes in blocks(state).items())
    name, picture = _DRAWN.of(state.board, (state.phase, closed), lambda: _drawn(state))
    boards.keep(name, picture)
    mood = "" if now.mode == LIVE else f" board-{now.mode}"
    whole = f"{name}.{now.mode}"

    def draw() -> SafeString:
        return mark_safe(
            f'<div id="board" class="board{mood}" data-part="{whole}" role="region" aria-label="Hexes">'
            f"{picture.picture}</div>"
        )

    return Part("board", draw, whole, instead=lambda had: _changes(had, whole))


def _drawn(state: State) -> tuple[str, MapParts]:
    """The picture of a board, and the hash that names it."""
    picture = map_parts(state)
    return hashlib.blake2s(picture.picture.encode(), digest_size=6).hexdigest(), picture


def _changes(before: str, after: str) -> str:
    """What turns one board into another, for a page that shows the first; empty if that is no longer cached."""
    old, new = (boards.known(name.partition(".")[0]) for name in (before, after))
    if old is None or new is None or before.partition(".")[2] != after.partition(".")[2]:
        return ""
    data = json_attribute("data-json", new.changes(old))
    return (
        '<hx-partial hx-target="#board-changes" hx-swap="outerHTML">'
        f'<div id="board-changes" hidden data-before="{escape(before)}" data-after="{escape(after)}" {data}></div>'
        "</hx-partial>"
    )


def runs_now(now: TableView) -> bool:
    """Whether the operating company is about to run its trains."""
    turn = find_frame(now.state, OperatingTurn)
    step = current_step(now.state) if turn is not None and now.state.top is turn else None
    return step is not None and any(kind.move is RunTrains for kind in step.kinds)


def drawn_now(now: TableView) -> Sequence[Route]:
    """The routes on the map: the best run before the trains run, the run itself until the turn ends."""
    turn = find_frame(now.state, OperatingTurn)
    if turn is None:
        return ()
    if runs_now(now):
        return tuple(value.route for value in best_of(now.state, turn.company).routes)
    run = last_run(now, turn.company) if turn.revenue > 0 else None
    return run.routes if run is not None else ()


def last_run(now: TableView, company: str) -> RunTrains | None:
    """The last run of a company up to the position that is shown."""
    turn = find_frame(now.state, OperatingTurn)
    tried = [move for move in now.branch if isinstance(move, RunTrains)]
    if tried and turn is not None and turn.company == company and turn.revenue >= 0:
        return tried[-1]
    for move, events in _runs(now):
        if f'"company":"{company}"' in events:
            found = games.read(now.game.pk, move)
            if isinstance(found, RunTrains):
                return found
    return None


def _runs(now: TableView) -> Iterator[tuple[str, str]]:
    """The moves that ran trains with their events, latest first; only old ones are read from the database."""
    for entry in reversed(recent(now)):
        if RAN in entry.events:
            yield entry.move, entry.events
    older = Entry.objects.filter(
        game_id=now.game.pk, kind=MOVE, live=True, number__lt=first_recent(now.base), events__contains=RAN
    )
    yield from older.order_by("-number").values_list("move", "events")[:FAR_BACK]


def map_data(now: TableView) -> Facts:
    """What the map's scripts need to know about a position."""
    state = now.state
    drawn = drawn_routes(state, drawn_now(now))
    order = list(state.players)
    directors = {sym: president_of(state, sym) for sym, one in state.companies.items() if one.floated}
    return {
        "version": now.head.version,
        "lit": sorted(now.panel.lit or ()),
        "powers": sorted({name for power in now.panel.powers if not power.theirs for name in power.places}),
        "running": operating_company(state) if runs_now(now) and now.acts else "",
        "ways": drawn.pieces,
        "badges": drawn.badges,
        "owners": {sym: order.index(player) for sym, player in directors.items() if player in order},
    }


def stage_facts(now: TableView) -> Facts:
    """The map stage without the board itself."""
    state = now.sight.state
    bar = company_bar(state, now.sight.hidden)
    beside = pictures.map_ratio(state) <= WIDE
    trains = tuple(supply_cards(now)) if bar is not None or not beside else ()
    offers = tuple(offer_cards(now)) if bar is not None else ()
    ran = tuple(sym for sym, one in state.companies.items() if one.operated and not one.closed)
    currency = state.rules.facts.currency
    return {
        "bar": bar,
        "chip": cards.chip(state, bar.symbol) if bar is not None else "",
        "currency": currency,
        "trains": block(TRAINS, trains=trains, offers=offers, currency=currency) if trains or offers else "",
        "switches": block(SWITCHES, ran=ran),
        "beside": beside,
        "buying": _buying(now, trains),
        "data": json_attribute("data-json", map_data(now)),
    }


def _buying(now: TableView, trains: Sequence[SupplyCard]) -> bool:
    """Whether the decision is about trains: then the supply is shown on small screens too."""
    turn = find_frame(now.state, OperatingTurn)
    step = current_step(now.state) if turn is not None else None
    buying = step is not None and any(kind.move is BuyTrain for kind in step.kinds)
    return buying or any(card.choices for card in trains)
