"""All lessons, from the easiest idea to the hardest."""

from __future__ import annotations

from outnumber.games.errors import OptionError
from outnumber.games.registry import BUILT_IN, find, part
from outnumber.games.sentences import Phrase
from outnumber.study.lessons.lesson import Lesson

_FOUND: list[Lesson] = [
    module.LESSON for name in BUILT_IN if hasattr(module := part("study.games", name), "LESSON")
]
LESSONS = {lesson.id: lesson for lesson in sorted(_FOUND, key=lambda lesson: lesson.rank)}


def lesson_of(game: str) -> Lesson:
    """The lesson about a game, by its name or an abbreviation; raises `OptionError` if there is none.

    >>> lesson_of("order-challenge").title, len(lesson_of("number-duel").steps)
    ('Gifts, and the last one', 23)
    """
    rules = find(game)
    if rules.name not in LESSONS:
        remedy = Phrase("choose {games:or}.", games=tuple(LESSONS))
        raise OptionError("no-lesson", game=Phrase(rules.title), remedy=remedy)
    return LESSONS[rules.name]
