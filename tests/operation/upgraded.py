"""A program of a later version at work on a database of an earlier one; run by test_upgrade.py, prints JSON.

In this later version a bid in the auction of 1889 must be 10 higher; everything else is as it is.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from typing import Any

from railhead import titles
from railhead.core import auction
from railhead.core.rules import Rules
from railhead.titles import changes

VERSION = 2
SAYS = "A bid must be 10 higher"


def change_the_rule() -> None:
    """As if somebody had edited the title and its CHANGELOG."""
    it = titles.TITLES["1889"]
    old = it.build

    def build(options: Any, seats: int) -> Rules:
        rules = old(options, seats)
        return replace(rules, version=VERSION, memo={})

    object.__setattr__(it, "build", build)
    auction.STEP = 10
    before = changes.changes
    changes.changes = lambda title: {**before(title), **({VERSION: [SAYS]} if title == "1889" else {})}


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "railhead.site.settings"
    if sys.argv[1] == "changed":
        change_the_rule()
    import django

    django.setup()
    from railhead.site.upgrades import reports

    found: dict[str, Any] = {"before": {one.game: [one.finding.same, one.text] for one in reports()}}
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from railhead.site.upgrades import check_running

    check_running()
    found["visits"] = visits()
    print(json.dumps(found))


PLACES = ("", "?tab=log", "?tab=charts", "?at=3", "?at=20", "log/", "live/?version=0", "file/map.svg")


def visits() -> dict[str, Any]:
    """What the host of the tables meets."""
    from sites import api, browser

    from railhead.site.models import Entry, Game
    from railhead.site.people import VISITOR

    Game.objects.update(host_visitor="guest-of-the-test")
    host = browser()
    session = host.session
    session[VISITOR] = "guest-of-the-test"
    session.save()
    from django.conf import settings

    host.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    found: dict[str, Any] = {}
    for game in ("bids", "plain", "other"):
        here: dict[str, Any] = {"pages": {at: host.get(f"/t/{game}/{at}").status_code for at in PLACES}}
        position = api(host, "GET", f"/games/{game}/position").json()
        here["count"] = position["count"]
        here["asked"] = b"Play on under rules" in host.get(f"/t/{game}/").content
        here["move"] = _move(host, game, position["version"])
        here["agree"] = host.post(f"/t/{game}/rules/").status_code
        version = api(host, "GET", f"/games/{game}/position").json()["version"]
        here["move after"] = _move(host, game, version)
        log = host.get(f"/t/{game}/log/").content.decode()
        here["in the log"] = f"Rules {VERSION} from here" in log and SAYS in log
        here["again"] = {at: host.get(f"/t/{game}/{at}").status_code for at in PLACES}
        here["back"] = [_undo(host, game) for _ in range(3)]
        here["record"] = host.get(f"/t/{game}/file/record.json").status_code
        here["entries"] = Entry.objects.filter(game_id=game, kind="move", live=True).count()
        found[game] = here
    return found


def _move(host: Any, game: str, version: int) -> list[Any]:
    from sites import api

    legal = api(host, "GET", f"/games/{game}/legal").json()
    answer = api(host, "POST", f"/games/{game}/moves", {"seq": version, "move": legal["moves"][0]})
    return [answer.status_code, answer.json().get("detail", "")]


def _undo(host: Any, game: str) -> int:
    from sites import api

    version = api(host, "GET", f"/games/{game}/position").json()["version"]
    return int(api(host, "POST", f"/games/{game}/undo", {"seq": version}).status_code)


if __name__ == "__main__":
    main()
