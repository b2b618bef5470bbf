"""The small drawing surface."""

from outnumber.games.sentences import ENGLISH
from outnumber.study.pictures.svg import Picture, wrapped
from tests.study.pictures.reading import Seen


def test_all_text_is_escaped() -> None:
    picture = Picture(100, "a < b & c", 'say "x"', voice=ENGLISH)
    picture.height = 100
    picture.text(5, 50, "1 < 2 & \x07", fill='"red"')
    with picture.group("<tip>"):
        picture.star(50, 50, 5)
    seen = Seen(picture.svg())
    seen.check()
    assert seen.root[0].text == "a < b & c"
    assert seen.words == ["1 < 2 & \ufffd"]
    assert seen.tips == ["<tip>"]


def test_words_are_wrapped_to_the_width() -> None:
    lines = wrapped("one two three four five six", 100, 10)
    assert len(lines) > 1
    assert " ".join(lines) == "one two three four five six"
    assert wrapped("", 100, 10) == [""]
