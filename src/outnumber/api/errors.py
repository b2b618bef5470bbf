"""The refusals of a server, as values: a stable code, the HTTP status, and one sentence."""

from __future__ import annotations

from typing import Any, ClassVar

from outnumber.games.errors import MESSAGES, GameError
from outnumber.games.sentences import Phrase, Text

# code: (HTTP status, sentence)
REFUSALS = {
    "bad-request": (400, "The request cannot be read: {what}."),
    "bad-token": (401, "This token does not belong to a seat of this game."),
    "no-token": (401, "Only a player may do this: send the seat token."),
    "switched-off": (403, "{what}"),
    "foreign-origin": (403, "Pages from other sites may not access this server."),
    "no-such-game": (404, "There is no game with this id."),
    "no-such-class": (404, "There is no class with this code, or it is closed: ask your teacher."),
    "not-in-class": (401, "You are not in this class."),
    "not-found": (404, "There is nothing at this address."),
    "method-not-allowed": (405, "This address does not support that method."),
    "not-your-turn": (409, "It is not your turn."),
    "no-seat-picked": (409, MESSAGES["no-seat-picked"]),
    "not-begun": (409, "The second seat is still free."),
    "seat-taken": (409, "The second seat is taken."),
    "stale": (409, "The game has changed since then: the newest event is {seq}."),
    "no-offer": (409, "There is no offer to answer."),
    "offer-open": (409, "An offer is already open."),
    "opponent-here": (409, "Your opponent is here."),
    "your-turn": (409, "It is your turn: play first."),
    "too-early": (409, "Your opponent still has {seconds} s to come back."),
    "not-over": (409, "The match is not over yet."),
    "rematch-begun": (409, "The rematch has begun already."),
    "nothing-to-take-back": (409, MESSAGES["nothing-to-take-back"]),
    "id-reused": (409, "This request id belongs to a different request of this game."),
    "game-too-long": (409, "This game is too long for that: finish it, or start another."),
    "animal-taken": (409, "Another child already has this animal. Choose another one."),
    "class-too-long": (409, "This class has been running for too long: end it, and start another."),
    "no-tournament": (409, "Begin a tournament first."),
    "nobody-to-pair": (409, "No one is free to play at the moment."),
    "message-too-large": (413, "The message is larger than {most:,} bytes."),
    "not-json": (415, "Send the body as application/json."),
    "no-puzzle": (422, "This is not a puzzle: it does not have exactly one answer, or the win is obvious."),
    "no-stage": (422, "This game is not a stage of a path."),
    "no-step": (422, "There is no such place in a lesson."),
    "too-many-requests": (429, "Too many requests: wait {seconds} s and try again."),
    "server-full": (503, "Too many people are connected: wait {seconds} s and try again."),
    "classes-full": (503, "This server cannot take another class at the moment."),
    "server-busy": (503, "The server is too busy to work this out: try again soon."),
    "server-stopping": (503, "The server is stopping: connect again soon."),
    "too-slow": (503, "This took longer than the server allows."),
    "storage": (503, "The database cannot be reached: ask again with the same id."),
    "damaged": (
        500,
        "The saved data of this game is damaged, so the game cannot be shown. Other games are fine.",
    ),
    "internal": (500, "Something went wrong on the server."),
}


MUST_BE: Text = "{field} must be {what}"


class Refused(GameError):
    """A refusal by the server."""

    TEMPLATES: ClassVar = {code: sentence for code, (_, sentence) in REFUSALS.items()}


def bad_request(what: Text, /, **numbers: Any) -> Refused:
    """The refusal of a request that cannot be read."""
    return Refused("bad-request", what=Phrase(what, **numbers))


def must_be(field: str, what: Text, **numbers: Any) -> Refused:
    """The refusal of a field that is not what it must be."""
    return bad_request(MUST_BE, field=field, what=Phrase(what, **numbers))


def too_many(wait: float) -> Refused:
    """The refusal of a request that may be retried after some seconds."""
    return Refused("too-many-requests", seconds=max(1, round(wait)))


def status_of(error: GameError) -> int:
    """The HTTP status of an error; 422 for a refusal by the rules of a game."""
    return REFUSALS[error.code][0] if error.code in REFUSALS else 422
