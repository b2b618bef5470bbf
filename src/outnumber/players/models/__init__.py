"""A language model as a player."""
