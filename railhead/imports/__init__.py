"""Games of 18xx.games: read, followed with our rules, kept as our own, and written back.

Nothing below knows this package: it uses the core's one entrance for moves that waive a check, and dialects that
turn a title's rules into the ones that were played by there.
"""
