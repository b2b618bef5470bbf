"""Help with a puzzle: hints in steps, the explanation, and how a wrong move is refuted."""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games.base import Position
from outnumber.puzzles.puzzle import Puzzle
from outnumber.puzzles.themes import THEMES
from outnumber.session.review import Step, best_line
from outnumber.theory.hints import hints as steps_of_help
from outnumber.theory.reasons import Explanation
from outnumber.theory.solve import solve

# The longest refutation that is played out; puzzles seldom need half of it.
LONGEST_LINE = 40
# The hint of this step names the move.
LAST_HINT = 3


class Refutation(NamedTuple):
    """Why a move does not win: best play of both sides after it."""

    move: int
    # The moves that follow, none where the wrong move ended the game.
    line: tuple[Step, ...]
    # How it ends, None where the line is cut short.
    ending: Explanation | None


def hints(puzzle: Puzzle) -> tuple[Explanation, Explanation, Explanation]:
    """Where to look, the idea, and the move; only the last gives it away."""
    return steps_of_help(puzzle.position)


def explanation(puzzle: Puzzle) -> Explanation:
    """Why the solution wins, in one or two sentences."""
    return solve(puzzle.position).reason


def lesson(puzzle: Puzzle) -> str:
    """What to remember from the puzzle, in a sentence."""
    return THEMES[puzzle.theme].lesson


def pairs(puzzle: Puzzle) -> list[tuple[int, int]]:
    """In the pairing games, the numbers to answer with after the solution; elsewhere none."""
    partners = solve(puzzle.position).partners(puzzle.solution)
    return sorted((a, b) for a, b in partners.items() if a < b)


def refutation(position: Position, move: int, most: int = LONGEST_LINE) -> Refutation:
    """How the opponent wins after a move that throws the win away; the move must be legal.

    >>> from outnumber.games.registry import game
    >>> found = refutation(game("strategy-stacks").start().play(6), 3)
    >>> [step.move for step in found.line], str(found.ending)
    ([9, 1, 5], 'Player 2 has nothing left to play, so Player 1 has won.')
    """
    after = position.play(move)
    line = best_line(after, most)
    for step in line:
        after = after.play(step.move)
    return Refutation(move, line, solve(after).reason if after.outcome() else None)
