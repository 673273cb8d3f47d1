"""The log: a move's events parted at rounds and turns, and lines that say who acts for which company."""

from __future__ import annotations

from railhead.core.engine import new_game
from railhead.core.events import (
    Noted,
    Paid,
    Passed,
    PresidentChanged,
    PrivateClosed,
    RoundBegan,
    SharesMoved,
    TileLaid,
    TrainGone,
    TurnBegan,
)
from railhead.core.state import State
from railhead.titles import title
from railhead.view.log_words import company_in, headed, passages, told

LAID = TileLaid(company="KO", hex="J3", tile="8", rotation=0, cost=0)


def test_a_move_for_a_company_names_both() -> None:
    line = told("KU", "Clara", ["KU lays tile 8 on J3.", "KU runs for ¥40.", "Ann receives ¥4.", "KU rises."])
    assert (line.head, line.lead) == ("KU", " (Clara)")
    assert str(line) == "KU (Clara) lays tile 8 on J3. Runs for ¥40. Ann receives ¥4. KU rises."


def test_a_move_of_ones_own() -> None:
    assert str(told("", "Clara", ["Clara passes."])) == "Clara passes."
    assert str(told("", "Clara", ["Clara bids ¥5.", "Clara bids ¥6."])) == "Clara bids ¥5. Bids ¥6."


def test_a_sentence_about_something_else_stands_after_a_colon() -> None:
    assert str(told("KU", "Clara", ["The ferry closes.", "KU runs."])) == "KU (Clara): The ferry closes. KU runs."
    assert str(told("", "", ["Ann receives ¥5."])) == "Ann receives ¥5."
    assert str(told("KU", "", ["KU places a station."])) == "KU places a station."


def test_a_name_is_found_only_as_a_whole_word() -> None:
    assert str(told("KU", "Ku", ["KUMA closes."])) == "KU (Ku): KUMA closes."


def test_brackets_do_not_stand_in_brackets() -> None:
    assert str(told("KU", "Clerk 2 (bot)", ["KU runs."])) == "KU (Clerk 2, bot) runs."


def test_nothing_happened() -> None:
    assert str(told("KU", "Clara", [])) == "KU (Clara) —"


def test_events_are_parted_where_a_turn_or_a_round_begins(openings: dict[str, State]) -> None:
    state = openings["1889"]
    income = Paid(payer="bank", payee="p1", amount=5, why="A")
    begins, turn = RoundBegan(kind="OR", number=1, part=1), TurnBegan(who="KO")
    parts = passages(state, [LAID, begins, income, turn])
    assert [part.mark for part in parts] == [None, begins, turn]
    assert [part.events for part in parts] == [[LAID], [begins, income], [turn]]
    assert [len(part.sentences) for part in parts] == [1, 1, 0], "a mark is no sentence"
    assert company_in(state, parts[0].sentences) == "KO"
    assert company_in(state, parts[1].sentences) == "" == company_in(state, [])


def test_the_first_of_many_sentences_says_who_acts(openings: dict[str, State]) -> None:
    state = openings["1889"]
    assert headed(state, "Bob", ["KO lays tile 8.", "KO rises."]) == ["KO (Bob) lays tile 8.", "KO rises."]
    assert headed(state, "Bob", []) == []
    ahead = ["Ann becomes president of KO.", "Bob sells 10 % of KO for ¥40."]
    assert headed(state, "Bob", ahead) == ahead


def test_a_president_sells_before_another_takes_over(openings: dict[str, State]) -> None:
    """The certificates are exchanged first, but it is the sale that does it."""
    change = PresidentChanged(company="KO", old="p2", new="p1")
    sale = SharesMoved(company="KO", percent=30, source="p2", target="pool", price=90)
    other = SharesMoved(company="AR", percent=30, source="p2", target="pool", price=90)
    first, then = passages(openings["1889"], [sale, change])[0].sentences
    assert passages(openings["1889"], [change, sale])[0].sentences == [first, then]
    assert passages(openings["1889"], [change, other])[0].sentences[0] == then


def test_a_private_company_is_exchanged_before_it_closes(openings: dict[str, State]) -> None:
    """It is taken away before the shares are handed out, but it is the exchange that closes it."""
    closed, other = PrivateClosed(private="E"), PrivateClosed(private="A")
    note = Noted(what="exchange", who="p1", about="IR")
    share = SharesMoved(company="IR", percent=10, source="ipo", target="p1")
    (told_so,) = passages(openings["1889"], [closed, note, share, LAID])
    assert told_so.sentences == [
        "P1 exchanges the Dougo Railway for a share of IR.",
        "P1 receives 10 % of IR from the initial offering.",
        "Dougo Railway closes.",
        "KO lays tile 8 on J3.",
    ]
    (without_note,) = passages(openings["1889"], [closed, share])
    assert without_note.sentences == told_so.sentences[1:3]
    (by_itself,) = passages(openings["1889"], [closed, other, LAID])
    assert by_itself.sentences[0] == "Dougo Railway closes."


def test_players_who_are_passed_over_are_told_once(openings: dict[str, State]) -> None:
    state = openings["1889"]
    skips = [Passed(player=player, automatic=True) for player in ("p2", "p3", "p2")]
    (part,) = passages(state, [LAID, *skips])
    names = [state.players[player].name for player in ("p2", "p3")]
    assert part.sentences[1:] == [f"{names[0]} and {names[1]} can only pass."]


def test_payments_of_one_kind_are_one_sentence() -> None:
    state = new_game(title("1889").rules(2), ["Ann", "Bob"], 1)
    paid = [
        Paid(payer="bank", payee=payee, amount=amount, why="dividend") for payee, amount in (("p1", 40), ("p2", 9))
    ]
    private = [Paid(payer="bank", payee="p1", amount=amount, why=why) for amount, why in ((5, "A"), (10, "C"))]
    (passage,) = passages(state, [*paid, *private])
    assert passage.sentences == ["Ann receives ¥40 and Bob ¥9.", "Ann receives ¥15 from private companies."]


def test_trains_that_rust_together_are_one_sentence(openings: dict[str, State]) -> None:
    gone = [TrainGone(train="2", owner=owner, why="rust") for owner in ("SR", "SR", "KO")]
    (part,) = passages(openings["1889"], [*gone, TrainGone(train="3", owner="AR", why="rust")])
    assert part.sentences == ["The 2-trains of SR (2) and KO rust.", "A 3-train of AR rusts."]
