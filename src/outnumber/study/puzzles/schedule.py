"""When a missed puzzle is repeated: after a day, then at growing intervals while it is solved.

The intervals are those of FSRS, a scheduler for spaced repetition, with its default parameters. A card is
saved as the JSON of the `fsrs` package.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fsrs import Scheduler

LONGEST_INTERVAL = 365  # days


class Answer(IntEnum):
    """The result of a repetition, in the scheduler's terms."""

    MISSED = 1
    WITH_HELP = 2
    SOLVED = 3


@cache
def _scheduler() -> Scheduler:
    # Imported when the first puzzle is missed, not at program start.
    from fsrs import Scheduler

    # No intervals of minutes: a puzzle returns on the next day at the earliest. No random intervals either.
    return Scheduler(
        learning_steps=(), relearning_steps=(), maximum_interval=LONGEST_INTERVAL, enable_fuzzing=False
    )


def scheduled(card: dict[str, Any] | None, answer: Answer, now: datetime) -> dict[str, Any]:
    """The card after an answer; None makes a new card. `now` is a time in UTC.

    >>> missed = scheduled(None, Answer.MISSED, datetime(2026, 11, 15, tzinfo=UTC))
    >>> due(missed).isoformat()
    '2026-11-16T00:00:00+00:00'
    """
    from fsrs import Card, Rating

    rating, when = Rating(int(answer)), now.astimezone(UTC)
    try:
        before = Card(card_id=0, due=when) if card is None else Card.from_dict(card)  # type: ignore[arg-type]
        after, _ = _scheduler().review_card(before, rating, when)
    except (ArithmeticError, AssertionError, KeyError, TypeError, ValueError):
        # An invalid card: its history is lost, but the puzzle is not.
        after, _ = _scheduler().review_card(Card(card_id=0, due=when), rating, when)
    return dict(after.to_dict())


def due(card: dict[str, Any]) -> datetime:
    """The due time of a card; raises `ValueError` or `KeyError` if it is damaged."""
    when = datetime.fromisoformat(card["due"])
    if when.tzinfo is None:
        raise ValueError("a time without a zone")
    return when
