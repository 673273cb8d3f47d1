"""New tables: set up here, or imported from a file."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from django.db import transaction

from railhead.play import whole_games
from railhead.play.errors import NotPossible
from railhead.play.setup import LARGEST_SEED, new_setup, setup_of, shuffled
from railhead.play.timeline import rules_of
from railhead.play.upgrades import program_digest
from railhead.site import caps
from railhead.site.models import Game, Seat
from railhead.site.seating import HUMAN, begin_if_full, known_bot, list_line
from railhead.site.store import games
from railhead.titles import TITLES
from railhead.view.names import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.record.session import Session
    from railhead.site.people import Person

LONGEST_SEED = 40


def set_up(
    who: Person,
    *,
    title: str,
    names: Sequence[str],
    bots: Sequence[str] = (),
    options: Sequence[str] = (),
    seed: int | None = None,
    kind: str = Game.HOTSEAT,
    random_seats: bool = False,
    public: bool = False,
    limit_hours: int = 0,
    hints: bool | None = None,
    bots_allowed: bool = True,
) -> Game:
    """A new table. On one machine, or when there is nobody else to wait for, the game starts at once.

    Between people online there are no hints, unless the person who sets up the table allows them.
    """
    between_people = kind == Game.ONLINE and sum(not bot for bot in [*bots, *[HUMAN] * len(names)][: len(names)]) > 1
    if any(bots) and not bots_allowed:
        whose = [name for name, bot in zip(names, bots, strict=False) if bot]
        raise NotPossible(
            f"This table is to be without bots, but a bot would play {listed(whose)}. "
            "Choose people instead, or allow bots.",
            field="no_bots",
        )
    caps.check_new_table(who, any(bots))
    number = random.randrange(LARGEST_SEED) if seed is None else seed % LARGEST_SEED
    drawn = list(zip(names, [*map(known_bot, bots), *[HUMAN] * len(names)], strict=False))
    if random_seats:
        order = shuffled([str(i) for i in range(len(drawn))], number)
        drawn = [drawn[int(i)] for i in order]
    setup = new_setup(title, [name for name, _ in drawn], options, number)
    with games.timeline.draft(), transaction.atomic():
        game = Game.objects.create(
            title=title,
            kind=kind,
            options=list(setup.options),
            seed=str(setup.seed),
            random_seats=random_seats,
            public=public,
            limit_hours=limit_hours,
            hints=not between_people if hints is None else hints,
            bots=bots_allowed,
            host_user_id=who.user_id,
            host_visitor="" if who.user_id else who.visitor,
            host_address=who.address,
            rules_version=rules_of(setup).version,
            checked=program_digest(setup.title),
            status=Game.OPEN,
        )
        mine = kind == Game.ONLINE
        for at, (_, bot) in enumerate(drawn):
            seat = Seat(game=game, number=at + 1, name=setup.names[at] if bot or not mine else "", bot=bot)
            if mine and not bot and drawn[at][0] == names[0]:
                seat.name = setup.names[at]
                seat.user_id, seat.visitor = who.user_id, "" if who.user_id else who.visitor
                mine = False
            elif kind == Game.HOTSEAT:
                seat.name = setup.names[at]
            seat.save()
        begin_if_full(game)
    return game


def import_game(who: Person, session: Session) -> Game:
    """A table on one machine with a game played elsewhere."""
    setup = setup_of(session)
    caps.check_new_table(who, bots=False)
    if setup.title not in TITLES:
        raise NotPossible(f"This program does not know {setup.title}.")
    if len(str(setup.seed)) > LONGEST_SEED:
        raise NotPossible("The seed of this game is too long.")
    with games.timeline.draft(), transaction.atomic():
        game = Game.objects.create(
            title=setup.title,
            kind=Game.HOTSEAT,
            options=list(setup.options),
            seed=str(setup.seed),
            host_user_id=who.user_id,
            host_visitor="" if who.user_id else who.visitor,
            host_address=who.address,
            rules_version=rules_of(setup).version,
            checked=program_digest(setup.title),
            summary=setup.summary,
            status=Game.PLAYING,
        )
        Seat.objects.bulk_create(Seat(game=game, number=at, name=name) for at, name in enumerate(setup.names, 1))
        done = whole_games.keep(games, game.pk, session)
        list_line(game.pk, done.state)
    return game
