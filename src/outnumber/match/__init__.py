"""One match: history and undo, clock, record, the loop and its events."""
