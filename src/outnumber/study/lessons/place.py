"""The place of a learner: a value with everything to save and send, and the limits for parsing it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .lesson import Star
from .seats import ROW

# The first hint is the rule, and the last reveals the answer.
LAST_HINT = 2
LARGEST_SEED = 2**31 - 1
# Limits for one step: answers that are parsed (earlier versions saved wrong ones too), and wrong ones
# counted.
MOST_GIVEN, MOST_WRONG = 120, 999

_Answer = Annotated[int, Meta(ge=0, le=9_999)]
_StepId = Annotated[str, Meta(pattern=r"^[a-z]{1,8}(-[0-9]{1,2})?\Z")]
_Steps = Annotated[tuple[_StepId, ...], Meta(max_length=50)]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The place of a learner in a lesson, and what they have achieved: the complete state."""

    lesson: Annotated[str, Meta(min_length=1, max_length=40)]
    step: _StepId
    # The correct answers at this step in order, then the last one if it was wrong: moves, `NONE`, or a seat.
    given: Annotated[tuple[_Answer, ...], Meta(max_length=MOST_GIVEN)] = ()
    # The number of wrong answers before those.
    wrong: Annotated[int, Meta(ge=0, le=MOST_WRONG)] = 0
    # The last hint shown at this step.
    hinted: Annotated[int, Meta(ge=0, le=LAST_HINT)] = 0
    # The completed steps, and the drill boards solved at the first try in the current run.
    done: _Steps = ()
    clean: _Steps = ()
    stars: Annotated[tuple[Star, ...], Meta(max_length=3)] = ()
    # The seats: the index of the drawn start and whether it has been decided, the level of its boards, and
    # how many were won in a row. A drawn start stays until it is decided, so that learners cannot wait for
    # one they like better.
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)] = 0
    decided: bool = False
    level: Annotated[int, Meta(ge=0, le=10_000)] = 0
    row: Annotated[int, Meta(ge=0, le=ROW)] = 0

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain
