"""Sentences of this title's own moves, events and waiting decisions (see `view/names.py`)."""

WORDS = {
    # moves: verb | what it is about | what it brings about
    "RedeemShares": "redeem {percent} % | from the pool into the treasury | at the share price, which stays",
    "ReissueShares": "reissue all shares | from the treasury into the offering | 100 each; par becomes 100",
    "BuyFerry": "buy a ferry marker | | London is open to the company from now on",
    "PlaceShippingMarker": "place the shipping marker | beside London | London pays this company more",
    "LayExtraTile": "lay an extra tile | {laid} | 60 F and the terrain; no track action",
    "LayStationTile": "build by the private | {laid} | a free marker may follow",
    "ChooseHome": "choose {hex} | as the home of {company} |",
    "AgreeWinner": "call the game | for {winner} | ends it at once if everybody else agrees",
    # noted events
    "ferry": "{who} takes a ferry marker for {amount}.",
    "shipping": "{who} places its London shipping marker.",
    "home": "{who} will begin in {about}.",
    "reissue": "{who} reissues its shares; par is 100.",
    "agreement": "{who} calls on all to agree that {about} has won.",
    # what is waited for
    "ParChoice": "{who} sets the par price of {company}.",
    "LateHome": "{who} chooses the home of {company}.",
    "HomeChoice": "{who} chooses the location of {company} in {hex}.",
    "PutAside": "{who} places the marker of {company} in {hex} again.",
    "FreeStation": "{who} may place a free marker of {company} in {hex}.",
    "Agreement": "{who} to answer: has {winner} won the game?",
    # cases
    "1894.ferry-reach": "No track of {company} leads to London.",
    "1894.late-home": "The home of {company} may be: {homes}.",
    "1894.redeem-number": "{percent} % are too many; {limit} % may be redeemed now.",
    "1894.reissue-more": "The treasury holds {treasury} %, the offering {offering} %.",
    "1894.station-put-aside": "Markers of {put_aside} are put aside in {hex}.",
    "1894.upgrade-same-turn": "The tile on {hex} was laid in this turn.",
}
"""By name of a move, event or frame class, by what a noted event says, or by slug of a rule."""
