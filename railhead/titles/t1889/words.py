"""Sentences of this title's own moves, events and waiting decisions (see `view/names.py`)."""

WORDS: dict[str, str | tuple[str, ...]] = {
    # terms of the rulebook
    "place.pool": "the open market",
    # moves: verb | what it is about | its effect
    "LayPort": "lay the port tile | {laid} | free, once; the ferry stays open",
    "ExchangeDougo": "exchange the Dougo Railway | for 10 % of IR | it closes",
    # noted events
    "exchange": "{who} exchanges the Dougo Railway for a share of {about}.",
    # what is waited for
    "GreenTile": "{who} may lay a green tile on Ohzu, or pass.",
    # cases
    "1889.exchange-owner": (
        "The Dougo Railway belongs to {owner}.",
        "The Dougo Railway cannot be exchanged now.",
    ),
    "1889.exchange-share": "The offering has no 10 % certificate of {company}.",
    "1889.green-tile": "This tile does not fit {hex} in this rotation.",
    "1889.port-owner": (
        "The Mitsubishi Ferry belongs to {owner}.",
        "The port tile is no longer available.",
    ),
    "1889.port-place": (
        "{built} has a tile.",
        "{hex} is not one of these towns: {towns}.",
        "The port tile does not fit {hex} in this rotation.",
    ),
    "1889.port-tile": "Tile {tile} is the port tile.",
    "1889.port-time": ("{operating} operates.", "Something else must be decided first."),
}
"""By name of a move, event or frame class, or by what a noted event says."""
