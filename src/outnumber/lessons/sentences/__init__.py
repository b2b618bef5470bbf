"""What the lessons say, with what each sentence claims of the position that it is said about.

A rule of a game is claimed of any position in which somebody is to move: the tests ask it of all positions
of small games, and not only of the one in the lesson.
"""

from __future__ import annotations

from outnumber.lessons.sentences import frame, order, pairs, race, sides
from outnumber.theory.claims import Sentence, Told

SENTENCES: dict[str, Sentence] = {
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
