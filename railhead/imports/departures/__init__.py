"""Where 18xx.games departs from the rulebooks, a file for each title; each title's DEPARTURES.md explains them."""
