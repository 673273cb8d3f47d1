"""The numbers that Clerk plays by, in one record: each with its unit and a sentence that says what it does.

The defaults are the numbers of November 2026. They stay as the set `clerk@1`, so that every later set is measured
against the same opponent. A later set names only what it changes; a weight that came later is off by default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

UNITS = "units"
"""Prices of the title's cheapest train: the measure that makes one set of weights fit every title."""


NOTES: list[tuple[str, str]] = []
"""The unit of each weight and what it does, in the order of the record."""


def weight(value: float, unit: str, says: str) -> Any:
    """A field of the record: its value in November 2026, its unit, and what it does."""
    NOTES.append((unit, says))
    return value


class Weights(Struct, frozen=True, kw_only=True):
    """All the numbers that Clerk uses. A weight without a unit is a factor."""

    # The outlook: how long the game lasts, how long trains live, what companies will pay.
    horizon: float = weight(8.0, "rounds", "Operating rounds beyond which nobody looks.")
    pace: float = weight(0.6, "trains", "Trains that a company buys in an operating round, before the game tells.")
    experience: float = weight(0.0, "factor", "Whether it counts how long phases lasted in earlier games; 0: no.")
    rounds_a_phase: float = weight(2.5, "rounds", "Operating rounds that each coming phase is expected to last.")
    rounds_at_last: float = weight(3.0, "rounds", "Operating rounds expected in the last phase.")
    bank_growth: float = weight(1.3, "factor", "How much more companies will pay than now while the bank lasts.")
    bank_least: float = weight(2.0, UNITS, "What the bank pays in an operating round at the very least.")
    end_set: float = weight(0.0, "factor", "Whether it knows that the last set is played out, and end prices; 0: no.")
    rust_slack: float = weight(0.3, "rounds", "Rounds that a train runs beyond the reckoning.")
    run_of_train: float = weight(0.5, UNITS, "What a train is expected to earn in a round before it has run.")
    run_phases: float = weight(0.0, "phases", "The last phases in which income is the best run on today's board.")
    run_new: float = weight(0.0, "factor", "Whether a new company's run is looked for on the board; 0: no.")
    run_of_money: float = weight(0.45, UNITS, "What the money for a train is expected to earn in a round.")
    run_of_money_most: float = weight(2.0, "trains", "Trains whose money counts in that, at most.")
    run_forced: float = weight(0.0, "factor", "Whether a president counts as sure to pay for a last train; 0: no.")
    sure_rounds: float = weight(3.0, "rounds", "Rounds for which a company without a train is trusted to pay.")
    float_wait: float = weight(0.0, "rounds", "Rounds without income for a company that has yet to float.")
    later_pay: float = weight(0.6, "factor", "How much of its income a company keeps once its trains have rusted.")
    rise_most: float = weight(6.0, "steps", "Steps that a share price is expected to rise, at most.")
    rise_least: float = weight(3.0, "steps", "Steps that it is expected to rise whatever its trains, at least.")
    fall: float = weight(2.0, "steps", "Steps that the price of a company without income will fall.")
    price_ahead: float = weight(2 / 3, "factor", "How far a share is worth its coming price rather than today's.")
    need_rounds: float = weight(2.0, "rounds", "A company whose trains last longer needs no new one.")
    need_set: float = weight(0.0, "factor", "The part of the coming set of rounds that they must last as well.")
    need_revenue: float = weight(0.5, "factor", "How much of a run counts towards the next train that is needed.")
    need_offered: float = weight(0.0, "factor", "Whether that is the train that it will find on sale; 0: the next.")
    income_rounds: float = weight(4.0, "rounds", "Incomes of a private company that count in a position.")
    private_face: float = weight(0.0, "factor", "What its face value counts where the score does not count it.")

    # The opening auction.
    bid_paydays: float = weight(3.0, "rounds", "Incomes that a private company is expected to bring.")
    bid_power: float = weight(1.1, "factor", "What the face value is multiplied by for a power over a hex.")
    bid_stalled: float = weight(0.6, "factor", "What it adds to take the cheapest that everybody else passed over.")
    bid_unable: float = weight(0.0, "factor", "Whether those who cannot pay count as having passed; 0: no.")
    bid_short: float = weight(0.5, "factor", "How bad it is to have less left than a company takes to float.")
    bid_float: float = weight(0.0, UNITS, "The penalty for a bid after which one can float no company alone.")
    bid_own: float = weight(9.0, UNITS, "The penalty for raising one's own highest bid.")
    bid_above: float = weight(0.2, UNITS, "The penalty for bidding for one that is not yet for sale.")
    bid_stuck: float = weight(0.0, UNITS, "The penalty for a bid that leaves too little for one that is sold before.")
    bid_bound: float = weight(1.0, "factor", "How far money on a bid that was beaten counts as spent.")
    bid_jump: float = weight(0.0, "factor", "The part of what is left of the worth that a raise jumps by.")
    bid_first_jump: float = weight(1.0, "factor", "How much of that jump the first bid for a private company makes.")
    bid_sale: float = weight(0.0, "factor", "How much the profit counts that a sale to a company may bring.")
    bid_presidency: float = weight(0.0, "factor", "How far a presidency that comes with it replaces that money.")
    bid_presidency_paydays: float = weight(99.0, "rounds", "The most incomes that one with a presidency may bring.")

    # Buying, starting and selling in stock rounds.
    thrift: float = weight(0.03, "factor", "A share must promise this much of its cost, or the money stays in hand.")
    float_own: float = weight(3.0, UNITS, "What it is worth to buy the share that makes one's own company float.")
    float_reserved: float = weight(0.1, "factor", "The penalty for one that others must found, a part of the cost.")
    float_others: float = weight(0.2, "factor", "The penalty for helping others to float, a part of the cost.")
    float_join: float = weight(0.0, UNITS, "What it adds if the president and oneself can float it together.")
    float_alone: float = weight(0.0, UNITS, "The penalty if the president is the only rival.")
    burden: float = weight(1.5, "factor", "How a presidency that needs a train counts against buying it.")
    dump_risk: float = weight(0.0, "factor", "How a train counts that one must pay for if the president sells out.")
    reserve: float = weight(1.0, "factor", "How spending what must be kept for trains counts against a purchase.")
    start: float = weight(1.2, UNITS, "What a new company is worth for itself.")
    start_home: float = weight(1.0, UNITS, "What the best home of the title adds to that.")
    start_price: float = weight(0.1, "factor", "What a higher price is worth if a lower one pays the trains.")
    start_price_poor: float = weight(0.5, "factor", "What a higher price is worth if the trains need it.")
    start_gift: float = weight(0.0, "factor", "What the price counts of a president's share that is already paid.")
    start_capital: float = weight(2.0, "trains", "Trains of the next kind that the capital should pay for.")
    start_short: float = weight(0.0, "factor", "How it counts if the capital pays for fewer.")
    start_hopeless: float = weight(4.0, UNITS, "The penalty for a company that nobody will float.")
    start_helped: float = weight(0.2, "factor", "How much of the others' cash may help a company to float.")
    start_partner: float = weight(0.0, "factor", "How much of the cash that nobody else needs may help it to float.")
    start_waiting: float = weight(4.0, UNITS, "The penalty for a company while another has yet to float.")
    start_late: float = weight(5.0, UNITS, "The penalty for a company late in the game.")
    start_late_rounds: float = weight(4.0, "rounds", "With fewer rounds left it is late.")
    start_room: float = weight(0.0, UNITS, "The penalty for a company for which certificates are lacking.")
    start_more: float = weight(0.6, UNITS, "The penalty for each company that one already runs.")
    sell_need: float = weight(1.2, "factor", "How a train that must be paid for counts towards leaving a presidency.")
    sell_presidency: float = weight(1.5, UNITS, "What a presidency is worth for itself.")
    sell_short: float = weight(0.15, "factor", "How much money that must be kept for trains counts towards a sale.")
    sell_effort: float = weight(0.05, UNITS, "What a sale must bring, or things stay as they are.")
    sell_start: float = weight(0.0, "factor", "How much a new company counts that a sale pays for.")
    sell_bought: float = weight(1.0, "factor", "Whether it may sell what it has bought in the same turn; 0: no.")
    swap: float = weight(0.0, "factor", "How it counts what a share brings that a sale makes room for, at the limit.")
    swap_effort: float = weight(0.0, UNITS, "What such a swap must bring beyond that, or things stay as they are.")

    # Track and stations.
    lay_now: float = weight(1.0, "factor", "What a lay adds to the next run counts so much.")
    lay_later: float = weight(0.45, "factor", "What it adds to the run of a longer train counts so much.")
    lay_promise: float = weight(0.25, "factor", "What ways and cities it opens counts so much.")
    lay_goal: float = weight(0.0, "factor", "What the best centres count that a lay leads nearer to.")
    lay_nearness: float = weight(0.6, "factor", "What remains of a centre's worth with every lay that it takes.")
    lay_cost_rich: float = weight(0.25, "factor", "What terrain money counts for a company with plenty.")
    lay_cost_poor: float = weight(0.6, "factor", "What it counts for a company without.")
    lay_rich: float = weight(2.0, UNITS, "With more left than this, a company has plenty.")
    station_few: float = weight(0.9, "factor", "What a city's value counts for a second station.")
    station_more: float = weight(0.6, "factor", "What it counts for a further one.")
    station_last: float = weight(0.2, UNITS, "What the last place in a city adds.")
    station_cost: float = weight(0.5, "factor", "What the price of a station counts.")
    station_poor: float = weight(1.0, UNITS, "The penalty while the money is needed for a train.")
    station_poor_rounds: float = weight(2.5, "rounds", "The money is needed if the trains last no longer than this.")
    station_late_rounds: float = weight(3.0, "rounds", "With fewer rounds left its whole price counts.")

    # Runs and dividends.
    subsidy: float = weight(0.7, "factor", "What a subsidy counts against money for shareholders.")
    keep_needed: float = weight(1.2, "factor", "What money kept for a train that is needed counts.")
    keep_other: float = weight(0.05, "factor", "What other money kept in the treasury counts.")
    keep_train: float = weight(0.0, "factor", "How much a further train counts for which it withholds.")
    keep_most: float = weight(1.0, "rounds", "Rounds that it withholds for one train, at most.")
    keep_rounds: float = weight(2.2, "rounds", "A company whose trains last longer pays.")
    keep_urgent: float = weight(1.3, "rounds", "Below this it saves even for a train that it cannot pay at once.")

    # Trains.
    treasury: float = weight(0.35, "factor", "What money in a treasury is worth against money in hand.")
    treasury_spare: float = weight(0.35, "factor", "What treasury money beyond the price of a train is worth.")
    train_share: float = weight(0.2, "factor", "The least share of a company that its president reckons with.")
    train_idle: float = weight(0.3, "factor", "How much the long life of a train counts that has nowhere to run yet.")
    train_learned: float = weight(0.0, "factor", "How it counts what trains came to add to runs in earlier games.")
    train_safety: float = weight(0.35, UNITS, "What each round is worth that a train outlasts the company's own.")
    train_safety_rounds: float = weight(4.0, "rounds", "Rounds that count in that, at most.")
    train_urgent_rounds: float = weight(2.0, "rounds", "The company's trains end soon if they last no longer.")
    train_not_urgent: float = weight(0.4, "factor", "How a longer life counts while the company's own trains last.")
    train_duty: float = weight(20.0, UNITS, "What it is worth to own a train where one must be owned.")
    train_debt: float = weight(1.5, "factor", "What borrowed money counts: half of it again is interest.")
    train_last: float = weight(10.0, UNITS, "The penalty for selling an only train or risking bankruptcy.")
    train_ruin: float = weight(
        0.0, "factor", "Whether it avoids purchases and sales that may make it bankrupt; 0: no."
    )
    train_above: float = weight(0.0, "factor", "What it counts to pay a sister company more than a new train costs.")
    train_private: float = weight(0.0, "factor", "How it counts to spend what would buy one's private companies.")
    train_useless: float = weight(0.0, "factor", "What the price of a train counts that can run nowhere.")
    train_bill: float = weight(0.0, "factor", "How much a larger bill for the president's next train counts.")
    rust_others: float = weight(0.0, "factor", "How much it counts what a purchase costs a rival by rust.")
    rust_many: float = weight(1.0, "factor", "How much of that counts where there are two rivals or more.")
    rust_own: float = weight(0.0, "factor", "How much it counts what that rust costs oneself.")
    discard_life: float = weight(0.2, UNITS, "What a round of life counts when a train must be given up.")

    # Private companies, offers and everything else.
    private_kept: float = weight(0.4, "factor", "How much of its face value a private company still has at the end.")
    private_rounds: float = weight(3.0, "rounds", "Incomes that are given up when it is sold.")
    private_dear: float = weight(0.8, "factor", "What it counts to pay more than the treasury can spare.")
    private_below: float = weight(1.0, UNITS, "The penalty for selling it below its face value.")
    private_train_rounds: float = weight(3.0, "rounds", "A treasury whose trains end sooner keeps a train's price.")
    private_train_part: float = weight(0.4, "factor", "The part of a train's price that it keeps otherwise.")
    deal_value: float = weight(0.9, "factor", "How much of its face value a private company must fetch from others.")
    deal_train: float = weight(0.5, "factor", "What the price of a train sold to others counts.")
    deal_cheap: float = weight(1.0, UNITS, "The penalty for selling a train below its price when new.")
    hopeless: float = weight(0.4, "factor", "The part of the leader's worth below which the game is given up.")
    others: float = weight(0.5, "factor", "How the others' gain counts against one's own when a move is tried.")
    try_rounds: float = weight(4.0, "rounds", "Rounds for which a longer run counts when a move is tried.")
    try_effort: float = weight(0.0, UNITS, "What a move that is tried must gain, or things stay as they are.")
    try_float: float = weight(0.0, UNITS, "The penalty for spending the money that would float a company.")
    try_start: float = weight(0.0, "factor", "How it counts in a trial that a company will not float.")
    try_vote: float = weight(0.0, "factor", "Whether it votes as if its own vote decided; 0: no.")
    mood: float = weight(0.05, UNITS, "How far the judgement varies, so that no two games are the same.")
    blunder: float = weight(1.5, UNITS, "How much worse than the best a misjudged move may be, at most.")


