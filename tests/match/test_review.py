"""Grades, turning points and refutations match an exhaustive search."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import IllegalMove, OptionError, Position, Reason, Seat
from outnumber.match.match import Match
from outnumber.match.review import LONGEST_LINE, Grade, best_line, grade, review
from outnumber.match.round import Round
from outnumber.theory import exhaustive
from tests import strategies

LARGEST = 8


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """A round of any small game with any options, finished or not."""
    played = Round.begin(draw(strategies.rules(LARGEST)))
    for pick in draw(strategies.picks(LARGEST)):
        moves = played.position.legal_moves()
        if not moves:
            break
        played = played.play(moves[pick % len(moves)])
    return played


def winning_by_search(position: Position, known: dict[Any, exhaustive.Value]) -> list[int]:
    return [move for move in position.legal_moves() if known[position.play(move)].winner is position.turn]


def played(game: str, moves: list[int], **options: object) -> Round:
    return Round.begin(outnumber.game(game, **options), moves)


@settings(deadline=None)
@given(rounds())
def test_every_grade_matches_an_exhaustive_search(each: Round) -> None:
    start = each.position.rules.start()
    known = exhaustive.values(start)
    found = review(each).rounds[0]
    position = start
    for graded, move in zip(found.moves, each.moves, strict=True):
        winning = winning_by_search(position, known)
        assert (graded.before, graded.seat, graded.move) == (position, position.turn, move)
        assert graded.winner_before is known[position].winner
        assert list(graded.winning) == winning
        if len(position.legal_moves()) == 1:
            expected = Grade.FORCED
        elif not winning:
            expected = Grade.NO_CHANCE
        else:
            expected = Grade.KEPT if move in winning else Grade.THREW_AWAY
        assert graded.grade is expected
        position = position.play(move)
        turned = graded.winner_before is graded.seat and known[position].winner is not graded.seat
        assert graded.regret == turned
    assert found.ahead is known[position].winner


@settings(deadline=None)
@given(rounds())
def test_winner_never_changes_after_the_turning_point(each: Round) -> None:
    found = review(each).rounds[0]
    turning = found.turning_point
    if turning is None:
        assert len(set(found.winners)) == 1
        assert found.reason is None
        assert not found.refutation
        return
    graded = found.moves[turning]
    assert graded.regret == 1
    assert set(found.winners[turning + 1 :]) == {graded.seat.other}
    assert found.winners[turning] is graded.seat


@settings(deadline=None)
@given(rounds())
def test_refutation_wins_against_every_defence(each: Round) -> None:
    found = review(each).rounds[0]
    if found.turning_point is None:
        return
    graded = found.moves[found.turning_point]
    position = graded.before.play(graded.move)
    known = exhaustive.values(position)
    for step in found.refutation:
        assert position.turn is step.seat
        if step.seat is not graded.seat:
            assert step.move in winning_by_search(position, known)
        position = position.play(step.move)
    outcome = position.outcome()
    assert (outcome is not None) == (found.ending is not None)
    if outcome:
        assert outcome.winner is not graded.seat


@settings(deadline=None)
@given(rounds())
def test_accuracy_is_between_zero_and_one_and_one_without_a_mistake(each: Round) -> None:
    found = review(each).rounds[0]
    for seat in Seat:
        accuracy = found.accuracy(seat)
        mistakes = [graded for graded in found.moves if graded.seat is seat and graded.regret]
        if accuracy is None:
            assert not mistakes
        else:
            assert 0 <= accuracy <= 1
            assert (accuracy == 1) == (not mistakes)


def test_accuracy_weighs_a_win_by_the_share_of_moves_that_lose() -> None:
    found = review(played("strategy-stacks", [6, 3, 9, 1])).rounds[0]
    first, _, third, _ = found.moves
    assert (len(first.winning), len(first.legal), first.weight) == (2, 9, 1 - 2 / 9)
    assert (len(third.winning), len(third.legal), third.weight) == (1, 2, 0.5)
    assert found.accuracy(Seat.ONE) == pytest.approx(0.5 / (0.5 + 7 / 9))
    assert found.tally(Seat.ONE)[:2] == (2, 1)


def test_lost_position_has_no_weight_and_no_accuracy() -> None:
    found = review(played("number-duel", [28])).rounds[0]
    assert found.moves[0].grade is Grade.NO_CHANCE
    assert found.moves[0].weight == 0
    assert found.accuracy(Seat.ONE) is None


def test_forced_move_earns_no_credit() -> None:
    found = review(played("strategy-stacks", [5, 1, 7])).rounds[0]
    assert found.moves[1].grade is Grade.FORCED
    assert found.tally(Seat.TWO).held == 0


def test_turning_point_is_the_last_win_thrown_away() -> None:
    found = review(played("strategy-stacks", [6, 3, 9, 1])).rounds[0]
    assert [graded.regret for graded in found.moves] == [1, 1, 0, 0]
    assert found.turning_point == 1
    assert found.reason == outnumber.solve(found.moves[1].before).reason


def test_uninterrupted_win_has_no_turning_point() -> None:
    found = review(played("strategy-stacks", [5, 1, 7])).rounds[0]
    assert found.turning_point is None
    assert found.winners == (Seat.ONE,) * 4


def test_mistake_that_ends_the_game_needs_no_refutation() -> None:
    # The second 4 leads to a stand-off with equal totals, which Player 1 wins; 3 would have led to the
    # target.
    found = review(played("number-stack-attack", [4, 4, 4, 4], target=10, tokens="3,4")).rounds[0]
    assert found.turning_point == 3
    assert found.moves[3].winning == (3,)
    assert found.refutation == ()
    assert found.ending is not None


def test_seats_follow_the_turn_after_a_pass() -> None:
    # At 18 nothing fits on Player 1's stack, so Player 2 moves twice.
    each = played("number-stack-attack", [9, 4, 9, 4, 5], tokens="4-9")
    assert [graded.seat for graded in review(each).rounds[0].moves] == [1, 2, 1, 2, 2]


def test_resignation_in_a_won_position_is_reported() -> None:
    won = played("strategy-stacks", [5])
    found = review(won.end(Seat.ONE, Reason.RESIGNATION)).rounds[0]
    assert found.ahead is Seat.ONE
    assert found.given_up
    assert not review(won.end(Seat.TWO, Reason.TIME)).rounds[0].given_up


def test_unfinished_round_says_who_is_ahead() -> None:
    found = review(played("strategy-stacks", [6])).rounds[0]
    assert found.outcome is None
    assert found.ahead is Seat.TWO
    assert not found.given_up


def test_empty_round_has_a_winner_and_nothing_else() -> None:
    found = review(played("order-challenge", [], range=4)).rounds[0]
    assert found.moves == ()
    assert found.winners == (Seat.TWO,)


def test_match_is_reviewed_round_by_round() -> None:
    rules = outnumber.game("strategy-stacks")
    each = [Round.begin(rules, moves) for moves in ([6, 3, 9, 1, 5], [5, 1, 7])]
    found = review(Match(rules, length=2, rounds=tuple(each)))
    assert found.rounds == tuple(review(one).rounds[0] for one in each)


def test_progress_is_reported_once_per_move() -> None:
    ticks: list[int] = []
    review(played("strategy-stacks", [6, 3, 9]), tick=lambda: ticks.append(1))
    assert len(ticks) == 3


def test_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove):
        grade(outnumber.game("strategy-stacks").start(), 10)


def test_long_line_of_best_play_is_cut() -> None:
    assert len(best_line(outnumber.game("order-challenge", range=100).start())) == LONGEST_LINE
    assert len(best_line(outnumber.game("order-challenge", range=100).start(), 3)) == 3


def test_large_range_is_reviewed() -> None:
    each = played("number-duel", [4999, 499, 4990], range=5000)
    found = review(each).rounds[0]
    assert [graded.winner_before for graded in found.moves] == [
        outnumber.solve(graded.before).winner for graded in found.moves
    ]


def test_game_that_exceeds_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outnumber.match.review.MOST_KEPT", 100)
    round_ = Round.begin(outnumber.game("order-challenge", range=30), [1, 2, 3])
    assert review(round_).rounds[0].outcome is None
    with pytest.raises(OptionError, match="A match of 4 moves with numbers up to 30 is too large"):
        review(round_.play(4))


def test_drawn_moves_are_neither_graded_nor_counted() -> None:
    moves = [6, 3, 9, 1]
    played = Round.begin(outnumber.game("strategy-stacks"), moves)
    whole, part = review(played).rounds[0], review(played._replace(drawn=2)).rounds[0]
    assert [graded.grade.value for graded in part.moves] == ["drawn", "drawn", "kept", "forced"]
    assert [graded.regret for graded in part.moves] == [0, 0, 0, 0]
    assert whole.winners == part.winners
    assert part.turning_point is None
    assert (whole.tally(Seat.ONE).held, part.tally(Seat.ONE).held) == (2, 1)
    assert (whole.tally(Seat.TWO).held, part.tally(Seat.TWO).held) == (1, 0)
