"""Whoever or whatever chooses moves for a seat."""
