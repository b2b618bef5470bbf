"""A match swaps seats after each round, counts rounds, and names a champion if there is one."""

from collections import Counter

import pytest

import outnumber
from outnumber import Reason, Seat
from outnumber.session.match import Match, Participant, toss
from outnumber.session.round import Round

RULES = outnumber.game("order-challenge", range=1)  # who takes the only number wins


def played(winners: list[int], length: int, first: int = 1) -> Match:
    """A match whose rounds were won by these participants."""
    match = Match(RULES, first=first, length=length)
    for winner in winners:
        match = match.next_round()
        seat = Seat.ONE if match.seated(Seat.ONE) == winner else Seat.TWO
        match = match.with_current(match.current.end(seat.other, Reason.RESIGNATION))
    return match


@pytest.mark.parametrize(("first", "in_seat_one"), [(1, [1, 2, 1, 2]), (2, [2, 1, 2, 1])])
def test_seats_are_swapped_after_each_round(first: int, in_seat_one: list[int]) -> None:
    match = Match(RULES, first=first, length=4)
    for participant in in_seat_one:
        match = match.next_round()
        assert match.seated(Seat.ONE) == participant
        assert match.seated(Seat.TWO) == 3 - participant
    assert [match.seated(Seat.ONE, number) for number in range(1, 5)] == in_seat_one


def test_participants_keep_their_names_when_they_change_seats() -> None:
    match = Match(RULES, (Participant(name="Ada"), Participant(name="Ben")), length=2).next_round()
    assert match.participant(Seat.ONE).name == "Ada"
    assert match.next_round().participant(Seat.ONE).name == "Ben"


@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize(
    ("winners", "score", "champion"),
    [([1, 1, 1], (3, 0), 1), ([2, 1, 2], (1, 2), 2), ([1, 2, 1], (2, 1), 1), ([2, 2, 2], (0, 3), 2)],
)
def test_rounds_won_are_counted_for_participants_not_seats(
    first: int, winners: list[int], score: tuple[int, int], champion: int
) -> None:
    match = played(winners, 3, first)
    assert match.score() == score
    assert match.over
    assert match.champion() == champion


def test_an_equal_score_has_no_champion() -> None:
    assert played([1, 2], 2).score() == (1, 1)
    assert played([1, 2], 2).champion() is None


def test_there_is_no_champion_before_the_last_round_is_over() -> None:
    leading = played([1, 1], 3)
    assert not leading.over
    assert leading.champion() is None
    assert not leading.next_round().over


def test_a_match_without_rounds_is_not_over() -> None:
    assert not Match(RULES).over
    assert Match(RULES).score() == (0, 0)


def test_a_changed_round_leaves_the_old_match_as_it_was() -> None:
    before = Match(RULES).next_round()
    after = before.with_current(before.current.play(1))
    assert before.current == Round.begin(RULES)
    assert after.current.moves == (1,)
    assert after.over


def test_the_toss_depends_on_the_seed_alone_and_is_fair() -> None:
    falls = [toss(seed) for seed in range(1000)]
    assert falls == [toss(seed) for seed in range(1000)]
    assert set(falls) == {1, 2}
    assert all(count > 400 for count in Counter(falls).values())
