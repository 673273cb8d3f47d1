"""Sentences: one for every event and move of the kernel, refusals with their citations, what is awaited."""

from __future__ import annotations

import importlib
import pkgutil
from string import Formatter
from typing import Any

import msgspec
import pytest
from kit import begin
from msgspec.structs import replace
from positions import state_before

import railhead.core
from railhead.core import events, moves
from railhead.core.citing import citation
from railhead.core.engine import actors, apply, legal_moves, new_game
from railhead.core.events import Event
from railhead.core.market import price_of
from railhead.core.moves import Move
from railhead.core.offers import Offer
from railhead.core.operating import operating_company
from railhead.core.rulings import Check, Refusal
from railhead.core.scoring import Route
from railhead.core.shares import certificates_of
from railhead.core.state import Ended, State
from railhead.core.stock import StockRound, must_sell
from railhead.titles import TITLES, title
from railhead.titles.t1843.loire import ExchangeLoire
from railhead.titles.t1843.ports import BuyPort
from railhead.titles.t1889.powers import LayPort
from railhead.titles.t1893.eva import TradeEva
from railhead.titles.t1893.package import Leftovers
from railhead.titles.t1894.finance import RedeemShares
from railhead.view import sentences
from railhead.view.move_words import label
from railhead.view.names import listed, money, range_words, round_name
from railhead.view.outcome_words import kept
from railhead.view.refusal_words import CASES

EVENTS = sorted(
    (it for it in vars(events).values() if isinstance(it, type) and issubclass(it, Event) and it is not Event),
    key=lambda it: it.__name__,
)
MOVES = sorted(
    (it for it in vars(moves).values() if isinstance(it, type) and issubclass(it, Move) and it is not Move),
    key=lambda it: it.__name__,
)
SAMPLES: dict[str, Any] = {
    "by": "p1", "who": "AR", "player": "p1", "payer": "bank", "payee": "p2", "amount": 30, "private": "A",
    "owner": "p2", "price": 75, "company": "AR", "percent": 10, "source": "ipo", "target": "p1", "old": "p1",
    "new": "p2", "capital": 750, "hex": "K8", "tile": "6", "rotation": 2, "city": 0, "revenue": 40, "cost": 0,
    "how": "pay", "train": "2", "trade": "", "phase": "3", "to": "p2", "what": "odd thing", "accepted": True,
    "kind": "OR", "number": 1, "part": 1, "of": 2, "reason": "bank", "about": "K4", "why": "", "routes": (),
}  # fmt: skip
SILENT = {"RoundEnded"}


def sample(kind: type[Any], **fields: Any) -> Any:
    """A record of this kind with plausible fields."""
    values = {}
    for field in msgspec.structs.fields(kind):
        if field.required or field.name in fields:
            values[field.name] = fields.get(field.name, SAMPLES[field.name])
    return kind(**values)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda it: it.__name__)
def test_every_event_has_a_sentence(late: State, kind: type[Event]) -> None:
    numbers = {"old": 70, "new": 80} if kind is events.PriceMoved else {}
    words = sentences.sentence(late, sample(kind, **numbers))
    if kind.__name__ in SILENT:
        assert words is None
    else:
        assert words is not None
        assert words[0].isupper(), words
        assert words.endswith((".", "?")), words


def test_the_port_tile_is_named_once() -> None:
    """1889: B11 is Nakamura, between Sukumo and Kubokawa."""
    words = sentences.label(begin("1889", 3), LayPort("p1", "B11", 2))
    assert (words.verb, words.text) == ("Lay the port tile", "on Nakamura (B11): to Sukumo and Kubokawa")


@pytest.mark.parametrize("kind", MOVES, ids=lambda it: it.__name__)
def test_every_move_has_a_label(openings: dict[str, State], late: State, kind: type[Move]) -> None:
    for state in (openings["1889"], late):
        label = sentences.label(state, sample(kind))
        assert label.verb
        assert label.verb[0].isupper()
        assert sentences.move_sentence(state, sample(kind)).endswith(".")


def test_noise_is_not_news(late: State) -> None:
    assert sentences.sentence(late, events.Passed(player="p1", automatic=True)) is None
    assert sentences.sentence(late, events.Paid(payer="p1", payee="bank", amount=20, why="share")) is None
    assert sentences.sentence(late, events.PriceMoved(company="AR", old=0, new=75, why="par")) is None
    nothing, fixed = (events.TrainsRun(company="AR", revenue=revenue, routes=()) for revenue in (0, 40))
    assert sentences.sentence(late, nothing) is None
    assert sentences.sentence(late, fixed) == "AR earns ¥40."


