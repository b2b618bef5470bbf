"""The games as text, for harnesses that test language models: prompts, answers, exams, opponents, games.

>>> from outnumber import text
>>> question = text.exam("strategy-stacks", count=2, seed=1)[1]
>>> question.id, question.winning
('strategy-stacks range=9 opening=any | 3', (9,))
>>> print(text.prompt(question.current).splitlines()[-1])
move: N
>>> text.read_move("9 has no other partner. move: 9")
9

Harnesses, arenas and exams use the same prompts and parse answers in the same way.
"""

from __future__ import annotations

from outnumber.games import game as rules_of
from outnumber.players.models.answers import read_answer as read_move
from outnumber.players.models.briefing import VERSION
from outnumber.players.models.briefing import question_told as prompt
from outnumber.study.puzzles.exam import Question, question
from outnumber.study.puzzles.exam import exam as _exam
from outnumber.study.statistics.exams import Given, given

from .game import Game, Opponent, opponent

__all__ = [
    "VERSION",
    "Game",
    "Given",
    "Opponent",
    "Question",
    "exam",
    "given",
    "opponent",
    "prompt",
    "question",
    "read_move",
]


def exam(game: str, count: int = 200, seed: int = 1, **options: object) -> list[Question]:
    """The questions of `outnumber exam`: solved positions with something to lose, determined by the seed."""
    return _exam(rules_of(game, **options), count, seed)
