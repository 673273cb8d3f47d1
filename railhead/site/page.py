"""The page of a table as parts: what each shows, and which of them a page lacks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe

from railhead.core.auction import Auction, Bidding
from railhead.core.engine import open_kinds
from railhead.core.operating import OperatingTurn
from railhead.core.stock import StockRound
from railhead.play.offers import countered, offer_to
from railhead.site import (
    bots,
    charts,
    chat,
    logbook,
    map_stage,
    seating,
    sentences,
    sheet_stage,
    stage_cards,
    stages,
    undoing,
)
from railhead.site.chat_parts import messages_part, speak_part
from railhead.site.log_part import log_part
from railhead.site.parts import Part, changed, had, memory, part
from railhead.site.people import holds
from railhead.site.recent import recent
from railhead.site.store import games
from railhead.site.table_view import LIVE, PAST, TABS, TableView
from railhead.view.stages import MAP, STAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from railhead.core.state import State

MANY_SINCE, MANY_TOLD = 40, 2
"""How many moves are searched for what bots did since, and how many of their turns are shown."""
HEIGHTS = {"round": 18, "phase": 8, "float": 12, "end": 0}
ROUNDS = (StockRound, OperatingTurn, Auction, Bidding)
"""Where a turn is taken; anything else is a question, to which the same answer may be given every time."""
ALWAYS = ("status", "switch", "carry", "now", "tools", "history", "marks", "log", "speak")
"""Parts that every answer checks, in addition to the current stage and the open tab."""
NESTED = {"board": "<!--board-->", "marks": "<!--marks-->"}
"""Parts inside another one, and where they go in it."""

Facts = dict[str, Any]


def parts_of(now: TableView, only: Collection[str] = ()) -> list[Part]:
    """The parts of the page as it should be; `only` some of them."""
    wanted = [*ALWAYS, f"stage-{now.stage}", "more"]
    if "chat" in only:
        wanted.append("chat-messages")
    if now.stage == MAP:
        wanted.append("board")
    return [_MAKERS[name](now) for name in wanted if not only or name in only or name == "chat-messages"]


def _nested(parts: list[Part], there: Mapping[str, str]) -> list[Part]:
    """A part within another goes in with it on a page that has none; afterwards it is sent by itself."""
    for name, place in NESTED.items():
        inner = next((one for one in parts if one.id == name), None)
        if inner is not None and name not in there:
            outer = (one for one in parts if one is not inner)
            parts = [replace(one, drawn=mark_safe(one.html.replace(place, str(inner.html), 1))) for one in outer]
    return parts


def whole(now: TableView) -> Facts:
    """All parts for the page itself, by their names with underscores; other stages are empty until asked for."""
    there = {one.id: one.html for one in [*_nested(parts_of(now), {}), _MAKERS["chat-messages"](now)]}
    found: Facts = {name.replace("-", "_"): html for name, html in there.items()}
    found["stages"] = [(name, there.get(f"stage-{name}", "")) for name in STAGES]
    return found


def fragments(request: HttpRequest, now: TableView, status: int = 200, notice: str = "", **more: Any) -> HttpResponse:
    """The parts that the page of the request lacks; 204 if it has them all."""
    asked = request.POST if request.method == "POST" else request.GET
    only = [name for name in asked.get("only", "").split(",") if name]
    there = had(asked.get("have", ""))
    html = str(changed(_nested(parts_of(now, only), there), there))
    if notice:
        html += render_to_string("railhead/parts/notice.html", {"message": notice, **more})
    if not html:
        return HttpResponse(status=204)
    response = HttpResponse(html, status=status)
    response["Vary"] = "HX-Request"
    return response


def _remembered(
    name: str, template: str, facts: Callable[[TableView], Facts], by: Callable[[TableView], tuple[object, ...]]
) -> Callable[[TableView], Part]:
    """A part that is rendered once for all who see the same: the same position, and `by` what else it depends on."""

    def make(now: TableView) -> Part:
        def fresh() -> Part:
            return part(name, template, {"game": now.game, "view": now, **facts(now)})

        return fresh() if now.key is None else memory.get((name, *now.key, *by(now)), fresh)

    return make


def _by_nothing(now: TableView) -> tuple[object, ...]:
    return ()


def _by_last_move(now: TableView) -> tuple[object, ...]:
    """The sheet marks what changed since the viewer's last move."""
    return (sheet_stage.last_own(now),)


