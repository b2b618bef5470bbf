"""Puzzles: generated, proven, graded, one for each day, and again where you missed them."""
