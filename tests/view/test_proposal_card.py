"""Questions to several players as cards: votes, what is exchanged, and what comes of it."""

from __future__ import annotations

import pytest
from positions import state_before

from railhead.core.agreement import ProposeEnd
from railhead.core.engine import actors, apply, legal_moves, new_game
from railhead.core.proposals import Proposal, Voice
from railhead.core.state import State, president_of
from railhead.titles import TITLES
from railhead.titles.t1893.merger import Join, Support, TakeOver
from railhead.titles.t1894.ending import AgreeWinner
from railhead.view.proposal_card import known_votes, proposal_card, proposal_of

VOTE, ASKED = ("1893-3-delayed-exchange", "support"), ("1893-3-delayed-exchange", "stay_out")


def agreed(state: State) -> State:
    """The position after everybody has answered in favour."""
    while proposal_of(state) is not None:
        move = next(move for move in legal_moves(state) if isinstance(move, Support | Join))
        state, _ = apply(state, move)
    return state


def test_a_vote_shows_everybody_with_their_votes() -> None:
    state = state_before(*VOTE)
    card = proposal_card(state, legal_moves(state))
    assert card is not None
    assert card.heading == "The merger into AGV"
    assert [(row.player, row.percent, row.answer) for row in card.votes] == [
        ("p3", 30, "votes now"),
        ("p1", 20, "to vote"),
    ]
    assert (card.support, card.against, card.needed) == (0, 0, 50)
    assert {type(move).__name__ for move in card.moves} == {"Support", "Oppose"}


def test_a_vote_that_was_given() -> None:
    state, _ = apply(state_before(*VOTE), Support("p3"))
    card = proposal_card(state)
    assert card is not None
    assert [(row.player, row.answer) for row in card.votes] == [("p3", "for"), ("p1", "votes now")]
    assert (card.support, card.against) == (30, 0)


@pytest.mark.parametrize(
    ("percent", "support", "votes"),
    [
        ((20, 10), 20, ["for", "against"]),
        ((20, 10, 30), 30, ["has voted", "has voted", "has voted"]),  # 20 and 10, or 30 alone
        ((10, 10, 20), 40, ["for", "for", "for"]),
        ((10, 20, 20), 30, ["for", "has voted", "has voted"]),
        ((10, 20), 0, ["against", "against"]),
    ],
)
def test_votes_follow_from_their_sum_where_they_do(percent: tuple[int, ...], support: int, votes: list[str]) -> None:
    voices = tuple(Voice(f"p{number}", True, votes) for number, votes in enumerate(percent))
    found = Proposal(yes=Support, voices=voices, support=support, needed=50)
    assert list(known_votes(voices, found).values()) == votes


@pytest.mark.parametrize("where", [VOTE, ASKED])
def test_what_comes_of_it_is_what_happens(where: tuple[str, str]) -> None:
    state = state_before(*where)
    card = proposal_card(state)
    assert card is not None
    assert card.outcome is not None
    then = agreed(state)
    assert isinstance(then.top, TakeOver)
    company = then.companies["AGV"]
    assert card.outcome.cash == company.cash
    assert card.outcome.trains == company.trains
    assert card.outcome.president == president_of(then, "AGV")
    assert sum(row.cash or 0 for row in card.exchanges) + 400 == company.cash  # 17.2.2: 400 Mark from the bank


def test_owners_are_asked_one_after_the_other() -> None:
    card = proposal_card(state_before(*ASKED))
    assert card is not None
    assert [(row.symbol, row.answer) for row in card.exchanges] == [
        ("EKB", "joins"),
        ("KSZ", "is asked"),
        ("BKB", ""),
    ]


@pytest.mark.parametrize(("title", "call"), [("1889", ProposeEnd("p2")), ("1894", AgreeWinner("p2", "p1"))])
def test_who_has_agreed(title: str, call: ProposeEnd | AgreeWinner) -> None:
    state, _ = apply(new_game(TITLES[title].rules(3), ["Ann", "Bob", "Cy"], 1), call)
    assert set(actors(state)) == {"p1", "p3"}
    answer = next(move for move in legal_moves(state) if type(move).__name__ == "Accept" and move.by == "p3")
    card = proposal_card(apply(state, answer)[0])
    assert card is not None
    assert not card.company
    assert {row.player: row.answer for row in card.votes} == {"p1": "votes now", "p3": "for"}
