"""What others may do, what they may not, and what they are told about it does not depend on somebody's secret money.

Two positions that differ only in the secret money of p2, or of the companies that p2 runs, are compared as p1 and p3
see them: their moves with labels and prices, the moves that are refused to them and why, and the sentence that says
who acts. The positions are those of whole games, so that forced purchases, offers and mergers are among them.
"""

from __future__ import annotations

from typing import Any

import pytest

from railhead.core.engine import actors, apply, legal_moves, new_game, out_of_band_moves, price_ranges
from railhead.core.moves import to_text
from railhead.core.secrecy import COMPANIES, PLAYERS, with_money
from railhead.core.state import State, president_of
from railhead.play.stand_in import choose
from railhead.site import panel, sentences
from railhead.site.refused import refused
from railhead.titles import title

RICH, OTHERS = "p2", ("p1", "p3")
MORE = 2000
EVERY = 5
"""Every fifth position is looked at; the steps of a turn come round."""


def richer(state: State) -> State:
    """The position with more money where only p2 can see it."""
    secret = state.rules.secret
    amounts = {RICH: state.players[RICH].cash + MORE} if PLAYERS in secret else {}
    if COMPANIES in secret:
        amounts |= {sym: it.cash + MORE for sym, it in state.companies.items() if president_of(state, sym) == RICH}
    return with_money(state, amounts, state.bank)


def open_to(state: State, seat: str) -> dict[str, Any]:
    """What a seat may do and is told."""
    moves = [move for move in legal_moves(state) if move.by == seat]
    shown = panel.build(state, (seat,))
    return {
        "sentence": sentences.now(state),
        "moves": [to_text(move) for move in moves],
        "labels": [sentences.label(state, move) for move in moves],
        "prices": [(to_text(one.move), one.low, one.high) for one in price_ranges(state) if one.move.by == seat],
        "out of band": [to_text(move) for move in out_of_band_moves(state) if move.by == seat],
        "refused": list(refused(state, (seat,))),
        "panel": (shown.groups, shown.powers, shown.passing, shown.out_of_band),
    }


@pytest.mark.parametrize(
    ("name", "options", "seed"), [("1893", (), 6), ("1889", ("secret-treasuries",), 5)], ids=["1893", "1889"]
)
def test_choices_of_others(name: str, options: tuple[str, ...], seed: int) -> None:
    state = new_game(title(name).rules(3, options), ("A", "B", "C"), seed)
    rounds, differ = set(), 0
    while state.ended is None:
        if state.count % EVERY == 0:
            rich = richer(state)
            differ += rich != state
            rounds.add(state.round.kind)
            for seat in OTHERS:
                poor, other = open_to(state, seat), open_to(rich, seat)
                assert poor == other, f"move {state.count}: {[key for key in poor if poor[key] != other[key]]}"
        move = choose(state, actors(state)[0])
        assert move is not None
        state, _ = apply(state, move)
    assert {"SR", "OR"} <= rounds
    assert differ > 50
