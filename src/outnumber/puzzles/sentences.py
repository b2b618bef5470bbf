"""What is said to somebody who solves a puzzle, with what it claims of the position."""

from __future__ import annotations

from functools import partial
from typing import Any

from outnumber.theory.claims import Numbers, Sentence, Told, Truth
from outnumber.theory.sentences.any_game import only


def _move_to_the_end(truth: Truth, position: Any, n: Numbers, *, wins: bool, over: bool) -> bool:
    """A move that wins or loses, and best play after it."""
    if n["move"] not in position.legal_moves() or truth.wins(position, n["move"]) != wins:
        return False
    winner = position.turn if wins else position.turn.other
    return _best_play(truth, position.play(n["move"]), n, winner, over=over)


def _seat_to_the_end(truth: Truth, position: Any, n: Numbers, *, over: bool) -> bool:
    winner = truth.winner(position)
    return winner == n["seat"] and _best_play(truth, position, n, winner, over=over)


def _best_play(truth: Truth, at: Any, n: Numbers, winner: Any, *, over: bool) -> bool:
    """Whether the winner never lets go of the win in a line, and it ends as is told, or does not end yet."""
    for move in n["moves"]:
        if move not in at.legal_moves() or (at.turn is winner and not truth.wins(at, move)):
            return False
        at = at.play(move)
    outcome = at.outcome()
    if not over:
        return outcome is None
    return outcome is not None and outcome.winner is winner and n["ending"].holds(truth, at)


def _losing(truth: Truth, position: Any) -> list[int]:
    winning = truth.winning(position)
    return [move for move in position.legal_moves() if move not in winning]


def _can_win(truth: Truth, position: Any, seat: Any) -> bool:
    """Whether a player can win. After a pass the same player moves again, and the game may be over."""
    if outcome := position.outcome():
        return bool(outcome.winner is seat)
    wins = (truth.winner(position.play(move)) is seat for move in position.legal_moves())
    return any(wins) if position.turn is seat else all(wins)


def _whoever(truth: Truth, position: Any, n: Numbers) -> bool:
    other = position.turn.other
    some = any(not _can_win(truth, position.play(move), other) for move in position.legal_moves())
    return truth.won(position) == some


def _each(truth: Truth, position: Any, n: Numbers) -> bool:
    return all(
        truth.wins(position, move) != _can_win(truth, position.play(move), position.turn.other)
        for move in position.legal_moves()
    )


def _always(truth: Truth, position: Any, n: Numbers) -> bool:
    """A question or an advice that holds wherever somebody is to move."""
    return position.outcome() is None


SENTENCES = {
    # What is asked.
    "ask-one": Sentence("One move wins: find it.", lambda t, p, _: len(t.winning(p)) == 1),
    "ask-who": Sentence("Both play as well as possible: who wins, 1 or 2?", _always),
    "ask-all": Sentence("Name every move that wins; perhaps none does.", _always),
    "ask-avoid": Sentence("Exactly one move loses: which one?", lambda t, p, _: len(_losing(t, p)) == 1),
    "ask-seat": Sentence("Choose your seat, 1 or 2, and win from here against a perfect player.", _always),
    # What to remember; the lessons of `one` are its themes.
    "lesson-who": Sentence(
        "The player to move wins if, after at least one move, the opponent can no longer win.",
        _whoever,
    ),
    "lesson-all": Sentence("A move wins if your opponent can no longer win after it.", _each),
    "lesson-avoid": Sentence("A move loses if your opponent can still win after it.", _each),
    "lesson-seat": Sentence("First find out who wins, then sit down there.", _always),
    # The answers.
    "right": Sentence("Right: {move} is the only move that wins.", only),
    "answer": Sentence("The answer is {move}.", only),
    "seat-wins": Sentence("Player {seat} wins with best play.", lambda t, p, n: t.winner(p) == n["seat"]),
    "only-loses": Sentence(
        "{move} is the only move that loses.", lambda t, p, n: _losing(t, p) == [n["move"]]
    ),
    "only-wins": Sentence("{move} is the only move that wins.", only),
    "none-wins": Sentence("No move wins.", lambda t, p, _: not t.winning(p)),
    "these-win": Sentence(
        "These moves win, and no others: {listed}.", lambda t, p, n: t.winning(p) == list(n["moves"])
    ),
    # To whom a reason is said, where whoever reads it is not to move.
    "imagine": Sentence(
        "Imagine you are Player {seat}, who is to move.", lambda _, p, n: p.turn == n["seat"]
    ),
    "imagine-after": Sentence(
        "Imagine {move} was played and you are Player {seat}, who is to move.",
        lambda _, p, n: p.play(n["move"]).turn == n["seat"],
    ),
    # Why an answer is wrong.
    "wrong-over": Sentence(
        "No: {move} ends the game. {ending}", partial(_move_to_the_end, wins=False, over=True)
    ),
    "wrong": Sentence(
        "No: {move} loses. It could go on like this: {line}. {ending}",
        partial(_move_to_the_end, wins=False, over=True),
    ),
    "wrong-cut": Sentence(
        "No: {move} loses. It could go on like this: {line}, and so on.",
        partial(_move_to_the_end, wins=False, over=False),
    ),
    "missing": Sentence("No: a winning move is missing.", lambda t, p, _: bool(t.winning(p))),
    "wrong-wins": Sentence(
        "No: {move} wins. It could go on like this: {line}. {ending}",
        partial(_move_to_the_end, wins=True, over=True),
    ),
    "wrong-wins-cut": Sentence(
        "No: {move} wins. It could go on like this: {line}, and so on.",
        partial(_move_to_the_end, wins=True, over=False),
    ),
    "wrong-seat": Sentence(
        "No: Player {seat} wins. It could go on like this: {line}. {ending}",
        partial(_seat_to_the_end, over=True),
    ),
    "wrong-seat-cut": Sentence(
        "No: Player {seat} wins. It could go on like this: {line}, and so on.",
        partial(_seat_to_the_end, over=False),
    ),
}


class Remark(Told):
    """Something about a puzzle.

    >>> print(Remark("right", move=7))
    Right: 7 is the only move that wins.
    """

    __slots__ = ()

    SENTENCES = SENTENCES
