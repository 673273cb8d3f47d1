"""Loading the compiled search for the values of lays. Importing this module fails where numba is not installed.

`python -m railhead.routes.warm` compiles it, so that nobody waits for that later: part of setting up a machine.
"""

from __future__ import annotations

from railhead.core.facts import RangeFacts
from railhead.core.scoring import Centre, PairBonus, Scoring
from railhead.network import Network, Segment, Stop
from railhead.routes import arrays  # noqa: F401  (without numba this is as far as it gets)
from railhead.routes.lays.effects import Changes
from railhead.routes.problem import Problem

_READY: list[bool] = []


def ready() -> bool:
    """Load the compiled search and use it once, at the first call in a process; False where it cannot work.

    This takes half a second; the first time on a machine, when everything is compiled, about half a minute.
    """
    if not _READY:
        try:
            from railhead.routes.lays.together import Ground

            Ground(Changes(_sample())).best_with([])
        except RuntimeError:  # numba finds no place for the compiled code
            _READY.append(False)
        else:
            _READY.append(True)
    return _READY[0]


def _sample() -> Problem:
    """A small problem that needs every part of the search: what one train gains, the other loses."""
    size = 7
    stops = tuple(
        Stop(Centre(f"s{i}", frozenset({f"s{i}"}), "city", 10 * (i % 3 + 1)), ((f"h{i}", 0, 1),), False)
        for i in range(size)
    )
    pairs = [(a, b) for a in range(size) for b in range(a + 1, size) if (a + b) % 3]
    # Every segment meets the next one on a side of its own.
    segments = tuple(Segment(a, b, 1 << n | 1 << (n + 1) % len(pairs), ("", "")) for n, (a, b) in enumerate(pairs))
    scoring = Scoring(
        ranges={"4": RangeFacts(total=4), "5E": RangeFacts(pays=2), "x": RangeFacts()},
        pairs=(PairBonus("bonus", frozenset({"s2"}), frozenset({"s5"}), 20),),
    )
    network = Network.drawn(stops, segments, {"h0": (("co",),), "h1": (("co",),)})
    return Problem(network, "co", scoring, (("4", "5E", "x"), ("x", "x", "x")))


if __name__ == "__main__":
    ready()
