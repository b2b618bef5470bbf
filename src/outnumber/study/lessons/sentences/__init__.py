"""What the lessons say, by code."""

from __future__ import annotations

from outnumber.games.sentences import Told
from outnumber.study.lessons.sentences import frame, order, pairs, race, sides

SENTENCES: dict[str, str] = {
    **frame.SENTENCES,
    **sides.SENTENCES,
    **order.SENTENCES,
    **race.SENTENCES,
    **pairs.SENTENCES,
}


class Teaching(Told):
    """Something that is said in a lesson.

    >>> print(Teaching("again"))
    A move wins here. Look again.
    """

    __slots__ = ()

    SENTENCES = SENTENCES
