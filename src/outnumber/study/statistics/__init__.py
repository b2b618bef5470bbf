"""Statistics of a person's games and puzzles."""
