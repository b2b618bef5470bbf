"""The claims of lesson sentences: one file for those of every lesson, and one for each theorem.

A rule of a game claims something about every position with a player to move: the tests check all positions of
small games, not only the one in the lesson.
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
