"""Reading 1889 games recorded by 18xx.games: its departures as house rules, and the privates' powers."""

from __future__ import annotations

from railhead.core.emergency import EARLY_BANKRUPTCY
from railhead.core.moves import LayTile, Pass
from railhead.core.phases import ANY_DISCARD_ORDER
from railhead.core.revenue import RECORDED_RUNS
from railhead.record.actions import Action, Recording, chosen_rules
from railhead.record.follower import Follower, Recorded, first_digits
from railhead.titles.t1889 import rules
from railhead.titles.t1889.powers import IYO, ExchangeDougo, GreenTile, LayPort, owner_of

DEPARTURES = (
    rules.LOWEST_SPEAKS,
    rules.SELL_DOWN,
    rules.NO_EMERGENCY_SELL_DOWN,
    rules.FREE_RUNS,
    rules.FIVE_WITHOUT_B,
    ANY_DISCARD_ORDER,
    EARLY_BANKRUPTCY,
    RECORDED_RUNS,
)
"""House rules that every recorded game is followed with."""
BEGINNERS = "beginner_game"


def options(recording: Recording) -> tuple[str, ...]:
    """The variant of a recorded game and the site's departures from the rulebook."""
    return (*DEPARTURES, rules.BEGINNER) if chosen_rules(recording, (BEGINNERS,)) else DEPARTURES


def private_tile(follower: Follower, action: Action) -> bool:
    """The port tile and the green tile are laid by private companies."""
    if not follower.by_private(action):
        return False
    private = follower.private(action["entity"])
    if private == "B":
        owner = owner_of(follower.state, "B")
        follower.make(LayPort(owner, str(action["hex"]), int(action["rotation"])))
        return True
    if isinstance(follower.state.top, GreenTile):
        tile, rotation = first_digits(action["tile"]), int(action["rotation"])
        follower.make(LayTile(follower.state.top.player, str(action["hex"]), tile, rotation))
        return True
    return False


def private_pass(follower: Follower, action: Action) -> bool:
    """The green tile is declined."""
    if not follower.by_private(action):
        return False
    if isinstance(follower.state.top, GreenTile):
        follower.make(Pass(follower.state.top.player))
    return True


def exchange(follower: Follower, action: Action) -> bool:
    """The Dougo Railway buys its share."""
    if not follower.by_private(action):
        return False
    follower.make(ExchangeDougo(owner_of(follower.state, "E")))
    follower.note_shares(action, IYO)
    return True


def answers(follower: Follower, action: Action) -> bool:
    """The green tile is laid or declined in the name of its private company."""
    return isinstance(follower.state.top, GreenTile) and follower.by_private(action)


RECORDED = Recorded(
    names=("1889", "Shikoku 1889"),
    options=options,
    special={
        "lay_tile": private_tile,
        "pass": private_pass,
        "buy_shares": exchange,
        "buy_share": exchange,
    },
    aliases={"XB": "E"},
    answers=answers,
)