class Explained(NamedTuple):
    """A weight as it is printed."""

    name: str
    value: float
    unit: str
    says: str


def explained(weights: Weights) -> Iterator[Explained]:
    """Every weight of a set, in the order of the record."""
    for name, (unit, says) in zip(weights.__struct_fields__, NOTES, strict=True):
        yield Explained(name, getattr(weights, name), unit, says)


CLERK_1 = Weights()
"""November 2026: sound and dull. The yardstick."""
CLERK = Weights(
    pace=0.3,
    experience=1.0,
    bank_growth=1.0,
    end_set=1.0,
    run_phases=1.0,
    run_new=1.0,
    run_forced=1.0,
    float_wait=1.5,
    need_set=1.0,
    need_revenue=1.0,
    need_offered=1.0,
    private_face=0.8,
    bid_paydays=2.0,
    bid_power=1.0,
    bid_stalled=4.0,
    bid_unable=1.0,
    bid_short=0.6,
    bid_float=0.4,
    bid_stuck=9.0,
    bid_bound=0.3,
    bid_jump=0.5,
    bid_first_jump=0.0,
    bid_presidency=1.0,
    float_join=1.0,
    float_alone=1.0,
    dump_risk=0.5,
    start=2.0,
    start_price=1.0,
    start_price_poor=1.0,
    start_gift=1.0,
    start_capital=3.0,
    start_short=1.0,
    start_helped=0.0,
    start_partner=0.8,
    start_waiting=9.0,
    start_late=9.0,
    start_late_rounds=2.5,
    start_room=9.0,
    start_more=0.0,
    sell_start=1.0,
    sell_bought=0.0,
    swap=1.0,
    swap_effort=0.5,
    lay_promise=0.4,
    lay_goal=0.5,
    lay_cost_rich=0.1,
    keep_needed=0.8,
    keep_train=0.7,
    keep_most=3.0,
    train_learned=0.6,
    train_safety=0.2,
    train_ruin=1.0,
    train_above=1.0,
    train_private=0.5,
    train_useless=0.5,
    train_bill=0.7,
    rust_others=4.0,
    rust_own=1.0,
    try_effort=0.1,
    try_float=1.5,
    try_start=1.0,
    try_vote=1.0,
)
"""What Clerk plays by today: its companies begin with money for trains, save for more, and rust those of others."""

APPRENTICE = replace(CLERK, mood=1.0, blunder=1.0, horizon=4.0)
"""An easy opponent: looks less far ahead, and often makes a move that is worse, by up to the price of a train."""

SETS: dict[str, Weights] = {"apprentice": APPRENTICE, "clerk": CLERK, "clerk@1": CLERK_1}
"""The sets by name."""


def set_of(name: str) -> Weights:
    """The set of this name; an unknown one is a `ValueError` that says which there are."""
    if name not in SETS:
        raise ValueError(f"no weights are called {name!r}; there are: {', '.join(SETS)}")
    return SETS[name]
