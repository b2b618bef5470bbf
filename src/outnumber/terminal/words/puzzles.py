"""What the plain terminal says about puzzles."""

from __future__ import annotations

from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.numbers import ordered, run_texts
from outnumber.games.walk import WalkPosition
from outnumber.puzzles.explain import Refutation, explanation, pairs
from outnumber.puzzles.progress import Streak
from outnumber.puzzles.puzzle import Puzzle
from outnumber.puzzles.themes import THEMES
from outnumber.session.record import option_text
from outnumber.terminal.words import words_for
from outnumber.terminal.words.base import listing

HELP = (
    "Type the one number that wins, or one of these words:",
    "  moves    the numbers you can play",
    "  hint     help in three steps; the third names the move, and the puzzle counts as missed",
    "  why      the answer and why it wins; the puzzle counts as missed",
    "  rules    how this game is played",
    "  skip     the answer, and on to the next puzzle; this one counts as missed",
    "  quit     stop here",
    "  help     this list",
)
# A longer way to the position is not worth reading.
LONGEST_WAY = 20


def shown(puzzle: Puzzle, heading: str) -> list[str]:
    """The puzzle before its prompt: the game, the way to the position, and the position in its words."""
    rules = puzzle.rules
    lines = [f"{heading}: {rules.title} ({option_text(rules)}), difficulty {puzzle.difficulty} of 5."]
    ask = "One move wins: find it."
    if not puzzle.moves:
        lines.append(ask)
    elif len(puzzle.moves) <= LONGEST_WAY:
        lines.append(f"Played so far: {' '.join(map(str, puzzle.moves))}. {ask}")
    else:
        lines.append(f"{len(puzzle.moves)} numbers have been played. {ask}")
    turn = words_for(puzzle.match).turn()
    while turn and not turn[0]:
        turn = turn[1:]
    return [*lines, "", *turn, *_missing(puzzle)]


def _missing(puzzle: Puzzle) -> list[str]:
    """What somebody who has not seen the game needs to know beyond the words of its turn."""
    position = puzzle.position
    if isinstance(position, AttackPosition):
        rules = position.rules
        return [
            f"Your opponent's stack total is {position.total(position.turn.other)}.",
            f"The target is {rules.target}, and the tokens are {','.join(run_texts(ordered(rules.tokens)))}.",
        ]
    if isinstance(position, WalkPosition) and puzzle.rules.name == "strategy-stacks":
        return [f"Unused Numbers: [{listing(ordered(position.unused), ', ')}]"]
    return []


def refuted(puzzle: Puzzle, found: Refutation) -> list[str]:
    """How a wrong move loses, played out."""
    words = words_for(puzzle.match)
    line = ", ".join(f"{words.name(step.seat)} {step.move}" for step in found.line)
    if not line:
        return [f"No: {found.move} ends the game. {found.ending}"]
    if found.ending is None:
        return [f"No: {found.move} loses. It could go on like this: {line}, and so on."]
    return [f"No: {found.move} loses. It could go on like this: {line}. {found.ending}"]


def explained(puzzle: Puzzle) -> list[str]:
    """Why the solution wins, the list to play by where there is one, and the idea."""
    found = pairs(puzzle)
    lines = [str(explanation(puzzle))]
    if len(found) > 1:
        listed = ", ".join(f"{a} with {b}" for a, b in found)
        lines.append(f"After {puzzle.solution}, answer each number with its partner: {listed}.")
    theme = THEMES[puzzle.theme]
    return [*lines, f"{theme.title}: {theme.lesson}"]


def streak(found: Streak, *, daily: bool, missed: bool) -> str:
    """How long the rows are, and whether the puzzle comes again."""
    line = f"Solved in a row: {found.row}, at best {found.best_row}."
    if daily:
        line += f" Days in a row: {found.days}, at best {found.best_days}."
    return f"{line} This one will come again." if missed else line


def set_aside(name: str) -> str:
    """The line for a damaged file of progress."""
    return f"Your puzzle progress was damaged. It is kept as {name}, and you start afresh."
