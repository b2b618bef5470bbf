"""All lessons, in the order of the games."""

from __future__ import annotations

from outnumber.games.errors import OptionError
from outnumber.games.registry import find
from outnumber.games.sentences import Phrase
from outnumber.study.lessons.games import (
    number_duel,
    number_stack_attack,
    number_stack_duel,
    order_challenge,
    strategy_stacks,
)
from outnumber.study.lessons.lesson import Lesson

# From the easiest idea to the hardest.
LESSONS: dict[str, Lesson] = {
    module.LESSON.id: module.LESSON
    for module in (
        number_stack_duel, order_challenge, number_stack_attack, strategy_stacks, number_duel
    )
}  # fmt: skip


def lesson_of(game: str) -> Lesson:
    """The lesson about a game, by its name or what is short for it; raises `OptionError` where there is none.

    >>> lesson_of("order-challenge").title, len(lesson_of("number-duel").steps)
    ('Gifts, and the last one', 23)
    """
    rules = find(game)
    if rules.name not in LESSONS:
        remedy = Phrase("choose {games:or}.", games=tuple(LESSONS))
        raise OptionError("no-lesson", game=Phrase(rules.title), remedy=remedy)
    return LESSONS[rules.name]
