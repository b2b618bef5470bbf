"""How people have done, in games and puzzles."""
