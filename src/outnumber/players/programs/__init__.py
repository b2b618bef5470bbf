"""External programs as players, connected by lines of text."""
