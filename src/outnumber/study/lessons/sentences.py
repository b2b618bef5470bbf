"""Every sentence of the lessons, by its code; those that only one lesson says are in `study/games`."""

from __future__ import annotations

from outnumber.games.registry import BUILT_IN, part
from outnumber.games.sentences import Told

SENTENCES: dict[str, str] = {
    # What is said in every lesson: what to do, and what comes of an answer.
    # What is asked.
    "ask-move": "Play a move that wins, or say that none does.",
    "ask-on": "Go on: play a move that wins.",
    "seat-how": (
        "A start is drawn. Find out who wins, take that seat, and win against a perfect player, without "
        "help. Five in a row, and you have proved it."
    ),
    # What comes of an answer that is not right: the board answers.
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
    # What comes of one that is.
    "wins": "Yes, {move} wins.",
    "wins-now": "Yes, {move} wins at once.",
    # The same before the reason, which says what to play as if nobody had played yet.
    "wins-why": "Yes, {move} wins. Why?",
    "wins-now-why": "Yes, {move} wins at once. Why?",
    "none": "Yes, no move wins here.",
    "seat": "Yes, Player {seat} wins.",
    "said-to": "Imagine you are Player {seat}, who is to move.",
}
for _game in BUILT_IN:
    SENTENCES |= getattr(part("study.games", _game), "SENTENCES", {})


class Teaching(Told):
    """Something that is said in a lesson.

    >>> print(Teaching("again"))
    A move wins here. Look again.
    """

    __slots__ = ()

    SENTENCES = SENTENCES
