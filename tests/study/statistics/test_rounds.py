"""Statistics of people's rounds: who played, who won, and how well they played."""

import pytest

import outnumber
from outnumber import Reason, Seat
from outnumber.match.match import Match, Participant
from outnumber.match.review import Tally
from outnumber.match.round import Round
from outnumber.study.statistics.rating import Rating
from outnumber.study.statistics.rounds import (
    Person,
    PlayedRound,
    Score,
    Summary,
    added,
    rounds_of,
    summary,
    tallies,
)

RULES = outnumber.game("strategy-stacks")
# Seat 1 keeps its second and third chance, seat 2 throws its only one away.
WON_BY_ONE = Round.begin(RULES, [6, 3, 9, 1, 5])
ONE, TWO = Tally(3, 2, 4.0, 3.0), Tally(1, 0, 2.0, 0.0)
HUMAN, RANDOM = Participant("human"), Participant("random")


def played(
    *participants: Participant, rounds: tuple[Round, ...], first: int = 1, date: str = ""
) -> list[PlayedRound]:
    one, two = participants
    match = Match(RULES, (one, two), first=first, length=9, date=date, rounds=rounds)
    return list(rounds_of(match, [(ONE, TWO)] * len(rounds)))


def test_chances_are_counted_for_each_seat() -> None:
    one, two = tallies(WON_BY_ONE)
    assert (one.held, one.kept) == (3, 2)
    assert (two.held, two.kept) == (1, 0)
    assert one.held_weight > one.kept_weight > 0
    assert two.held_weight > two.kept_weight == 0


def test_a_game_too_large_to_solve_has_no_chances() -> None:
    for game, size in (("strategy-stacks", 20_000), ("number-duel", 10_001)):
        large = Round.begin(outnumber.game(game, range=size), [6, 3])
        assert tallies(large) == (Tally(), Tally())


@pytest.mark.parametrize(
    ("participants", "first", "won", "theirs"),
    [
        ((HUMAN, RANDOM), 1, True, ONE),
        ((HUMAN, RANDOM), 2, False, TWO),
        ((RANDOM, HUMAN), 1, False, TWO),
        ((RANDOM, HUMAN), 2, True, ONE),
    ],
)
def test_a_round_counts_for_the_person_in_either_seat(
    participants: tuple[Participant, Participant], first: int, won: bool, theirs: Tally
) -> None:
    (each,) = played(*participants, rounds=(WON_BY_ONE,), first=first)
    assert each == PlayedRound("strategy-stacks", "", "random", True, won, theirs)


def test_seats_change_from_round_to_round() -> None:
    found = played(HUMAN, RANDOM, rounds=(WON_BY_ONE, WON_BY_ONE, WON_BY_ONE))
    assert [(each.won, each.tally) for each in found] == [(True, ONE), (False, TWO), (True, ONE)]


def test_two_people_are_both_called_by_name() -> None:
    (each,) = played(HUMAN, HUMAN, rounds=(WON_BY_ONE,))
    both = Person("", True, ONE), Person("", False, TWO)
    assert each == PlayedRound("strategy-stacks", "", "human", True, None, Tally(), both)


def test_people_are_added_up_by_name_in_both_seats() -> None:
    ada, ben = Participant("human", "Ada"), Participant("human", "Ben")
    match = Match(RULES, (ada, ben), length=2, rounds=(WON_BY_ONE, WON_BY_ONE))
    found = summary(rounds_of(match, [(ONE, TWO)] * 2))
    # In the second round Ben has seat 1.
    assert found.people == {
        "Ada": Score(2, 1, 1, 0, added([ONE, TWO])),
        "Ben": Score(2, 1, 1, 0, added([TWO, ONE])),
    }
    assert found.tally == Tally()
    assert found.opponents["human"].rounds == 2


def test_rounds_of_two_computers_are_left_out() -> None:
    assert played(RANDOM, RANDOM, rounds=(WON_BY_ONE,)) == []


def test_a_round_in_which_nothing_happened_is_left_out() -> None:
    empty = Round.begin(RULES)
    assert played(HUMAN, RANDOM, rounds=(empty,)) == []
    # Resigning before the first move counts.
    (each,) = played(HUMAN, RANDOM, rounds=(empty.end(Seat.ONE, Reason.RESIGNATION),))
    assert (each.over, each.won) == (True, False)


def test_an_unfinished_round_has_no_result() -> None:
    (each,) = played(HUMAN, RANDOM, rounds=(Round.begin(RULES, [6]),))
    assert (each.over, each.won) == (False, None)


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("2026-11-15T12:00:00Z", "2026-11-15"),
        ("2026-11-15", "2026-11-15"),
        ("2026-13-15", ""),
        ("", ""),
        ("some day", ""),
    ],
)
def test_the_day_is_that_of_the_record_if_it_tells_one(date: str, day: str) -> None:
    (each,) = played(HUMAN, RANDOM, rounds=(WON_BY_ONE,), date=date)
    assert each.day == day


def test_the_summary_adds_up_opponents_and_days() -> None:
    def one(day: str, opponent: str, won: bool | None, over: bool = True) -> PlayedRound:
        return PlayedRound("strategy-stacks", day, opponent, over, won, ONE)

    found = summary(
        [
            one("2026-11-16", "random", True),
            one("2026-11-15", "perfect", False),
            one("2026-11-16", "random", None, over=False),
            one("", "human", None),
        ]
    )
    assert (found.rounds, found.unfinished) == (4, 1)
    assert list(found.opponents) == ["random", "perfect", "human"]
    assert found.opponents["random"] == Score(rounds=2, won=1, lost=0, unfinished=1)
    assert found.opponents["perfect"] == Score(rounds=1, won=0, lost=1, unfinished=0)
    assert found.opponents["human"] == Score(rounds=1)
    assert found.tally == Tally(12, 8, 16.0, 12.0)
    assert list(found.days.items()) == [
        ("2026-11-15", Score(1, 0, 1, 0, ONE)),
        ("2026-11-16", Score(2, 1, 0, 1, Tally(6, 4, 8.0, 6.0))),
    ]


def test_nothing_played_is_a_summary_too() -> None:
    found = summary([])
    assert found.tally.accuracy is None
    assert found == Summary(0, 0, {}, Tally(), {}, {}, Rating(0))


def test_what_was_drawn_does_not_count() -> None:
    one, two = tallies(WON_BY_ONE._replace(drawn=2))
    assert (one.held, one.kept) == (2, 2)
    assert two == Tally()
    drawn = Round.begin(RULES, [6, 2], drawn=2)
    assert played(HUMAN, RANDOM, rounds=(drawn,)) == []
