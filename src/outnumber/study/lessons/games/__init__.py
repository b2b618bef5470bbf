"""The lessons themselves, one file a game."""
