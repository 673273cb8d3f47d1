"""The railway network of a board, as a value that answers every question about track.

`network_of(map, board)` is the network of a board. A lay replaces the part of one hex and a station one node; all
the rest is shared with the network before, which stays valid. What was worked out and is not touched by the change
(segments, what companies reach) is taken over too.

- `grid.py`: the sides of a map, numbered once.
- `parts.py`: what lies on one hex: how track enters, leaves, and meets stops.
- `network.py`: the network, its stops and the segments between them.
- `reach.py`: what a company reaches from its stations.
"""

from railhead.network.grid import grid_of
from railhead.network.network import Network, Segment, build_network, hand_on_network, network_of
from railhead.network.parts import Stop
from railhead.network.reach import Reach

__all__ = ["Network", "Reach", "Segment", "Stop", "build_network", "grid_of", "hand_on_network", "network_of"]
