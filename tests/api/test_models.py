"""How models convert values."""

from outnumber.api import numbers_of


def test_numbers_too_large_for_a_browser_are_sent_as_text() -> None:
    exact, more = 2**53 - 1, 2**53
    told = numbers_of({"exact": exact, "more": more, "less": -more, "list": [-exact, more + 1]})
    assert told == {"exact": exact, "more": str(more), "less": str(-more), "list": [-exact, str(more + 1)]}