def test_sentences_name_people_and_places(openings: dict[str, State]) -> None:
    state = openings["1889"]
    says = lambda event: sentences.sentence(state, event)  # noqa: E731
    assert says(events.TileLaid(company="AR", hex="K8", tile="6", rotation=1, cost=80)) == (
        "AR lays tile 6 on Tokushima (K8) for ¥80."
    )
    assert says(events.SharesMoved(company="AR", percent=20, source="p1", target="pool", price=150)) == (
        "P1 sells 20 % of AR for ¥150."
    )
    assert says(events.TrainsRun(company="AR", revenue=40, routes=(("2", ("K8.0", "L7.0"), 40),))) == (
        "AR runs for ¥40: 2-train Tokushima – Naruto & Awaji ¥40."
    )
    assert (
        says(events.Paid(payer="bank", payee="p2", amount=5, why="A")) == "P2 receives ¥5 from Takamatsu E-Railroad."
    )


class OddEvent(Event, frozen=True):
    """Something that only one title knows."""

    hex: str
    amount: int


class OddMove(Move, frozen=True):
    """Do something odd."""

    hex: str
    price: int = 0


def test_unknown_kinds_speak_for_themselves(openings: dict[str, State]) -> None:
    state = openings["1889"]
    assert sentences.sentence(state, OddEvent(hex="K4", amount=10)) == (
        "Something that only one title knows: hex Takamatsu (K4), amount ¥10."
    )
    label = sentences.label(state, OddMove("p1", "K4", 30))
    assert (label.verb, label.text, label.price) == ("Odd move", "Takamatsu (K4)", 30)
    assert label.effect == "Do something odd"


class Talking:
    """Rules with words of their own."""

    def __init__(self, rules: Any, words: dict[str, str]) -> None:
        self.rules = rules
        self.words = words

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)


def test_a_title_brings_its_own_words(openings: dict[str, State]) -> None:
    words = {
        "OddEvent": "{hex} is odd by {amount}.",
        "OddMove": "Odd | at {hex} | nothing else",
        "exchange": "{who} exchanges for {about}.",
        "odd.rule": "{hex} is too odd.",
    }
    state = openings["1889"]
    state = replace(state, rules=Talking(state.rules, words))
    assert sentences.sentence(state, OddEvent(hex="K4", amount=10)) == "Takamatsu (K4) is odd by ¥10."
    assert sentences.label(state, OddMove("p1", "K4", 30)) == sentences.Label(
        "Odd", "at Takamatsu (K4)", 30, "nothing else"
    )
    assert sentences.sentence(state, events.Noted(what="exchange", who="p1", about="IR")) == "P1 exchanges for IR."
    assert sentences.refusal_text(state, Refusal("odd.rule", {"hex": "K4"})) == "Takamatsu (K4) is too odd."


def core_slugs() -> set[str]:
    """The slugs of every check of the kernel."""
    found = {"turn.whose", "turn.not-now", "game.over"}
    for module in pkgutil.iter_modules(railhead.core.__path__):
        for value in vars(importlib.import_module(f"railhead.core.{module.name}")).values():
            several = value if isinstance(value, tuple) else (value,)
            found |= {it.rule for it in several if isinstance(it, Check)}
    return found


def test_every_core_rule_has_a_case() -> None:
    assert core_slugs() <= set(CASES)


@pytest.mark.parametrize("rule", sorted(CASES))
def test_a_refusal_cites_the_book(openings: dict[str, State], rule: str) -> None:
    state = openings["1889"]
    patterns = CASES[rule]
    for pattern in (patterns,) if isinstance(patterns, str) else patterns:
        fields = [name for _, name, _, _ in Formatter().parse(pattern) if name]
        facts = {name.replace("_", " "): SAMPLES.get(name, "K4") for name in fields}
        text = sentences.refusal_text(state, Refusal(rule, {**facts, "text": "No way.", "prices": [], "open": []}))
        assert text.endswith(".")
        assert text[0] not in "{ "
        if rule in state.rules.rulebook.clauses:
            assert citation(state, Refusal(rule)) in text


