"""What is said in `study/pictures/history.py`, and what each text claims."""

from __future__ import annotations

from outnumber.games.base import Seat
from tests.claims import rounds
from tests.claims.truth import Numbers, Truth


def _kept(truth: Truth, story: rounds.Story, n: Numbers) -> bool:
    one, two = (story.wins(truth, seat) for seat in Seat)
    return (one[1], one[0], two[1], two[0]) == (n["kept"], n["held"], n["kept2"], n["held2"])


def _played(_: Truth, story: rounds.Story, n: Numbers) -> bool:
    place = n["place"] - 1
    same = story.positions[place].turn is story.seat(n)
    return same and story.round.moves[place] == n["number"]


# What each sentence claims of the round; the words of grades are those of the review.
CLAIMS: rounds.Claims = {
    "No turning point: {name} held the win from the start to the end.": rounds.from_the_start,
    "No turning point: {name} held the win from the drawn start to the end.": rounds.from_a_drawn_start,
    "No turning point: no move threw a win away.": rounds.no_mistake,
    "The turning point is move {place}: {name} played {number} and threw the win away; "
    "{moves:or} would have won.": rounds.turning,
    "Wins kept: {name} {kept} of {held}, {other} {kept2} of {held2}.": _kept,
    "move {place}: {name} played {number}, {grade}": _played,
}
