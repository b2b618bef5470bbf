"""What can be said in any game, and the claims that sentences about single games share."""

from __future__ import annotations

from typing import Any

from outnumber.theory.claims import Numbers, Sentence, Truth


def _some_win(truth: Truth, position: Any, n: Numbers) -> bool:
    winning = truth.winning(position)
    return (len(winning), len(position.legal_moves())) == (n["w"], n["n"]) and n["move"] in winning


def won(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.won(position)


def lost(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.lost(position)


def wins(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.wins(position, n["move"])


def only(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.winning(position) == [n["move"]]


def at_once(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.wins_at_once(position, n["move"])


def some_at_once(truth: Truth, position: Any, n: Numbers) -> bool:
    return any(truth.wins_at_once(position, move) for move in position.legal_moves())


def _no_answer(truth: Truth, position: Any, n: Numbers) -> bool:
    """Some move wins at once, and no move does so but by leaving nothing to play."""
    ends = [position.play(move) for move in position.legal_moves() if truth.wins_at_once(position, move)]
    return bool(ends) and not any(after.legal_moves() for after in ends)


SENTENCES = {
    "searched-won": Sentence(
        "All ways to go on were tried: {move} wins. Winning moves: {w} of {n}.", _some_win
    ),
    "searched-lost": Sentence("All ways to go on were tried: no move wins here.", lost),
    "hint-move": Sentence("Play {move}.", wins),
    "hint-move-one": Sentence("Play {move}: it is the only move that wins.", only),
    "hint-move-now": Sentence("Play {move}: you win at once.", at_once),
    "hint-now-idea": Sentence("Which move leaves your opponent nothing to answer with?", _no_answer),
    "hint-any-look": Sentence(
        "You have {n:move} to choose from. Try each in your head.",
        lambda truth, position, n: len(position.legal_moves()) == n["n"] and truth.won(position),
    ),
    "hint-any-idea": Sentence(
        "After which move is every answer of your opponent a mistake?",
        lambda truth, position, n: truth.won(position) and not some_at_once(truth, position, n),
    ),
    "hint-any-idea-now": Sentence("Is there a move that wins at once?", some_at_once),
    # what somebody's move did, said of the position before it
    "move-only": Sentence("the only winning move", only),
    "move-won": Sentence(
        "a winning move",
        lambda truth, position, n: truth.wins(position, n["move"]) and len(truth.winning(position)) > 1,
    ),
    "move-mistake": Sentence(
        "a mistake; {moves:or} would have won",
        lambda truth, position, n: (
            n["move"] not in n["moves"] and [*n["moves"]] == truth.winning(position) != []
        ),
    ),
    "move-lost": Sentence(
        "no move could win there",
        lambda truth, position, n: truth.lost(position) and n["move"] in position.legal_moves(),
    ),
}
