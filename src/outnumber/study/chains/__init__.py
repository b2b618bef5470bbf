"""The longest chain, a game for one: as many numbers as possible in a row, each linked to the one before."""
