"""Help with a puzzle: hints in steps, the explanation, and how a wrong answer is refuted."""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games.base import Position
from outnumber.puzzles.kinds import SEATS, TITLES
from outnumber.puzzles.puzzle import Puzzle
from outnumber.puzzles.sentences import SENTENCES, Remark
from outnumber.puzzles.themes import THEMES
from outnumber.session.review import Step, best_line
from outnumber.theory.claims import Told
from outnumber.theory.hints import hints as steps_of_help
from outnumber.theory.reasons import Explanation
from outnumber.theory.solve import solve

# The longest refutation that is played out; puzzles seldom need half of it.
LONGEST_LINE = 40
# How many steps of help the puzzles with one winning move have; the last names the move.
LAST_HINT = 3


class Refutation(NamedTuple):
    """Why an answer is wrong: best play of both sides after it."""

    # The move that was played or marked; 0 where no move is wrong by itself.
    move: int
    # The moves that follow, none where the wrong move ended the game.
    line: tuple[Step, ...]
    # How it ends, None where the line is cut short.
    ending: Explanation | None


def hints(puzzle: Puzzle) -> tuple[Told, ...]:
    """Where to look, the idea, and the answer; only the last gives it away."""
    if puzzle.kind == "one":
        return steps_of_help(puzzle.position)
    return Remark(f"lesson-{puzzle.kind}"), answered(puzzle)


def answered(puzzle: Puzzle) -> Remark:
    """The answer in a sentence."""
    answer = puzzle.answer
    if puzzle.kind in SEATS:
        return Remark("seat-wins", seat=answer[0])
    if puzzle.kind == "avoid":
        return Remark("only-loses", move=answer[0])
    if len(answer) == 1:
        return Remark("only-wins", move=answer[0])
    if not answer:
        return Remark("none-wins")
    return Remark("these-win", moves=answer, listed=", ".join(map(str, answer)))


def explanation(puzzle: Puzzle) -> Explanation:
    """Why the position is won or lost, in one or two sentences."""
    return solve(puzzle.position).reason


def idea(puzzle: Puzzle) -> tuple[str, str]:
    """What to remember from the puzzle: a title and a sentence."""
    if puzzle.kind == "one":
        return THEMES[puzzle.theme].title, THEMES[puzzle.theme].lesson
    return TITLES[puzzle.kind], SENTENCES[f"lesson-{puzzle.kind}"].template


def lesson(puzzle: Puzzle) -> str:
    """What to remember from the puzzle, in a sentence."""
    return idea(puzzle)[1]


def pairs(puzzle: Puzzle) -> list[tuple[int, int]]:
    """In the pairing games, the numbers to answer with after the one winning move; elsewhere none."""
    if puzzle.kind != "one":
        return []
    partners = solve(puzzle.position).partners(puzzle.solution)
    return sorted((a, b) for a, b in partners.items() if a < b)


def refutation(position: Position, move: int, most: int = LONGEST_LINE) -> Refutation:
    """Best play after a move, which must be legal: how the opponent wins after a mistake.

    >>> from outnumber.games.registry import game
    >>> found = refutation(game("strategy-stacks").start().play(6), 3)
    >>> [step.move for step in found.line], str(found.ending)
    ([9, 1, 5], 'Player 2 has nothing left to play, so Player 1 has won.')
    """
    return Refutation(move, *line_from(position.play(move), most))


def line_from(position: Position, most: int = LONGEST_LINE) -> tuple[tuple[Step, ...], Explanation | None]:
    """Best play of both sides, and how it ends if it is not cut short."""
    line = best_line(position, most)
    for step in line:
        position = position.play(step.move)
    return line, solve(position).reason if position.outcome() else None
