"""Where a learner is: a value, all that there is to keep and to send, and the bounds of what is read."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from outnumber.study.lessons.lesson import Star
from outnumber.study.lessons.seats import ROW

# The first hint is the rule, and the last gives the answer away.
LAST_HINT = 2
LARGEST_SEED = 2**31 - 1
# Limits for one step: answers that are read (earlier versions saved wrong ones too), and wrong ones counted.
MOST_GIVEN, MOST_WRONG = 120, 999

_Answer = Annotated[int, Meta(ge=0, le=9_999)]
_StepId = Annotated[str, Meta(pattern=r"^[a-z]{1,8}(-[0-9]{1,2})?\Z")]
_Steps = Annotated[tuple[_StepId, ...], Meta(max_length=50)]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody is in a lesson, and what they have shown: all that is to be kept."""

    lesson: Annotated[str, Meta(min_length=1, max_length=40)]
    step: _StepId
    # The right answers at this step in order, then the last one if it was wrong: moves, `NONE`, or a seat.
    given: Annotated[tuple[_Answer, ...], Meta(max_length=MOST_GIVEN)] = ()
    # How many wrong answers there were before those.
    wrong: Annotated[int, Meta(ge=0, le=MOST_WRONG)] = 0
    # The last hint that was given at this step.
    hinted: Annotated[int, Meta(ge=0, le=LAST_HINT)] = 0
    # The steps that have been done, and those of the drill that were right at once in this run of it.
    done: _Steps = ()
    clean: _Steps = ()
    stars: Annotated[tuple[Star, ...], Meta(max_length=3)] = ()
    # The seats: which start is drawn and whether that has been decided, from which boards, and how many were
    # won in a row. A start that was drawn stays until it is decided: nobody waits for one they like better.
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)] = 0
    decided: bool = False
    level: Annotated[int, Meta(ge=0, le=10_000)] = 0
    row: Annotated[int, Meta(ge=0, le=ROW)] = 0

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain
