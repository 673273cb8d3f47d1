"""Sentences of this title's own moves, events and waiting decisions (see `view/names.py`)."""

WORDS = {
    # moves: verb | what it is about | what it brings about
    "LayPort": "lay the port tile | {laid} | free, once; the ferry stays open",
    "ExchangeDougo": "exchange the Dougo Railway | for 10 % of IR | it closes",
    # noted events
    "exchange": "{who} exchanges the Dougo Railway for a share of {about}.",
    # what is waited for
    "GreenTile": "{who} may lay a green tile on Ohzu, or pass.",
}
"""By name of a move, event or frame class, or by what a noted event says."""
