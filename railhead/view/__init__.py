"""Positions as pictures, tables and sentences: pure functions that read a position and know no rule."""
