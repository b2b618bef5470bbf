"""Verdicts and hints: what `outnumber solve --json` prints and `outnumber check` reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from outnumber.games import Phrase, Position, Voice
from outnumber.theory.reasons import Explanation
from outnumber.theory.verdict import Verdict

from . import Model, Options, SeatNumber, Sentence, numbers_of


class VerdictModel(Model):
    """Who wins a position under perfect play, with which moves, how soon, and why."""

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
    # The input of `outnumber check`; a server omits it unless requested.
    certificate: dict[str, Any] | UnsetType = UNSET
    # The reason again as a code with its numbers, in answers of a server.
    because: Sentence | UnsetType = UNSET

    @classmethod
    def of(
        cls,
        position: Position,
        moves: Sequence[int],
        verdict: Verdict,
        voice: Voice,
        *,
        certificate: bool = True,
    ) -> VerdictModel:
        """The model of a verdict; raises `OptionError` for a criterion that is a Python function, which has
        no name in JSON.
        """
        solved = Solved(position, moves, verdict, voice)
        return cls(
            **{name: told(solved) for name, told in FIELDS.items()},
            certificate=verdict.certificate if certificate else UNSET,
        )


class Solved(NamedTuple):
    """A position with its verdict, and the voice that describes it."""

    position: Position
    moves: Sequence[int]
    verdict: Verdict
    voice: Voice

    @property
    def over(self) -> bool:
        return self.position.outcome() is not None


# The value of each field. Expensive ones are computed only when requested.
FIELDS: dict[str, Callable[[Solved], Any]] = {
    "game": lambda solved: solved.position.rules.name,
    "options": lambda solved: solved.position.rules.options,
    "moves": lambda solved: list(solved.moves),
    "to_move": lambda solved: None if solved.over else int(solved.position.turn),
    "over": lambda solved: solved.over,
    "winner": lambda solved: int(solved.verdict.winner),
    "legal": lambda solved: [] if solved.over else solved.position.legal_moves().tolist(),
    "winning": lambda solved: solved.verdict.winning.tolist(),
    "length": lambda solved: solved.verdict.length,
    "reason": lambda solved: solved.voice.tell(solved.verdict.reason),
}


class PositionAsked(Model):
    """A position of `outnumber solve --batch`, in the form that most lines have; id and options are not
    validated.
    """

    game: str
    options: Raw = Raw(b"{}")
    moves: list[int] = msgspec.field(default_factory=list)
    id: Raw = Raw(b"")


class HintModel(Model):
    """One of three help steps: where to look, the idea, the move."""

    level: int
    code: str
    numbers: dict[str, Any]
    text: str

    @classmethod
    def of(cls, level: int, step: Explanation | Phrase, voice: Voice) -> HintModel:
        code = step.code if isinstance(step, Explanation) else "puzzle"
        return cls(level, code, numbers_of(step.numbers), voice.tell(step))
