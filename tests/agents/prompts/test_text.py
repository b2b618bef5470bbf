"""The Python interface for harnesses: prompts, exams, opponents, whole games."""

import re
from functools import partial

import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

import outnumber
from outnumber import text
from outnumber.games.registry import BUILT_IN
from outnumber.players.models.briefing import FORM, UNREAD
from outnumber.study.puzzles.exam import exam
from outnumber.study.statistics.exams import mark
from tests.doc_pages import ROOT, section

SMALL = {"number-duel": {"range": 20}}


def test_an_exam_equals_that_of_the_command_and_includes_the_random_game_of_each_question() -> None:
    rules = outnumber.game("strategy-stacks", range=12)
    assert text.exam("strategy-stacks", 30, 4, range=12) == exam(rules, 30, 4)
    asked = text.exam("strategy-stacks", 30, 4, range=12)
    by_line: dict[int | None, list[tuple[int, ...]]] = {}
    for each in asked:
        by_line.setdefault(each.line, []).append(each.current.moves)
    assert 1 < len(by_line) < 30
    # Questions with the same line are from one game: the shorter one is a prefix of the longer.
    for lines in by_line.values():
        longest = max(lines, key=len)
        assert all(longest[: len(moves)] == moves for moves in lines)


def test_a_question_can_be_restored_from_its_id() -> None:
    for asked in text.exam("order-challenge", 5):
        assert text.question(asked.id) == asked._replace(line=None)
        assert asked.prompt() == text.prompt(asked.current)
        assert "Legal moves" not in text.prompt(asked.current, legal=False)


def test_an_exam_accepts_python_functions_as_links_and_is_the_same_in_every_process() -> None:
    def asked() -> list[text.Question]:
        def far(a: int, b: int) -> bool:  # a new object each time, as in a new process
            return abs(a - b) >= 5

        return text.exam("number-duel", 20, 2, range=12, link=[far, partial(even_sum)])

    def told(questions: list[text.Question]) -> list[tuple[object, ...]]:
        return [(each.id, each.prompt(), each.winning, each.line) for each in questions]

    questions = asked()
    assert len(questions) == 20
    assert told(questions) == told(asked())
    for each in questions:
        assert each.id.startswith("number-duel range=12 link=far,a-function | ")
        again = text.question(each.id, link=each.rules._values["link"])
        assert again == each._replace(line=None)
        position = each.current.position
        wins = [
            move
            for move in position.legal_moves()
            if outnumber.solve(position.play(move)).winner == position.turn
        ]
        assert list(each.winning) == wins
    result = mark(text.given(each, each.winning[0]) for each in questions)
    assert (result.questions, result.right.hits) == (20, 20)
    with pytest.raises(outnumber.OptionError, match="far"):
        text.question(questions[0].id)


def even_sum(a: int, b: int) -> bool:
    return (a + b) % 6 == 0


def test_only_built_in_computers_are_opponents() -> None:
    for name in ("human", "cmd:ls", "llm:any", ""):
        with pytest.raises(outnumber.OptionError):
            text.opponent(name)


def test_the_same_seed_gives_the_same_opponent() -> None:
    current = outnumber.Round.begin(outnumber.game("number-duel"))
    drawn = {text.opponent("random", seed)(current) for seed in range(20)}
    assert len(drawn) > 5
    assert text.opponent("random", 3)(current) == text.opponent("random", 3)(current)


@settings(max_examples=40, deadline=None)
@examples(name=st.sampled_from(list(BUILT_IN)), seed=st.integers(0, 5), data=st.data())
def test_a_game_counts_like_a_review(name: str, seed: int, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(text.exam(name, 6, **SMALL.get(name, {})))).current
    game = text.Game(start, text.opponent("casual", seed))
    said: str | None = game.prompt
    while said is not None:
        move = data.draw(st.sampled_from(game.current.position.legal_moves().tolist()))
        said = game.hear(f"move: {move}")
    review = outnumber.review(game.current).rounds[0]
    mine = [each for each in review.moves[len(start.moves) :] if each.seat is game.seat]
    assert game.blunders == sum(each.regret for each in mine)
    assert game.chances == sum(0 < len(each.winning) < len(each.legal) for each in mine)
    assert game.attempts == len(mine)
    assert game.won is (game.current.outcome is not None and game.current.outcome.winner is game.seat)
    assert (game.blunders == 0) <= bool(game.won)  # a player that never throws a win away wins
    with pytest.raises(outnumber.IllegalMove):
        game.hear("move: 1")


def test_invalid_answers_are_explained_and_then_lose() -> None:
    start = text.question("strategy-stacks range=9 opening=any | 6").current
    game = text.Game(start, text.opponent(), legal=False)
    assert game.hear("I do not know.") == UNREAD
    assert game.hear("move: 9") == f"9 is neither a factor nor a multiple of 6. Choose another number. {FORM}"
    assert game.hear(None) is None
    assert (game.over, game.won, game.fault, game.chances, game.blunders) == (True, False, True, 1, 1)
    assert (game.attempts, game.illegal, game.garbled) == (3, 1, 2)


def test_a_fault_in_a_lost_position_loses_no_win() -> None:
    lost = outnumber.Round.begin(outnumber.game("strategy-stacks"), [5])
    game = text.Game(lost, text.opponent(), retries=0)
    assert game.hear("No idea.") is None
    assert (game.fault, game.chances, game.kept) == (True, 0, 1.0)


def test_with_most_1_one_move_is_enough() -> None:
    start = text.question("strategy-stacks range=9 opening=any | 6").current
    game = text.Game(start, text.opponent(), most=1)
    assert game.hear("2") is None
    assert (game.over, game.won, game.kept, game.current.moves) == (True, None, 1.0, (6, 2))


def test_every_public_name_is_documented() -> None:
    page = section(ROOT / "docs" / "how-to" / "harnesses.md", "The Python interface")
    told = re.findall(r"^\| `(\w+)", page, re.M)
    # Types that appear only in annotations are documented with the functions that return them.
    assert set(told) == set(text.__all__) - {"Given", "Opponent", "Question"}
