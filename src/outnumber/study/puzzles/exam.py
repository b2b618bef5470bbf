"""Exams: positions with something to lose as text, with their proven answers.

An id contains the whole position, so an answer from anywhere can be graded with the id alone.
"""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games import GameError, NotAMove, OptionError, Phrase, Rules, shown
from outnumber.match import Round
from outnumber.match.openings import chances
from outnumber.match.record import game_text, read_game
from outnumber.players.models.briefing import question_told
from outnumber.theory.bounded import solve

from .difficulty import difficulty

_BETWEEN = " | "


class Question(NamedTuple):
    """A position, and its winning moves."""

    current: Round
    winning: tuple[int, ...]
    # From 1 to 5, as for a puzzle with one winning move.
    difficulty: int
    # The random game it was drawn from, because answers to questions from one game are not independent.
    # Unknown for an id alone.
    line: int | None = None

    @property
    def rules(self) -> Rules:
        rules: Rules = self.current.position.rules
        return rules

    @property
    def id(self) -> str:
        """The game with its options, and the moves so far; a Python function appears by its name."""
        try:
            game = game_text(self.rules)
        except OptionError:
            names = (option.name for option in self.rules.OPTIONS)
            shown = zip(names, self.rules.options_shown(), strict=True)
            game = " ".join([self.rules.name, *(f"{name}={'-'.join(text.split())}" for name, text in shown)])
        return f"{game}{_BETWEEN}{' '.join(map(str, self.current.moves))}".rstrip()

    @property
    def luck(self) -> float:
        """The chance that a random legal move wins."""
        return len(self.winning) / self.current.position.legal.bit_count()

    def prompt(self, *, legal: bool = True) -> str:
        """The message to a language model that is to move; the same text as in a game."""
        return question_told(self.current, legal=legal)


def exam(rules: Rules, count: int, seed: int) -> list[Question]:
    """`count` positions with something to lose, or as many as were found; the same for the same seed.

    >>> from outnumber.games.registry import game
    >>> [question.id for question in exam(game("strategy-stacks"), 2, seed=1)]
    ['strategy-stacks range=9 opening=any |', 'strategy-stacks range=9 opening=any | 3']
    """
    return [_asked(Round.begin(rules, moves), line) for line, moves in chances(rules, count, seed)]


def _asked(current: Round, line: int | None = None) -> Question:
    verdict = solve(current.position)
    return Question(current, tuple(verdict.winning), difficulty(current.position, verdict), line)


def question(id: str, **options: object) -> Question:
    """The question of an id, proven again; raises `GameError`.

    If a link is a Python function, pass it again: `question(id, link=function)`.

    >>> question("strategy-stacks range=9 opening=any | 6").winning
    (2,)
    """
    size, _, moves = id.partition(_BETWEEN.rstrip())
    try:
        numbers = [int(move) for move in moves.split()]
    except ValueError:
        raise NotAMove(
            "not-a-number", text=shown(moves), remedy=Phrase("moves are numbers, such as 6 3 9.")
        ) from None
    found = _asked(Round.begin(read_game(size.strip(), **options), numbers))
    if not 0 < len(found.winning) < found.current.position.legal.bit_count():
        raise GameError(
            "bad-line", text=shown(id, 80), remedy=Phrase("there is nothing to lose in this position")
        )
    return found
