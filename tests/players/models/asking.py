"""Helpers for tests that call a language model."""

from collections.abc import Callable
from typing import Any

import pytest

import outnumber
from outnumber.games.errors import PlayerFault
from outnumber.match.clock import Clock
from outnumber.match.match import Match, Participant
from outnumber.match.round import Round
from outnumber.players.models.model import LanguageModel
from tests.model_server import (
    ModelServer,
)

KEY = "sk-very-secret-0123456789"
# Enough for a server on this machine, and a short wait for one that never answers.
SOON = "timeout=0.4"

Asked = Callable[..., tuple[LanguageModel, ModelServer]]


def match(*moves: int, game: str = "strategy-stacks", **options: Any) -> Match:
    rules = outnumber.game(game, **options)
    return Match(rules, (Participant("llm:test"), Participant("random")), rounds=(Round.begin(rules, moves),))


def chosen(player: LanguageModel, *moves: int, clock: Clock | None = None) -> int:
    clock = clock or Clock(None)
    clock.start()
    return player.choose(match(*moves), clock)


def fault(player: LanguageModel, *moves: int, clock: Clock | None = None) -> PlayerFault:
    """The fault of the player at this turn, checked not to contain the key."""
    with pytest.raises(PlayerFault) as raised:
        chosen(player, *moves, clock=clock)
    assert str(raised.value).isprintable()
    assert KEY not in f"{raised.value!r} {raised.value} {raised.value.__cause__!r}"
    return raised.value
