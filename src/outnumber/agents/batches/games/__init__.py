"""The rules and the winning moves of each game for arrays, one module each, found by the name of the game."""
