"""Positions as pictures, tables and sentences: pure functions that read a position and know no rule.

    map_svg      the board, with routes, lit hexes, a tile as if laid, hexes coloured by a number
    tile_svg     one tile as it would lie
    market_svg   the stock market
    charts       lines, small multiples and bars from plain series
    tables       players, companies, private companies, trains, phases, tiles, bank as rows
    sentences    events, moves, refusals, and who has to act, in words
    text_map     the map for the terminal
    theme        colours and style sheets of all pictures

Below them: `geometry` and `track_svg` know where track runs, `labels` finds room on a hex, `symbols` and `hex_svg`
draw what lies there, `routes_svg` follows a route; `words` and its neighbours hold the language.
"""
