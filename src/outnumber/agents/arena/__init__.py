"""Tournaments between players: run the games, grade every move exactly, report the results."""
