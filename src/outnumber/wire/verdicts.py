"""Verdicts: what `outnumber solve --json` prints and `outnumber check` reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outnumber.games.base import Position
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.theory.verdict import Verdict
from outnumber.wire import Model, Options, SeatNumber


class VerdictModel(Model):
    """Who wins a position under perfect play, with which moves, how soon and why."""

    game: str
    options: Options
    moves: list[int]
    to_move: SeatNumber | None
    over: bool
    winner: SeatNumber
    legal: list[int]
    winning: list[int]
    length: int | None
    reason: str
    certificate: dict[str, Any]

    @classmethod
    def of(
        cls, position: Position, moves: Sequence[int], verdict: Verdict, voice: Voice = ENGLISH
    ) -> VerdictModel:
        """Raises `OptionError` where a criterion is a Python function: those have no name in JSON."""
        over = position.outcome() is not None
        return cls(
            game=position.rules.name,
            options=position.rules.options,
            moves=list(moves),
            to_move=None if over else int(position.turn),
            over=over,
            winner=int(verdict.winner),
            legal=[] if over else list(position.legal_moves()),
            winning=list(verdict.winning),
            length=verdict.length,
            reason=voice.tell(verdict.reason),
            certificate=verdict.certificate,
        )
