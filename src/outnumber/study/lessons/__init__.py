"""Lessons: from the first look at a game to winning every won position; all lessons are data for one
engine.
"""
