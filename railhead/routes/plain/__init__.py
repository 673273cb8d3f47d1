"""The best run in plain Python: every route of every train, then the best set of them."""
