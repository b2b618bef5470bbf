"""The state of a game after its events, from the rule books alone, without any code of the server."""

from __future__ import annotations

from typing import Any

from tests import naive


class Disagreement(Exception):
    """A client received impossible data."""


class View:
    """A game reconstructed from its events; `apply` raises for any violation of the rules."""

    def __init__(self, game: str, options: dict[str, Any], rounds: int, seated: bool, first: int = 1) -> None:
        self._game, self._options, self._length, self._first = game, options, rounds, first
        self.seq = 0
        self.seated = seated
        self.rounds: list[naive.State] = [naive.start(game, options)]
        self.winners: list[int] = []  # seats
        self.reasons: list[str] = []
        self.offer: tuple[int, int] | None = None
        self.events: list[tuple[str, int, int | None]] = []

    @property
    def over(self) -> bool:
        return len(self.winners) == self._length

    def participant(self, seat: int) -> int:
        """Seats are swapped after each round."""
        return seat if len(self.rounds) % 2 == self._first % 2 else 3 - seat

    @property
    def to_move(self) -> int:
        """The participant to move, or 0."""
        seat = naive.to_move(self.rounds[-1])
        return self.participant(seat) if seat and self.seated and not self.over else 0

    @property
    def legal(self) -> list[int]:
        return naive.legal(self.rounds[-1])

    def apply(self, kind: str, participant: int, number: int | None) -> None:
        """Apply the next event."""
        self.seq += 1
        self.events.append((kind, participant, number))
        told = f"event {self.seq} ({kind} {number} by {participant})"
        offer, self.offer = self.offer, None
        if kind == "seat":
            if self.seated:
                raise Disagreement(f"{told}: the seat was taken")
            self.seated = True
        elif kind == "move":
            if self.to_move != participant:
                raise Disagreement(f"{told}: it is the turn of {self.to_move}")
            if number not in self.legal:
                raise Disagreement(f"{told}: only {self.legal} are legal")
            self.rounds[-1] = naive.play(self.rounds[-1], number)
            if winner := naive.winner(self.rounds[-1]):
                self._end(winner, "rules")
        elif kind in ("resign", "time"):
            if not self.to_move or (kind == "time" and self.to_move != participant):
                raise Disagreement(f"{told}: it is the turn of {self.to_move}")
            self._end(3 - self.participant(participant), kind)
        elif kind == "takeback-offer":
            if self.over:
                raise Disagreement(f"{told}: the game is over")
            seats = [self.participant(seat) for seat in naive.seats(self.rounds[-1])]
            self.offer = (
                participant,
                len(seats) - max(at for at, who in enumerate(seats) if who == participant),
            )
        elif kind == "takeback-accept":
            if offer is None or offer[0] == participant:
                raise Disagreement(f"{told}: nobody offered it")
            moves = self.rounds[-1].moves
            self.rounds[-1] = naive.State(self._game, self._options_of(), moves[: len(moves) - offer[1]])
        elif kind == "takeback-decline":
            if offer is None:
                raise Disagreement(f"{told}: nobody offered it")
        elif not (kind.startswith("rematch-") and self.over):
            raise Disagreement(f"{told}: nobody does that here")

    def _options_of(self) -> dict[str, Any]:
        return self.rounds[-1].options

    def _end(self, seat: int, reason: str) -> None:
        self.winners.append(seat)
        self.reasons.append(reason)
        if not self.over:
            self.rounds.append(naive.start(self._game, self._options))
