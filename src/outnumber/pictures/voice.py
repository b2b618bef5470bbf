"""The words of pictures: English here; who speaks another language hands in a voice of its own.

English sentences are their own keys, with the names of their values in braces. `say`, `counted` and `mark`
name them for the catalogues.
"""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games.numbers import brief
from outnumber.theory.reasons import Explanation


def mark(text: str) -> str:
    """Names a string for the catalogues; a voice says it elsewhere."""
    return text


class Voice:
    """What a picture says, in English.

    >>> ENGLISH.say("Player {seat} is to move", seat=2), ENGLISH.counted("{n} token", "{n} tokens", 3)
    ('Player 2 is to move', '3 tokens')
    """

    def word(self, text: str) -> str:
        """A title or a single word, as it stands."""
        return text

    def say(self, text: str, **values: object) -> str:
        """A sentence with its values."""
        return self.word(text).format(**values)

    def counted(self, one: str, many: str, n: int, **values: object) -> str:
        """A sentence with a number in it, which decides its form."""
        return (one if n == 1 else many).format(n=self.number(n), **values)

    def number(self, n: int) -> str:
        """A number that may be large."""
        return f"{n:,}"

    def choice(self, numbers: Sequence[int]) -> str:
        """Numbers of which one is enough: 1, 2 or 4."""
        return brief(numbers)

    def reason(self, reason: Explanation) -> str:
        """Why a position is won or lost."""
        return str(reason)


ENGLISH = Voice()
