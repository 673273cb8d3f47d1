"""Golden playthroughs: games as text, which the suite plays again and compares."""
