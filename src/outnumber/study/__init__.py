"""Learning material: puzzles, lessons, chains, worksheets, statistics and pictures."""
