"""Players made of code: Drifter plays at random, Clerk by rules of thumb, Chairman looks ahead.

`player.py` has the list of them and asks one for a move; `tournament.py` lets them play each other.
"""