def _by_actor(now: TableView) -> tuple[object, ...]:
    """The player who acts sees controls; everybody else sees the same."""
    bots = tuple(seat.bot for seat in now.seats)
    return (now.acts and now.acting_for, _out_of_turn(now), bots)


def _by_focus(now: TableView) -> tuple[object, ...]:
    return (now.focus,)


def _by_viewer(now: TableView) -> tuple[object, ...]:
    """Everything that the decision and the tools depend on besides the position."""
    back = tuple(seat.number for seat in now.seats if seating.may_come_back(now.game, seat, now.who))
    return (*_by_actor(now), now.mine, now.stage, now.game.pending, back)


def _by_stage(now: TableView) -> tuple[object, ...]:
    return (now.chosen, now.pinned, now.tab, now.acts and now.mode == LIVE)


def _out_of_turn(now: TableView) -> tuple[str, ...]:
    """The seats of the viewer, where somebody may act out of turn."""
    return now.mine if any(kind.out_of_turn for kind in open_kinds(now.state)) else ()


def _shows(
    name: str, template: str, facts: Callable[[TableView], Facts], shown: Callable[[TableView], tuple[object, ...]]
) -> Callable[[TableView], Part]:
    """A part that most moves leave as it is: `shown` is everything that its template shows, whatever the position."""

    def make(now: TableView) -> Part:
        def fresh() -> Part:
            return part(name, template, {"game": now.game, "view": now, **facts(now)})

        return memory.get((name, *shown(now)), fresh)

    return make


def _switch_shows(now: TableView) -> tuple[object, ...]:
    return (now.stage, now.natural, bool(now.pinned))


def _tools_show(now: TableView) -> tuple[object, ...]:
    """What may be done with tools; the answers to a question are those of the position."""
    state, panel = now.state, now.panel
    answers = [*panel.groups, panel.passing] if panel.mine and _is_question(state) else ()
    return (
        *(now.game.pk, now.game.hints, now.game.pending, now.mode, now.mine, now.may_branch),
        *(bool(now.head.count), state.ended is None, panel.mine, repr(answers), tuple(panel.out_of_band)),
        *(tuple(state.companies), tuple(player.name for player in state.players.values())),
    )


def _is_question(state: State) -> bool:
    return bool(state.frames) and not isinstance(state.top, ROUNDS)


def _fresh(name: str, template: str, facts: Callable[[TableView], Facts]) -> Callable[[TableView], Part]:
    """A part rendered separately for each person."""
    return lambda now: part(name, template, {"game": now.game, "view": now, **facts(now)})


# The frame


def _status(now: TableView) -> Facts:
    state = now.sight.state
    return {
        "title_name": state.rules.facts.name,
        "round": sentences.round_line(state),
        "phase": state.rules.phases[state.phase].name,
        "my_turn": now.acts and now.mode == LIVE,
    }


def _switch(now: TableView) -> Facts:
    return {"stages": STAGES, "stage": now.stage, "natural": now.natural, "pinned": now.pinned}


def _carry(now: TableView) -> Facts:
    return {"tab": now.tab if now.tab in TABS else TABS[0]}


def _history(now: TableView) -> Facts:
    return {"round": sentences.round_line(now.state)}


def _marks(now: TableView) -> Part:
    """Rounds, phases, floats and the end on the line of history, as far as they are known; drawn when one is new."""
    there = charts.points(now.game.pk, now.sight.state, now.head.count)
    found = tuple((one.number, one.kind, one.text) for one in charts.marks(there))
    facts = {"count": now.head.count, "marks": [(*one, HEIGHTS[one[1]]) for one in found]}
    return memory.get(("marks", found), lambda: part("marks", "railhead/parts/marks.html", facts))


