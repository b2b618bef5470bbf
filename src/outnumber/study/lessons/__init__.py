"""Lessons: from never having seen a game to winning what can be won, as data with one reader."""
