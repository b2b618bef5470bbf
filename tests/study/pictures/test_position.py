"""Pictures of positions are correct: every mark is checked against exhaustive search."""

import re
from typing import Any

import pytest
from hypothesis import given, settings

import outnumber
from outnumber import Outcome, Rules
from outnumber.study.pictures.position import draw
from outnumber.theory import exhaustive
from tests import strategies
from tests.added.heaps import Heaps
from tests.added.steps import Steps
from tests.study.pictures.reading import Seen


def seen(game: str, *moves: int, **options: object) -> tuple[Seen, Any]:
    position = outnumber.game(game, **options).start()
    for move in moves:
        position = position.play(move)
    return Seen(draw(position, moves, outnumber.solve(position))), position


@settings(deadline=None)
@given(strategies.rules(8), strategies.picks(8))
def test_marks_equal_the_result_of_a_search(rules: Rules, picks: bytes) -> None:
    position, moves = rules.start(), list[int]()
    for pick in picks:
        legal = position.legal_moves()
        if not legal:
            break
        moves.append(legal[pick % len(legal)])
        position = position.play(moves[-1])
    picture = Seen(draw(position, moves, outnumber.solve(position)))
    picture.check()
    known = exhaustive.values(position)
    legal = position.legal_moves()
    wins = [move for move in legal if known[position.play(move)].winner is position.turn]
    assert sorted(picture.numbers_that("wins")) == wins
    assert sorted(picture.numbers_that("loses")) == [move for move in legal if move not in wins]
    winner = known[position].winner.value
    title = picture.root[0].text or ""
    said = re.search(r"Player (\d)( is to move and wins with| wins: every move loses| has won)", title)
    assert said
    assert int(said[1]) == winner
    played = [int(tip.split(",")[0]) for tip in picture.tips if ", played by Player" in tip]
    assert set(moves) <= set(played)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("number-stack-duel", {"range": 1_000_000}),
        ("order-challenge", {"range": 1_000_000}),
        ("number-stack-attack", {"target": 1_000_000, "tokens": "1-1000000"}),
        ("number-duel", {"range": 1000}),
        ("strategy-stacks", {"range": 2000}),
    ],
)
def test_a_large_range_gives_a_small_picture(game: str, options: dict[str, object]) -> None:
    position = outnumber.game(game, **options).start()
    moves: list[int] = []
    for place in (2, 3, 5):
        verdict = outnumber.solve(position)
        picture = Seen(draw(position, moves, verdict))
        picture.check()
        assert len(picture.svg) < 60_000
        assert set(picture.numbers_that("wins")) <= set(verdict.winning)
        assert not set(picture.numbers_that("loses")) & set(verdict.winning)
        legal = position.legal_moves()
        moves.append(legal[len(legal) // place])
        position = position.play(moves[-1])


@pytest.mark.parametrize("game", ["strategy-stacks", "number-duel"])
@pytest.mark.parametrize("size", [9, 30, 100, 400])
def test_partners_are_linked_unused_and_belong_to_one_pair_only(game: str, size: int) -> None:
    for moves in ((), (size // 2,)):
        picture, position = seen(game, *moves, range=size)
        pairs = [
            (int(a), int(b))
            for a, b in re.findall(r"<title>(\d+) and (\d+) are partners</title>", picture.svg)
        ]
        assert pairs
        numbers = [number for pair in pairs for number in pair]
        assert len(numbers) == len(set(numbers))
        for a, b in pairs:
            assert position.rules.row(a) >> b & 1
            assert position.unused >> a & 1
            assert position.unused >> b & 1


@pytest.mark.parametrize("game", ["strategy-stacks", "number-duel"])
@pytest.mark.parametrize("size", [9, 31, 60])
def test_after_the_advised_move_every_answer_has_a_partner(game: str, size: int) -> None:
    for first in range(1, size + 1):
        picture, position = seen(game, first, range=size)
        move = outnumber.solve(position).move
        if position.outcome() or (move and position.play(move).outcome()):
            # Partners are irrelevant if the game ends now.
            assert "are partners" not in picture.svg
            continue
        found = re.findall(r"<title>(\d+) and (\d+) are partners</title>", picture.svg)
        partner = {int(a): int(b) for pair in found for a, b in (pair, pair[::-1])}
        advised = re.search(r"after playing (\d+), Player (\d) replies", " ".join(picture.words))
        if advised:
            assert int(advised[1]) in outnumber.solve(position).winning
            assert int(advised[1]) not in partner
            position = position.play(int(advised[1]))
        assert all(number in partner for number in position.legal_moves())


def test_the_pairs_that_the_reason_names_are_drawn() -> None:
    for game, moves, size in (("strategy-stacks", (), 3000), ("number-duel", (7,), 1500)):
        picture, _ = seen(game, *moves, range=size)
        reason = picture.root[1].text or ""
        named = re.findall(r"(\d+) with (\d+)", reason)
        assert named
        tips = set(picture.tips)
        for a, b in named:
            assert f"{a} and {b} are partners" in tips or f"{b} and {a} are partners" in tips


def test_the_two_sides_are_counted() -> None:
    picture, _ = seen("number-stack-duel", 5, 7)
    words = " ".join(picture.words)
    assert "5 below: Player 1 must go here" in words
    assert "2 above: the side of Player 2" in words


@pytest.mark.parametrize("pattern", ["greater", "less"])
def test_sides_and_openings_are_counted_at_every_top(pattern: str) -> None:
    for top in range(1, 41):
        picture, position = seen("number-stack-duel", top, range=40, first_pattern=pattern)
        if position.outcome():
            continue
        legal = position.legal.bit_count()
        assert f"{legal} {'above' if pattern == 'greater' else 'below'}: " in " ".join(picture.words)


def test_private_and_shared_numbers_are_counted() -> None:
    picture, _ = seen("order-challenge", 3, 7)
    words = " ".join(picture.words)
    assert "3 gifts: for Player 1 only" in words
    assert "2 numbers for both players" in words


def test_the_race_shows_what_each_player_needs() -> None:
    picture, _ = seen("number-stack-attack", 9, 3, 4)
    words = " ".join(picture.words)
    assert "has 13 needs 1 token more" in words
    assert "has 3 needs 2 tokens more" in words


def test_a_total_without_a_fitting_token_is_marked() -> None:
    picture, _ = seen("number-stack-attack", 9, 4, 9, tokens="4-9")
    assert "3 to go: no token fits" in picture.words


def test_numbers_of_the_order_challenge_show_their_owners() -> None:
    picture, _ = seen("order-challenge", 3, 7, 4)
    assert {"3, played by Player 1", "7, played by Player 2", "4, played by Player 1"} <= set(picture.tips)


def test_a_finished_game_has_a_picture_without_a_choice() -> None:
    for game, moves in (
        ("strategy-stacks", (5, 1, 7)),
        ("number-stack-duel", (9,)),
        ("order-challenge", (9, 8)),
        ("number-stack-attack", (9, 1, 9, 1, 3)),
    ):
        picture, position = seen(game, *moves)
        picture.check()
        outcome = position.outcome()
        assert isinstance(outcome, Outcome), game
        assert picture.numbers_that("wins") == []
        assert f"Player {outcome.winner.value} has won" in (picture.root[0].text or "")


def test_a_python_criterion_has_a_picture_too() -> None:
    def alike(a: int, b: int) -> bool:
        return (a - b) % 3 == 0

    picture, _ = seen("number-duel", range=12, link=alike)
    picture.check()
    assert sorted(picture.numbers_that("loses")) == list(range(1, 13))


class Strange(Heaps):
    title = "Heaps <&>"


def test_an_added_game_has_a_picture_of_its_rows_and_moves() -> None:
    start = Strange(tokens=[2, 3]).start()
    picture = Seen(draw(start, [], outnumber.solve(start)))
    picture.check()
    assert picture.numbers_that("wins") == [21]
    assert picture.numbers_that("loses") == [11, 12, 22, 23]
    # The heaps themselves are not moves.
    assert picture.numbers_that("cannot be played now") == [2, 3]
    assert {"Heaps <&>", "Heaps"} <= set(picture.words)


def test_an_added_game_with_our_theorem_has_its_picture() -> None:
    start = Steps().start().play(3)
    picture = Seen(draw(start, [3], outnumber.solve(start)))
    picture.check()
    assert sorted(picture.numbers_that("(?:wins|loses)")) == list(start.legal_moves())


def test_marks_are_distinguishable_without_colour() -> None:
    picture, position = seen("strategy-stacks", 40, 20, range=100)
    # A star for each winning move and one in the legend; dashes for numbers that cannot be played now.
    assert picture.svg.count("<polygon") == len(outnumber.solve(position).winning) + 1
    other = position.unused.bit_count() - position.legal.bit_count()
    assert picture.svg.count('stroke-dasharray="3 2"') == other + 1