# Now and the tools


def _now(now: TableView) -> Facts:
    state, panel = now.state, now.panel
    offers = (offer_to(state, seat) for seat in now.mine if now.mode == LIVE)
    on_stage = stages.shown_moves(now)
    return {
        "state": now.sight.state,
        "panel": panel,
        "currency": state.rules.facts.currency,
        "purse": stages.purse(now),
        "groups": stages.groups_left(panel, on_stage),
        "elsewhere": stages.elsewhere(now),
        "groups_elsewhere": stages.groups_shown(panel, on_stage) if stages.elsewhere(now) else [],
        "on_stage": stages.on_stage(now) if on_stage else "",
        "asked_all": stage_cards.asked_all(now),
        "ended": _ended(now),
        "request_undo": _undo_request(now),
        "undone": _undone(now),
        "since_mine": since_mine(now),
        "stood_in": [seat for seat in now.seats if seating.may_come_back(now.game, seat, now.who)],
        "bargain": next((offer for offer in offers if offer is not None and hasattr(offer.deal, "price")), None),
        "counter": _counter(now),
        "tried": sentences.tried(len(now.branch), now.base, now.base == now.head.count, len(now.to_keep)),
    }


def _tools(now: TableView) -> Facts:
    state = now.state
    return {
        "panel": now.panel,
        "state": state,
        "may_branch": now.may_branch,
        "ended": state.ended,
        "programs": {seat: now.pending.programs.get(seat) for seat in now.mine},
        "program_notes": [(state.players[s].name, now.pending.notes[s]) for s in now.mine if s in now.pending.notes],
        "seat_names": [(seat, state.players[seat].name) for seat in now.mine],
        "question": _is_question(state),
    }


def _counter(now: TableView) -> Any:
    if now.mode != LIVE or now.pending.counter is None:
        return None
    deal = countered(games, now.game.pk, now.state)
    if deal is None or deal.by not in now.mine:
        return None
    label = sentences.label(now.state, deal)
    return {"move": msgspec.json.encode(deal).decode(), "text": f"{label.verb} {label.text}", "deal": deal}


def _undo_request(now: TableView) -> Any:
    request = now.pending.request
    if request is None or now.mode != LIVE:
        return None
    names = {seat.player: seat.name for seat in now.seats}
    own = {*now.mine, *(seat.player for seat in now.seats if holds(seat, now.who))}  # also where code plays for them
    return {
        "by": names.get(request.by, ""),
        "moves": now.head.count - request.to,
        "waiting": [names[s] for s in request.voters or seating.voters(now.seats) if s not in request.agreed],
        "redo": request.redo,
        "mine": any(seat not in request.agreed for seat in own),
    }


def _undone(now: TableView) -> str:
    """Who last undid moves, if nothing has been played since and it was somebody else."""
    if now.mode != LIVE or not now.pending.redo:
        return ""
    by = undoing.who_undid(now.game.pk, now.head.version)
    return now.state.players[by].name if by in now.state.players and by not in now.mine else ""


def _ended(now: TableView) -> Any:
    ended = now.state.ended
    if ended is None:
        return None
    order = sorted(ended.scores.items(), key=lambda item: -item[1])
    rows = [(now.state.players[seat].name, score, seat in ended.winners) for seat, score in order]
    return {"reason": sentences.end_text(ended.reason), "rows": rows}


def since_mine(now: TableView) -> list[logbook.Turn]:
    """What bots did since the viewer's last move: their last turns in which something happened."""
    if now.mode != LIVE or not now.bots or not now.head.count or now.state.ended is not None:
        return []
    entries = recent(now)[-MANY_SINCE:]
    last = max((at for at, entry in enumerate(entries) if entry.by in now.mine and not entry.auto), default=-1)
    found = logbook.chapters(now.sight.state, entries[last + 1 :], "")
    turns = [turn for chapter in found for turn in chapter.turns if turn.seat in now.bots and turn.news[0].sentences]
    return turns[-MANY_TOLD:]


