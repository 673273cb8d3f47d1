"""Sentences of this title's own moves, events and waiting decisions (see `view/names.py`)."""

WORDS = {
    # moves: verb | what it is about | what it brings about
    "TurnOver": "turn a {train} | of {company} to its single side | for good",
    "CashPrivate": "cash {private} | for its face value | it leaves the game",
    "LayExtra": "lay an extra tile | {laid} | 20 fr and the terrain; private 1 closes",
    "LayStGermain": "lay by private 3 | {laid} | free; beside the normal build",
    "BuildPort": "build by {private} | {laid} | with a marker; the whole build and station step",
    "MoveStation": "move the station of {hex} | to {to_hex} | 100 fr, once a game; a blocked marker stays behind",
    "ClaimPort": "claim the port | of {hex} | 20 fr in every operating round; no station in this turn",
    "BuyPort": "buy the port | of {hex} for 20 fr |",
    "ExchangeLoire": "exchange the Val de Loire | for a certificate of {company} {par} | it closes",
    "PreserveTrain": "put the engineers' card | on a {train} | it runs once more when it would rust",
    "BuyLoireTrain": "buy the Val de Loire | as a 2-train | it closes and rusts with the yellow trains",
    # how far the double sides of certificates run
    "2x2 or 3+1": "two trains of 2 stops, or one of 3 cities and 1 town",
    "3/5x2": "two trains of 5 stops, the best 3 of each pay",
    "4/6x2": "two trains of 6 stops, the best 4 of each pay",
    "5/7x2": "two trains of 7 stops, the best 5 of each pay",
    # noted events
    "stack": "{about} sinks in its stack at the bottom of the market.",
    "order": "Player cards go round by cash.",
    "exchange": "{who} exchanges the Val de Loire for a certificate of {about}.",
    "engineers": "The engineers' card of {who} lies on its {about}.",
    "obsolete": "The {about} of {who} is obsolete: it runs once more.",
    "turned over": "{who} turns its {about} to the single side.",
    "rusted trains return": "The single trains of all colours are for sale again.",
    "home waits": "The home marker of {who} waits in {about} for a tile.",
    "station moved": "{who} moves its station of {about}; a blocked marker stays there.",
    "port claimed": "{who} claims the port of {about}.",
    # what is waited for
    "ParOfPlm": "{who} sets the par price of PLM.",
    "MidiHome": "{who} chooses the home city of {company}.",
    # cases
    "1843.loire-share": "There is no such certificate of {company} to exchange for.",
    "1843.midi-first": "Midi does not yet stand in {hex}.",
    "1843.once-a-hex": "{hex} has got a tile in this turn.",
    "1843.port-route": "No train of {company} could run to {hex}.",
    "1843.port-train": "{company} owned no train when its turn began.",
    "1843.port-power": "{company} may not bring {hex} straight to brown.",
    "1843.rusted-one": "It owns a rusted train already: {has}.",
    "1843.plm-par": "PLM begins at one of these: {prices}.",
}
"""By name of a move, event or frame class, by what a noted event says, or by slug of a rule."""
