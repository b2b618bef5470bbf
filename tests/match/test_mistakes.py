"""Mistakes that a player can retry."""

import pytest

import outnumber
from outnumber.match.match import Begun, Match, Moved, Participant
from outnumber.match.mistakes import mistakes
from outnumber.match.review import review


def played(one: str, two: str) -> Match:
    """A round in which both players throw away the win."""
    match = Match(outnumber.game("strategy-stacks"), (Participant(one), Participant(two))).after(Begun())
    for number in (6, 1, 5):
        match = match.after(Moved(number))
    return match


def test_mistake_includes_the_match_before_it() -> None:
    match = played("human", "human")
    found = list(mistakes(match, review(match)))
    for before, graded in found:
        moves = before.current.moves
        assert match.current.moves[: len(moves) + 1] == (*moves, graded.move)
        assert before.current.position == graded.before
    assert {graded.seat for _, graded in found} == {1, 2}


@pytest.mark.parametrize(
    ("players", "seats"),
    [(("human", "random"), {1}), (("random", "human"), {2}), (("random", "random"), {1, 2})],
)
def test_mistakes_of_the_computer_are_omitted_when_a_person_played(
    players: tuple[str, str], seats: set[int]
) -> None:
    match = played(*players)
    assert {each.graded.seat for each in mistakes(match, review(match))} == seats
