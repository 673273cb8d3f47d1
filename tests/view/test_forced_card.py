"""The card of a forced purchase: its figures, and what each sale is said to give."""

from __future__ import annotations

import re

import pytest
from positions import state_before

from railhead.core.engine import apply, legal_moves
from railhead.view.forced_card import forced_card

POSITIONS = (("primer-4-b", "step_back"), ("1889-3-b", "step_back"))


@pytest.mark.parametrize(("name", "verb"), POSITIONS)
def test_every_sale_gives_what_it_says(name: str, verb: str) -> None:
    state = state_before(name, verb)
    legal = list(legal_moves(state))
    card = forced_card(state, legal)
    assert card is not None
    assert card.missing == max(card.price - card.treasury - card.cash, 0) > 0
    assert set(card.moves) == set(legal), "every move of the moment is on the card"
    for block in (block for row in card.sales for block in row.blocks):
        assert block.move is not None
        raised = apply(state, block.move)[0].players[block.move.by].cash - state.players[block.move.by].cash
        assert int(re.sub(r"\D", "", block.text.rpartition(" for ")[2])) == raised


def test_others_see_the_card_and_press_nothing() -> None:
    state = state_before(*POSITIONS[0])
    mine, theirs = forced_card(state, list(legal_moves(state))), forced_card(state)
    assert mine is not None
    assert theirs is not None
    assert theirs.moves == ()
    texts = [[block.text for row in card.sales for block in row.blocks] for card in (mine, theirs)]
    assert texts[0] == texts[1] != []


def test_a_purchase_on_credit_says_what_will_be_owed() -> None:
    """1824 lends what is missing: half as much again is owed at once (VII.12)."""
    state = state_before("1824-6-b", "step_back")
    card = forced_card(state, list(legal_moves(state)))
    assert card is not None
    assert card.missing == 83
    assert card.buy is not None
    assert card.buy.text == "Buy 3g-train from the supply; P3 then owes 125G"
    assert "P3 then has 0G and owes 125G" in card.buy.says
