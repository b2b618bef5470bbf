"""Explanations are values in plain English; `test_claims` checks whether they are true."""

from __future__ import annotations

import pickle

from outnumber import Seat
from outnumber.theory.reasons import Explanation, players


def test_counts_in_sentences_are_grammatical() -> None:
    assert str(Explanation("gift-end", theirs=9, a=1, move=4)).count("1 number.") == 1
    assert str(Explanation("gift-end", theirs=9, a=3, move=4)).count("3 numbers.") == 1
    assert "1 gift" in str(Explanation("gift-keep", a=2, left=1, move=4))


def test_explanations_are_values() -> None:
    assert (
        Explanation("pairing-end", move=7)
        == Explanation("pairing-end", move=7)
        != Explanation("pairing-end", move=5)
    )
    assert len({Explanation("pairing-end", move=7), Explanation("pairing-end", move=7)}) == 1
    assert Explanation("pairing-end", move=7) != "pairing-end"
    assert repr(Explanation("hint-move", move=7)) == "<Explanation 'Play 7.'>"
    won = Explanation("over-target", target=21, **players(Seat.TWO))
    again = pickle.loads(pickle.dumps(won))  # noqa: S301  # our own bytes
    assert (type(again), again, again.code) == (Explanation, won, "over-target")
    assert str(again) == "Player 2 has reached exactly 21 and has won."
