"""1893: Cologne, by Edwin Eckert."""

from pathlib import Path

from railhead.core.emergency import EARLY_BANKRUPTCY
from railhead.core.phases import ANY_DISCARD_ORDER
from railhead.core.revenue import RECORDED_RUNS
from railhead.core.rules import Option, Title
from railhead.titles.t1893 import rules, terms
from railhead.titles.t1893.positions import POSITIONS
from railhead.titles.t1893.recorded import RECORDED

OPTIONS = (
    Option(terms.EXTRA_TRAIN, "An eighth 2-train (21.1)."),
    Option(terms.DELAYED, "Owners may delay the exchange of their minors after a voted merger (21.2)."),
    Option(terms.INDUSTRY, "Industrial areas: every corporation has an industry marker (21.3)."),
    Option(terms.GREY, "Grey phase: other tiles for Köln, dearer and up to grey (21.4)."),
    Option(terms.EXISTING, "Existing track in Grevenbroich and Solingen (21.5)."),
    Option(terms.SEATS_IN_ORDER, "Players sit as they are listed; the book draws lots (2.2).", house=True),
    Option(
        terms.LEFT_OF_LAST,
        "After the first stock round the locomotive goes left of the last buyer; the book gives it to the first "
        "who passed (3.3).",
        house=True,
    ),
    Option(
        terms.SKIPPED_STAY,
        "A player who can afford nothing in the first stock round may act again; in the book a pass is final (3.2).",
        house=True,
    ),
    Option(
        terms.TENS_ONLY,
        "Leftover certificates fall in full tens, also below half the price; the book stops at the half (3.4).",
        house=True,
    ),
    Option(
        terms.LEFT_MUST_BUY,
        "If the offerer cannot pay a leftover certificate, his left neighbour must; in the book the right one (3.4).",
        house=True,
    ),
    Option(terms.FUND_EARLY, "FdSD may be exchanged in the first stock round (4.1 forbids it).", house=True),
    Option(terms.FUND_FOR_ONE, "FdSD may be exchanged for a single share (19.3 has two).", house=True),
    Option(
        terms.FUND_LAPSES,
        "FdSD is lost if it is not exchanged in the owner's first turn after the first 5-train; the book forces "
        "the exchange (4.1).",
        house=True,
    ),
    Option(
        terms.EVA_UNASKED,
        "The player in turn takes EVA without asking, and pays the bank in a stock round (4.1: both agree).",
        house=True,
    ),
    Option(terms.FLOAT_AT_ONCE, "Corporations float at once, not at the end of the round (19.5).", house=True),
    Option(
        terms.ROW_PER_SALE,
        "Several sales of one corporation in a turn cost a row each; the book has one row a turn (19.7).",
        house=True,
    ),
    Option(
        terms.FIXED_SPLIT,
        "A new director gives two 10 % certificates where he can; in the book he decides (5.1).",
        house=True,
    ),
    Option(terms.RESORTED, "Forced sales change the order of corporations still to operate (7.2).", house=True),
    Option(
        terms.HELP_WITH_OTHERS,
        "A director's money may pay a train of another company up to its printed price (15.6 forbids it).",
        house=True,
    ),
    Option(
        terms.MINOR_ABOVE_FACE,
        "An owner may help a minor to buy above the printed price (15.5 forbids it).",
        house=True,
    ),
    Option(terms.TRADE_FOR_POOL, "A train may be traded in for one of the pool (14: for new ones).", house=True),
    Option(
        terms.MERGED_IN_TURN,
        "A tie for the first director goes by the order of the merged companies; in the book by seats (5.1).",
        house=True,
    ),
    Option(
        terms.BANKRUPT_PAYS, "A bankrupt player's cash is lost, his bonds are kept (20: all is counted).", house=True
    ),
    Option(
        EARLY_BANKRUPTCY,
        "A director who cannot raise the money for a train may give up before it runs, and then sells nothing.",
        house=True,
    ),
    Option(terms.FACE_COUNTS, "Privates and minors count at the end with their price (20: stock value).", house=True),
    Option(terms.OPEN_BANK, "Track on R5 may point at the Rhine towards Q6 (8.1 forbids it).", house=True),
    Option(
        terms.OLD_PRICES,
        "The starting package is sold at the prices of an imported game, also where an earlier edition had others.",
        house=True,
    ),
    Option(ANY_DISCARD_ORDER, "Companies over the train limit discard in any order.", house=True),
    Option(RECORDED_RUNS, "Runs, track and markers of an imported game stand as they were recorded.", house=True),
)

TITLE = Title(
    name="1893",
    full_name="1893: Cologne",
    seats=range(2, 5),
    options=OPTIONS,
    build=rules.build,
    folder=Path(__file__).parent,
    positions=POSITIONS,
    recorded=RECORDED,
    about={
        "designer": "Edwin Eckert",
        "length": "3 to 4 hours",
        "special": "Minors that merge by vote, bonds of the City of Cologne, four bridges over the Rhine.",
    },
)
