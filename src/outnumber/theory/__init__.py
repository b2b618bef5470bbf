"""Proven verdicts: one file a theorem."""
