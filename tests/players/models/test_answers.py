"""A number is read from what a model says, or none."""

import pytest

from outnumber.players.models.answers import read_answer


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("move: 7", 7),
        ("7", 7),
        (" 7.\n", 7),
        ("I play 7, yes, 7!", 7),
        ("After 3 and 5 it is clear.\nMove: 7", 7),
        ("move: 3\nNo, wait.\nmove: 7", 7),
        ("**Move:** 7", 7),
        ("**move: `7`**", 7),
        ("Move:\n\n7", 7),
        ('{"move": 7}', 7),
        ("move = 7. That leaves 2 answers.", 7),
        ("move: $\\boxed{7}$", 7),
        ("MOVE : 7", 7),
        ("move：７", 7),
        ("Ich nehme die Zahl … 🙂\nmove: 7", 7),
        ("move: -7", -7),
        ("move: 007", 7),
        ("<think>move: 3</think>\nmove: 7", 7),
        ("3 or 5 </think> 7", 7),
        ("<think>Perhaps move: 3", None),
        ("", None),
        ("I resign.", None),
        ("3 or 7", None),
        ("move: 3 or 7", None),
        ("move: 5-7", None),
        ("move: 1,000", None),
        ("move: 3.5", None),
        ("move: 3\nmove: N", None),
        ("move: seven", None),
        ("remove: 3, keep 7", None),
    ],
)
def test_an_answer_is_read_leniently_but_never_guessed(text: str, number: int | None) -> None:
    assert read_answer(text) == number
