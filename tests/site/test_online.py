"""On-line tables: invitations, seats, agreement, offers, talk, accounts, and what stays hidden."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

from railhead.core.engine import legal_moves
from railhead.site import bots, seating
from railhead.site.models import Game, Seat
from railhead.site.store import games

Person = Any
Make = Callable[[], Any]


def text(answer: Any) -> str:
    """The body of an answer."""
    return str(answer.content.decode())


def full_table(somebody: Make, title: str = "1889", players: int = 3, **more: Any) -> tuple[str, list[Person]]:
    """An on-line table whose seats are all taken, and the people in the order of their seats."""
    people = [somebody() for _ in range(players)]
    game = people[0].new_table(title, players, kind="online", name1="Ann", **more)
    invite = Game.objects.get(pk=game).invite
    for person, name in zip(people[1:], ["Bob", "Cid", "Dora"], strict=False):
        assert person.post(f"/t/{game}/join/{invite}/", {"name": name}).status_code == 302
    return game, people


def test_the_game_begins_when_all_seats_are_taken(somebody: Make) -> None:
    ann, bob = somebody(), somebody()
    game = ann.new_table("1889", 2, kind="online", name1="Ann")
    assert ann.get(f"/t/{game}/").status_code == 302
    assert "/join/" in text(ann.get(f"/t/{game}/waiting/"))
    invite = Game.objects.get(pk=game).invite
    assert bob.post(f"/t/{game}/join/", {"name": "Bob"}).status_code == 403
    assert bob.post(f"/t/{game}/join/wrong/", {"name": "Bob"}).status_code == 403
    assert bob.post(f"/t/{game}/join/{invite}/", {"name": "<script>Bob"}).status_code == 302
    assert Game.objects.get(pk=game).status == Game.PLAYING
    page = text(ann.get(f"/t/{game}/"))
    assert "&lt;script&gt;Bob" in page
    assert "<script>Bob" not in page


def test_everybody_moves_only_their_own_seat(somebody: Make) -> None:
    game, (ann, bob, cid) = full_table(somebody)
    assert bob.move(game, 0, '{"move":"pass","by":"p1"}').status_code == 403
    assert ann.move(game, 0, '{"move":"pass","by":"p1"}').status_code == 200
    assert cid.move(game, 1, '{"move":"pass","by":"p3"}').status_code == 422
    assert '"move":"pass"' not in unescape(text(cid.get(f"/t/{game}/")))
    assert '"move":"pass"' in unescape(text(bob.get(f"/t/{game}/")))


def test_undo_needs_the_others(somebody: Make) -> None:
    game, (ann, bob, cid) = full_table(somebody)
    ann.move(game, 0, '{"move":"pass","by":"p1"}')
    assert bob.htmx(f"/t/{game}/undo/", seq=1, what="undo").status_code == 200
    assert games.store.head(game).count == 1
    assert "asks to undo" in text(cid.get(f"/t/{game}/"))
    ann.htmx(f"/t/{game}/undo/", what="agree")
    assert games.store.head(game).count == 1
    cid.htmx(f"/t/{game}/undo/", what="agree")
    assert games.store.head(game).count == 0


def test_an_undo_can_be_refused(somebody: Make) -> None:
    game, (ann, bob, cid) = full_table(somebody)
    ann.move(game, 0, '{"move":"pass","by":"p1"}')
    bob.htmx(f"/t/{game}/undo/", seq=1, what="undo")
    cid.htmx(f"/t/{game}/undo/", what="refuse")
    assert games.store.pending(game).request is None
    assert games.store.head(game).count == 1


def test_offer_counter_and_agreement(somebody: Make, played: Any) -> None:
    """A company offers for a private of another player, who names a price; put again, it is agreed."""
    game, people = full_table(somebody)
    state = played(game, 40, private_for_sale)
    offer = next(move for move in legal_moves(state) if type(move).__name__ == "BuyPrivate" and foreign(state, move))
    buyer, owner = people[int(offer.by[1:]) - 1], people[int(state.privates[offer.private].owner[1:]) - 1]
    version = games.store.head(game).version
    wanted = f'{{"move":"buy_private","by":"{offer.by}","private":"{offer.private}","price":{offer.price}}}'
    assert buyer.move(game, version, wanted).status_code == 200
    assert "counter-offer" in text(owner.get(f"/t/{game}/"))
    assert "counter-offer" not in text(buyer.get(f"/t/{game}/"))
    answer = owner.htmx(f"/t/{game}/bargain/", seq=version + 1, counter_price=offer.price + 1)
    assert answer.status_code == 200
    assert "They would agree" in text(buyer.get(f"/t/{game}/"))
    better = wanted.replace(f'"price":{offer.price}', f'"price":{offer.price + 1}')
    assert buyer.move(game, version + 2, better).status_code == 200
    company = state.top.company
    assert games.now(game)[1].privates[offer.private].owner == company


def foreign(state: Any, move: Any) -> bool:
    """Whether an offer goes to somebody else, with room for a higher price."""
    cash = state.companies[state.top.company].cash
    return state.privates[move.private].owner != move.by and cash > move.price and move.price < 100


def private_for_sale(state: Any) -> bool:
    """Whether a company may buy a private of another player now."""
    return any(type(move).__name__ == "BuyPrivate" and foreign(state, move) for move in legal_moves(state))


def test_talk_is_escaped_and_for_players(somebody: Make) -> None:
    game, (ann, bob, _) = full_table(somebody)
    bob.htmx(f"/t/{game}/chat/", text="<img src=x onerror=alert(1)> \u202egood")
    page = text(ann.htmx(f"/t/{game}/live/", only="chat", always="1"))
    assert "&lt;img" in page
    assert "<img src=x" not in page
    assert "\u202e" not in page
    assert somebody().htmx(f"/t/{game}/chat/", text="hello").status_code == 403


def test_notes_are_private(somebody: Make) -> None:
    game, (ann, bob, _) = full_table(somebody)
    assert ann.htmx(f"/t/{game}/note/", note="sell everything").status_code == 204
    assert "sell everything" in text(ann.get(f"/t/{game}/"))
    assert "sell everything" not in text(bob.get(f"/t/{game}/"))


def test_who_resigns_is_stood_in_for(somebody: Make) -> None:
    game, (ann, bob, _) = full_table(somebody)
    assert ann.post(f"/t/{game}/seat/", {"what": "leave"}).status_code == 302
    seat = Seat.objects.get(game_id=game, number=1)
    assert seat.bot == "stand-in"
    bots.play(game)
    assert games.store.head(game).count >= 1
    assert bob.post(f"/t/{game}/seat/", {"what": "replace", "number": "3"}).status_code == 403


def test_a_page_whose_seat_a_bot_has_taken_is_told_so_and_catches_up(somebody: Make) -> None:
    """The page still shows the controls; the answer to the move says what happened and brings the way back."""
    game, (ann, bob, _) = full_table(somebody)
    assert ann.move(game, 0, '{"move":"pass","by":"p1"}').status_code == 200
    page = bob.parts_on(text(bob.get(f"/t/{game}/")))
    with games.changing(game):
        Seat.objects.filter(game_id=game, number=2).update(bot="stand-in")
    for path, form in (("move", {"move": '{"move":"pass","by":"p2"}'}), ("undo", {"what": "undo"})):
        answer = bob.htmx(f"/t/{game}/{path}/", seq=1, have=page, **form)
        assert answer.status_code == 403
        assert "A bot plays your seat" in text(answer)
        assert "Take the seat back" in text(answer)
    assert bob.htmx(f"/t/{game}/chat/", text="back in a minute").status_code == 200


def test_whoever_sits_down_can_speak_on_the_page_that_is_open(somebody: Make) -> None:
    game, (ann, bob, cid) = full_table(somebody, public="on")
    assert cid.post(f"/t/{game}/seat/", {"what": "leave"}).status_code == 302
    dora = somebody()
    page = text(dora.get(f"/t/{game}/"))
    assert 'id="say"' not in page
    assert dora.post(f"/t/{game}/join/", {"name": "Dora"}).status_code == 302
    asked = text(ann.get(f"/t/{game}/"))
    assert "Dora</b> asks to take the seat of Cid, who has left" in asked
    for person in (ann, bob):
        person.htmx(f"/t/{game}/seat/", what="admit")
    assert 'id="say"' in text(dora.htmx(f"/t/{game}/live/", have=dora.parts_on(page), always="1"))


def test_over_the_time_limit_a_seat_can_be_given_away(somebody: Make) -> None:
    game, (_, bob, _) = full_table(somebody, limit_hours="1")
    Game.objects.filter(pk=game).update(moved=datetime.now(UTC) - timedelta(hours=2))
    assert seating.overdue(Game.objects.get(pk=game))
    assert bob.post(f"/t/{game}/seat/", {"what": "replace", "number": "1"}).status_code == 302
    assert Seat.objects.get(game_id=game, number=1).bot == "stand-in"


def test_an_account_keeps_what_a_guest_began(somebody: Make) -> None:
    ann = somebody()
    game = ann.new_table()
    form = {"username": "ann-lee", "password1": "clearing-house", "password2": "clearing-house"}
    assert ann.post("/register/", form).status_code == 302
    assert ann.move(game, 0, '{"move":"pass","by":"p1"}').status_code == 200
    elsewhere = somebody()
    assert elsewhere.move(game, 1, '{"move":"pass","by":"p2"}').status_code == 403
    assert elsewhere.post("/login/", {"username": "ann-lee", "password": "clearing-house"}).status_code == 302
    assert elsewhere.move(game, 1, '{"move":"pass","by":"p2"}').status_code == 200


def test_guessing_passwords_is_stopped(somebody: Make) -> None:
    form = {"username": "bob-ray", "password1": "clearing-house", "password2": "clearing-house"}
    somebody().post("/register/", form)
    guesser = somebody()
    codes = [guesser.post("/login/", {"username": "bob-ray", "password": f"x{n}"}).status_code for n in range(10)]
    assert 429 in codes
    assert guesser.post("/login/", {"username": "bob-ray", "password": "clearing-house"}).status_code == 429


def test_against_bots_undo_takes_back_to_my_own_move(somebody: Make) -> None:
    ann = somebody()
    game = ann.new_table("1889", 3, kind="bots", bot2="drifter")
    assert [seat.bot for seat in Seat.objects.filter(game_id=game)] == ["", "drifter", "clerk"]
    assert ann.move(game, 0, '{"move":"pass","by":"p1"}').status_code == 200
    bots.play(game)
    head = games.store.head(game)
    assert head.count >= 3
    assert ann.htmx(f"/t/{game}/undo/", seq=head.version, what="undo").status_code == 200
    assert games.store.head(game).count < head.count


def secret_titles() -> list[str]:
    """Titles in which cash is secret."""
    from railhead.titles import TITLES

    return [name for name, one in TITLES.items() if one.rules(3).facts.special.get("secret_cash")]


def test_secret_cash_is_in_no_answer_for_others(somebody: Make, played: Any) -> None:
    for title in secret_titles():
        game, people = full_table(somebody, title, 3, seed="11", public="on")
        state = played(game, 25)
        people.append(somebody())
        for at, person in enumerate(people):
            mine = {f"p{at + 1}"}
            shown_on = ("auction", "trading", "sheet", "market", "map")
            answers = [person.htmx(f"/t/{game}/live/", stage=stage, always="1") for stage in shown_on]
            answers.append(person.htmx(f"/t/{game}/live/", tab="charts", always="1"))
            position = person.get(f"/api/games/{game}/position").json()
            for seat in state.players:
                shown = position["state"]["players"][seat]["cash"]
                assert shown == (state.players[seat].cash if seat in mine else 0)
            page = "".join(text(answer) for answer in answers)
            assert page.count("secret") >= 2
            assert person.get(f"/t/{game}/file/record.json").status_code == 422
            assert person.get(f"/api/games/{game}/record").status_code == 422
            lines = text(person.get(f"/t/{game}/file/figures.csv")).splitlines()[0]
            assert lines.count("cash") == len(mine & set(state.players))
