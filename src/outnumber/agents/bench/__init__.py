"""Outnumber-Bench: asks players the questions of a suite, and verifies, compares and exports the results."""
