"""Errors are values: a code, its values, and one sentence."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outnumber
from outnumber.games.errors import closest, shown, strip_control_characters
from outnumber.match.record import RecordError


def test_errors_can_be_pickled() -> None:
    with pytest.raises(outnumber.IllegalMove) as illegal:
        outnumber.game("number-duel").start().play(101)
    with pytest.raises(outnumber.OptionError) as unusable:
        outnumber.game("number-duel", link="digits")
    for error in (illegal.value, unusable.value, RecordError(7, "it is damaged.")):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own bytes
        assert (type(again), again.code, again.numbers) == (type(error), error.code, error.numbers)
        assert str(again) == str(error)


@given(st.text(max_size=80))
def test_quoted_input_is_shortened_to_one_line(text: str) -> None:
    told = shown(text)
    assert told.isprintable()
    if len(text) > 40:
        assert len(told) == 42
        assert told.endswith("…'")
    else:
        assert told == repr(text)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("strat", "did you mean strategy-stacks?"),
        ("order-chalenge", "did you mean order-challenge?"),
        ("o", "did you mean order-challenge?"),
        ("", "choose order-challenge or strategy-stacks."),
        ("xyzzy", "choose order-challenge or strategy-stacks."),
    ],
)
def test_mistyped_name_suggests_the_nearest_or_lists_all(text: str, remedy: str) -> None:
    assert str(closest(text, ["order-challenge", "strategy-stacks"])) == remedy


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ada", "Ada"),
        ("Zoë 7 × 8 …", "Zoë 7 × 8 …"),
        ("a\x1b[2Jb\x07", "a?[2Jb?"),
        ("a\nb\tc\x7f\x9b", "a?b?c??"),
        # It would reverse the rest of the line.
        ("safe\u202egnp.exe", "safe?gnp.exe"),
        ("a\u2028b\ud800", "a?b?"),
        # Harmless: non-breaking spaces and characters that join letters.
        ("1\u202f000\u00a0€", "1\u202f000\u00a0€"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_terminal_control_characters_are_removed(text: str, told: str) -> None:
    assert strip_control_characters(text) == told
    assert strip_control_characters(text, "") == told.replace("?", "")
