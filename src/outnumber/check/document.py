"""What a document claims: its fields, the game, the position, and who is to move with which moves."""

from __future__ import annotations

import json
from typing import Any

from outnumber.games.base import Position
from outnumber.games.errors import GameError
from outnumber.games.registry import find

FIELDS = (
    "game",
    "options",
    "moves",
    "to_move",
    "over",
    "winner",
    "legal",
    "winning",
    "length",
    "reason",
    "certificate",
)
# A move in a game with many numbers costs time in proportion to them.
MOST_WORK = 10**10


class NotConfirmed(ValueError):
    """The message says why a claim is not confirmed, and other languages can fill its template."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.numbers = values


class Refuted(NotConfirmed):
    """The claim is wrong, or what it gives does not prove it."""


class NotChecked(NotConfirmed):
    """The claim may be right, but it cannot be checked here: the game is too large, or not installed."""


def need(fact: object, reason: str, **values: object) -> None:
    """Refute the claim unless something holds."""
    if not fact:
        raise Refuted(reason, **values)


def need_feasible(fact: object, reason: str, **values: object) -> None:
    """Leave the claim unchecked unless the work that it takes is within a limit."""
    if not fact:
        raise NotChecked(reason, **values)


def need_equal(document: dict[str, Any], field: str, truth: Any) -> None:
    """Refute the claim unless a field is what it should be."""
    same = _same(document[field], truth)
    need(same, "{field} should be {truth}", field=field, truth=json.dumps(truth)[:80])


def _same(claimed: Any, truth: Any) -> bool:
    """Whether two values are the same to the letter: true is not 1, and 1.0 is not 1."""
    if type(claimed) is not type(truth):
        return False
    if isinstance(truth, list):
        return len(claimed) == len(truth) and all(map(_same, claimed, truth))
    if isinstance(truth, dict):
        return set(claimed) == set(truth) and all(_same(claimed[name], truth[name]) for name in truth)
    return bool(claimed == truth)


def read(document: Any) -> Position:
    """The position that a document is about, with everything compared that costs next to nothing."""
    need(type(document) is dict, "it is no object")
    fields = [field for field in document if field != "id"]
    need(sorted(fields) == sorted(FIELDS), "the fields must be {fields}", fields=", ".join(FIELDS))
    game, options, moves = document["game"], document["options"], document["moves"]
    need(type(game) is str, "the game is no text")
    need(type(options) is dict, "the options are no object")
    need(type(document["reason"]) is str, "the reason is no text")
    need(type(document["certificate"]) is dict, "the certificate is no object")
    for field in ("moves", "legal", "winning"):
        numbers = document[field]
        need(
            type(numbers) is list and all(type(number) is int for number in numbers),
            "{field} is no list of whole numbers",
            field=field,
        )
    try:
        kind = find(game)
    except GameError as error:
        raise NotChecked("{error}", error=error) from None
    try:
        rules = kind(**options)
        need(rules.name == game, "the game is called {name}", name=rules.name)
        position: Position = rules.start()
        need_feasible(
            len(moves) * position.legal.bit_length() < MOST_WORK, "the game is too long to be checked"
        )
        for move in moves:
            position = position.play(move)
    except (GameError, TypeError, AttributeError) as error:
        raise Refuted("{error}", error=error) from None
    need_equal(document, "options", rules.options)
    over = position.outcome() is not None
    need_equal(document, "over", over)
    need_equal(document, "to_move", None if over else int(position.turn))
    need_equal(document, "legal", [] if over else list(position.legal_moves()))
    return position
