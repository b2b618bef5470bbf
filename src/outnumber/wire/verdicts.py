"""Verdicts and hints: what `outnumber solve --json` prints and `outnumber check` reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from msgspec import UNSET, Meta, Raw, UnsetType

from outnumber.games.base import Position
from outnumber.games.sentences import ENGLISH, Phrase, Voice
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
        return cls(
            **{name: told(position, moves, verdict, voice) for name, told in FIELDS.items()},
            certificate=verdict.certificate if certificate else UNSET,
        )


def _over(position: Position) -> bool:
    return position.outcome() is not None


# What each field says. Those that cost something are worked out only where they are asked for.
FIELDS: dict[str, Callable[[Position, Sequence[int], Verdict, Voice], Any]] = {
    "game": lambda position, moves, verdict, voice: position.rules.name,
    "options": lambda position, moves, verdict, voice: position.rules.options,
    "moves": lambda position, moves, verdict, voice: list(moves),
    "to_move": lambda position, moves, verdict, voice: None if _over(position) else int(position.turn),
    "over": lambda position, moves, verdict, voice: _over(position),
    "winner": lambda position, moves, verdict, voice: int(verdict.winner),
    "legal": lambda position, moves, verdict, voice: (
        [] if _over(position) else position.legal_moves().tolist()
    ),
    "winning": lambda position, moves, verdict, voice: verdict.winning.tolist(),
    "length": lambda position, moves, verdict, voice: verdict.length,
    "reason": lambda position, moves, verdict, voice: voice.tell(verdict.reason),
}


class PositionAsked(Model):
    """A position of `outnumber solve --batch` as most lines have it; `id` and `options` are not looked into."""

    game: str
    options: Raw = Raw(b"{}")
    moves: list[int] = []
    id: Raw = Raw(b"")


class HintModel(Model):
    """One of three steps of help: where to look, the idea, the move."""

    level: int
    code: str
    numbers: dict[str, Any]
    text: str

    @classmethod
    def of(cls, level: int, step: Explanation | Phrase, voice: Voice = ENGLISH) -> HintModel:
        code = step.code if isinstance(step, Explanation) else "puzzle"
        return cls(level, code, numbers_of(step.numbers), voice.tell(step))
