"""The best run on large maps: all routes of a train as one small diagram, and the best paths through several."""
