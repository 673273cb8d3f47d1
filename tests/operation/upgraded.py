"""A program of a later version at work on a database of an earlier one; run by test_upgrade.py, prints JSON.

In this later version a bid in the auction of 1889 must be 10 higher; everything else is as it is.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from msgspec.structs import force_setattr, replace

from railhead import titles
from railhead.core import auction
from railhead.core.rules import Rules
from railhead.titles import changes

VERSION = 3
SAYS = "A bid must be 10 higher"


def change_the_rule() -> None:
    """As if somebody had edited the title and its CHANGELOG."""
    it = titles.TITLES["1889"]
    old = it.build

    def build(options: Any, seats: int) -> Rules:
        rules = old(options, seats)
        return replace(rules, version=VERSION)

    force_setattr(it, "build", build)
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
    copy_game("bids", "again")
    from railhead.site.upgrades import check_running

    check_running()
    found["visits"] = visits()
    print(json.dumps(found))


def copy_game(game: str, to: str) -> None:
    """A second table with the same game."""
    from railhead.site.models import Entry, Game, Seat, Snapshot

    row = Game.objects.get(pk=game)
    row.pk = to
    row.save(force_insert=True)
    for model in (Seat, Entry, Snapshot):
        for one in model.objects.filter(game_id=game):
            one.pk, one.game_id = None, to
            one.save(force_insert=True)


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
    for game in ("bids", "again", "plain", "other"):
        here: dict[str, Any] = {"pages": {at: host.get(f"/t/{game}/{at}").status_code for at in PLACES}}
        position = api(host, "GET", f"/games/{game}/position").json()
        here["count"] = position["count"]
        here["asked"] = b"Continue under rules" in host.get(f"/t/{game}/").content
        here["move"] = _move(host, game, position["version"])
        here["before"] = brought_in(host, game)
        if game == "again":
            here["upgrade"] = api(host, "GET", f"/games/{game}").json()["upgrade"]
            here["agree"] = api(host, "POST", f"/games/{game}/rules").status_code
            here["upgrade after"] = api(host, "GET", f"/games/{game}").json()["upgrade"]
        else:
            here["agree"] = host.post(f"/t/{game}/rules/").status_code
        version = api(host, "GET", f"/games/{game}/position").json()["version"]
        here["move after"] = _move(host, game, version)
        log = host.get(f"/t/{game}/log/").content.decode()
        here["in the log"] = f"Rules {VERSION} from here" in log and SAYS in log
        here["again"] = {at: host.get(f"/t/{game}/{at}").status_code for at in PLACES}
        here["after"] = brought_in(host, game)
        here["back"] = [_undo(host, game) for _ in range(3)]
        here["record"] = host.get(f"/t/{game}/file/record.json").status_code
        here["entries"] = Entry.objects.filter(game_id=game, kind="move", live=True).count()
        found[game] = here
    return found


def brought_in(host: Any, game: str) -> dict[str, Any]:
    """The game downloaded as a record and imported again: what the new table shows and accepts."""
    from io import BytesIO

    from sites import api

    file = host.get(f"/t/{game}/file/record.json")
    if file.status_code != 200:
        return {"record": file.status_code}
    upload = BytesIO(file.content)
    upload.name = "game.json"
    row = host.post("/api/imports", {"file": upload}).json()
    if not row["game"]:
        return {"record": 200, "import": row["message"]}
    fresh = row["game"]
    position = api(host, "GET", f"/games/{fresh}/position").json()
    same = _plain(position) == _plain(api(host, "GET", f"/games/{game}/position").json())
    log = host.get(f"/t/{fresh}/log/").content.decode()
    return {
        "record": 200,
        "same": same,
        "pages": sorted({host.get(f"/t/{fresh}/{at}").status_code for at in PLACES}),
        "in the log": f"Rules {VERSION} from here" in log,
        "lines": log.count("<li") == host.get(f"/t/{game}/log/").content.decode().count("<li"),
        "again": _other(json.loads(file.content), json.loads(host.get(f"/t/{fresh}/file/record.json").content)),
        "move": _move(host, fresh, position["version"])[0],
    }


def _other(one: dict[str, Any], two: dict[str, Any]) -> list[str]:
    """Where two records differ; positions may be kept at other intervals, and sums of more of them.

    In the second, which came from a file, the positions at pins are marked as stated.
    """
    if "pins" in one:
        one = {**one, "pins": [{**pin, "stated": True} for pin in one["pins"]]}
    lost = [number for number, check_sum in one["sums"].items() if two["sums"].get(number) != check_sum]
    return lost + [name for name in one if name not in ("positions", "sums") and one[name] != two.get(name)]


def _plain(position: dict[str, Any]) -> Any:
    return position["count"], position["state"]


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