def test_a_case_in_words(openings: dict[str, State]) -> None:
    state = openings["1889"]
    case = lambda rule, **facts: sentences.case_text(state, Refusal(rule, facts))  # noqa: E731
    assert case("money.company", cost=80, cash=40) == "It costs ¥80 and the treasury has ¥40."
    assert case("turn.whose", by="p1", waiting=["p2", "p3"]) == "It is not P1's turn; waiting for P2 and P3."
    assert case("track.blocked", hex="K4", by="A") == "Takamatsu (K4) is closed by Takamatsu E-Railroad."
    assert case("auction.price", price=5, least=35, step=5).endswith("the minimum is ¥35.")
    assert case("somebody.else", hex="K4") == "Hex Takamatsu (K4)."


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_game_is_told_from_its_opening(openings: dict[str, State], name: str) -> None:
    state = openings[name]
    for turn in range(40):
        if state.ended is not None:
            break
        now = sentences.now(state)
        assert all(state.players[player].name in now for player in actors(state)), now
        moves_now = list(legal_moves(state))
        for move in moves_now[:12]:
            assert sentences.label(state, move).verb
        state, happened = apply(state, moves_now[turn % len(moves_now)])
        for event in happened:
            words = sentences.sentence(state, event)
            assert words is None or (words[0].isupper() or not words[0].isalpha()), words
    assert sentences.where(state)


def test_effects_come_from_the_kernel(played: list[State]) -> None:
    labels = [
        sentences.label(state, move)
        for state in played[::4]
        if state.ended is None
        for move in legal_moves(state)
        if isinstance(move, moves.Dividend | moves.SellShares)
    ]
    assert any("→" in label.effect for label in labels)


def test_what_a_company_keeps_of_its_revenue_is_told_with_what_it_has_then() -> None:
    state = state_before("1889-3-b", "dividend")
    company = operating_company(state)
    has = f"{company} has "
    after = apply(state, moves.Dividend(by=actors(state)[0], how="withhold"))[0].companies[company].cash
    effects = {how: label(state, moves.Dividend(by=actors(state)[0], how=how)).effect for how in ("pay", "withhold")}
    assert f"{has}{money(state, after)}" in effects["withhold"]
    assert has not in effects["pay"]


def test_the_end_is_told(openings: dict[str, State]) -> None:
    state = replace(openings["1889"], ended=Ended("bank", {"p1": 900, "p2": 400}, ("p1",)), frames=())
    assert sentences.now(state) == "The game is over: P1 wins with ¥900."
    told = sentences.sentence(state, events.GameEnded(reason="bank"))
    assert told == "The game ends: the bank is broken. P1 wins with ¥900."


def test_small_words(openings: dict[str, State]) -> None:
    state = openings["1889"]
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert money(state, 1200) == "¥1,200"
    assert money(state, -5) == "−¥5"
    assert round_name("OR", 3, 1, 2) == "operating round 3.1 of 3.2"
    assert round_name("MR", 3, 1) == "merger round 3.1"
    assert [range_words(facts.range) for facts in state.rules.trains.values()][-1] == "any distance"
    assert sentences.label(state, moves.RunTrains("p1", (Route("2", ("K8.0", "L7.0"), (("K8", "L7"),)),))).verb


def first_labels(state: State) -> dict[str, sentences.Label]:
    """The labels of what can be bought first, by what is bought."""
    bought = {getattr(move, "railway", "") or getattr(move, "certificate", ""): move for move in legal_moves(state)}
    return {name: sentences.label(state, move) for name, move in bought.items() if name}


def test_what_is_for_sale_is_said(openings: dict[str, State]) -> None:
    """A mountain railway is not a hex, and a certificate says what it is."""
    mountains = first_labels(openings["1824"])
    assert mountains["B2"] == sentences.Label("Buy", "Karstbahn", 120, "B2, pays 25G a round")
    assert mountains["SD2"].effect == "Kärntner Bahn, begins in Graz (G10)"
    package = first_labels(openings["1893"])
    assert package["FdSD"] == sentences.Label("Buy", "FdSD", 180, "Fond der Stadt Düsseldorf, pays 20M a round")


