"""The sentences of the lessons, by code; those used in only one lesson are in its `lesson.json`."""

from __future__ import annotations

from outnumber.games.registry import BUILT_IN
from outnumber.games.sentences import Told
from outnumber.study.lessons.lesson import content

SENTENCES: dict[str, str] = {
    # Sentences of every lesson: instructions, results and questions. First, the questions.
    "ask-move": "Play a move that wins, or say that none does.",
    "ask-on": "Continue: play a move that wins.",
    "seat-how": (
        "You get a random start. Find out who wins, take that seat, and beat a perfect player without "
        "help. Win five in a row to prove it."
    ),
    # Replies to a wrong answer: the board refutes it.
    "after-stuck": "See what happens after {move}: {line}. Now you have no answer, and your opponent wins.",
    "after-target": "See what happens after {move}: {line}. Your opponent has reached the target and wins.",
    "after-standoff": (
        "See what happens after {move}: {line}. No token fits any more, and your opponent wins."
    ),
    "after-cut": "See what happens after {move}: {line}, and so on, until your opponent wins.",
    "after-over": "{move} ends the game, and your opponent wins.",
    "again": "A move wins here. Look again.",
    "seat-line": "See how it goes: {line}. Player {seat} wins.",
    "seat-line-cut": "See how it goes: {line}, and so on, until Player {seat} wins.",
    # Replies to a correct answer.
    "wins": "Yes, {move} wins.",
    "wins-now": "Yes, {move} wins at once.",
    # The same before the reason, which recommends a move as if none had been played yet.
    "wins-why": "Yes, {move} wins. Why?",
    "wins-now-why": "Yes, {move} wins at once. Why?",
    "none": "Yes, no move wins here.",
    "seat": "Yes, Player {seat} wins.",
    "said-to": "Imagine you are Player {seat}, who is to move.",
}
for _game in BUILT_IN:
    SENTENCES |= content(_game).get("sentences", {})


class Teaching(Told):
    """A sentence of a lesson.

    >>> print(Teaching("again"))
    A move wins here. Look again.
    """

    __slots__ = ()

    SENTENCES = SENTENCES
