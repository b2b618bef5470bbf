"""What is said to somebody who cannot win any more, unless the opponent errs."""

from __future__ import annotations

from math import inf
from typing import Any

from outnumber.theory.claims import Numbers, Sentence, Truth, both
from outnumber.theory.sentences.any_game import lost


def _one(_: Truth, position: Any, n: Numbers) -> bool:
    return len(position.legal_moves()) == 1


def _several(_: Truth, position: Any, n: Numbers) -> bool:
    return len(position.legal_moves()) > 1


def _answers(truth: Truth, position: Any, move: int) -> tuple[int, int]:
    """How many answers to a move win, and how many there are; none where the opponent cannot answer."""
    after = position.play(move)
    if after.outcome() or after.turn is position.turn:
        return 0, 0
    return len(truth.winning(after)), len(after.legal_moves())


def _some_leave(truth: Truth, position: Any, n: Numbers) -> bool:
    """Some move leaves just so many winning answers of so many, and some that lose."""
    counts = [_answers(truth, position, move) for move in position.legal_moves()]
    return (n["w"], n["r"]) in counts and n["w"] < n["r"]


def _leaves(truth: Truth, position: Any, n: Numbers) -> bool:
    """The move leaves just so many winning answers, and this is one of them; some other answer loses.

    That no move leaves a smaller share is not said: of very many moves, not all were looked at.
    """
    w, r = _answers(truth, position, n["move"])
    answer = truth.wins(position.play(n["move"]), n["reply"])
    return (w, r) == (n["w"], n["r"]) and w < r and answer


def _all_win(truth: Truth, position: Any, n: Numbers) -> bool:
    """Whatever is played, no answer loses; somewhere there is an answer."""
    counts = [_answers(truth, position, move) for move in position.legal_moves()]
    return all(w == r for w, r in counts) and any(r for _, r in counts)


def _waits(truth: Truth, position: Any, n: Numbers) -> bool:
    """After the move the opponent's next answers cannot go wrong, so many, and the one after them can."""
    first = truth.slips(position.play(n["move"]))
    return bool(first == n.get("m", 1) + 1 == truth.slips(position))


def _decided(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.lost(position) and truth.slips(position) == inf


def _legal(_: Truth, position: Any, n: Numbers) -> bool:
    return n["move"] in position.legal_moves()


def _no_slip_after(truth: Truth, position: Any, n: Numbers) -> bool:
    w, r = _answers(truth, position, n["move"])
    return w == r > 0


SENTENCES = {
    "hint-lost-look": Sentence(
        "No move wins here if your opponent answers well. Look for the move that is hardest to answer.",
        both(lost, _several),
    ),
    "hint-lost-look-one": Sentence(
        "You have only one move, and it loses if your opponent answers well. So hope for a mistake.",
        both(lost, _one),
    ),
    "hint-lost-idea": Sentence(
        "After one of your moves, {w} of {r} answers would win for your opponent, and any other would be a "
        "mistake. Which move is that?",
        both(lost, _several, _some_leave),
    ),
    "hint-lost-idea-one": Sentence(
        "{w} of {r} answers to it would win for your opponent, and any other would be a mistake.",
        both(lost, _one, _some_leave),
    ),
    "hint-lost-move-one": Sentence(
        "Play {move}. Your opponent then has {r} answers, and only one of them wins: {reply}.",
        both(lost, _leaves, lambda truth, position, n: n["w"] == 1),
    ),
    "hint-lost-move": Sentence(
        "Play {move}. Your opponent then has {r} answers, and {w} of them win, such as {reply}.",
        both(lost, _leaves, lambda truth, position, n: n["w"] > 1),
    ),
    "hint-lost-idea-open": Sentence("Keep the game going as long as you can, and wait for a mistake.", lost),
    "hint-wait-look": Sentence(
        "No move wins here, and your opponent cannot go wrong yet. Look further ahead.",
        both(lost, _all_win),
    ),
    "hint-wait-idea-one": Sentence(
        "Whatever you play now, every answer wins for your opponent. After which move can they make a "
        "mistake one turn later?",
        both(lost, _all_win, lambda truth, position, n: truth.slips(position) == 2),
    ),
    "hint-wait-idea": Sentence(
        "Whatever you play now, your opponent cannot go wrong with the next {m} answers. After which move "
        "can the answer after those be a mistake?",
        both(lost, _all_win, lambda truth, position, n: truth.slips(position) == n["m"] + 1 > 2),
    ),
    "hint-wait-idea-open": Sentence(
        "Whatever you play now, every answer wins for your opponent. Keep the game going.",
        both(lost, _all_win),
    ),
    "hint-wait-move-one": Sentence(
        "Play {move}. Your opponent's next answer cannot go wrong, but the one after it can.",
        both(lost, _waits),
    ),
    "hint-wait-move": Sentence(
        "Play {move}. Your opponent's next {m} answers cannot go wrong, but the one after them can.",
        both(lost, _waits, lambda truth, position, n: n["m"] > 1),
    ),
    "hint-wait-move-open": Sentence(
        "Play {move}. No answer to it can go wrong yet.", both(lost, _no_slip_after)
    ),
    "hint-decided-look": Sentence(
        "This round is decided: your opponent wins, whatever the two of you play now.", _decided
    ),
    "hint-decided-idea": Sentence("So one move is as good as another: just play on.", _decided),
    "hint-decided-move": Sentence("Play {move}, for instance.", both(_decided, _legal, _several)),
    "hint-decided-move-one": Sentence(
        "Play {move}: there is nothing else to play.", both(_decided, _legal, _one)
    ),
}
