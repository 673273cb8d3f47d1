"""Games of ours as 18xx.games would export them."""
