"""Proven verdicts, one theorem per file."""
