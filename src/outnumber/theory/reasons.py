"""Why a position is won or lost, as values: a stable code, its numbers, and English sentences.

Every sentence is true of its position and addresses the player to move. Front ends that translate render it
with a voice; all others print the explanation itself.
"""

from __future__ import annotations

from outnumber.games import Phrase, Seat, Told

from .sentences import SENTENCES as _SENTENCES


class Explanation(Told):
    """Why the player to move wins or loses; `str()` gives one or two sentences.

    >>> str(Explanation("shared-even", b=4))[:43]
    '4 numbers can still be taken by both of you'
    """

    __slots__ = ()

    SENTENCES = _SENTENCES


def players(winner: Seat) -> dict[str, Phrase]:
    """The winner and the loser for a sentence; known names can replace these phrases."""
    return {
        "winner": Phrase("Player {seat}", seat=winner),
        "loser": Phrase("Player {seat}", seat=winner.other),
    }
