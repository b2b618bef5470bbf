"""What somebody types becomes a number, or is refused with the reason."""

from __future__ import annotations

from outnumber.games.base import Position
from outnumber.games.errors import NotAMove, shown
from outnumber.games.sentences import Phrase

REMEDY = Phrase("type a number, or help for the words you can use.")


def read_move(text: str, remedy: Phrase = REMEDY) -> int:
    """The number that was typed; raises `NotAMove` for anything else.

    >>> read_move(" 12 ")
    12
    """
    digits = text.strip().removeprefix("+")
    if not digits:
        raise NotAMove("empty", remedy=remedy)
    body = digits.removeprefix("-")
    if not (body.isascii() and body.isdigit()):
        raise NotAMove("not-a-number", text=shown(text.strip()), remedy=remedy)
    # More digits than any range has; int() refuses a whole screen of them.
    return int(digits[:600])


def read_legal_move(position: Position, text: str, remedy: Phrase = REMEDY) -> int:
    """The number that was typed if it can be played now; raises `GameError` with the reason otherwise."""
    number = read_move(text, remedy)
    if number not in position.legal_moves():
        raise position.refusal(number)
    return number
