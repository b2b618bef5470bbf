"""Sentences for the solver of a puzzle."""

from __future__ import annotations

from outnumber.games.sentences import Told

SENTENCES = {
    # Questions.
    "ask-one": "One move wins: find it.",
    "ask-who": "Both play as well as possible: who wins, 1 or 2?",
    "ask-all": "Name every move that wins; there may be none.",
    "ask-avoid": "Exactly one move loses: which one?",
    "ask-seat": "Choose your seat, 1 or 2, and win from here against a perfect player.",
    # Ideas to remember; those of `one` are its themes.
    "lesson-who": "The player to move wins if, after at least one move, the opponent can no longer win.",
    "lesson-all": "A move wins if your opponent can no longer win after it.",
    "lesson-avoid": "A move loses if your opponent can still win after it.",
    "lesson-seat": "First find out who wins, then take that seat.",
    # The answers.
    "right": "Right: {move} is the only move that wins.",
    "answer": "The answer is {move}.",
    "seat-wins": "Player {seat} wins with best play.",
    "only-loses": "{move} is the only move that loses.",
    "only-wins": "{move} is the only move that wins.",
    "none-wins": "No move wins.",
    "these-win": "These moves win, and no others: {listed}.",
    # Who a reason addresses, if the reader is not to move.
    "imagine": "Imagine you are Player {seat}, who is to move.",
    "imagine-after": "Imagine {move} was played and you are Player {seat}, who is to move.",
    # Why an answer is wrong.
    "wrong-over": "No: {move} ends the game. {ending}",
    "wrong": "No: {move} loses. The game could continue like this: {line}. {ending}",
    "wrong-cut": "No: {move} loses. The game could continue like this: {line}, and so on.",
    "missing": "No: a winning move is missing.",
    "wrong-wins": "No: {move} wins. The game could continue like this: {line}. {ending}",
    "wrong-wins-cut": "No: {move} wins. The game could continue like this: {line}, and so on.",
    "wrong-seat": "No: Player {seat} wins. The game could continue like this: {line}. {ending}",
    "wrong-seat-cut": "No: Player {seat} wins. The game could continue like this: {line}, and so on.",
}


class Remark(Told):
    """A sentence about a puzzle.

    >>> print(Remark("right", move=7))
    Right: 7 is the only move that wins.
    """

    __slots__ = ()

    SENTENCES = SENTENCES
