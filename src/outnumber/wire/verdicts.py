"""Verdicts and hints: what `outnumber solve --json` prints and `outnumber check` reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from outnumber.games.base import Position
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.theory.reasons import Explanation
from outnumber.theory.verdict import Verdict
from outnumber.wire import Model, Options, SeatNumber, Sentence, numbers_of


class VerdictModel(Model):
    """Who wins a position under perfect play, with which moves, how soon and why."""

    game: str
    options: Options
    moves: list[int]
    to_move: SeatNumber | None
    over: bool
    winner: Annotated[SeatNumber, Meta(description="The seat that wins under perfect play, or has won.")]
    legal: list[int]
    winning: Annotated[list[int], Meta(description="The legal moves that win; empty in a lost position.")]
    length: Annotated[
        int | None, Meta(description="Moves to the end under best play; null where not computed.")
    ]
    reason: Annotated[str, Meta(description="Why, said to the player to move.")]
    # What `outnumber check` needs; a server leaves it out unless it is asked for.
    certificate: dict[str, Any] | UnsetType = UNSET
    # The reason once more as a code with its numbers, where a server says it.
    because: Sentence | UnsetType = UNSET

    @classmethod
    def of(
        cls,
        position: Position,
        moves: Sequence[int],
        verdict: Verdict,
        voice: Voice = ENGLISH,
        *,
        certificate: bool = True,
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
            certificate=verdict.certificate if certificate else UNSET,
        )


class HintModel(Model):
    """One of three steps of help: where to look, the idea, the move."""

    level: int
    code: str
    numbers: dict[str, Any]
    text: str

    @classmethod
    def of(cls, level: int, step: Explanation, voice: Voice = ENGLISH) -> HintModel:
        return cls(level, step.code, numbers_of(step.numbers), voice.tell(step))
