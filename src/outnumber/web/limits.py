"""What visitors of a server may ask for: which players, and rules up to which size."""

from __future__ import annotations

from outnumber.games.base import Rules
from outnumber.games.errors import GameError, OptionError, shown
from outnumber.games.options import whole
from outnumber.games.registry import find
from outnumber.players.registry import NAMES
from outnumber.session.match import HUMAN
from outnumber.web.errors import Refused
from outnumber.web.settings import Settings


def computer_players() -> dict[str, str]:
    """The players that a visitor may play against: none that starts a program or asks a model."""
    return {name: help for name, help in NAMES.items() if name != HUMAN}


def rules_from(game: object, options: object, settings: Settings) -> Rules:
    """The rules somebody asked for, within the limits for visitors."""
    if not isinstance(game, str):
        raise Refused("bad-request", what="game must be the name of a game")
    if not isinstance(options, dict):
        raise Refused("bad-request", what="options must be an object")
    kind = find(game)
    for name in ("range", "target"):
        # Before the rules are built: building is what costs.
        size = whole(options.get(name))
        if size is not None and size > settings.range:
            raise OptionError(
                "too-large",
                what=f"A {name}",
                size=size,
                remedy=f"choose up to {settings.range} on this server.",
            )
    tokens = options.get("tokens")
    for text in str([] if tokens is None else tokens).strip("[]").replace("-", ",").split(","):
        if (whole(text) or 0) > settings.range:
            raise OptionError(
                "too-large",
                what="A token",
                size=shown(text),
                remedy=f"choose up to {settings.range} on this server.",
            )
    try:
        rules = kind(**options)
    except GameError:
        raise
    except (TypeError, ValueError):
        raise Refused("bad-request", what="an option has a value of the wrong kind") from None
    largest = max(getattr(rules, "tokens", 0).bit_length() - 1, 0)
    if largest > settings.range:
        raise OptionError(
            "too-large", what="A token", size=largest, remedy=f"choose up to {settings.range} on this server."
        )
    return rules
