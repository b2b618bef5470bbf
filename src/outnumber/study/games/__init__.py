"""The learning material for each game, in one folder each, found by the name of the game.

A folder may have `lesson.json`, the lesson about the game (`lessons/lesson.py`). Its `__init__.py` may have:

* `vary`: random options for a puzzle, because the usual ones have too few good puzzles;
* `DAILY_FROM`: the first day on which the game takes part in the daily puzzles;
* `draw`: a picture that shows why a position is won, unless its theorem provides one
  (`pictures/position.py`).
"""
