"""The learning material for each game, in one module each, found by the name of the game.

A module may have:

* `LESSON`: the lesson about the game (`lessons/lesson.py`), and `SENTENCES`: the sentences that only it uses,
  by code;
* `vary`: random options for a puzzle, because the usual ones have too few good puzzles;
* `DAILY_FROM`: the first day on which the game takes part in the daily puzzles;
* `draw`: a picture that shows why a position is won, unless its theorem provides one
  (`pictures/position.py`).
"""
