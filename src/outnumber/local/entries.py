"""Reads a typed number, or refuses it with the reason; finds the move that `redo` plays."""

from __future__ import annotations

from outnumber.games import NotAMove, Phrase, Position, Seat, shown, whole
from outnumber.match import Match

REMEDY = Phrase("type a number, or help for a list of commands.")
SEATS = Phrase("type 1 or 2.")


def read_move(text: str, remedy: Phrase = REMEDY) -> int:
    """The number that was typed; raises `NotAMove` for anything else.

    >>> read_move(" 12 ")
    12
    """
    number = whole(text)
    if number is None:
        text = text.strip()
        raise NotAMove("not-a-number" if text else "empty", text=shown(text), remedy=remedy)
    return number


def read_legal_move(position: Position, text: str, remedy: Phrase = REMEDY) -> int:
    """The typed number if it can be played now; otherwise raises `GameError` with the reason."""
    number = read_move(text, remedy)
    if number not in position.legal_moves():
        raise position.refusal(number)
    return number


def undone(before: Match | None, match: Match) -> int:
    """The move that follows in `before`, where it was taken back; 0 if a different one was played since."""
    if before is None or len(before.rounds) != len(match.rounds):
        return 0
    moves, ahead = match.current.moves, before.current.moves
    return ahead[len(moves)] if len(ahead) > len(moves) and ahead[: len(moves)] == moves else 0


def read_seat(text: str) -> Seat:
    """The seat that was typed; raises `NotAMove` for anything else.

    >>> read_seat("2")
    <Seat.TWO: 2>
    """
    number = read_move(text, SEATS)
    if number not in (Seat.ONE, Seat.TWO):
        raise NotAMove("not-a-seat", text=str(number), remedy=SEATS)
    return Seat(number)
