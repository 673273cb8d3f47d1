"""Players made of code, from Drifter, who plays at random, to Magnate, who plans its turn and looks ahead.

`player.py` has the list of them and asks one for a move; `tournament.py` lets them play each other.
"""