# The log and the other tabs


def _more(now: TableView) -> Facts:
    """What an open tab shows that is not there all the time."""
    state = now.sight.state
    facts: Facts = {"tab": now.tab, "state": state}
    if now.tab == "charts":
        there = charts.points(now.game.pk, state, state.count if now.mode == PAST else now.head.count)
        paid = charts.dividends(games.store.live(now.game.pk, 1, state.count))
        facts["charts"] = [(name, charts.chart(name, now.sight, there, paid)) for name in charts.NAMES]
    if now.tab == "rules":
        clauses = state.rules.rulebook.clauses.items()
        facts["clauses"] = sorted(clauses, key=lambda item: sentences.section_key(item[1].section))
        facts["options"] = sentences.options_of(state)
    if now.tab == "table":
        facts |= {
            "players": stages.player_cards(now),
            "bots": bots.shown(),
            "levels": {key: f"{bot} ({level})" for key, bot, level, _ in bots.shown()},
            "ended": state.ended,
            "overdue": seating.overdue(now.game),
        }
    return facts


def _more_part(now: TableView) -> Part:
    key = now.key
    if key is None or now.tab == "table":
        return _fresh("more", "railhead/parts/more.html", _more)(now)
    if now.tab in ("log", "chat", "notes"):
        return memory.get(("more",), lambda: _fresh("more", "railhead/parts/more.html", _more)(now))
    return memory.get(("more", *key, now.tab), lambda: _fresh("more", "railhead/parts/more.html", _more)(now))


def _remembered_marks(now: TableView) -> Part:
    """The marks, redrawn when a round or phase begins, a company floats, or moves were undone."""
    if now.mode != LIVE:
        return _marks(now)
    state, head = now.state, now.head
    floated = tuple(sym for sym, one in state.companies.items() if one.floated)
    here = (state.round, state.phase, floated, state.ended is None)
    return memory.get(("marks", now.game.pk, head.epoch, head.version - head.count, here), lambda: _marks(now))


def page_facts(request: HttpRequest, now: TableView) -> Facts:
    """What the page needs that no part has."""
    return {
        "game": now.game,
        "view": now,
        "title_name": now.state.rules.facts.name,
        "tabs": TABS,
        "note": chat.note_of(now.game, now.who),
        "address": request.build_absolute_uri(reverse("table", args=[now.game.pk])),
        "parts": whole(now),
    }


_MAKERS: dict[str, Callable[[TableView], Part]] = {
    "status": _remembered("status", "railhead/parts/status.html", _status, _by_stage),
    "switch": _shows("switch", "railhead/parts/switch.html", _switch, _switch_shows),
    "carry": _remembered("carry", "railhead/parts/carry.html", _carry, _by_stage),
    "now": _remembered("now", "railhead/parts/now.html", _now, _by_viewer),
    "tools": _shows("tools", "railhead/parts/tools.html", _tools, _tools_show),
    "history": _remembered("history", "railhead/parts/history.html", _history, _by_nothing),
    "marks": _remembered_marks,
    "log": log_part,
    "speak": speak_part,
    "more": _more_part,
    "chat-messages": lambda now: messages_part(now.game),
    "board": map_stage.board_part,
    "stage-map": _remembered("stage-map", "railhead/stages/map.html", map_stage.stage_facts, _by_actor),
    "stage-auction": _remembered("stage-auction", "railhead/stages/auction.html", stages.auction_facts, _by_actor),
    "stage-trading": _remembered("stage-trading", "railhead/stages/trading.html", stages.trading_facts, _by_actor),
    "stage-market": _remembered("stage-market", "railhead/stages/market.html", stages.market_facts, _by_focus),
    "stage-sheet": _remembered("stage-sheet", "railhead/stages/sheet.html", sheet_stage.facts, _by_last_move),
}
"""How each part is made."""
