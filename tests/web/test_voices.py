"""The words of pictures in other languages: nothing stays English, and nothing is cut off."""

from string import Formatter
from typing import Any

import pytest

pytest.importorskip("babel", reason="the catalogues are read with Babel, of the extra outnumber[dev]")

import outnumber
from outnumber.pictures import history, position
from outnumber.session.match import Match
from outnumber.session.review import review
from outnumber.session.round import Round
from outnumber.theory.reasons import SENTENCES, Explanation
from outnumber.web.voices import voice
from tests.pictures.reading import Seen
from tests.web.english import English, texts_in

GERMAN = voice("de")
# Games with positions in which their pictures have different things to say.
CASES: list[tuple[str, dict[str, object], list[list[int]]]] = [
    ("number-stack-duel", {}, [[], [5], [5, 9, 3], [9]]),
    ("number-stack-duel", {"range": 90, "first_pattern": "less"}, [[], [40]]),
    ("number-duel", {}, [[], [28], [28, 14]]),
    ("number-duel", {"range": 600, "link": "coprime,digit-sum"}, [[2]]),
    ("order-challenge", {"range": 40}, [[], [3], [9, 4], [40, 39]]),
    ("number-stack-attack", {}, [[], [9, 4], [9, 9, 9, 9, 3]]),
    ("number-stack-attack", {"target": 200, "tokens": "2-90", "tie": "last"}, [[], [90, 90, 90, 90, 19]]),
    ("strategy-stacks", {"opening": "even"}, [[], [6], [6, 3, 9, 1, 5]]),
]


def drawn(name: str, options: dict[str, object], moves: list[int]) -> str:
    rules = outnumber.game(name, **options)
    at = rules.start()
    for move in moves:
        at = at.play(move)
    return position.draw(at, moves, outnumber.solve(at), GERMAN)


@pytest.mark.parametrize(("name", "options", "games"), CASES)
def test_pictures_of_positions_have_no_english(
    name: str, options: dict[str, object], games: list[list[int]]
) -> None:
    for moves in games:
        svg = drawn(name, options, moves)
        Seen(svg).check()
        texts = texts_in(svg)
        assert len(texts) > 3
        assert English("de").among(texts) == set()


def test_the_picture_of_a_review_has_no_english_and_stays_inside() -> None:
    rules = outnumber.game("strategy-stacks")
    match = Match(rules, length=2, rounds=tuple(Round.begin(rules, each) for each in ([6, 3], [5, 1, 7])))
    svg = history.draw(review(match), GERMAN.word(rules.title), [("Ada", "Ben")] * 2, GERMAN)
    texts = texts_in(svg)
    assert "Strategie-Stapel" in texts
    assert any("Wendepunkt" in text for text in texts)
    assert English("de").among(texts) == set()
    Seen(svg).check()


@pytest.mark.parametrize("code", SENTENCES)
def test_every_reason_is_told_with_its_numbers(code: str) -> None:
    words: dict[str, Any] = {"pairs": [(1, 7), (2, 4)], "side": "above", "other": "below", "tie": "first"}
    names = {name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name}
    told = GERMAN.reason(Explanation(code, **{name: words.get(name, 5) for name in names}))
    assert "{" not in told
    assert not {"above", "below", "first", "numbers", "tokens", "with"} & set(told.split())


def test_numbers_are_listed_in_the_language() -> None:
    assert GERMAN.choice([7]) == "7"
    assert GERMAN.choice(range(1, 101)) == "1-100"
    assert GERMAN.choice(range(2, 101, 2)).endswith("… oder 100 (50 Zahlen)")
    assert GERMAN.number(1_000_000) == "1\u202f000\u202f000"
    assert voice("en").choice([1, 2, 4]) == "1, 2 or 4"
