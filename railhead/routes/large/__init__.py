"""The best run on large maps, with numba: routes are not listed, prices on hex sides bound what they can earn."""
