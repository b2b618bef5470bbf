"""The printable pages."""

import re
from html.parser import HTMLParser
from itertools import cycle

import pytest

from outnumber.games.registry import BUILT_IN, find
from outnumber.games.sentences import ENGLISH
from outnumber.language.puzzles import reason, told
from outnumber.language.voice import voice
from outnumber.language.worksheets import page
from outnumber.languages import LANGUAGES
from outnumber.study.worksheets import SHEETS, WorksheetOrder

VOID = {"meta", "link"}


class Balanced(HTMLParser):
    """Reads a page and checks that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(("name", "language"), [*zip(BUILT_IN, cycle(LANGUAGES), strict=False)])
def test_questions_come_first_and_answers_with_reasons_on_a_separate_page(name: str, language: str) -> None:
    order, says = WorksheetOrder(find(name), seed=3, count=7), voice(language)
    made = page(order, says)
    sheets = re.findall(r'<section class="page">(.*?)</section>', made, re.S)
    *questions, answers = (Balanced(each).text for each in sheets)
    assert questions
    assert sum(each.count(says.say("Because:")) for each in questions) == 7
    for puzzle in order.puzzles():
        for line in (told(puzzle, says), reason(puzzle, says)):
            assert line in answers
            assert all(line not in each for each in questions)
    for each in (*questions, answers):
        assert order.command in each
        assert says.say("Seed {seed}", seed=3) in each


@pytest.mark.parametrize(
    ("name", "options", "parts"),
    [
        ("number-stack-duel", {}, ("always below it", "no number to play loses")),
        ("number-duel", {}, ("when one divides the other or they share a digit", "no number to play loses")),
        ("number-duel", {"link": ["prime-sum"]}, ("together they make a prime.", "no number to play loses")),
        ("order-challenge", {}, ("greater than the last number in that sequence", "no number to play loses")),
        ("number-stack-attack", {}, ("no total may go above", "reaches the target exactly wins")),
        ("number-stack-attack", {"tokens": [3, 5, 8]}, ("must pass", "the player who got there first wins")),
        ("number-stack-attack", {"tokens": [3, 5, 8], "tie": "last"}, ("must pass", "got there last wins")),
        ("strategy-stacks", {}, ("a factor or a multiple", "no number to play loses")),
    ],
)
def test_every_page_of_boards_explains_how_the_game_is_played_and_lost(
    name: str, options: dict[str, object], parts: tuple[str, ...]
) -> None:
    *sheets, _ = re.findall(
        r'<section class="page">(.*?)</section>',
        page(WorksheetOrder(find(name), count=5, options=options), voice=ENGLISH),
        re.S,
    )
    assert len(sheets) >= 1
    for text in (*sheets, page(WorksheetOrder(find(name), sheet="board", options=options), voice=ENGLISH)):
        assert all(part in text for part in parts)


def test_a_board_explains_how_the_game_starts() -> None:
    for pattern in ("greater", "less"):
        order = WorksheetOrder(find("number-stack-duel"), sheet="board", options={"first_pattern": pattern})
        assert f"the second must be {pattern}." in page(order, voice=ENGLISH)
    even = WorksheetOrder(find("strategy-stacks"), sheet="board", options={"opening": "even"})
    assert "The first number must be even." in page(even, voice=ENGLISH)


def test_used_numbers_are_crossed_out() -> None:
    order = WorksheetOrder(find("strategy-stacks"), seed=7, count=1)
    (puzzle,) = order.puzzles()
    used = re.findall(r"<s>(\d+)</s>", page(order, voice=ENGLISH))
    assert sorted(map(int, used)) == sorted(puzzle.moves)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_page_loads_nothing_and_closes_every_element(sheet: str) -> None:
    made = page(WorksheetOrder(find("order-challenge"), count=2, sheet=sheet), voice=ENGLISH)  # type: ignore[arg-type]
    Balanced(made)
    assert "<script" not in made
    assert "default-src 'none'" in made
    assert "http" not in re.sub(r'http-equiv="', "", made)
    order = WorksheetOrder(find("order-challenge"), count=2, sheet=sheet)  # type: ignore[arg-type]
    served = page(order, link='/w?a="&b', style="/s/worksheet.css", voice=ENGLISH)
    assert '<link rel="stylesheet" href="/s/worksheet.css">' in served
    assert 'href="/w?a=&quot;&amp;b"' in served


def test_cards_have_every_number_once_and_underline_ambiguous_ones() -> None:
    made = page(WorksheetOrder(find("number-duel"), sheet="cards"), voice=ENGLISH)
    cards = re.findall(r"<li>(?:<u>)?(\d+)(?:</u>)?</li>", made)
    assert cards == [str(number) for number in range(1, 101)]
    turned = [int(number) for number in re.findall(r"<u>(\d+)</u>", made)]
    assert {6, 9, 16, 19, 66, 68, 99} <= set(turned)
    assert not {1, 7, 8, 11, 69, 88, 96, 25} & set(turned)


def test_boards_have_all_numbers_and_a_row_for_each_player() -> None:
    made = page(WorksheetOrder(find("order-challenge"), options={"range": 40}, sheet="board"), voice=ENGLISH)
    assert re.findall(r"<li>(\d+)</li>", made) == [str(number) for number in range(1, 41)]
    assert "Sequence of Player 1" in made
    assert "Sequence of Player 2" in made
