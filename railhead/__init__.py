"""Railhead: 18xx railway games as a library, with proven best routes and a table to play at."""
