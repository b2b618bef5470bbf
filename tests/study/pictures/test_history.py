"""The value history as a picture."""

import outnumber
from outnumber.match.match import Match
from outnumber.match.review import GRADES, review
from outnumber.match.round import Round
from outnumber.study.pictures.history import draw
from tests.study.pictures.reading import Seen

RULES = outnumber.game("strategy-stacks")
ADA_BEN = ("Ada", "Ben")


def seen(*rounds: list[int]) -> Seen:
    match = Match(RULES, length=len(rounds), rounds=tuple(Round.begin(RULES, moves) for moves in rounds))
    return Seen(draw(review(match), "Strategy Stacks", [ADA_BEN] * len(rounds)))


def test_every_move_is_marked_with_its_grade() -> None:
    moves = [6, 3, 9, 1, 5]
    picture = seen(moves)
    picture.check()
    found = review(Round.begin(RULES, moves)).rounds[0]
    for number, graded in enumerate(found.moves, start=1):
        who = ADA_BEN[graded.seat - 1]
        assert f"move {number}: {who} played {graded.move}, {GRADES[graded.grade]}" in picture.tips


def test_the_turning_point_is_told_with_what_would_have_won() -> None:
    words = " ".join(seen([6, 3, 9, 1, 5]).words)
    assert "The turning point is move 2: Ben played 3 and threw the win away; 2 would have won." in words


def test_a_win_that_was_kept_has_no_turning_point() -> None:
    picture = seen([5, 1, 7])
    assert "No turning point: Ada held the win from the start to the end." in picture.words
    assert not any("threw it away" in tip for tip in picture.tips)


def test_each_round_has_its_panel() -> None:
    picture = seen([6, 3, 9, 1, 5], [5, 1, 7])
    picture.check()
    assert {"Round 1", "Round 2"} <= set(picture.words)


def test_a_long_round_is_drawn_in_rows_and_every_mistake_is_marked() -> None:
    rules = outnumber.game("number-duel", range=400)
    moves, position = list[int](), rules.start()
    while len(moves) < 260:
        legal = position.legal_moves()
        moves.append(legal[len(moves) * 7 % len(legal)])
        position = position.play(moves[-1])
    found = review(Round.begin(rules, moves))
    picture = Seen(draw(found, "Number Duel", [ADA_BEN]))
    picture.check()
    mistakes = [graded for graded in found.rounds[0].moves if graded.regret]
    assert sum("threw it away" in tip for tip in picture.tips) == len(mistakes)


def test_names_cannot_break_the_picture() -> None:
    found = review(Round.begin(RULES, [6, 3]))
    names = ('<b>&"', "a\x1b[2J\x00 very very long name")
    picture = Seen(draw(found, "<x>", [names]))
    picture.check()
    assert any('<b>&"' in words for words in picture.words)
    assert "\x1b" not in picture.svg


def test_nothing_played_is_a_picture_too() -> None:
    seen([]).check()
    Seen(draw(review(Match(RULES)), "Strategy Stacks", [])).check()
