"""What a server refuses, as values: a stable code, the HTTP status, and one sentence."""

from __future__ import annotations

from typing import ClassVar

from outnumber.games.errors import MESSAGES, GameError

# code: (HTTP status, sentence)
REFUSALS = {
    "bad-request": (400, "The request cannot be read: {what}."),
    "bad-token": (401, "This token belongs to no seat of this game."),
    "no-token": (401, "Only a player may do this: send the seat token."),
    "switched-off": (403, "{what}"),
    "foreign-origin": (403, "A page of another site may not ask this server."),
    "no-such-game": (404, "There is no game with this id."),
    "no-such-class": (404, "There is no class with this code, or its door is closed: ask your teacher."),
    "not-in-class": (401, "You are not in this class."),
    "not-found": (404, "There is nothing at this address."),
    "method-not-allowed": (405, "This address does not take that method."),
    "not-your-turn": (409, "It is not your turn."),
    "no-seat-picked": (409, MESSAGES["no-seat-picked"]),
    "not-begun": (409, "Nobody has taken the second seat yet."),
    "seat-taken": (409, "The second seat is taken."),
    "stale": (409, "Something has happened since: the newest event is {seq}."),
    "no-offer": (409, "There is no offer to answer."),
    "offer-open": (409, "There is an offer already."),
    "opponent-here": (409, "Your opponent is here."),
    "your-turn": (409, "It is your turn: play first."),
    "too-early": (409, "Your opponent still has {seconds} s to come back."),
    "not-over": (409, "The match is not over yet."),
    "rematch-begun": (409, "The rematch has begun already."),
    "nothing-to-take-back": (409, MESSAGES["nothing-to-take-back"]),
    "id-reused": (409, "This request id belongs to a different request of this game."),
    "game-too-long": (409, "This game is too long for that: bring it to its end, or begin another."),
    "animal-taken": (409, "Somebody else is this animal already: choose another."),
    "class-too-long": (409, "This class has gone on for too long: end it, and open another."),
    "nobody-to-pair": (409, "Nobody is free to play just now."),
    "message-too-large": (413, "The message is larger than {most:,} bytes."),
    "not-json": (415, "Send the body as application/json."),
    "no-puzzle": (422, "This is no puzzle: it has not exactly one answer, or the win is plain to see."),
    "no-step": (422, "There is no such place in a lesson."),
    "too-many-requests": (429, "Too many requests: wait {seconds} s and try again."),
    "server-full": (503, "Too many people are connected: wait {seconds} s and try again."),
    "classes-full": (503, "This server has no room for another class just now."),
    "server-busy": (503, "The server has too much to work out: try again soon."),
    "server-stopping": (503, "The server is stopping: connect again soon."),
    "too-slow": (503, "This took longer than the server allows."),
    "storage": (503, "The database cannot be reached: ask again with the same id."),
    "damaged": (
        500,
        "What the server kept of this game is damaged, so it cannot be shown. Other games are fine.",
    ),
    "internal": (500, "Something went wrong on the server."),
}


class Refused(GameError):
    """Something a server does not do."""

    TEMPLATES: ClassVar = {code: sentence for code, (_, sentence) in REFUSALS.items()}


def too_many(wait: float) -> Refused:
    """The refusal of a request that may be sent again after some seconds."""
    return Refused("too-many-requests", seconds=max(1, round(wait)))


def status_of(error: GameError) -> int:
    """The HTTP status for an error; what the rules of a game refuse is 422."""
    return REFUSALS[error.code][0] if error.code in REFUSALS else 422
