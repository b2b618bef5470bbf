"""What there is to learn in each game, one module each, found by the name of the game.

A module may have:

* `LESSON`: the lesson about the game (`lessons/lesson.py`), and `SENTENCES`: what only it says, by code;
* `vary`: other options for a puzzle, by chance, because the usual ones have too few good puzzles;
* `DAILY_FROM`: the first day on which the game has its turn among the daily puzzles;
* `draw`: a picture that shows why a position is won, unless its theorem has one (`pictures/position.py`).
"""
