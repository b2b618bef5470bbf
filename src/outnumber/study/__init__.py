"""What people learn with: puzzles, lessons, chains, worksheets, statistics and pictures."""
