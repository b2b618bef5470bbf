"""Help with a puzzle: hints in steps, the explanation, and the refutation of a wrong answer."""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games import Phrase, Position
from outnumber.match.review import LineMove, best_line, end_of
from outnumber.theory.advice import hints as steps_of_help
from outnumber.theory.best import best
from outnumber.theory.bounded import solve

from .kinds import SEATS, TITLES
from .puzzle import Puzzle
from .sentences import SENTENCES, Remark
from .themes import THEMES

# The maximum length of a refutation; puzzles rarely need half of it.
LONGEST_LINE = 40


class Refutation(NamedTuple):
    """Why an answer is wrong: best play of both sides after it."""

    # The move that was played or marked; 0 if no single move is wrong.
    move: int
    # The moves after it; empty if the wrong move ended the game.
    line: tuple[LineMove, ...]
    # How it ends; None if the line is cut short.
    ending: Phrase | None


def hints(puzzle: Puzzle) -> tuple[Phrase, ...]:
    """Where to look, the idea, and the answer; only the last one reveals it."""
    if puzzle.kind == "one":
        return steps_of_help(puzzle.position)
    return Remark(f"lesson-{puzzle.kind}"), answered(puzzle)


def answered(puzzle: Puzzle) -> Remark:
    """The answer as a sentence."""
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


def explanation(puzzle: Puzzle) -> Phrase:
    """Why the position is won or lost, in one or two sentences; for `avoid`, why the one move is a
    mistake.
    """
    return solve(_explained(puzzle)).reason


def addressed(puzzle: Puzzle) -> Remark | None:
    """The player that the explanation addresses, if the reader must be told."""
    position = _explained(puzzle)
    if puzzle.kind in SEATS:
        return Remark("imagine", seat=position.turn)
    if puzzle.kind == "avoid" and not position.outcome():
        return Remark("imagine-after", move=puzzle.solution, seat=position.turn)
    return None


def _explained(puzzle: Puzzle) -> Position:
    return puzzle.position.play(puzzle.solution) if puzzle.kind == "avoid" else puzzle.position


def idea(puzzle: Puzzle) -> tuple[str, str]:
    """The idea of the puzzle to remember: a title and a sentence."""
    if puzzle.kind == "one":
        return THEMES[puzzle.theme].title, THEMES[puzzle.theme].lesson
    return TITLES[puzzle.kind], SENTENCES[f"lesson-{puzzle.kind}"]


def pairs(puzzle: Puzzle) -> list[tuple[int, int]]:
    """In the pairing games, the partners after the only winning move; empty in other games."""
    if puzzle.kind != "one":
        return []
    partners = solve(puzzle.position).partners(puzzle.solution)
    return sorted((a, b) for a, b in partners.items() if a < b)


def refutation(position: Position, move: int, most: int = LONGEST_LINE) -> Refutation:
    """Best play after a legal move: how the opponent wins after a mistake.

    >>> from outnumber.games.registry import game
    >>> found = refutation(game("strategy-stacks").start().play(6), 3)
    >>> [step.move for step in found.line], str(found.ending)
    ([9, 1, 5], 'Player 2 has nothing left to play, so Player 1 has won.')
    """
    after = position.play(move)
    line = best_line(after, most)
    return Refutation(move, line, end_of(after, line))


def line_from(position: Position, most: int = LONGEST_LINE) -> tuple[tuple[LineMove, ...], Phrase | None]:
    """Best play of both sides, and its end if it is not cut short.

    The winner plays what the reason recommends, which is shown next to the line: the advice, and partners
    from one list.

    >>> from outnumber.games.registry import game
    >>> position = game("number-duel", range=12).start().play(12).play(10)
    >>> [step.move for step in line_from(position)[0]], str(solve(position).reason)[-53:]
    ([5, 1, 11], 'with 1, you play 11, and they cannot answer any more.')
    """
    verdict, at = solve(position), position
    partners = verdict.partners(verdict.move)
    line: list[LineMove] = []
    while at.outcome() is None and len(line) < most:
        if at.turn is verdict.winner:
            now = solve(at)
            answer = partners.get(line[-1].move, 0) if line else 0
            move = answer if answer in now.winning else now.move
        else:
            move = best(at)[0]
        line.append(LineMove(at.turn, move))
        at = at.play(move)
    return tuple(line), end_of(position, line)
