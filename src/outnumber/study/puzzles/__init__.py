"""Puzzles: generated, proven, graded, one for each day, and repeated after a mistake."""
