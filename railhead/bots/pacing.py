"""How long bots may think so that no person waits too long for their own turn, however many bots sit at the table."""

from __future__ import annotations

WAIT = 12.0
"""Seconds that the bots of a table take together between two decisions of a person, of 15 in all."""
PART = 6
"""A bot takes this part of what is left, at most, so it thinks longest about its first moves."""
LEAST = 0.05
"""Seconds that a bot has in any case: enough for rules of thumb."""


def thinking_time(most: float, spent: float) -> float:
    """Seconds for a bot's next move, when people have already waited this long."""
    return min(most, max((WAIT - spent) / PART, LEAST))


def pause(usual: float, spent: float) -> float:
    """Seconds between two moves, so that people can follow; shorter when they have waited for long."""
    return min(usual, max((WAIT - spent) / (2 * PART), 0.0))
