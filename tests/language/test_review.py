"""The text of a review: the names of the players."""

from collections.abc import Sequence

import pytest

import outnumber
from outnumber import Reason, Seat
from outnumber.games.sentences import ENGLISH
from outnumber.language.review import teaser, told
from outnumber.language.voice import voice
from outnumber.languages import LanguageName
from outnumber.match.match import Ended, Match, Participant
from outnumber.match.review import review
from outnumber.match.round import Round

YOU, COMPUTER = Participant(), Participant("random")


def lines_about(match: Match, language: LanguageName) -> str:
    return "\n".join(line for line, _ in told(match, review(match), "#.", voice(language)))


@pytest.mark.parametrize(
    ("seats", "moves", "resigned", "english", "german"),
    [
        (
            (COMPUTER, YOU), [6, 2], None,
            ["Turning point: move 1. The computer played 6", "In the computer's place: Play 5."],
            ["Wendepunkt: Zug 1. Der Computer spielte 6", "So hätte der Computer denken können: Spiel"],
        ),
        (
            (YOU, COMPUTER), [6], None,
            ["How the computer then wins: Computer 2", "Unfinished: the computer is winning."],
            ["So gewinnt dann der Computer: Computer 2", "Nicht beendet, und der Computer steht auf Gewinn."],
        ),
        (
            (COMPUTER, YOU), [5, 1], Seat.ONE,
            ["You won because the computer resigned. The computer was winning then.", "\nThe computer kept"],
            ["weil der Computer aufgegeben hat. Da hat der Computer auf", "\nDer Computer hat 1 von 1"],
        ),
    ],
)  # fmt: skip
def test_the_computer_is_capitalised_only_at_the_start_of_a_sentence(
    seats: tuple[Participant, Participant],
    moves: Sequence[int],
    resigned: Seat | None,
    english: list[str],
    german: list[str],
) -> None:
    rules = outnumber.game("strategy-stacks")
    match = Match(rules, participants=seats, rounds=(Round.begin(rules, moves),))
    if resigned:
        match = match.after(Ended(resigned, Reason.RESIGNATION))
    for part in english:
        assert part in lines_about(match, "en")
    for part in german:
        assert part in lines_about(match, "de")


def test_the_computer_is_capitalised_correctly_when_a_mistake_is_retried() -> None:
    rules = outnumber.game("strategy-stacks")
    match = Match(rules, participants=(COMPUTER, YOU), rounds=(Round.begin(rules, [6, 2]),))
    (mistake, _) = review(match).rounds[0].moves
    assert teaser(match, 1, 1, mistake, voice=ENGLISH) == "The computer was winning until move 1."
    assert teaser(match, 1, 1, mistake, voice("de")).startswith("Der Computer ")
