"""Thousands to millions of games in parallel, on NumPy or JAX, with exact labels."""
