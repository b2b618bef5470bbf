"""Many games between players, graded exactly, and what they show."""
