"""1889 on 18xx.games: its dialect, and the powers of private companies as it records them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.core.buying import above_share_limit
from railhead.core.moves import LayTile, Pass
from railhead.core.privates import owner_of
from railhead.imports.actions import Action, Recording, chosen_rules, first_digits
from railhead.imports.departures import option_names as option
from railhead.imports.dialects import SITE, any_discard_order, dialects, early_bankruptcy, without_check
from railhead.imports.follower import Follower, Reader
from railhead.titles.t1889 import rules
from railhead.titles.t1889.beginners import dealt_privates
from railhead.titles.t1889.powers import IYO, PORT, ExchangeDougo, GreenTile, LayPort

if TYPE_CHECKING:
    from railhead.core.rules import Rules
    from railhead.core.state import State

BEGINNERS = "beginner_game"


def lowest_bidder_speaks(game_rules: Rules) -> Rules:
    """In an auction among bidders the lowest one acts first."""
    assert game_rules.auction is not None, "1889 begins with an auction"
    return replace(game_rules, auction=replace(game_rules.auction, lowest_first=True))


def sell_down(game_rules: Rules) -> Rules:
    """A holding above 60 % must be sold down once the price has left the orange area."""
    usual = game_rules.stock.over_limit

    def over_limit(state: State, player: str) -> bool:
        if usual is not None and usual(state, player):
            return True
        for sym, charter in state.companies.items():
            if player in charter.shares and above_share_limit(state, sym, player, 0) is not None:
                return True
        return False

    return replace(game_rules, stock=replace(game_rules.stock, over_limit=over_limit))


def five_without_b(game_rules: Rules) -> Rules:
    """Five beginners get the privates A, C, D, E and F."""
    if game_rules.seats != 5 or not game_rules.on(rules.BEGINNER):
        return game_rules
    known = game_rules.facts.special["beginner"]["privates"]
    chosen = [sym for sym in known if sym != PORT]
    return replace(game_rules, privates=dealt_privates(rules.FACTS, chosen))


DEPARTURES = {
    option.LOWEST_SPEAKS: lowest_bidder_speaks,
    option.SELL_DOWN: sell_down,
    option.NO_EMERGENCY_SELL_DOWN: lambda game_rules: without_check(game_rules, "train.emergency-down-to-limit"),
    option.FIVE_WITHOUT_B: five_without_b,
    option.ANY_DISCARD_ORDER: any_discard_order,
    option.EARLY_BANKRUPTCY: early_bankruptcy,
}
"""Where that site departs from the rulebook; see DEPARTURES.md."""
DIALECTS = dialects(DEPARTURES)


def options(recording: Recording) -> tuple[str, ...]:
    """The dialect and the variant of a recorded game."""
    chosen = (rules.BEGINNER,) if chosen_rules(recording, (BEGINNERS,)) else ()
    return (SITE, rules.FREE_RUNS, *chosen)


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


READER = Reader(
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
