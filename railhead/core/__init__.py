"""The rules kernel: a position goes in, a new position comes out. Knows no title by name."""