def test_whoever_is_over_the_limit_must_sell(played: list[State]) -> None:
    def over(state: State, limit: int) -> State:
        return replace(state, rules=replace(state.rules, certificate_limit=limit))

    state = next(
        state
        for state in reversed(played)
        if isinstance(state.top, StockRound)
        and not state.top.bought
        and any(isinstance(move, moves.SellShares) for move in legal_moves(state))
        and must_sell(over(state, certificates_of(state, actors(state)[0]) - 1), moves.Pass(actors(state)[0]))
    )
    player = actors(state)[0]
    held = certificates_of(state, player)
    name = state.players[player].name
    said = sentences.now(over(state, held - 1))
    assert said == f"{name} must sell first: {held} certificates, and the limit is {held - 1}."
    assert "must sell" not in sentences.now(over(state, held))


def test_the_sentence_of_a_stock_round_names_what_is_open(played: list[State]) -> None:
    """Nothing is promised that no legal move keeps."""
    said = {moves.SellShares: "sell shares", moves.BuyShare: "buy a share", moves.StartCompany: "start a company"}
    seen = set()
    for state in played:
        if not isinstance(state.top, StockRound) or state.top.bought or "must sell" in sentences.now(state):
            continue
        there = {type(move) for move in legal_moves(state)}
        for kind, words in said.items():
            assert (words in sentences.now(state)) == (kind in there), sentences.now(state)
            seen |= {(kind, kind in there)}
    assert len(seen) == 6


def test_what_a_deal_is_about() -> None:
    state = title("1893").rules(3)
    opening = new_game(state, ["Ann", "Bob", "Cid"])
    deal = TradeEva(by="p1", buyer="p2", price=124)
    asked = replace(opening, frames=(*opening.frames, Offer(deal=deal, to="p2")))
    said = sentences.now(asked)
    assert said == "Bob must answer Ann, who wants to sell EVA to Bob for 124M."
    assert sentences.label(opening, TradeEva(by="p2", buyer="p2", price=124)).verb == "Buy EVA"
    port = BuyPort(by="p1", hex="C14")
    assert sentences.label(new_game(title("1843").rules(3), ["Ann", "Bob", "Cid"]), port).text.endswith("for 20 fr")


def test_a_player_may_be_called_like_a_hex() -> None:
    state = new_game(title("1893").rules(3), ["P1", "B2", "Cid"])
    state = replace(state, frames=(*state.frames, Leftovers(offerer="p1")))
    assert sentences.now(state) == "P1 decides about a leftover certificate."


def test_a_station_step_says_what_can_be_done_in_it() -> None:
    assert sentences.now(state_before("1843-3-f", "claim_port")).startswith("P1 may claim a port for ")
    assert sentences.now(state_before("1843-3-f", "move_station")).startswith("P2 may move a station for ")


def test_a_par_price_is_said_where_there_is_one() -> None:
    state = new_game(title("1843").rules(3), ["Ann", "Bob", "Cid"])
    assert sentences.label(state, ExchangeLoire("p1", "EST", 79)).text == "for a certificate of EST at 79 fr"
    assert sentences.label(state, ExchangeLoire("p1", "ETA")).text.strip() == "for a certificate of ETA"


def test_a_move_out_of_turn_says_whose_it_is(openings: dict[str, State]) -> None:
    state = openings["1889"]
    assert actors(state) == ("p1",)
    assert "may do this" not in sentences.label(state, moves.Bid("p1", private="A", price=20)).effect
    assert sentences.label(state, moves.Bid("p2", private="A", price=20)).effect.startswith("P2 may do this; pays")


def test_passing_after_something_was_done_ends_the_turn(played: list[State]) -> None:
    turns = [state for state in played if state.frames and isinstance(state.top, StockRound)]
    acted = [state for state in turns if state.top.acted]
    fresh = [state for state in turns if not state.top.acted]
    assert acted
    assert fresh
    assert {sentences.label(state, moves.Pass(actors(state)[0])).verb for state in acted} == {"Done"}
    assert {sentences.label(state, moves.Pass(actors(state)[0])).verb for state in fresh} == {"Pass"}


def test_a_move_of_a_title_says_what_it_costs_and_leaves() -> None:
    """1894: redeemed shares are paid at their price from the treasury."""
    state = state_before("1894-4-c", "redeem_shares")
    company = operating_company(state)
    move = next(move for move in legal_moves(state) if isinstance(move, RedeemShares))
    price = state.companies[company].cash - int(kept(state, move).split("keeps ")[1].removesuffix(" F"))
    assert label(state, move).price == price == price_of(state, company) * move.percent // 10
