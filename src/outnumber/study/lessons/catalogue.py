"""All lessons, from the easiest idea to the hardest."""

from __future__ import annotations

from outnumber.games.errors import OptionError
from outnumber.games.registry import BUILT_IN, find
from outnumber.games.sentences import Phrase
from outnumber.study.lessons.lesson import Lesson, content, lesson

_FOUND = [lesson(name) for name in BUILT_IN if content(name)]
LESSONS = {each.id: each for each in sorted(_FOUND, key=lambda each: each.rank)}


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
