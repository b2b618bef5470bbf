"""What the sentences of lessons claim: one file for those of every lesson, and one for each theorem.

A rule of a game is claimed of any position in which somebody is to move: the tests ask it of all positions
of small games, and not only of the one in the lesson.
"""

from __future__ import annotations

from tests.claims.lessons import frame, order, pairs, race, sides
from tests.claims.truth import Claim

CLAIMS: dict[str, Claim] = {
    **frame.CLAIMS,
    **sides.CLAIMS,
    **order.CLAIMS,
    **race.CLAIMS,
    **pairs.CLAIMS,
}
