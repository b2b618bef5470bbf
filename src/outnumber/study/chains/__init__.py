"""The longest chain, a solo game: as many numbers as possible in a row, each linked to the previous one."""
