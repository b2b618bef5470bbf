"""Text from elsewhere, fit to be shown."""

import pytest

from outnumber.games.errors import shown, tame


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ada", "Ada"),
        ("Zoë 7 × 8 …", "Zoë 7 × 8 …"),
        ("a\x1b[2Jb\x07", "a?[2Jb?"),
        ("a\nb\tc\x7f\x9b", "a?b?c??"),
        # It would turn the rest of the line round.
        ("safe\u202egnp.exe", "safe?gnp.exe"),
        ("a\u2028b\ud800", "a?b?"),
        # Harmless: a space that does not break, and what joins letters.
        ("1\u202f000\u00a0€", "1\u202f000\u00a0€"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_what_could_steer_a_terminal_is_taken_out(text: str, told: str) -> None:
    assert tame(text) == told
    assert tame(text, "") == told.replace("?", "")


def test_what_somebody_typed_is_quoted_and_cut() -> None:
    assert shown("a\x1bb") == r"'a\x1bb'"
    assert len(shown("x" * 1000)) < 50
