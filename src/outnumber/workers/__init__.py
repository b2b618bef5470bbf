"""Verdicts, hints, reviews and moves worked out in processes beside a server, with a bound on their cost."""
