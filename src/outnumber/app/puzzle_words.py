"""What the app says about puzzles beyond the words of the plain terminal."""

from __future__ import annotations

from outnumber.puzzles.explain import LAST_HINT
from outnumber.puzzles.progress import Progress, Streak
from outnumber.puzzles.puzzle import Puzzle

HELP = (
    "Exactly one number wins: find it.",
    "  digits, Enter    type it",
    "  arrows, Enter    go to it on the board",
    "  Tab              go to the next number you can play",
    "  mouse            click it",
    "",
    "If it does not win, you see on the board how your opponent wins. Then",
    "Enter, or any of the keys above, goes back, and you try again.",
    "",
    "Help:",
    "  h    a hint; again for the idea, and again for the move",
    "  w    why: the answer, and why it wins",
    "  i    the rules of this game",
    "  n    the answer, and on to the next puzzle",
    "  q    back",
    "",
    "A puzzle is solved if your first move is right; two hints are free. It is",
    "missed with a wrong move, the third hint, why, or the answer. Missed ones",
    "come again after a day. If you go back before that, nothing is counted.",
)
GIVE_UP = "Tell the answer? The puzzle counts as missed."
FULL, EMPTY = "●", "○"
HARDEST = 5


def dots(difficulty: int) -> str:
    """The difficulty to look at.

    >>> dots(3)
    '●●●○○'
    """
    return FULL * difficulty + EMPTY * (HARDEST - difficulty)


def facts(puzzle: Puzzle, streak: Streak, *, daily: bool, solved: int, tried: int) -> list[str]:
    """The puzzle and how it is going, in short lines."""
    lines = [
        f"You are Player {puzzle.position.turn.value}",
        f"{dots(puzzle.difficulty)} difficulty {puzzle.difficulty} of {HARDEST}",
        f"In a row {streak.row}, at best {streak.best_row}",
    ]
    if daily:
        lines.append(f"Days {streak.days}, at best {streak.best_days}")
    elif tried:
        lines.append(f"Solved {solved} of {tried} just now")
    return lines


def hint(step: int, text: str, *, decided: bool) -> str:
    """A step of help, and what the next one would be."""
    last = "  (h: the move)" if decided else "  (h: the move; the puzzle then counts as missed)"
    return f"Hint {step} of {LAST_HINT}: {text}" + ("  (h: the idea)", last, "")[step - 1]


def good_bye(solved: int, tried: int) -> str:
    """How it went, where it was more than one puzzle."""
    return f"You solved {solved} of {tried}." if tried > 1 else ""


def of_the_day(progress: Progress, puzzle: Puzzle, day: str) -> str:
    """The puzzle of a day in a few words, and whether it has been tried."""
    tried = [each for each in progress.tried if (each.daily, each.id) == (day, puzzle.id)]
    state = "solved ✓" if tried and tried[0].solved else "missed ✗" if tried else dots(puzzle.difficulty)
    return f"{day}: {puzzle.rules.title}, {state}"


def to_try_again(count: int) -> str:
    if not count:
        return "none that you missed is due"
    return "1 that you missed is due" if count == 1 else f"{count} that you missed are due"


def of_a_game(progress: Progress, game: str) -> str:
    """How the puzzles of a game have gone."""
    tried = progress.of(game)
    return f"solved {sum(each.solved for each in tried)} of {len(tried)}" if tried else ""
