"""Refusals of the server: a stable code, the HTTP status, and one English sentence."""

from __future__ import annotations

import json
from typing import Any

from outnumber.games.errors import GameError

# code: (HTTP status, sentence)
REFUSALS = {
    "bad-request": (400, "The request cannot be read: {what}."),
    "bad-token": (401, "This token belongs to no seat of this game."),
    "no-token": (401, "Only a player may do this: send the seat token."),
    "switched-off": (403, "Who made this game does not allow {what} in it."),
    "foreign-origin": (403, "A page of another site may not ask this server."),
    "no-such-game": (404, "There is no game with this id."),
    "not-found": (404, "There is nothing at this address."),
    "method-not-allowed": (405, "This address does not take that method."),
    "not-your-turn": (409, "It is not your turn."),
    "not-begun": (409, "Nobody has taken the second seat yet."),
    "seat-taken": (409, "The second seat is taken."),
    "stale": (409, "Something has happened since: the newest event is {seq}."),
    "no-offer": (409, "There is no offer to answer."),
    "offer-open": (409, "There is an offer already."),
    "not-over": (409, "The match is not over yet."),
    "rematch-begun": (409, "The rematch has begun already."),
    "nothing-to-take-back": (409, "You have no move to take back."),
    "id-reused": (409, "This request id belongs to a different request of this game."),
    "game-too-long": (
        409,
        "This game is too long for that: bring it to its end, or begin another.",
    ),
    "message-too-large": (413, "The message is larger than {most} bytes."),
    "not-json": (415, "Send the body as application/json."),
    "no-puzzle": (422, "This is no puzzle: not exactly one move wins there, or the win is plain to see."),
    "too-many-requests": (429, "Too many requests: wait {seconds} s and try again."),
    "server-busy": (503, "The server has too much to work out: try again soon."),
    "server-stopping": (503, "The server is stopping: connect again soon."),
    "too-slow": (503, "This took longer than the server allows."),
    "storage": (503, "The database cannot be reached: ask again with the same id."),
    "internal": (500, "Something went wrong on the server."),
}


class StorageError(OSError):
    """The database does not answer, or not in time, or does not do what it was asked.

    Whatever was being written, nobody knows whether it is on disk.
    """


class Refused(GameError):
    """Something the server does not do; `code` is stable."""

    @property
    def status(self) -> int:
        return REFUSALS[self.code][0]

    def __str__(self) -> str:
        return REFUSALS[self.code][1].format(**self.numbers)


def status_of(error: GameError) -> int:
    """The HTTP status for an error; what the rules of a game refuse is 422."""
    return error.status if isinstance(error, Refused) else 422


def as_json(error: GameError) -> bytes:
    """The body of an answer that refuses."""
    return json.dumps({"error": plain(error)}).encode()


def plain(error: GameError) -> dict[str, Any]:
    """The error as JSON: code, message, and the numbers of a refused move."""
    told: dict[str, Any] = {"code": error.code, "message": str(error)}
    if not isinstance(error, Refused):
        told["numbers"] = {
            name: value if isinstance(value, int) and value.bit_length() <= 53 else str(value)[:200]
            for name, value in error.numbers.items()
            if name != "remedy"
        }
    return told
