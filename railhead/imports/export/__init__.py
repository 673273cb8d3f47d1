"""Our games as 18xx.games would export them."""
