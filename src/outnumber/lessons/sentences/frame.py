"""What is said in every lesson: what to do, and what comes of an answer."""

from __future__ import annotations

from functools import partial
from typing import Any

from outnumber.games.base import Reason
from outnumber.puzzles.sentences import SENTENCES as PUZZLES
from outnumber.theory.claims import Claim, Numbers, Sentence, Truth, both

_cut_short = PUZZLES["wrong-cut"].claim
_seat_wins = PUZZLES["seat-wins"].claim


def _always(truth: Truth, position: Any, n: Numbers) -> bool:
    """A question, which holds wherever somebody is to move."""
    return position.outcome() is None


def _lost_by(reason: Reason) -> Claim:
    """That a move and the line after it, in which the opponent never lets go, lose in that way."""

    def claim(truth: Truth, position: Any, n: Numbers) -> bool:
        if n["move"] not in position.legal_moves() or truth.wins(position, n["move"]):
            return False
        at = position.play(n["move"])
        for move in n["moves"]:
            if at.turn is not position.turn and not truth.wins(at, move):
                return False
            at = at.play(move)
        over = at.outcome()
        return over is not None and over.winner is position.turn.other and over.reason is reason

    return claim


def _seat_line(truth: Truth, position: Any, n: Numbers, *, over: bool) -> bool:
    """That a line is played in which the winner never lets go, to the end or not yet."""
    for move in n["moves"]:
        if position.turn == n["seat"] and not truth.wins(position, move):
            return False
        position = position.play(move)
    outcome = position.outcome()
    return bool(outcome.winner == n["seat"]) if over and outcome else not over and outcome is None


SENTENCES = {
    # What is asked.
    "ask-move": Sentence("Play a move that wins, or say that none does.", _always),
    "ask-on": Sentence("Go on: play a move that wins.", lambda t, p, n: t.won(p)),
    "seat-how": Sentence(
        "A start is drawn. Find out who wins, take that seat, and win against a perfect player, without "
        "help. Five in a row, and you have proved it.",
        _always,
    ),
    # What comes of an answer that is not right: the board answers.
    "after-stuck": Sentence(
        "See what happens after {move}: {line}. Now you have no answer, and your opponent wins.",
        _lost_by(Reason.NO_MOVE),
    ),
    "after-target": Sentence(
        "See what happens after {move}: {line}. Your opponent has reached the target and wins.",
        _lost_by(Reason.TARGET),
    ),
    "after-standoff": Sentence(
        "See what happens after {move}: {line}. No token fits any more, and your opponent wins.",
        _lost_by(Reason.STAND_OFF),
    ),
    "after-cut": Sentence(
        "See what happens after {move}: {line}, and so on, until your opponent wins.", _cut_short
    ),
    "after-over": Sentence(
        "{move} ends the game, and your opponent wins.",
        lambda t, p, n: (over := p.play(n["move"]).outcome()) is not None and over.winner is p.turn.other,
    ),
    "again": Sentence("A move wins here. Look again.", lambda t, p, n: t.won(p)),
    "seat-line": Sentence(
        "See how it goes: {line}. Player {seat} wins.", both(_seat_wins, partial(_seat_line, over=True))
    ),
    "seat-line-cut": Sentence(
        "See how it goes: {line}, and so on, until Player {seat} wins.",
        both(_seat_wins, partial(_seat_line, over=False)),
    ),
    # What comes of one that is.
    "wins": Sentence("Yes, {move} wins.", lambda t, p, n: t.wins(p, n["move"])),
    "wins-now": Sentence("Yes, {move} wins at once.", lambda t, p, n: t.wins_at_once(p, n["move"])),
    # The same before the reason, which says what to play as if nobody had played yet.
    "wins-why": Sentence("Yes, {move} wins. Why?", lambda t, p, n: t.wins(p, n["move"])),
    "wins-now-why": Sentence("Yes, {move} wins at once. Why?", lambda t, p, n: t.wins_at_once(p, n["move"])),
    "none": Sentence("Yes, no move wins here.", lambda t, p, n: t.lost(p)),
    "seat": Sentence("Yes, Player {seat} wins.", _seat_wins),
    "said-to": Sentence(
        "Imagine you are Player {seat}, who is to move.", lambda t, p, n: bool(p.turn == n["seat"])
    ),
}
