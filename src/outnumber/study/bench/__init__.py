"""Outnumber-Bench: named, frozen suites of questions about solved positions, for models and agents."""
