"""Thousands to millions of games at once, on NumPy or JAX, with exact labels."""
