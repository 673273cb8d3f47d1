"""Sentences of this title's own moves, events and waiting decisions (see `view/names.py`)."""

WORDS: dict[str, str | tuple[str, ...]] = {
    # terms of the rulebook
    "place.ipo": "the IPO",
    "place.pool": "the bank pool",
    # zones of the market
    "zone.gray": "the president may buy two shares at once",
    # moves: verb | what it is about | its effect
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
    "1894.agree-call": ("{winner} cannot be called the winner now.", "Your call was refused this round."),
    "1894.extra-tile": ("{company} does not own the Reims-Charleville line.", "The additional tile has been laid."),
    "1894.extra-tile-yellow": "This tile is {tile}.",
    "1894.ferry-one": "{company} has a ferry marker.",
    "1894.ferry-supply": "They belong to {owners}.",
    "1894.finance-starters": "{company} is one of the two.",
    "1894.free-station": "The free marker goes to {hex}.",
    "1894.help-face-value": "The price is {price}, the face value {face_value}.",
    "1894.home-location": "{company} starts in {hex}, in an empty location.",
    "1894.late-no-home": "There is no such hex for {company}.",
    "1894.late-phase": "The phase is {phase}.",
    "1894.par-of-shareholding": "The par of {company} is one of {prices}.",
    "1894.purple-cities": "{hex} is such a city.",
    "1894.redeem-pool": "The pool has {pool} %, so {percent} % cannot be redeemed.",
    "1894.shipping-marker": ("{company} does not own London shipping.", "The marker has been placed."),
    "1894.split-location": "The marker of {company} goes to {hex}.",
    "1894.station-london": "{hex} cannot hold one.",
    "1894.station-plm": "The company cannot use this location in {hex}.",
    "1894.station-tile": (
        "The company does not own {private}.",
        "No private gives this right in {hex}.",
        "The private has been used.",
    ),
    "1894.station-tile-colour": "This tile is {tile}.",
    "1894.upgrade-once": "The company has upgraded a train this round.",
    "1894.ferry-reach": "No track of {company} leads to London.",
    "1894.late-home": "The home of {company} may be: {homes}.",
    "1894.redeem-number": "{percent} % is too much; {limit} % may be redeemed now.",
    "1894.reissue-more": "The treasury holds {treasury} %, the offering {offering} %.",
    "1894.station-put-aside": "Markers of {put_aside} are put aside in {hex}.",
    "1894.upgrade-same-turn": "The tile on {hex} was laid this turn.",
}
"""By name of a move, event or frame class, by what a noted event says, or by slug of a rule."""
