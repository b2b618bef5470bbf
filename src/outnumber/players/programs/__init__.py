"""A program of yours as a player, by lines of text."""
